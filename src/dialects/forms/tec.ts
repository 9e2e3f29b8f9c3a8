/** The dialect of `tec/v1`: that of the plugin, with more keys in responses, and with other names in requests (contract §12). */

import { integer } from '../../contract/kinds.ts'
import type { ResourceName } from '../../contract/resources/index.ts'
import { because, invalidParam } from '../../problem.ts'
import type { DialectWriteQuestions, RepresentationsOfAlias } from '../../representations/dialect.ts'
import { inlineLinksInOurNames } from './inline-links.ts'
import { type JsonObject, jsonObjectOrEmpty } from './json.ts'
import { pluginDialect } from './plugin.ts'
import { pluginArgsAsOurs } from './plugin-args.ts'
import { postFieldsUnderOurNames } from './request-names.ts'

const isNothing = (value: unknown) => value === undefined || value === null || value === ''

/** A date in UTC under the name of ours; that counts if it was sent too. */
function fromUtc(sent: JsonObject, name: 'start_date' | 'end_date'): JsonObject {
  const utc = sent[`${name}_utc`]
  if (!isNothing(sent[name]) || isNothing(utc)) return sent
  if (typeof utc !== 'string') throw invalidParam(`${name}_utc`, because('not_a_utc_date'))
  return { ...sent, [name]: `${utc.trim().replace(/Z$/i, '')}Z` }
}

/** The end of an event that names its duration in seconds instead. */
async function fromDuration(sent: JsonObject, { shown }: DialectWriteQuestions): Promise<JsonObject> {
  if (!isNothing(sent.end_date) || isNothing(sent.duration)) return sent
  const read = integer(0).read(sent.duration)
  if (!('value' in read)) throw invalidParam('duration', because('not_seconds'))
  const start = sent.start_date ?? jsonObjectOrEmpty(await shown()).start_date
  return typeof start === 'string' ? { ...sent, end_date: `${start} +${read.value} seconds` } : sent
}

/** The start and the end of an event as ours. Throws 400 for what can't be understood. */
const datesAsOurs = (sent: JsonObject, questions: DialectWriteQuestions): Promise<JsonObject> =>
  fromDuration(fromUtc(fromUtc(sent, 'start_date'), 'end_date'), questions)

const listOf = (value: unknown) => (Array.isArray(value) ? value : [value])

/** The page of an item as `link`; of an event also its venues and organizers as lists. */
function withLinks(name: ResourceName, item: JsonObject): JsonObject {
  const linked = { ...item, link: item.url }
  if (name !== 'event') return linked
  return { ...linked, venues: listOf(item.venue), organizers: listOf(item.organizer) }
}

const isPost = (name: ResourceName) => ['event', 'venue', 'organizer'].includes(name)

export const tecDialect: RepresentationsOfAlias = {
  form: 'tec/v1',
  shown(name, representation) {
    const shown = pluginDialect.shown(name, representation)
    return isPost(name) ? withLinks(name, jsonObjectOrEmpty(shown)) : shown
  },
  async sent(sent, questions) {
    const named = await postFieldsUnderOurNames(sent, questions)
    if (questions.resource !== 'event') return pluginArgsAsOurs(named, questions)
    return pluginArgsAsOurs(await datesAsOurs(inlineLinksInOurNames(named), questions), questions)
  },
}

/** The dialect of `tec/v1`: that of the plugin, with more keys in responses, and with other names in requests (contract §12). */
import type { ResourceName } from '../../../contract/resources/index.ts'
import type { Dialect } from '../../../representations/dialect.ts'
import { datesAsOurs } from './dates.ts'
import { inlineLinksInOurNames } from './inline-links.ts'
import { type JsonObject, jsonObjectOrEmpty } from './json.ts'
import { pluginDialect } from './plugin.ts'
import { pluginArgsAsOurs } from './plugin-args.ts'
import { postFieldsUnderOurNames } from './request-names.ts'

const listOf = (value: unknown) => (Array.isArray(value) ? value : [value])

/** The page of an item as `link`; of an event also its venues and organizers as lists. */
function withLinks(name: ResourceName, item: JsonObject): JsonObject {
  const linked = { ...item, link: item.url }
  if (name !== 'event') return linked
  return { ...linked, venues: listOf(item.venue), organizers: listOf(item.organizer) }
}

const isPost = (name: ResourceName) => ['event', 'venue', 'organizer'].includes(name)

export const tecDialect: Dialect = {
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

/** Our representations in their forms, by namespace. */

import { integer } from '../contract/kinds.ts'
import type { ResourceName } from '../contract/resources/index.ts'
import type { ApiPathAndNamespace } from '../domain/api-aliases.ts'
import { escapedReferenceAmpersands } from '../domain/text/plain-text.ts'
import { because, invalidParam } from '../problem.ts'
import type { DialectWriteQuestions, RepresentationsOfAlias } from '../representations/urls.ts'
import { isJsonObject, type JsonObject } from '../support/json.ts'
import {
  composeTransformations,
  inlineLinksInOurNames,
  isNothing,
  type JsonTransformation,
  jsonObjectOrEmpty,
  metaAsFields,
  pluginArgsAsOurs,
  postFieldsUnderOurNames,
  transformObjectOrList,
  withOnlineEventKeys,
  withoutMembers,
} from './args.ts'

// The dialect of The Events Calendar (contract §12): its clients' form of representations, with one transformation for
// each difference from ours. Keys keep their order.

/** `author` becomes a string. */
const authorAsText: JsonTransformation = (json) => ({ ...json, author: String(json.author) })

/** Keys without a value, including `false`, are left out. */
const withoutEmptyKeys: JsonTransformation = (json) =>
  Object.fromEntries(Object.entries(json).filter(([, value]) => value !== '' && value !== null))

const taxonomies: JsonObject = { event_category: 'tribe_events_cat', event_tag: 'post_tag' }

/** Terms have WordPress's taxonomy names. */
const wordpressTaxonomy: JsonTransformation = (json) => ({
  ...json,
  taxonomy: taxonomies[String(json.taxonomy)],
})

/** A cost without a number becomes the only value in its list. */
const textCostAsValue: JsonTransformation = (json) => {
  const { cost, cost_details: details } = json
  const isText =
    cost !== '' && isJsonObject(details) && Array.isArray(details.values) && details.values.length === 0
  return isText ? { ...json, cost_details: { ...details, values: [cost] } } : json
}

/** Clients decode character references in titles and names, so text that looks like a reference is escaped. */
const escapedIn =
  (key: string): JsonTransformation =>
  (json) => {
    const text = json[key]
    return typeof text === 'string' && text.includes('&')
      ? { ...json, [key]: escapedReferenceAmpersands(text) }
      : json
  }

const term = composeTransformations(wordpressTaxonomy, escapedIn('name'))
const venue = composeTransformations(authorAsText, withoutEmptyKeys, escapedIn('venue'))
const organizer = composeTransformations(authorAsText, withoutEmptyKeys, escapedIn('organizer'))

/** Items embedded in an event have the same form as on their own. */
const embedded: JsonTransformation = (json) => ({
  ...json,
  categories: transformObjectOrList(term, json.categories),
  tags: transformObjectOrList(term, json.tags),
  venue: transformObjectOrList(venue, json.venue),
  organizer: transformObjectOrList(organizer, json.organizer),
})

const changes: Readonly<Record<ResourceName, JsonTransformation>> = {
  event: composeTransformations(
    authorAsText,
    textCostAsValue,
    embedded,
    escapedIn('title'),
    withOnlineEventKeys,
  ),
  series: composeTransformations(authorAsText, escapedIn('title')),
  venue,
  organizer,
  category: term,
  tag: term,
  group: (json) => json,
  media: composeTransformations(authorAsText, escapedIn('title')),
  page: (json) => json,
}

/** The dialect of The Events Calendar, for representations and for args. */
const pluginDialect: RepresentationsOfAlias = {
  form: 'tribe/events/v1',
  shown: (name, representation) => changes[name]({ ...representation }),
  sent: pluginArgsAsOurs,
}

// The dialect of `tec/v1`: that of the plugin, with more keys in responses, and with other names in requests (contract §12).

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

const tecDialect: RepresentationsOfAlias = {
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

// The dialect of `wp/v2`: representations of the plugin, which the routes reshape, and the names of posts in requests (contract §12).

/** Tags have no parent, which clients send as 0. */
const withoutNoParent = (sent: JsonObject): JsonObject =>
  [0, '0', null, ''].some((none) => none === sent.parent) ? withoutMembers(sent, 'parent') : sent

const wordpressDialect: RepresentationsOfAlias = {
  ...pluginDialect,
  async sent(sent, questions) {
    const named = await metaAsFields(await postFieldsUnderOurNames(sent, questions), questions)
    const meant = questions.resource === 'tag' ? withoutNoParent(named) : named
    return pluginArgsAsOurs(questions.resource === 'event' ? inlineLinksInOurNames(meant) : meant, questions)
  },
}

// The namespaces and the dialect that come with an alias of The Events Calendar's namespace (contract §12).

export const PLUGIN_NAMESPACE = 'tribe/events/v1'
/** The newer namespace of The Events Calendar. */
export const TEC_V1_NAMESPACE = 'tec/v1'
/** WordPress's own namespace. */
export const WORDPRESS_NAMESPACE = 'wp/v2'

/** Whether an alias is the plugin's namespace, which its clients use. */
export const isPluginAlias = ({ namespace }: ApiPathAndNamespace) => namespace === PLUGIN_NAMESPACE

/** The path of the site that an alias stood on: that of the alias without its last segment. */
export const sitePathOfAlias = ({ path }: ApiPathAndNamespace) =>
  path.slice(0, Math.max(path.lastIndexOf('/'), 0))

const dialects: Readonly<Record<string, RepresentationsOfAlias>> = {
  [TEC_V1_NAMESPACE]: tecDialect,
  [WORDPRESS_NAMESPACE]: wordpressDialect,
}

/** The dialect of a namespace that an alias has or adds; undefined if it uses our own representations. */
export function representationsIn(
  alias: ApiPathAndNamespace,
  namespace: string,
): RepresentationsOfAlias | undefined {
  if (!isPluginAlias(alias)) return undefined
  return dialects[namespace] ?? pluginDialect
}

/** The additional namespaces that an alias adds below the same path. */
export const companionsOf = (alias: ApiPathAndNamespace): readonly string[] =>
  isPluginAlias(alias) ? [TEC_V1_NAMESPACE, WORDPRESS_NAMESPACE] : []

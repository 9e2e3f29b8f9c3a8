/**
 * The dialect of The Events Calendar (contract §12): its clients' form of representations, with one transformation for
 * each difference from ours. Keys keep their order.
 */
import type { ResourceName } from '../../contract/resources/index.ts'
import { escapedReferenceAmpersands } from '../../domain/text/character-references.ts'
import type { RepresentationsOfAlias } from '../../representations/dialect.ts'
import { withOnlineEventKeys } from './event-status.ts'
import {
  composeTransformations,
  isJsonObject,
  type JsonObject,
  type JsonTransformation,
  transformObjectOrList,
} from './json.ts'
import { pluginArgsAsOurs } from './plugin-args.ts'

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
export const pluginDialect: RepresentationsOfAlias = {
  form: 'tribe/events/v1',
  shown: (name, representation) => changes[name]({ ...representation }),
  sent: pluginArgsAsOurs,
}

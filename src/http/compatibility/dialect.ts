/**
 * The dialect of The Events Calendar (contract §12): its clients' form of representations, with one transformation for
 * each difference from ours. Keys keep their order.
 */
import type { ResourceName } from '../../contract/resources/index.ts'
import { decodedReferences, withoutReferences } from '../../domain/text/character-references.ts'
import type { Dialect } from '../../representations/urls.ts'

type Json = Readonly<Record<string, unknown>>
type Change = (json: Json) => Json

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Applies a change to an object, or to each object of a list; returns other values unchanged. */
const within = (change: Change, value: unknown): unknown =>
  Array.isArray(value) ? value.map((one) => within(change, one)) : isJson(value) ? change(value) : value

const allOf =
  (...changes: readonly Change[]): Change =>
  (json) =>
    changes.reduce((changed, change) => change(changed), json)

/** `author` becomes a string. */
const authorAsText: Change = (json) => ({ ...json, author: String(json.author) })

/** Keys without a value, including `false`, are left out. */
const withoutEmptyKeys: Change = (json) =>
  Object.fromEntries(Object.entries(json).filter(([, value]) => value !== '' && value !== null))

const taxonomies: Json = { event_category: 'tribe_events_cat', event_tag: 'post_tag' }

/** Terms have WordPress's taxonomy names. */
const wordpressTaxonomy: Change = (json) => ({ ...json, taxonomy: taxonomies[String(json.taxonomy)] })

/** A cost without a number becomes the only value in its list. */
const textCostAsValue: Change = (json) => {
  const { cost, cost_details: details } = json
  const isText =
    cost !== '' && isJson(details) && Array.isArray(details.values) && details.values.length === 0
  return isText ? { ...json, cost_details: { ...details, values: [cost] } } : json
}

/** Clients decode character references in titles and names, so text that looks like a reference is escaped. */
const escapedIn =
  (key: string): Change =>
  (json) => {
    const text = json[key]
    return typeof text === 'string' && text.includes('&') ? { ...json, [key]: withoutReferences(text) } : json
  }

const term = allOf(wordpressTaxonomy, escapedIn('name'))
const venue = allOf(authorAsText, withoutEmptyKeys, escapedIn('venue'))
const organizer = allOf(authorAsText, withoutEmptyKeys, escapedIn('organizer'))

/** Items embedded in an event have the same form as on their own. */
const embedded: Change = (json) => ({
  ...json,
  categories: within(term, json.categories),
  tags: within(term, json.tags),
  venue: within(venue, json.venue),
  organizer: within(organizer, json.organizer),
})

const changes: Readonly<Record<ResourceName, Change>> = {
  event: allOf(authorAsText, textCostAsValue, embedded, escapedIn('title')),
  series: allOf(authorAsText, escapedIn('title')),
  venue,
  organizer,
  category: term,
  tag: term,
  media: allOf(authorAsText, escapedIn('title')),
}

/** The keys of titles and names, in items and in nested items. */
const names = ['title', 'name', 'venue', 'organizer', 'categories', 'tags'] as const
/** Maximum members of a list; a longer one is refused later, when args are read. */
const MAX_MEMBERS = 500

const meantText = (value: unknown): unknown => (typeof value === 'string' ? decodedReferences(value) : value)

/** Applies a change to the titles and names of an object. */
const ofNames =
  (change: (value: unknown) => unknown): Change =>
  (sent) => {
    const found = names.filter((name) => sent[name] !== undefined)
    return { ...sent, ...Object.fromEntries(found.map((name) => [name, change(sent[name])])) }
  }

const nested = ofNames(meantText)
const member = (value: unknown): unknown => (isJson(value) ? nested(value) : meantText(value))

/** Decodes titles and names, which WordPress's clients send as HTML. */
const meantNames = ofNames((value) => {
  if (!Array.isArray(value)) return member(value)
  return value.length > MAX_MEMBERS ? value : value.map(member)
})

/** Accepts a title as `{ raw }`, WordPress's form for editors. */
function rawTitle(sent: Json): Json {
  const { title } = sent
  return isJson(title) && typeof title.raw === 'string' ? { ...sent, title: title.raw } : sent
}

/** The dialect of The Events Calendar, for representations and for args. */
export const pluginDialect: Dialect = {
  shown: (name, representation) => changes[name]({ ...representation }),
  sent: (sent) => meantNames(rawTitle(sent)),
}

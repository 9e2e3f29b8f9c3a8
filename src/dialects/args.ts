/** What clients of The Events Calendar and WordPress send, as our args. */

import { boolean, integer } from '../contract/kinds.ts'
import {
  type ResourceName,
  resourceNamed,
  type TermName,
  type VenueOrOrganizerName,
} from '../contract/resources/index.ts'
import { isCustomFieldName } from '../contract/tickets-and-custom-fields.ts'
import { decodedReferences } from '../domain/text/plain-text.ts'
import {
  because,
  type Faults,
  faultBecause,
  invalidParam,
  invalidParams,
  type RefusalReason,
} from '../problem.ts'
import type { DialectWriteQuestions } from '../representations/urls.ts'
import { isJsonObject, type JsonObject } from '../support/json.ts'

/** JSON values of other APIs, and changes of them. */

export type JsonTransformation = (json: JsonObject) => JsonObject

/** Whether a value says nothing. */
export const isNothing = (value: unknown): boolean => value === undefined || value === null || value === ''

/** The members of an object; empty for any other value. */
export const jsonObjectOrEmpty = (value: unknown): JsonObject => (isJsonObject(value) ? value : {})

/** Applies a change to an object, or to each object of a list; returns other values unchanged. */
export const transformObjectOrList = (change: JsonTransformation, value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((one) => transformObjectOrList(change, one))
    : isJsonObject(value)
      ? change(value)
      : value

/** Returns the transformation that applies some others, one after the other. */
export const composeTransformations =
  (...changes: readonly JsonTransformation[]): JsonTransformation =>
  (json) =>
    changes.reduce((changed, change) => change(changed), json)

/** An object without some of its members. */
export const withoutMembers = (json: JsonObject, ...names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(json).filter(([name]) => !names.includes(name)))

// Titles and names as WordPress's clients send them: as HTML, and in objects with their source (contract §12).

/** The keys of titles and names, in items and in nested items. */
const names = ['title', 'name', 'venue', 'organizer', 'categories', 'tags'] as const
/** Maximum members of a list; a longer one is refused later, when args are read. */
const MAX_MEMBERS = 500

const meantText = (value: unknown): unknown => (typeof value === 'string' ? decodedReferences(value) : value)

/** Applies a change to the titles and names of an object. */
const ofNames =
  (change: (value: unknown) => unknown) =>
  (sent: JsonObject): JsonObject => {
    const found = names.filter((name) => sent[name] !== undefined)
    return { ...sent, ...Object.fromEntries(found.map((name) => [name, change(sent[name])])) }
  }

const nested = ofNames(meantText)
const member = (value: unknown): unknown => (isJsonObject(value) ? nested(value) : meantText(value))

/** Decodes titles and names, which WordPress's clients send as HTML. */
const withDecodedNames = ofNames((value) => {
  if (!Array.isArray(value)) return member(value)
  return value.length > MAX_MEMBERS ? value : value.map(member)
})

/** The text of WordPress's objects for editors, `{ raw }`, and for readers, `{ rendered }`; any other value unchanged. */
function textOfWordpressObject(value: unknown): unknown {
  if (!isJsonObject(value)) return value
  return [value.raw, value.rendered].find((text) => typeof text === 'string') ?? value
}

// The names of fields in requests of `tec/v1` and `wp/v2`, as ours (contract §12).

type Names = Readonly<Record<string, string>>

const ofPosts = { content: 'description', featured_media: 'image', date_gmt: 'date_utc' } as const

/** Their name → ours. */
const tables: Partial<Readonly<Record<ResourceName, Names>>> = {
  event: { ...ofPosts, tribe_events_cat: 'categories', venues: 'venue', organizers: 'organizer' },
  venue: { ...ofPosts, title: 'venue', state_province: 'stateprovince' },
  organizer: { ...ofPosts, title: 'organizer' },
}

/** The names of a post's fields in those namespaces → ours. */
const findPostFieldNamesOfResource = (resource: ResourceName): Names => tables[resource] ?? {}

/** Texts that may be sent as `{ raw }` or `{ rendered }`. */
const texts = ['title', 'content', 'excerpt', 'caption', 'description'] as const

/** An object with the sources of its texts in place of objects. */
function withPlainTexts(sent: JsonObject): JsonObject {
  const found = texts.filter((name) => isJsonObject(sent[name]))
  return found.length === 0
    ? sent
    : { ...sent, ...Object.fromEntries(found.map((name) => [name, textOfWordpressObject(sent[name])])) }
}

/** The value as it is compared: linked items by their ids. */
function meaningOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(meaningOf)
  if (isJsonObject(value)) return value.id === undefined ? value : String(value.id)
  return value === false || value === null ? '0' : String(value)
}

/** Whether two values say the same: linked items by their ids. */
const isSameSent = (one: unknown, other: unknown) =>
  JSON.stringify([meaningOf(one)].flat()) === JSON.stringify([meaningOf(other)].flat())

/**
 * Which of two names of a field counts where both were sent: a representation that is edited and sent back has both, and what the
 * client changed is meant. Throws 400 if both say something new.
 */
async function meantOf(sent: JsonObject, theirs: string, ours: string, questions: DialectWriteQuestions) {
  if (sent[ours] === undefined || isSameSent(sent[ours], sent[theirs])) return sent[theirs]
  const now = await questions.shown()
  if (now === undefined && !questions.isNew) return sent[theirs]
  const shown = jsonObjectOrEmpty(now)
  if (shown[ours] !== undefined && isSameSent(sent[ours], shown[ours])) return sent[theirs]
  const before = shown[theirs] ?? shown[ours]
  if (before !== undefined && isSameSent(sent[theirs], before)) return sent[ours]
  throw invalidParam(theirs, because('contradiction', { name: ours }))
}

/** The values under our names. Throws 400 if a field has two values under two names. */
async function fieldsUnderOurNames(
  sent: JsonObject,
  names: Names,
  questions: DialectWriteQuestions,
): Promise<JsonObject> {
  const found = Object.entries(names).filter(([theirs]) => sent[theirs] !== undefined)
  const meant: Record<string, unknown> = {}
  for (const [theirs, ours] of found) meant[ours] = await meantOf(sent, theirs, ours, questions)
  return { ...withoutMembers(sent, ...found.map(([theirs]) => theirs)), ...meant }
}

/** The fields of a post under our names. Throws 400 if a field has two values under two names. */
export const postFieldsUnderOurNames = (
  sent: JsonObject,
  questions: DialectWriteQuestions,
): Promise<JsonObject> =>
  fieldsUnderOurNames(
    withPlainTexts(sent),
    questions.resource === undefined ? {} : findPostFieldNamesOfResource(questions.resource),
    questions,
  )

// The outcome of an event, and how it is attended, in the words of The Events Calendar (contract §11, §12).

/** Adds the plugin's keys of online events. */
export const withOnlineEventKeys = (event: JsonObject): JsonObject => ({
  ...event,
  is_virtual: event.attendance_mode !== 'offline',
  virtual_url: event.online_url,
})

/** The plugin’s name of a field of the outcome → ours. */
const ourNamesOfOutcomeFields = { virtual_url: 'online_url' } as const

/** Their words for what became of an event → ours. */
const statuses: ReadonlyMap<string, string> = new Map([
  ['canceled', 'cancelled'],
  ['moved-online', 'moved_online'],
  ['moved online', 'moved_online'],
])

/** Our word for what became of an event; any other value unchanged. */
export const eventStatusFromDialect = (value: unknown): unknown =>
  typeof value === 'string' ? (statuses.get(value.trim().toLowerCase()) ?? value) : value

const withStatus = (sent: JsonObject): JsonObject =>
  sent.event_status === undefined
    ? sent
    : { ...sent, event_status: eventStatusFromDialect(sent.event_status) }

/** Whether a value links to a venue. */
function isPlace(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isPlace)
  return isJsonObject(value) || ![undefined, null, '', '0', 0, false].some((none) => none === value)
}

function virtualIn({ is_virtual }: JsonObject): boolean {
  const read = boolean.read(is_virtual)
  if ('value' in read) return read.value
  throw invalidParam('is_virtual', 'fault' in read ? read.fault : because('not_true_or_false'))
}

/**
 * Reads `is_virtual` as an attendance mode: `mixed` with a venue, else `online`. One that says nothing new has no effect, so that
 * a representation can be sent back. Throws 400 if it contradicts a mode that is new too.
 */
async function withMode(event: JsonObject, { shown, isNew }: DialectWriteQuestions): Promise<JsonObject> {
  const sent = withoutMembers(event, 'is_virtual')
  if ([undefined, null, ''].some((none) => none === event.is_virtual)) return sent
  const [isVirtual, mode] = [virtualIn(event), sent.attendance_mode]
  if (mode !== undefined && isVirtual === (mode !== 'offline')) return sent
  const now = jsonObjectOrEmpty(await shown())
  if (now.is_virtual === isVirtual) return sent
  const isEcho = !isNew && mode === now.attendance_mode
  if (mode !== undefined && !isEcho)
    throw invalidParam('is_virtual', because('contradiction', { name: 'attendance_mode' }))
  const hasPlace = isPlace(sent.venue === undefined ? now.venue : sent.venue)
  return { ...sent, attendance_mode: isVirtual ? (hasPlace ? 'mixed' : 'online') : 'offline' }
}

/** The outcome and the attendance of an event in our words. Throws 400 for contradictions. */
async function statusAndAttendanceAsOurs(
  sent: JsonObject,
  questions: DialectWriteQuestions,
): Promise<JsonObject> {
  const named = withStatus(sent)
  return named.is_virtual === undefined ? named : withMode(named, questions)
}

// A recurrence as an object of The Events Calendar's forms, as a rule of RFC 5545 (contract §12).

const frequencies: ReadonlyMap<string, string> = new Map([
  ['day', 'DAILY'],
  ['daily', 'DAILY'],
  ['week', 'WEEKLY'],
  ['weekly', 'WEEKLY'],
  ['month', 'MONTHLY'],
  ['monthly', 'MONTHLY'],
  ['year', 'YEARLY'],
  ['yearly', 'YEARLY'],
])
const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
const wrong = (key: string, why: RefusalReason) =>
  invalidParam(`recurrence.${key}`, because('not_a_recurrence_object', { why }))

const isNothingSaid = (value: unknown) => isNothing(value) || (Array.isArray(value) && value.length === 0)

const wordOf = (value: unknown) => (typeof value === 'string' ? value.trim().toLowerCase() : '')

/** The members under names with underscores. Throws 400 for a member that is not understood. */
function membersOf(sent: JsonObject): JsonObject {
  const known = ['type', 'end_type', 'end_count', 'end', 'every', 'interval', 'days']
  const members = Object.entries(sent)
    .map(([key, value]) => [key.replaceAll('-', '_'), value] as const)
    .filter(([, value]) => !isNothingSaid(value))
  const unknown = members.find(([key]) => !known.includes(key))
  if (unknown !== undefined) throw wrong(unknown[0], because('not_understood'))
  return Object.fromEntries(members)
}

function numberOf(members: JsonObject, key: string): number {
  const read = integer(1).read(members[key])
  if ('value' in read) return read.value
  throw wrong(key, because('not_a_count'))
}

/** A weekday by its number from 1 (Monday), its name or an abbreviation of that. */
function weekdayOf(value: unknown): string {
  const day = /^[1-7]$/.test(String(value)) ? weekdays[Number(value) - 1] : undefined
  const named = weekdays.find((one) => wordOf(value).startsWith(one.toLowerCase()))
  const found = day ?? named
  if (found === undefined) throw wrong('days', because('not_weekdays'))
  return found
}

function daysOf({ days }: JsonObject, frequency: string): readonly string[] {
  if (days === undefined) return []
  if (frequency !== 'WEEKLY') throw wrong('days', because('days_without_weeks'))
  const each = typeof days === 'string' ? days.split(',') : [days].flat()
  return [`BYDAY=${[...new Set(each.map(weekdayOf))].join(',')}`]
}

function endDate({ end }: JsonObject): string {
  const text = typeof end === 'string' ? /^\d{4}-\d\d-\d\d/.exec(end.trim())?.[0] : undefined
  if (text === undefined) throw wrong('end', because('not_an_end_date'))
  return `UNTIL=${text.replaceAll('-', '')}`
}

function endOf(members: JsonObject): readonly string[] {
  const said = wordOf(members.end_type)
  const type =
    said !== ''
      ? said
      : members.end_count !== undefined
        ? 'after'
        : members.end !== undefined
          ? 'on'
          : 'never'
  if (type === 'never' || type === 'none') return []
  if (type === 'after') return [`COUNT=${numberOf(members, 'end_count')}`]
  if (type === 'on') return [endDate(members)]
  throw wrong('end_type', because('not_an_end_type'))
}

/** The line of a rule; undefined if the object says that the event does not repeat. */
function ruleOf(sent: JsonObject): string | undefined {
  const members = membersOf(sent)
  const type = wordOf(members.type).replace(/^every /, '')
  if (Object.keys(members).length === 0 || type === 'none') return undefined
  const frequency = frequencies.get(type)
  if (frequency === undefined) throw wrong('type', because('not_a_frequency'))
  const key = members.every === undefined ? 'interval' : 'every'
  const every = members[key] === undefined ? [] : [`INTERVAL=${numberOf(members, key)}`]
  return `RRULE:${[`FREQ=${frequency}`, ...every, ...daysOf(members, frequency), ...endOf(members)].join(';')}`
}

/** Reads a recurrence that is an object. Throws 400 for what can't be read into a rule. */
function argsWithRecurrenceObjectAsRule(sent: JsonObject): JsonObject {
  if (!isJsonObject(sent.recurrence)) return sent
  const rule = ruleOf(sent.recurrence)
  return rule === undefined ? withoutMembers(sent, 'recurrence') : { ...sent, recurrence: rule }
}

// Terms whose ids no category or tag has: clients keep ids of another site, which the plugin leaves out (contract §12).

export const termNamesByArg = { categories: 'category', tags: 'tag' } as const satisfies Readonly<
  Record<string, TermName>
>

/** The members of a sent list; a text is one, unless it is ids with commas. */
function membersIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return typeof value === 'string' && /^[\d\s,]+$/.test(value) ? value.split(',').filter(Boolean) : [value]
}

/** The id that a member is; undefined for names and for anything else. */
function idOf(member: unknown): string | undefined {
  const id = isJsonObject(member) ? member.id : member
  const text = typeof id === 'number' || typeof id === 'string' ? String(id).trim() : ''
  return /^\d{1,15}$/.test(text) ? text : undefined
}

async function knownIn(name: TermName, value: unknown, { hasTerm }: DialectWriteQuestions): Promise<unknown> {
  const members = membersIn(value)
  const ids = members.map(idOf)
  if (members.length > MAX_MEMBERS || ids.every((id) => id === undefined)) return value
  const isKnown: boolean[] = []
  for (const id of ids) isKnown.push(id === undefined || (await hasTerm(name, id)))
  return isKnown.every(Boolean) ? value : members.filter((_, at) => isKnown[at])
}

/** Leaves out the ids that no term has. */
async function withoutUnknownTermIds(
  sent: JsonObject,
  questions: DialectWriteQuestions,
): Promise<JsonObject> {
  const known: Record<string, unknown> = {}
  for (const [arg, name] of Object.entries(termNamesByArg))
    if (sent[arg] !== undefined) known[arg] = await knownIn(name, sent[arg], questions)
  return { ...sent, ...known }
}

// New venues and organizers inside an event of `tec/v1` and `wp/v2`, in the forms of their own routes (contract §12).

/** A new item under our names. `at` is its position. Throws 400 for a key that has no meaning, or a field with two values. */
function inlineInOurNames(name: VenueOrOrganizerName, item: JsonObject, at: number): JsonObject {
  const { createArgs, represented } = resourceNamed(name)
  const names = findPostFieldNamesOfResource(name)
  const plain = withPlainTexts(item)
  const wrong = (key: string, reason: RefusalReason) => invalidParam(`${name}[${at}].${key}`, reason)
  const meant: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(plain)) {
    const ours = Object.hasOwn(names, key) ? names[key] : undefined
    const isKnown = key === 'link' || Object.hasOwn(createArgs, key) || Object.hasOwn(represented, key)
    if (ours === undefined && !isKnown) throw wrong(key, because('not_understood'))
    if (ours === undefined) continue
    if (!isNothing(plain[ours]) && !isSameSent(plain[ours], value))
      throw wrong(key, because('contradiction', { name: ours }))
    meant[ours] = value
  }
  return { ...withoutMembers(plain, ...Object.keys(names)), ...meant }
}

function inlinesIn(name: VenueOrOrganizerName, value: unknown): unknown {
  if (Array.isArray(value))
    return value.map((one, at) => (isNew(one) ? inlineInOurNames(name, one, at) : one))
  return isNew(value) ? inlineInOurNames(name, value, 0) : value
}

/** Whether a value describes a new item: an object with an id links to one that exists. */
const isNew = (value: unknown): value is JsonObject =>
  isJsonObject(value) && (value.id === undefined || value.id === null)

/** The new venues and organizers of an event under our names. Throws 400 for what can't be understood inside one. */
export const inlineLinksInOurNames = (event: JsonObject): JsonObject => ({
  ...event,
  ...(event.venue !== undefined && { venue: inlinesIn('venue', event.venue) }),
  ...(event.organizer !== undefined && { organizer: inlinesIn('organizer', event.organizer) }),
})

// Args of clients of The Events Calendar as our args: one change for each difference (contract §12).

const links = ['categories', 'tags', 'venue', 'organizer'] as const

/** Whether an object names nothing: `{}` and `{ "id": null }`. */
const isEmpty = (value: unknown) =>
  isJsonObject(value) &&
  Object.entries(value).every(([key, one]) => isNothing(one) || (key === 'id' && one === 0))

/** Leaves out empty objects, alone and in lists. A list with nothing else is left out too. */
function withoutEmptyLinks(sent: JsonObject): JsonObject {
  const changed: Record<string, unknown> = {}
  const absent: string[] = []
  for (const name of links) {
    const value = sent[name]
    if (isEmpty(value)) absent.push(name)
    if (!Array.isArray(value) || !value.some(isEmpty)) continue
    const some = value.filter((one) => !isEmpty(one))
    if (some.length > 0) changed[name] = some
    else absent.push(name)
  }
  return withoutMembers({ ...sent, ...changed }, ...absent)
}

/** Accepts a title in WordPress's form for editors. */
const plainTitle = (sent: JsonObject): JsonObject =>
  sent.title === undefined ? sent : { ...sent, title: textOfWordpressObject(sent.title) }

/** The args that a client of the plugin's namespace means. Throws 400 for what can't be understood. */
export async function pluginArgsAsOurs(
  sent: JsonObject,
  questions: DialectWriteQuestions,
): Promise<JsonObject> {
  const named = withDecodedNames(plainTitle(sent))
  if (questions.resource !== 'event') return named
  const event = argsWithRecurrenceObjectAsRule(withoutEmptyLinks(named))
  const attended = await statusAndAttendanceAsOurs(
    await fieldsUnderOurNames(event, ourNamesOfOutcomeFields, questions),
    questions,
  )
  return withoutUnknownTermIds(attended, questions)
}

// The plugin's fields in the `meta` of posts of `wp/v2`, in both directions (contract §12).

type MetaFields = Readonly<Record<string, string>>

/** Their key in `meta` → our field. */
const metaTables: Partial<Readonly<Record<ResourceName, MetaFields>>> = {
  event: {
    _EventStartDate: 'start_date',
    _EventEndDate: 'end_date',
    _EventTimezone: 'timezone',
    _EventAllDay: 'all_day',
    _EventVenueID: 'venue',
    _EventOrganizerID: 'organizer',
    _EventCost: 'cost',
    _EventURL: 'website',
    _EventShowMap: 'show_map',
    _EventShowMapLink: 'show_map_link',
    _EventHideFromUpcoming: 'hide_from_listings',
    _tribe_featured: 'featured',
  },
  venue: {
    _VenueAddress: 'address',
    _VenueCity: 'city',
    _VenueCountry: 'country',
    _VenueProvince: 'province',
    _VenueState: 'state',
    _VenueStateProvince: 'stateprovince',
    _VenueZip: 'zip',
    _VenuePhone: 'phone',
    _VenueURL: 'website',
    _VenueShowMap: 'show_map',
    _VenueShowMapLink: 'show_map_link',
    _VenueLat: 'geo_lat',
    _VenueLng: 'geo_lng',
  },
  organizer: { _OrganizerPhone: 'phone', _OrganizerWebsite: 'website', _OrganizerEmail: 'email' },
}

/** Linked items as ids: several as a list, so that a post that is sent back links all of them. */
function idsOfLinks(value: unknown): unknown {
  const ids = [value].flat().map((item) => jsonObjectOrEmpty(item).id)
  return ids.length > 1 ? ids : (ids[0] ?? 0)
}

/** The keys that the plugin writes for itself. */
const isOfPlugin = (key: string) => /^_(?:Event|Venue|Organizer|[Tt]ribe)/.test(key)

const valuesOfCustomFields = (fields: unknown) =>
  Object.entries(jsonObjectOrEmpty(fields)).map(([name, field]) => [name, jsonObjectOrEmpty(field).value])

/** The `meta` of a post, from its representation in the dialect, which leaves empty keys out; of an event with its custom fields. */
export function wordpressMeta(resource: ResourceName, item: JsonObject): JsonObject {
  const fields = Object.entries(metaTables[resource] ?? {})
  const isLink = (ours: string) => resource === 'event' && (ours === 'venue' || ours === 'organizer')
  return Object.fromEntries([
    ...valuesOfCustomFields(item.custom_fields),
    ...fields.map(([theirs, ours]) => [theirs, isLink(ours) ? idsOfLinks(item[ours]) : (item[ours] ?? '')]),
  ])
}

/**
 * Reads keys of `meta` that other plugins register as custom fields of an event; one that says what is shown changes nothing. Throws 400
 * for a key or a value that custom fields can't have.
 */
async function withCustomFields(
  sent: JsonObject,
  unknown: JsonObject,
  { shown }: DialectWriteQuestions,
): Promise<JsonObject> {
  const own = Object.entries(unknown).filter(([key]) => !isOfPlugin(key))
  if (own.length === 0) return sent
  const now = jsonObjectOrEmpty(jsonObjectOrEmpty(await shown()).custom_fields)
  const changed: Record<string, unknown> = {}
  const faults: Record<string, Faults[string]> = {}
  for (const [key, value] of own) {
    const before = jsonObjectOrEmpty(now[key])
    const isField = isCustomFieldName(key) && (value === null || typeof value !== 'object')
    if (!isField) faults[`meta.${key.slice(0, 64)}`] = faultBecause(because('not_understood'))
    else if (value !== before.value)
      changed[key] = before.label === undefined || value === null ? value : { ...before, value }
  }
  if (Object.keys(faults).length > 0) throw invalidParams(faults)
  if (Object.keys(changed).length === 0) return sent
  return { ...sent, custom_fields: { ...changed, ...jsonObjectOrEmpty(sent.custom_fields) } }
}

/** Reads the fields in `meta`. Venues and organizers ignore other keys, as WordPress does. Throws 400 if a field has two new values. */
export async function metaAsFields(sent: JsonObject, questions: DialectWriteQuestions): Promise<JsonObject> {
  const names = questions.resource && metaTables[questions.resource]
  if (names === undefined) return sent
  const meta = jsonObjectOrEmpty(sent.meta)
  const [found, unknown] = [true, false].map((isKnown) =>
    Object.fromEntries(Object.entries(meta).filter(([key]) => Object.hasOwn(names, key) === isKnown)),
  )
  const own = Object.fromEntries(Object.entries(names).filter(([key]) => Object.hasOwn(found ?? {}, key)))
  const read = await fieldsUnderOurNames({ ...sent, ...found }, own, questions)
  return questions.resource === 'event' ? withCustomFields(read, unknown ?? {}, questions) : read
}

/** The pattern of a series as an event, and what of an event is the pattern's (contract §10.2). */

import type { ContextWithImages, PureContext } from '../../api/context.ts'
import {
  argNamesByLinkedResource,
  haveSameLinkedIds,
  isSameValue,
  readableTranslationTagsText,
} from '../../contract/columns.ts'
import type { TranslationArgs } from '../../contract/kinds/items.ts'
import {
  isTranslationPath,
  type PatternField,
  patternFields,
  type TranslationPath,
} from '../../contract/resources/event.ts'
import { translatableFieldsAndColumnsByResource } from '../../contract/resources/fields/index.ts'
import { linkNames } from '../../contract/resources/index.ts'
import { pick, withoutProperties } from '../../contract/table-of.ts'
import {
  fieldTextInOneTranslation,
  noTranslations,
  type Translation,
  type Translations,
} from '../../domain/languages.ts'
import {
  type FirstOccurrenceTimes,
  horizonWall,
  makeOccurrence,
  type Occurrence,
  occurrencesOfSeries,
  occurrencesUpTo,
  type RecurrenceLines,
  recurrenceIdByRuleInMove,
  type Series,
  TWO_YEAR_HORIZON,
} from '../../domain/series/occurrences.ts'
import {
  parseRuleAndCanonicalText,
  parseSentRecurrence,
  parseStoredRecurrence,
  recurrenceLineTexts,
} from '../../domain/series/recurrence-lines.ts'
import { epochOfUtc, plusSeconds } from '../../domain/time/timestamp.ts'
import { epochOfWall, wallAt } from '../../domain/time/zones.ts'
import { invalidParam, type RefusalReason } from '../../problem.ts'
import type {
  EventRecord,
  LinkIds,
  LinkName,
  OccurrenceSharedColumns,
  Reading,
  SeriesRecord,
  SharedOccurrenceValues,
} from '../../store/store.ts'

// Records of series and their occurrences ↔ the times that the rule gives (contract §10.1).

type Timed = Pick<EventRecord, 'start_date' | 'end_date' | 'timezone' | 'all_day'>

/** Returns the times of an event or a series, in the terms of the rule. */
export function timesOfEventOrSeries({
  start_date,
  end_date,
  timezone,
  all_day,
}: Timed): FirstOccurrenceTimes {
  return { start: start_date, end: end_date, zone: timezone, allDay: all_day === 1 }
}

/** Returns the series that a record describes; with other lines where given. */
export function seriesFromRecord(record: SeriesRecord, lines = record.recurrence): Series {
  const times = timesOfEventOrSeries(record)
  const recurrence = parseStoredRecurrence(lines, times)
  if ('fault' in recurrence) throw new Error(`series ${record.id}: ${recurrence.fault.message}`)
  return { ...times, recurrence }
}

/** Returns the lines of a series, as they are stored and shown. */
export const recurrenceLinesOfSeries = ({ recurrence }: Series): readonly string[] =>
  recurrenceLineTexts(recurrence)

/** Returns a series with these times and the recurrence as sent. Throws 400 on `recurrence`. */
export function seriesFromSentRecurrence(sent: readonly string[], times: FirstOccurrenceTimes): Series {
  const recurrence: RecurrenceLines | { readonly fault: RefusalReason } = parseSentRecurrence(sent, times)
  if ('fault' in recurrence) throw invalidParam('recurrence', recurrence.fault)
  return { ...times, recurrence }
}

/** Throws 400 on `recurrence` for a rule by which no event can repeat, whatever its times. */
export function refuseImpossibleRules(sent: readonly string[]): void {
  for (const line of sent) {
    const rule = /^\s*(?:RRULE:|(?=FREQ=))(.*)$/is.exec(line)?.[1]
    const read = rule === undefined ? undefined : parseRuleAndCanonicalText(rule, false)
    if (read !== undefined && 'fault' in read) throw invalidParam('recurrence', read.fault)
  }
}

/** Returns the wall clock time up to which occurrences exist now: the end of the horizon's day. */
export function horizonWallTime(
  { zone }: FirstOccurrenceTimes,
  { moment, horizon = TWO_YEAR_HORIZON }: PureContext,
): string {
  return horizonWall(horizon, moment, zone)
}

/** Returns the occurrences up to the horizon. Throws 400 on `recurrence` for more than 1,000, or `maxOccurrences`. */
export function occurrencesToHorizon(
  series: Series,
  horizon: string,
  { maxOccurrences }: Pick<PureContext, 'maxOccurrences'>,
): readonly Occurrence[] {
  const found = occurrencesUpTo(series, horizon, maxOccurrences)
  if ('fault' in found) throw invalidParam('recurrence', found.fault)
  return found
}

/**
 * Returns the first of the places of a series that a transaction makes events for, and up to when all of them exist then: `until` if
 * these are all.
 */
export function splitOffPlacesToMakeNow<T extends { readonly recurrenceId: string }>(
  places: readonly T[],
  until: string,
  { madeAtOnce: most = places.length }: Pick<PureContext, 'madeAtOnce'>,
): { readonly now: readonly T[]; readonly madeUntil: string } {
  const now = places.slice(0, most)
  const next = places[now.length]
  if (next === undefined) return { now, madeUntil: until }
  return {
    now,
    madeUntil: now.at(-1)?.recurrenceId ?? plusSeconds(next.recurrenceId, -1),
  }
}

/** Returns where the rule of a series puts the occurrence at a stored place: a move may not have reached it. */
export const recurrenceIdAfterPendingMove = (series: SeriesRecord, recurrenceId: string): string =>
  recurrenceIdByRuleInMove(series, recurrenceId, timesOfEventOrSeries(series))

/** Whether a series has an occurrence after a wall clock time. */
export function hasOccurrenceAfter(series: Series, after: string): boolean {
  for (const { recurrenceId } of occurrencesOfSeries(series, after)) if (recurrenceId > after) return true
  return false
}

/** Columns in which each occurrence has a value of its own, and which are written for many at once. */
export const placeAndTimes = [
  'recurrence_id',
  'start_date',
  'end_date',
  'start_utc',
  'end_utc',
  'previous_start_date',
] as const

/** The columns of an occurrence's times. An end that a transition puts before the start is as long after it as by the clock. */
export function occurrenceTimeColumns(
  { start, end, startEpoch }: Pick<Occurrence, 'start' | 'end'> & Partial<Pick<Occurrence, 'startEpoch'>>,
  zone: string,
): Pick<EventRecord, 'start_date' | 'end_date' | 'start_utc' | 'end_utc'> {
  const [start_utc, end_utc] = [startEpoch ?? epochOfWall(start, zone), epochOfWall(end, zone)]
  if (end_utc >= start_utc) return { start_date: start, end_date: end, start_utc, end_utc }
  const last = start_utc + Math.max(0, epochOfUtc(end) - epochOfUtc(start))
  return { start_date: start, end_date: wallAt(last, zone), start_utc, end_utc: last }
}

/** Returns the later of two wall clock times. */
export const laterWallTime = (a: string, b: string) => (a > b ? a : b)

/** Returns the columns of a series that follow from its rule: lines, and up to when all occurrences exist. */
export function seriesRuleColumns(series: Series, madeUntil: string) {
  return {
    recurrence: recurrenceLinesOfSeries(series),
    made_until: madeUntil,
    is_complete: hasOccurrenceAfter(series, madeUntil) ? 0 : 1,
  } as const
}

/** Returns the missing occurrences: those whose `recurrenceId` no event of the series has. */
export function missingOccurrences(
  occurrences: readonly Occurrence[],
  events: readonly Pick<EventRecord, 'recurrence_id'>[],
): readonly Occurrence[] {
  const there = new Set(events.map(({ recurrence_id }) => recurrence_id))
  return occurrences.filter(({ recurrenceId }) => !there.has(recurrenceId))
}

// The translations of occurrences, part by part: each text is the pattern's or an occurrence's own (contract §15, Writing).

const texts = translatableFieldsAndColumnsByResource.event.map(({ field }) => field)
const STATE = 'state'

const nameOf = (language: string, part: string): TranslationPath => `translations.${language}.${part}`

function placeOf(field: TranslationPath) {
  const [, language = '', part = ''] = field.split('.')
  return { language, part }
}

/** Returns the parts of the translations of events. */
function translationFieldsOf(
  events: readonly Pick<EventRecord, 'translations'>[],
): readonly TranslationPath[] {
  const languages = new Set(events.flatMap(({ translations }) => Object.keys(translations)))
  return [...languages].sort().flatMap((language) => [...texts, STATE].map((part) => nameOf(language, part)))
}

/** Returns the texts of translations that a write sends. */
const sentTranslationFields = (sent: TranslationArgs): readonly TranslationPath[] =>
  Object.entries(sent).flatMap(([language, one]) =>
    Object.keys(one?.texts ?? {}).map((part) => nameOf(language, part)),
  )

/** Returns the fields that the pattern shares with these events. */
const patternFieldsSharedWithEvents = (
  events: readonly Pick<EventRecord, 'translations'>[],
): readonly PatternField[] => [...patternFields, ...translationFieldsOf(events)]

const factsOf = ({ state, is_outdated, origin, modified_utc }: Translation) => ({
  state,
  is_outdated,
  origin,
  modified_utc,
})

function partValue(translations: Translations, field: TranslationPath): string | undefined {
  const { language, part } = placeOf(field)
  const one = translations[language]
  if (part !== STATE) return fieldTextInOneTranslation(one, part)
  return one && JSON.stringify(factsOf(one))
}

/** Returns whether two events differ in a part of a translation. */
const differsInTranslation = (
  field: TranslationPath,
  a: Pick<EventRecord, 'translations'>,
  b: Pick<EventRecord, 'translations'>,
): boolean => partValue(a.translations, field) !== partValue(b.translations, field)

/** A translation with the named parts of another one; undefined if no text is left. */
function mixed(
  own: Translation | undefined,
  other: Translation | undefined,
  parts: ReadonlySet<string>,
): Translation | undefined {
  const of = (part: string) => fieldTextInOneTranslation(parts.has(part) ? other : own, part)
  const kept = texts.flatMap((part) => {
    const text = of(part)
    return text === undefined ? [] : [[part, text] as const]
  })
  const facts = parts.has(STATE) ? (other ?? own) : (own ?? other)
  return kept.length === 0 || facts === undefined
    ? undefined
    : { ...Object.fromEntries(kept), ...factsOf(facts) }
}

/** Returns the columns of translations with the named parts as another event has them. */
function translationColumnsWithPartsFrom(
  { translations }: Pick<EventRecord, 'translations'>,
  fields: readonly string[],
  from: Pick<EventRecord, 'translations'>,
): Pick<EventRecord, 'translations' | 'readable_in'> {
  const places = fields.filter(isTranslationPath).map(placeOf)
  const languages = new Set([...Object.keys(translations), ...places.map(({ language }) => language)])
  const next = [...languages].sort().flatMap((language) => {
    const parts = new Set(places.filter((one) => one.language === language).map(({ part }) => part))
    const one =
      parts.size === 0
        ? translations[language]
        : mixed(translations[language], from.translations[language], parts)
    return one === undefined ? [] : [[language, one] as const]
  })
  const columns: Translations = next.length === 0 ? noTranslations : Object.fromEntries(next)
  return { translations: columns, readable_in: readableTranslationTagsText('event', columns) }
}

/** Returns the parts of translations whose text is a field among `names`. */
const translationFieldNamesOfFields = (
  names: readonly string[],
  event: Pick<EventRecord, 'translations'>,
): readonly TranslationPath[] =>
  translationFieldsOf([event]).filter((field) => names.includes(placeOf(field).part))

/** Returns whether a part of a translation belongs to a field among `names`. */
export const isTranslationOfOneOfFields = (field: string, names: readonly string[]): boolean =>
  isTranslationPath(field) && names.includes(placeOf(field).part)

/** The columns that occurrences share and that the row of a series has too. */
const head = [
  'author',
  'status',
  'date_utc',
  'date_set',
  'title',
  'title_key',
  'timezone',
  'all_day',
  'group_id',
  'in_main',
] as const satisfies (keyof OccurrenceSharedColumns)[]

/** The columns of an event that it does not share. */
const own = [
  'id',
  'version',
  'modified_utc',
  'origins',
  'uid',
  'slug',
  'start_date',
  'end_date',
  'start_utc',
  'end_utc',
  'previous_start_date',
  'password_hash',
  'was_public',
  'pruned_status',
  'series',
  'recurrence_id',
  'own_fields',
  'trash_act',
] as const satisfies Exclude<keyof EventRecord, keyof OccurrenceSharedColumns>[]

export function pickOccurrenceSharedColumns(record: EventRecord): OccurrenceSharedColumns {
  return withoutProperties(record, own)
}

/** The columns of a series that follow from an event and its links as the pattern. */
export function seriesColumnsOfPattern(record: EventRecord, links: LinkIds) {
  const columns = withoutProperties(pickOccurrenceSharedColumns(record), head)
  return {
    ...pick(record, head),
    start_date: record.start_date,
    end_date: record.end_date,
    pattern: { columns, links } satisfies SharedOccurrenceValues,
  }
}

const absentInOlder = {
  language: '',
  translations: noTranslations,
  readable_in: '',
  origin: null,
  note: '',
  assignee: null,
} as const

/** Returns the pattern as an event without an id: the first occurrence as the rule puts it. */
export function patternAsEvent(series: SeriesRecord): EventRecord {
  const { id, version, modified_utc, uid, slug, start_date, end_date, timezone } = series
  return {
    // Patterns that older programs stored have none of these.
    ...absentInOlder,
    ...series.pattern.columns,
    ...pick(series, head),
    ...occurrenceTimeColumns({ start: start_date, end: end_date }, timezone),
    id: 0,
    version,
    modified_utc,
    origins: [],
    uid,
    slug,
    previous_start_date: '',
    password_hash: null,
    was_public: 0,
    pruned_status: '',
    series: id,
    recurrence_id: start_date,
    own_fields: '[]',
    trash_act: 0,
  }
}

/** Returns the pattern of a series without references to items that were deleted since it was stored. */
export async function patternWithExistingReferences(
  store: Reading,
  series: SeriesRecord,
  { moment }: Pick<ContextWithImages, 'moment'>,
): Promise<EventWithLinks> {
  const event = patternAsEvent(series)
  const { image, post_parent } = event
  const hasImage = image === null || (await store.media(image)) !== undefined
  const hasParent =
    post_parent === null || (await store.find('event', { id: post_parent }, moment)) !== undefined
  return {
    event: { ...event, ...(!hasImage && { image: null }), ...(!hasParent && { post_parent: null }) },
    links: await store.existing(series.pattern.links),
  }
}

/** The link of a field; undefined for a field with columns. */
export const linkOfField = (field: PatternField): LinkName | undefined =>
  linkNames.find((link) => argNamesByLinkedResource[link] === field)

/** The columns of a field: what it is compared by comes first. */
const columnsOf: Partial<Record<PatternField, readonly (keyof EventRecord)[]>> = {
  title: ['title', 'title_key'],
  date: ['date_utc', 'date_set'],
  start_date: ['start_date', 'start_utc'],
  end_date: ['end_date', 'end_utc'],
  tickets: ['tickets', 'ticketed'],
  group: ['group_id'],
  venue: [],
  organizer: [],
  categories: [],
  tags: [],
}

/** A field without columns of its own is stored in the column of its name. */
const isColumn = (field: PatternField): field is PatternField & keyof EventRecord => !(field in columnsOf)

export function columnsOfField(field: PatternField): readonly (keyof EventRecord)[] {
  if (isTranslationPath(field)) return []
  return columnsOf[field] ?? (isColumn(field) ? [field] : [])
}

export interface EventWithLinks {
  readonly event: EventRecord
  readonly links: LinkIds
}

/** Whether two events differ in a field. */
export function isFieldDifferentBetweenEvents(
  field: PatternField,
  a: EventWithLinks,
  b: EventWithLinks,
): boolean {
  if (isTranslationPath(field)) return differsInTranslation(field, a.event, b.event)
  const link = linkOfField(field)
  if (link !== undefined) return !haveSameLinkedIds(link, a.links[link], b.links[link])
  const [column] = columnsOfField(field)
  return column !== undefined && !isSameValue(a.event[column], b.event[column])
}

/** The names of the fields in which two events differ. */
export function fieldsThatDiffer(a: EventWithLinks, b: EventWithLinks): readonly PatternField[] {
  return patternFieldsSharedWithEvents([a.event, b.event]).filter((field) =>
    isFieldDifferentBetweenEvents(field, a, b),
  )
}

// The fields that an occurrence has as its own (contract §10.3, this).

/** The names of an occurrence's own fields. */
export const ownFieldsOfOccurrence = ({
  own_fields,
}: Pick<EventRecord, 'own_fields'>): readonly PatternField[] => JSON.parse(own_fields)

/** An event as the pattern puts it at the place of an occurrence. */
export function patternAsEventAt(
  pattern: EventWithLinks,
  series: Series,
  recurrenceId: string,
): EventWithLinks {
  const times = occurrenceTimeColumns(makeOccurrence(recurrenceId, series), series.zone)
  return { links: pattern.links, event: { ...pattern.event, ...times, recurrence_id: recurrenceId } }
}

/** Returns the series of an event, with its pattern at the event's place; undefined for a single event. */
export async function seriesAndPatternOfEvent(
  store: Reading,
  { series: id, recurrence_id }: EventRecord,
  context: Pick<ContextWithImages, 'moment'>,
) {
  const series = id === null ? undefined : await store.find('series', { id }, context.moment)
  if (series === undefined) return undefined
  const pattern = await patternWithExistingReferences(store, series, context)
  return { series, pattern: patternAsEventAt(pattern, seriesFromRecord(series), recurrence_id) }
}

/**
 * Returns the own fields of an occurrence after a change: those that were its own, those changed and the translations that
 * were sent, without what is equal to the pattern. Translations of own fields stay its own even so: those of the pattern
 * don't apply to them.
 */
export function ownFieldsAfterChange(
  before: EventWithLinks,
  after: EventWithLinks,
  pattern: EventWithLinks,
  translations: TranslationArgs | null | undefined,
): readonly PatternField[] {
  const own = new Set(ownFieldsOfOccurrence(before.event))
  const sent = new Set(sentTranslationFields(translations ?? {}))
  const isTrashed = after.event.status === 'trash'
  const isTouched = (field: PatternField) =>
    own.has(field) ||
    isFieldDifferentBetweenEvents(field, before, after) ||
    (isTranslationPath(field) && sent.has(field))
  const all = patternFieldsSharedWithEvents([before.event, after.event, pattern.event]).filter(
    (field) => !(isTrashed && field === 'status') && isTouched(field),
  )
  const different = all.filter((field) => isFieldDifferentBetweenEvents(field, after, pattern))
  const names = all.filter(
    (field) => different.includes(field) || isTranslationOfOneOfFields(field, different),
  )
  // A field of its own has no translation of the pattern, which is nothing of its own.
  const isLost = (field: PatternField) =>
    isTranslationOfOneOfFields(field, names) &&
    translationColumnsWithPartsFrom(noTexts, [field], after.event).translations === noTranslations
  return names.filter((field) => !isLost(field))
}

const noTexts = { translations: noTranslations }

/** Returns the columns of translations of an occurrence without those of the pattern that translate its own fields. */
export function translationsWithoutOwnFields(
  event: EventRecord,
  own: readonly PatternField[],
): Pick<EventRecord, 'translations' | 'readable_in'> {
  const foreign = translationFieldNamesOfFields(own, event).filter((field) => !own.includes(field))
  return translationColumnsWithPartsFrom(event, foreign, noTexts)
}

/** Returns an event with some fields as another one has them. Its derived columns are those of before. */
export function withFieldsOf(
  of: EventWithLinks,
  fields: readonly PatternField[],
  from: EventWithLinks,
): EventWithLinks {
  const columns = fields.flatMap(columnsOfField).map((column) => [column, from.event[column]])
  const content = translationColumnsWithPartsFrom(of.event, fields, from.event)
  const links: Record<LinkName, readonly number[]> = { ...of.links }
  for (const field of fields) {
    const link = linkOfField(field)
    if (link !== undefined) links[link] = from.links[link]
  }
  return { event: { ...of.event, ...Object.fromEntries(columns), ...content }, links }
}

/** Returns an occurrence with some fields as the pattern has them. Its derived columns are those of before. */
export function withInheritedFields(
  of: EventWithLinks,
  names: readonly PatternField[],
  pattern: EventWithLinks,
): EventWithLinks {
  const ownNames = ownFieldsOfOccurrence(of.event)
  const translated = translationFieldNamesOfFields(names, pattern.event).filter(
    (field) => !ownNames.includes(field),
  )
  const { event, links } = withFieldsOf(of, [...names, ...translated], pattern)
  const { timezone } = event
  const instants = {
    start_utc: epochOfWall(event.start_date, timezone),
    end_utc: epochOfWall(event.end_date, timezone),
  }
  return { event: timezone === of.event.timezone ? event : { ...event, ...instants }, links }
}

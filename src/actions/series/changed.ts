/** The plan of a series that changes as a whole. */
import type { PureContext } from '../../api/context.ts'
import { argsOfEventAndLinks, isSameValue, linksThatDiffer } from '../../contract/columns.ts'
import { isTranslationPath, type PatternField, patternFields } from '../../contract/resources/event.ts'
import type { UpdateArgs } from '../../contract/resources/index.ts'
import { namesOf, pick, withoutProperties } from '../../contract/table-of.ts'
import { isInternalField } from '../../domain/publication/internal.ts'
import {
  type FirstOccurrenceTimes,
  type MoveProgress,
  makeOccurrence,
  noMoveInProgress,
  type Occurrence as Place,
  recurrenceIdAfterMove,
  recurrenceIdByRuleInMove,
  recurrenceSecondsUpTo,
  type Series,
  unstartedMoveBySeconds,
  wallClockOfDateSecond,
} from '../../domain/series/occurrences.ts'
import {
  secondsBetweenWallTimes,
  seriesMovedToTimes,
  unmovableRulePartsOfSeries,
} from '../../domain/series/split-series.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { epochOfUtc, plusSeconds, utcTimestampOfEpoch } from '../../domain/time/timestamp.ts'
import { because, invalidParam } from '../../problem.ts'
import type {
  BeforeAndAfterByField,
  EventRecord,
  OccurrencePlaceChange,
  OccurrenceRecord,
  SeriesRecord,
  ValuesOf,
} from '../../store/store.ts'
import { eventColumnsFromArgs, previousStartAfterChange } from '../compose/event.ts'
import { changedValues } from '../writing/save.ts'
import {
  columnsOfField,
  type EventWithLinks,
  fieldsThatDiffer,
  isFieldDifferentBetweenEvents,
  isTranslationOfOneOfFields,
  linkOfField,
  occurrenceTimeColumns,
  ownFieldsOfOccurrence,
  patternAsEventAt,
  pickOccurrenceSharedColumns,
  placeAndTimes,
  recurrenceLinesOfSeries,
  seriesColumnsOfPattern,
  seriesFromRecord,
  seriesFromSentRecurrence,
  seriesRuleColumns,
  splitOffPlacesToMakeNow,
  timesOfEventOrSeries,
  withFieldsOf,
  withInheritedFields,
} from './pattern.ts'
import {
  changesDissolvingSeriesIntoOneEvent,
  changesUnlinkingNeighbours,
  type EventsChange,
  eventsAfterChanges,
  type NeighbourSeries,
  type NewSlugOfReturningEvent,
  occurrencesToTrash,
  type ReturningEvents,
  type SeriesPlan,
  sameChangeForEvents,
  trashChanges,
  type UniformChange,
} from './plan.ts'
import { changesTakingOut, planWithDates, reconcileDates } from './reconcile.ts'

// The pattern of a series after a change: fields, times and rule (contract §10.3, all). Pure.

const timeFields: readonly PatternField[] = ['start_date', 'end_date', 'timezone', 'all_day']

/** Whether a change of these fields moves occurrences. */
const anyFieldMovesTimes = (fields: readonly PatternField[]): boolean =>
  fields.some((field) => timeFields.includes(field))

export interface SeriesPatternAndRuleChange {
  readonly series: SeriesRecord
  readonly fields: readonly PatternField[]
  readonly before: EventWithLinks
  readonly pattern: EventWithLinks
  readonly old: Series
  readonly rule: Series
  /** Whether the rule itself changes, other than by moving along. */
  readonly isNewRule: boolean
  readonly isMoved: boolean
  /** Whether the series ends, and one event stays. */
  readonly isDissolved: boolean
  /** Whether the series comes back from the trash. */
  readonly isRestored: boolean
  /** The wall clock time up to which all occurrences exist, moved along. */
  readonly madeUntil: string
  /** Where the rule puts an occurrence after the change, by where it put it before. */
  newId(recurrenceId: string): string
}

/** The times of the first occurrence after an event has changed: moved by as much, and as long by the wall clock. */
function movedTimes(series: SeriesRecord, before: EventRecord, after: EventRecord): FirstOccurrenceTimes {
  const allDay = after.all_day === 1
  const start = plusSeconds(series.start_date, secondsBetweenWallTimes(before.start_date, after.start_date))
  const end = plusSeconds(start, secondsBetweenWallTimes(after.start_date, after.end_date))
  const zone = before.timezone === after.timezone ? series.timezone : after.timezone
  return allDay
    ? { start: `${start.slice(0, 10)} 00:00:00`, end: `${end.slice(0, 10)} 23:59:59`, zone, allDay }
    : { start, end, zone, allDay }
}

function idsMoved(old: Series, moved: Series, madeUntil: string, seconds: number) {
  const isAlong = unmovableRulePartsOfSeries(old, moved).length === 0
  const before = isAlong ? recurrenceSecondsUpTo(old, madeUntil) : []
  const after = isAlong ? recurrenceSecondsUpTo(moved, plusSeconds(madeUntil, seconds + 2 * 86_400)) : []
  const places = new Map(
    before
      .slice(0, after.length)
      .map((second, at) => [utcTimestampOfEpoch(second), utcTimestampOfEpoch(after[at] ?? second)]),
  )
  return (id: string) => places.get(id) ?? wallClockOfDateSecond(epochOfUtc(id) + seconds, moved)
}

/** The fields of a pattern that change, and the times of its first occurrence after it. */
interface ChangedFields {
  readonly fields: readonly PatternField[]
  readonly times: FirstOccurrenceTimes
}

function changedPattern(
  pattern: EventWithLinks,
  after: EventWithLinks,
  { fields, times }: ChangedFields,
  context: PureContext,
): EventWithLinks {
  const others = fields.filter((field) => !timeFields.includes(field))
  const { event, links } = withFieldsOf(pattern, others, after)
  const changed: EventRecord = {
    ...event,
    ...occurrenceTimeColumns(times, times.zone),
    timezone: times.zone,
    all_day: times.allDay ? 1 : 0,
  }
  const { status, date_utc, date_set, ...derived } = eventColumnsFromArgs({}, changed, context)
  return { event: { ...changed, ...derived }, links }
}

/** The parts of a series that a change concerns: its record and pattern, and an event, an occurrence or the pattern itself, before and after. */
interface ChangedThrough {
  readonly series: SeriesRecord
  readonly pattern: EventWithLinks
  readonly before: EventWithLinks
  readonly after: EventWithLinks
}

/** Returns the change of a series that changes an event of it. Throws 400 on `recurrence`. */
export function patternChange(
  { series, pattern, before, after }: ChangedThrough,
  args: Pick<UpdateArgs<'event'>, 'recurrence' | 'status'>,
  context: PureContext,
): SeriesPatternAndRuleChange {
  const isRestored =
    series.status === 'trash' && typeof args.status === 'string' && after.event.status !== 'trash'
  const differing = fieldsThatDiffer(before, after)
  const fields = isRestored ? [...new Set([...differing, 'status' as const])] : differing
  const isEnded = isRestored && series.recurrence_before.length > 0
  const old = seriesFromRecord(series, isEnded ? series.recurrence_before : series.recurrence)
  const isMoved = anyFieldMovesTimes(fields)
  const to = isMoved ? movedTimes(series, before.event, after.event) : timesOfEventOrSeries(series)
  const moved = isMoved ? seriesMovedToTimes(old, to) : old
  const { recurrence } = args
  const rule = recurrence && recurrence.length > 0 ? seriesFromSentRecurrence(recurrence, to) : moved
  const isNewRule = recurrenceLinesOfSeries(rule).join('\n') !== recurrenceLinesOfSeries(moved).join('\n')
  const isDissolved = recurrence === null || recurrence?.length === 0
  const left = isMoved && !isNewRule && !isDissolved ? unmovableRulePartsOfSeries(old, to) : []
  if (left.length > 0)
    throw invalidParam('recurrence', because('days_left_by_move', { days: left.join(', ') }))
  const seconds = secondsBetweenWallTimes(old.start, moved.start)
  return {
    series,
    fields,
    before: pattern,
    old,
    rule,
    isNewRule,
    isMoved,
    isDissolved,
    isRestored,
    pattern: changedPattern(pattern, after, { fields, times: to }, context),
    madeUntil: plusSeconds(series.made_until, seconds),
    newId: isMoved ? idsMoved(old, moved, series.made_until, seconds) : (id) => id,
  }
}

// The values of a series before and after a change, for its history. Pure.

/** The arg that a field of the pattern is stored as. */
function argOfField(field: PatternField): string {
  if (isTranslationPath(field)) return 'translations'
  return field === 'date' ? 'date_utc' : field
}

/**
 * Returns the values of the fields of the pattern that change, and of the rule if it changes other than by moving along. Times are those of
 * the first occurrence. A series that ends has no history, and so no values.
 */
export function patternValuesBeforeAndAfter(change: SeriesPatternAndRuleChange): BeforeAndAfterByField {
  const { before, pattern, old, rule, isNewRule, isDissolved } = change
  if (isDissolved) return {}
  const was = argsOfEventAndLinks(before.event, before.links)
  const is = argsOfEventAndLinks(pattern.event, pattern.links)
  const changed = [...new Set(change.fields.map(argOfField))].filter((arg) => !isSameValue(was[arg], is[arg]))
  return {
    ...Object.fromEntries(changed.map((arg) => [arg, [was[arg], is[arg]]] as const)),
    ...(isNewRule && { recurrence: [recurrenceLinesOfSeries(old), recurrenceLinesOfSeries(rule)] as const }),
  }
}

// Occurrences with fields of their own, through a change of their series: the other fields follow the pattern. Pure.

/** Where and when an occurrence takes place. */
type OccurrenceTimes = Pick<EventRecord, 'id' | (typeof placeAndTimes)[number]>

/** Returns the times of an event as the columns that are written last, when all places are known. */
const timesOfEvent = (event: EventRecord): OccurrenceTimes => pick(event, ['id', ...placeAndTimes])

/** A change of one occurrence, and its times after it. */
interface OccurrenceChange {
  readonly change: UniformChange
  readonly times: OccurrenceTimes
}

/** The parts of a change of a pattern that decide what becomes of an exception. */
type PatternChangeForException = Pick<
  SeriesPatternAndRuleChange,
  'fields' | 'isMoved' | 'pattern' | 'rule' | 'newId'
>

const timesAlone = ['start_date', 'end_date'] as const

/** The fields of an exception that the pattern gives after a change. */
function followedFields({ fields, isMoved }: PatternChangeForException, { event }: EventWithLinks) {
  const own = ownFieldsOfOccurrence(event)
  const hasOwnTimes = timesAlone.some((field) => own.includes(field))
  const followed = fields.filter(
    (field) =>
      !own.includes(field) &&
      !isTranslationOfOneOfFields(field, own) &&
      field !== 'start_date' &&
      field !== 'end_date',
  )
  const names = isMoved && !hasOwnTimes ? [...followed, ...timesAlone] : followed
  return event.status === 'trash' ? names.filter((name) => name !== 'status') : names
}

/** Returns what becomes of an exception. `back` are the columns of one that comes back from the trash. */
function exceptionalOccurrenceChange(
  change: PatternChangeForException,
  of: EventWithLinks,
  back: Partial<EventRecord>,
  context: PureContext,
): OccurrenceChange {
  const place = patternAsEventAt(change.pattern, change.rule, change.newId(of.event.recurrence_id))
  const base = withInheritedFields(of, followedFields(change, of), place)
  const { status, date_utc, date_set, ...derived } = eventColumnsFromArgs({}, base.event, context)
  const event: EventRecord = { ...base.event, ...derived, recurrence_id: place.event.recurrence_id }
  const after = { event, links: base.links }
  const left = ownFieldsOfOccurrence(of.event).filter((field) =>
    isFieldDifferentBetweenEvents(field, after, place),
  )
  const changed = changedValues({ ...event, own_fields: JSON.stringify(left) }, of.event)
  const previous = previousStartAfterChange(event.event_status, event.start_date, of.event)
  return {
    change: {
      ids: [event.id],
      columns: { ...withoutProperties(changed, placeAndTimes), ...back },
      links: linksThatDiffer(of.links, base.links),
    },
    times: timesOfEvent({ ...event, previous_start_date: previous }),
  }
}

/** Returns what becomes of the occurrence that a series is changed through: what it was sent, at the place that the rule now gives. */
function editedOccurrenceChange(
  change: SeriesPatternAndRuleChange,
  before: EventWithLinks,
  after: EventWithLinks,
): OccurrenceChange {
  const { event } = before
  const place = patternAsEventAt(change.pattern, change.rule, change.newId(event.recurrence_id))
  const own = ownFieldsOfOccurrence(event)
  const left = fieldsThatDiffer(after, place).filter(
    (field) => own.includes(field) || isFieldDifferentBetweenEvents(field, before, after),
  )
  const next: EventRecord = {
    ...after.event,
    own_fields: JSON.stringify(left),
    was_public: 0,
    ...(change.isRestored && event.status === 'trash' && { trash_act: 0 }),
  }
  const { recurrence_id: _, ...columns } = changedValues(next, event)
  return {
    change: { ids: [event.id], columns, links: linksThatDiffer(before.links, after.links) },
    times: timesOfEvent({ ...next, recurrence_id: place.event.recurrence_id }),
  }
}

// The writes of a change of a series to its occurrences, besides the one that it is made through (contract §10.3). Pure.

const isTrashed = ({ status }: Pick<EventRecord, 'status'>) => status === 'trash'

/** Whether an occurrence comes back with its series: it went to the trash with it. */
export const returnsFromTrash = (
  change: SeriesPatternAndRuleChange,
  { status, trash_act }: OccurrenceRecord,
): boolean =>
  change.isRestored && status === 'trash' && trash_act > 0 && trash_act === change.series.trash_act

/** Returns the occurrences that a change touches: all outside the trash, and those that come back from it. */
export const occurrencesTouchedBy = (
  change: SeriesPatternAndRuleChange,
  occurrences: readonly OccurrenceRecord[],
): readonly OccurrenceRecord[] =>
  occurrences.filter((one) => one.status !== 'trash' || returnsFromTrash(change, one))

/** Returns the times of an occurrence that follows the pattern. */
function occurrenceTimesByPattern(
  { pattern, rule, newId }: Pick<SeriesPatternAndRuleChange, 'pattern' | 'rule' | 'newId'>,
  occurrence: OccurrenceRecord,
): OccurrenceTimes {
  const place = newId(occurrence.recurrence_id)
  const columns = occurrenceTimeColumns(makeOccurrence(place, rule), rule.zone)
  const previous = previousStartAfterChange(pattern.event.event_status, columns.start_date, occurrence)
  return { id: occurrence.id, recurrence_id: place, ...columns, previous_start_date: previous }
}

/** The columns of the pattern that change, without the status for what stays in the trash. */
function sharedChanges(
  { before, pattern }: SeriesPatternAndRuleChange,
  isInTrash: boolean,
): Partial<EventRecord> {
  const changes: Partial<EventRecord> = changedValues(
    pickOccurrenceSharedColumns(pattern.event),
    pickOccurrenceSharedColumns(before.event),
  )
  if (!isInTrash)
    return changes.event_status === 'scheduled' ? { ...changes, previous_start_date: '' } : changes
  const { status: _, ...others } = changes
  return others
}

/** The changes of the occurrences without fields of their own. */
function plainChanges(
  change: SeriesPatternAndRuleChange,
  plain: readonly OccurrenceRecord[],
): readonly UniformChange[] {
  const { status, date_utc, date_set } = change.pattern.event
  const links = linksThatDiffer(change.before.links, change.pattern.links)
  const restored = plain.filter((one) => returnsFromTrash(change, one))
  const staying = plain.filter((one) => isTrashed(one) && !returnsFromTrash(change, one))
  const inTrash = sharedChanges(change, true)
  return [
    sameChangeForEvents(
      plain.filter((one) => !isTrashed(one)),
      sharedChanges(change, false),
      links,
    ),
    sameChangeForEvents(staying, inTrash, links),
    sameChangeForEvents(restored, { ...inTrash, status, date_utc, date_set, trash_act: 0 }, links),
  ]
}

/** The changes of the occurrences other than the one that the series is changed through. */
interface OtherOccurrencesChange {
  readonly changes: readonly UniformChange[]
  readonly times: readonly OccurrenceTimes[]
}

/** The occurrences that follow the pattern, and what they get alike. */
interface PlainOccurrences {
  readonly plain: readonly OccurrenceRecord[]
  readonly alike: readonly UniformChange[]
}

/** Returns what a change writes to occurrences that follow the pattern, and to `own`, without what has no effect. */
function followingChange(
  change: Pick<SeriesPatternAndRuleChange, 'pattern' | 'rule' | 'newId' | 'isMoved'>,
  { plain, alike }: PlainOccurrences,
  own: readonly OccurrenceChange[],
): OtherOccurrencesChange {
  const hasEffect = ({ ids, columns, links }: UniformChange) =>
    ids.length > 0 && (change.isMoved || Object.keys(columns).length + Object.keys(links).length > 0)
  const changes = [...alike, ...own.map((one) => one.change)].filter(hasEffect)
  return {
    changes: changes.map((one) => ({ ...one, columns: { ...one.columns, was_public: 0 } })),
    times: change.isMoved
      ? [...plain.map((one) => occurrenceTimesByPattern(change, one)), ...own.map(({ times }) => times)]
      : [],
  }
}

/** Returns what a change writes to these occurrences. `exceptions` are those with fields of their own, by id. */
export function otherOccurrencesChange(
  change: SeriesPatternAndRuleChange,
  others: readonly OccurrenceRecord[],
  exceptions: ReadonlyMap<number, EventWithLinks>,
  context: PureContext,
): OtherOccurrencesChange {
  const { status } = change.pattern.event
  const plain = others.filter(({ own_fields }) => own_fields === '[]')
  const own = others.flatMap((one) => {
    const of = exceptions.get(one.id)
    const back = returnsFromTrash(change, one) ? { status, trash_act: 0 } : {}
    return of === undefined ? [] : [exceptionalOccurrenceChange(change, of, back, context)]
  })
  return followingChange(change, { plain, alike: plainChanges(change, plain) }, own)
}

// A change of the pattern of a long series that reaches its occurrences in further transactions (contract §10.4). Pure.

/** The fields that decide whether an event is shown: all occurrences get them at once. */
const shownFields: readonly PatternField[] = ['status', 'date']

/**
 * Whether the occurrences that stay in a series get a change of its pattern in further transactions: in imports, when they are more than
 * one transaction makes.
 */
function isSpreadLater(
  { fields, isDissolved, isRestored }: SeriesPatternAndRuleChange,
  staying: number,
  { madeAtOnce = Number.POSITIVE_INFINITY }: PureContext,
): boolean {
  const isWhole = isDissolved || isRestored || fields.some((field) => shownFields.includes(field))
  return !isWhole && fields.length > 0 && staying > madeAtOnce
}

/**
 * Returns the new places of occurrences whose times follow later, where they get them at once with the rule: until its times follow, an
 * occurrence takes place at another time than the rule says, as a moved one does.
 */
const findPlaceChangesBeforeTimesFollow = (
  { isMoved, newId }: SeriesPatternAndRuleChange,
  later: readonly OccurrenceRecord[],
): readonly OccurrencePlaceChange[] =>
  isMoved
    ? later
        .map(({ id, recurrence_id: from }) => ({ id, from, to: newId(from) }))
        .filter(({ from, to }) => from !== to)
    : []

/**
 * Returns the move by which occurrences get their places in further transactions, with their times. Undefined where they can't: they keep
 * their places, or some would pass the place of another one.
 */
function deferredMoveProgressIfPossible(
  { isMoved, old, rule, newId }: SeriesPatternAndRuleChange,
  later: readonly OccurrenceRecord[],
): MoveProgress | undefined {
  const seconds = secondsBetweenWallTimes(old.start, rule.start)
  if (!isMoved || seconds === 0) return undefined
  const move = unstartedMoveBySeconds(seconds)
  const isEven = later.every(({ recurrence_id: from }) => {
    const to = newId(from)
    return to === recurrenceIdAfterMove(move, from, rule) && (seconds > 0 ? to >= from : to <= from)
  })
  return isEven ? move : undefined
}

/** Returns the columns of a series some of whose fields have not reached any occurrence yet. */
export const seriesColumnsWithUnspread = ({ unspread }: SeriesRecord, fields: readonly PatternField[]) => ({
  unspread: [...new Set([...unspread, ...fields])],
  spread_to: 0,
})

const ofFields = new Set<string>(patternFields.flatMap(columnsOfField))

/** The columns of fields of a pattern, and those that derive from several fields, such as the text that is searched. */
function spreadColumns({ event }: EventWithLinks, fields: readonly PatternField[]): Partial<EventRecord> {
  const names = new Set<string>(fields.flatMap(columnsOfField))
  if (names.size === 0 && !fields.some(isTranslationPath)) return {}
  const shared = pickOccurrenceSharedColumns(event)
  // Nothing derives from what only editors see.
  if (fields.every(isInternalField))
    return pick(
      shared,
      namesOf(shared).filter((name) => names.has(name)),
    )
  const columns = pick(
    shared,
    namesOf(shared).filter((name) => names.has(name) || !ofFields.has(name)),
  )
  return columns.event_status === 'scheduled' ? { ...columns, previous_start_date: '' } : columns
}

/** The next occurrences that the changes of a series reach. */
interface SpreadSlice {
  readonly series: SeriesRecord
  readonly pattern: EventWithLinks
  readonly some: readonly OccurrenceRecord[]
  /** Those of them with fields of their own, by id. */
  readonly exceptions: ReadonlyMap<number, EventWithLinks>
  /** Whether no others are left. */
  readonly isLast: boolean
}

/** The changes that move occurrences to the trash after their series. */
function trashedLater({ series, some }: SpreadSlice): readonly EventsChange[] {
  if (series.status !== 'trash' || !series.unspread.includes('status')) return []
  return trashChanges(occurrencesToTrash(some, series.modified_utc), {
    trash_act: series.trash_act,
  })
}

/** Returns the changes of the pattern for the next occurrences, besides that of their status. Fields of their own stay. */
function patternSpread(
  { series, pattern, some, exceptions }: SpreadSlice,
  context: PureContext,
): readonly EventsChange[] {
  const fields = series.unspread.filter((field) => field !== 'status')
  const isOnTheWay = series.moved_by !== 0
  if (fields.length === 0 && !isOnTheWay) return []
  const isMoved = anyFieldMovesTimes(fields) || isOnTheWay
  const rule = seriesFromRecord(series)
  const newId = (place: string) => recurrenceIdByRuleInMove(series, place, rule)
  const change = { fields, pattern, rule, isMoved, newId }
  const plain = some.filter(({ id }) => !exceptions.has(id))
  const links = pick(
    pattern.links,
    fields.flatMap((field) => linkOfField(field) ?? []),
  )
  const alike = [sameChangeForEvents(plain, spreadColumns(pattern, fields), links)]
  const own = [...exceptions.values()].map((one) => exceptionalOccurrenceChange(change, one, {}, context))
  const { changes, times } = followingChange(change, { plain, alike }, own)
  return [...changes, { rows: isOnTheWay ? times : times.map(({ recurrence_id, ...columns }) => columns) }]
}

/** Returns the plan by which the changes of a series reach the next occurrences. */
export function planToSpreadPatternChanges(slice: SpreadSlice, context: PureContext): SeriesPlan {
  const { series, some, isLast } = slice
  const last = some.at(-1)
  const reached =
    series.moved_by === 0 ? { spread_to: last?.id ?? 0 } : { moved_to: last?.recurrence_id ?? '' }
  const columns = isLast ? { unspread: [], spread_to: 0, ...noMoveInProgress } : reached
  const changes = [...patternSpread(slice, context), ...trashedLater(slice)]
  return { changes, series: { act: 'change', record: series, columns } }
}

// Which occurrences stay in a series when its rule or its times change, which leave it, and which are new. Pure.

/** The occurrences of a series, as a change divides them. */
interface OccurrenceDivision {
  /** Those that stay in the series and get the change with it. */
  readonly staying: readonly OccurrenceRecord[]
  /** Those that stay and get the change in further transactions. */
  readonly later: readonly OccurrenceRecord[]
  /** The move by which those get their places in further transactions, too; undefined if they get them at once. */
  readonly move: MoveProgress | undefined
  readonly left: readonly OccurrenceRecord[]
  /** The number of occurrences that are missing up to the horizon. */
  readonly missing: number
  /** Those of them that this transaction makes. */
  readonly added: readonly Place[]
  /** The wall clock time up to which all occurrences exist then. */
  readonly madeUntil: string
}

/** Returns how a change divides `every` occurrence. Throws 400 on `recurrence` for a rule that gives too many. */
export function divideOccurrencesByChange(
  change: SeriesPatternAndRuleChange,
  every: readonly OccurrenceRecord[],
  context: PureContext,
): OccurrenceDivision {
  const { rule, newId, isNewRule, isMoved, isRestored, isDissolved } = change
  const reachesFurther = !isDissolved && (isNewRule || isMoved || isRestored)
  const since = isNewRule ? undefined : change.madeUntil
  const desired = { rule, newId, since, until: reachesFurther ? undefined : change.madeUntil }
  const { staying, left, missing, until } = reconcileDates(desired, every, context)
  const isLater = isSpreadLater(change, staying.length, context)
  const move = isLater ? deferredMoveProgressIfPossible(change, staying) : undefined
  // Until all have moved, a new one might have the place of another.
  const { now, madeUntil } = splitOffPlacesToMakeNow(missing, until, move ? { madeAtOnce: 0 } : context)
  return {
    staying: isLater ? [] : staying,
    later: isLater ? staying : [],
    move,
    left,
    missing: missing.length,
    added: now,
    madeUntil,
  }
}

// A change of a series as a whole: what it writes to each occurrence (contract §10.3). Pure.

/** A change of a series: of its pattern, of its occurrences, and of the event that it is made through. */
export interface SeriesChange {
  readonly change: SeriesPatternAndRuleChange
  readonly division: OccurrenceDivision
  /** The slug of the series afterwards. */
  readonly slug: string
  /** The occurrence that the series is changed through, before and after; absent where its pattern is. */
  readonly through: { readonly before: EventWithLinks; readonly after: EventWithLinks } | undefined
}

/** What a change needs besides the occurrences that stay. */
interface ReadForChange {
  /** The slugs of those that come back from the trash, where they were taken meanwhile. */
  readonly slugs: readonly NewSlugOfReturningEvent[]
  readonly returning: ReturningEvents
  /** The series before and after this one, where it is removed. */
  readonly neighbours: readonly NeighbourSeries[]
}

/** The changes of times, which come last: an occurrence takes the place that another one leaves. */
function movingTimes(times: readonly OccurrenceTimes[], own: OccurrenceTimes | undefined, isHit: boolean) {
  if (own === undefined) return [{ rows: times }]
  const { recurrence_id: _, ...columns } = own
  return isHit ? [{ rows: [...times, own] }] : [{ rows: times }, { rows: [columns] }]
}

/** The next version of the series itself. */
function nextSeries(
  { change, division, slug }: SeriesChange,
  { moment }: PureContext,
): Partial<ValuesOf<'series'>> {
  const { series, pattern, rule, isRestored, isNewRule, fields } = change
  const columns = seriesColumnsOfPattern(pattern.event, pattern.links)
  const unspread = division.later.length > 0 && seriesColumnsWithUnspread(series, fields)
  const isInternal = fields.length > 0 && fields.every(isInternalField)
  if (isInternal && !isRestored && !isNewRule && slug === series.slug)
    return { pattern: columns.pattern, version: series.version + 1, ...unspread }
  return {
    ...columns,
    ...seriesRuleColumns(rule, division.madeUntil),
    slug,
    version: series.version + 1,
    modified_utc: epochOfInstant(moment.now),
    ...(isRestored && { trash_act: 0, recurrence_before: [] }),
    ...unspread,
    ...division.move,
  }
}

/** Returns all that a change of a series writes; `others` are the changes of the occurrences that follow. */
export function changedSeriesPlan(
  of: SeriesChange,
  others: OtherOccurrencesChange,
  read: ReadForChange,
  context: PureContext,
): SeriesPlan {
  const { change, division, through } = of
  const own = through && editedOccurrenceChange(change, through.before, through.after)
  const isHit = division.staying.some(({ id }) => id === own?.times.id)
  const { series, isDissolved, pattern, rule, newId } = change
  const from = { uid: series.uid, rule, status: pattern.event.status, placeOf: newId }
  const changes: readonly EventsChange[] = [
    ...changesTakingOut(from, division.left, context),
    { rows: read.slugs },
    ...others.changes,
    ...(own === undefined ? [] : [own.change]),
    ...(change.isMoved ? movingTimes(others.times, own?.times, isHit) : []),
  ]
  const columns = nextSeries(of, context)
  if (isDissolved) {
    const all = eventsAfterChanges(division.staying, changes)
    const now = epochOfInstant(context.moment.now)
    const ended = changesDissolvingSeriesIntoOneEvent(all, own?.times.id ?? 0, now)
    return {
      changes: [...changes, ...ended],
      series: { act: 'remove', record: series, columns },
      neighbours: changesUnlinkingNeighbours(read.neighbours, now),
    }
  }
  const row = { act: 'change', record: series, columns } as const
  return planWithDates(
    { row, pattern, rule, added: division.added, returning: read.returning },
    {
      changes,
      places: division.move === undefined ? findPlaceChangesBeforeTimesFollow(change, division.later) : [],
    },
  )
}

/** A change of the pattern of a long series that reaches its occurrences in further transactions (contract §10.4). Pure. */

import type { PureContext } from '../../../api/context.ts'
import {
  isTranslationPath,
  type PatternField,
  patternFields,
} from '../../../contract/resources/occurrence.ts'
import { namesOf, pick } from '../../../contract/table-of.ts'
import { isInternalField } from '../../../domain/publication/internal.ts'
import { secondsBetweenWallTimes } from '../../../domain/series/move-series.ts'
import {
  type MoveProgress,
  noMoveInProgress,
  recurrenceIdAfterMove,
  recurrenceIdByRuleInMove,
  unstartedMoveBySeconds,
} from '../../../domain/series/moving-recurrence-ids.ts'
import type {
  EventRecord,
  LinkIds,
  OccurrencePlaceChange,
  OccurrenceRecord,
  SeriesRecord,
} from '../../../store/store.ts'
import { columnsOfField, type EventWithLinks, linkOfField, pickOccurrenceSharedColumns } from '../pattern.ts'
import { seriesFromRecord } from '../times.ts'
import { exceptionalOccurrenceChange } from './exceptions.ts'
import { trashChanges } from './leaving.ts'
import { occurrenceTimesByPattern } from './others-change.ts'
import { anyFieldMovesTimes, type SeriesPatternAndRuleChange } from './pattern-change.ts'
import { occurrencesToTrashWithSeries } from './removed-series.ts'
import {
  type EventsChange,
  type SeriesPlan,
  sameChangeForEvents,
  seriesPlanWithDefaults,
} from './series-plan.ts'

/** The fields that decide whether an event is shown: all occurrences get them at once. */
const shownFields: readonly PatternField[] = ['status', 'date']
/** The fields by which events count for terms. */
const countedFields: readonly PatternField[] = ['categories', 'tags', 'status']

/**
 * Whether the occurrences that stay in a series get a change of its pattern in further transactions: in imports, when they are more than
 * one transaction makes.
 */
export function isSpreadLater(
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
export const findPlaceChangesBeforeTimesFollow = (
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
export function deferredMoveProgressIfPossible(
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

function spreadLinks({ links }: EventWithLinks, fields: readonly PatternField[]): Partial<LinkIds> {
  const names = fields.flatMap((field) => linkOfField(field) ?? [])
  return pick(links, names)
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
  return trashChanges(occurrencesToTrashWithSeries(some, series.modified_utc), {
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
  const own = [...exceptions.values()].map((one) => exceptionalOccurrenceChange(change, one, {}, context))
  const times = [...plain.map((one) => occurrenceTimesByPattern(change, one)), ...own.map((one) => one.times)]
  return [
    sameChangeForEvents(
      plain,
      { ...spreadColumns(pattern, fields), was_public: 0 },
      spreadLinks(pattern, fields),
    ),
    ...own
      .map((one) => one.change)
      .filter(({ columns, links }) => isMoved || Object.keys(columns).length + Object.keys(links).length > 0)
      .map((one) => ({ ...one, columns: { ...one.columns, was_public: 0 as const } })),
    ...(isMoved
      ? [{ rows: isOnTheWay ? times : times.map(({ recurrence_id, ...columns }) => columns) }]
      : []),
  ]
}

/** Returns the plan by which the changes of a series reach the next occurrences. */
export function planToSpreadPatternChanges(slice: SpreadSlice, context: PureContext): SeriesPlan {
  const { series, some, isLast } = slice
  const last = some.at(-1)
  const reached =
    series.moved_by === 0 ? { spread_to: last?.id ?? 0 } : { moved_to: last?.recurrence_id ?? '' }
  const columns = isLast ? { unspread: [], spread_to: 0, ...noMoveInProgress } : reached
  const counted = series.unspread.some((field) => countedFields.includes(field)) ? some : []
  const changes = [...patternSpread(slice, context), ...trashedLater(slice)]
  return seriesPlanWithDefaults({ act: 'change', record: series, columns }, { counted, changes })
}

/** The writes of a change of a series to its occurrences, besides the one that it is made through (contract §10.3). Pure. */

import type { PureContext } from '../../../api/context.ts'
import { linksThatDiffer } from '../../../contract/links.ts'
import { makeOccurrence } from '../../../domain/series/occurrence-starts.ts'
import type { EventRecord, OccurrenceRecord } from '../../../store/store.ts'
import { previousStartAfterChange } from '../../compose/event.ts'
import { changedValues } from '../../writing/save.ts'
import { type EventWithLinks, pickOccurrenceSharedColumns } from '../pattern.ts'
import { occurrenceTimeColumns } from '../times.ts'
import { exceptionalOccurrenceChange, type OccurrenceChange, type OccurrenceTimes } from './exceptions.ts'
import type { SeriesPatternAndRuleChange } from './pattern-change.ts'
import { sameChangeForEvents, type UniformChange } from './series-plan.ts'

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
export function occurrenceTimesByPattern(
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

/** The changes of the occurrences with fields of their own. */
function exceptionChanges(
  change: SeriesPatternAndRuleChange,
  some: readonly OccurrenceRecord[],
  exceptions: ReadonlyMap<number, EventWithLinks>,
  context: PureContext,
): readonly OccurrenceChange[] {
  const { status } = change.pattern.event
  return some.flatMap((one) => {
    const of = exceptions.get(one.id)
    const back = returnsFromTrash(change, one) ? { status, trash_act: 0 } : {}
    return of === undefined ? [] : [exceptionalOccurrenceChange(change, of, back, context)]
  })
}

/** The changes of the occurrences other than the one that the series is changed through. */
export interface OtherOccurrencesChange {
  readonly changes: readonly UniformChange[]
  /** The times of all of them. */
  readonly times: readonly OccurrenceTimes[]
}

/**
 * Returns what a change writes to these occurrences, without what has no effect. `exceptions` are those with fields of their
 * own, by id.
 */
export function otherOccurrencesChange(
  change: SeriesPatternAndRuleChange,
  others: readonly OccurrenceRecord[],
  exceptions: ReadonlyMap<number, EventWithLinks>,
  context: PureContext,
): OtherOccurrencesChange {
  const plain = others.filter(({ own_fields }) => own_fields === '[]')
  const some = others.filter(({ own_fields }) => own_fields !== '[]')
  const own = exceptionChanges(change, some, exceptions, context)
  const all = [...plainChanges(change, plain), ...own.map((one) => one.change)]
  const hasEffect = ({ ids, columns, links }: UniformChange) =>
    ids.length > 0 && (change.isMoved || Object.keys(columns).length + Object.keys(links).length > 0)
  return {
    changes: all.filter(hasEffect),
    times: change.isMoved
      ? [...plain.map((one) => occurrenceTimesByPattern(change, one)), ...own.map(({ times }) => times)]
      : [],
  }
}

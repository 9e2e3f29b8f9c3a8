/** Removes occurrences and series (contract §10.3). */

import type { ContextWithImages } from '../../api/context.ts'
import { requireMayEdit } from '../../api/policy.ts'
import type { ApplyTo } from '../../contract/resources/event.ts'
import { cutOffPartKey, deletedOccurrenceKey, deletedSeriesRestKey } from '../../domain/import-source.ts'
import { occurrencesOfSeries, type Series } from '../../domain/series/occurrences.ts'
import { recurrenceLineTexts } from '../../domain/series/recurrence-lines.ts'
import { splitSeriesBefore } from '../../domain/series/split-series.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { epochOfWall } from '../../domain/time/zones.ts'
import { Problem } from '../../problem.ts'
import type { EventRecord, OccurrenceRecord, SeriesRecord, Writing } from '../../store/store.ts'
import {
  applySeriesPlan,
  finishMoveOfRecurrenceIds,
  loadNeighbourSeries,
  requireMayEditAll,
} from './apply-plan.ts'
import { seriesColumnsWithUnspread } from './changed.ts'
import { runKeepingEarlierState, storedEvent } from './making.ts'
import {
  hasOccurrenceAfter,
  recurrenceIdAfterPendingMove,
  recurrenceLinesOfSeries,
  seriesFromRecord,
} from './pattern.ts'
import {
  changesUnlinkingNeighbours,
  type NeighbourSeries,
  occurrencesToTrash,
  type SeriesPlan,
  trashChanges,
} from './plan.ts'
import { cutSeriesBefore, requireFittingApplyTo, seriesOfOccurrence } from './update.ts'

// A series that goes to the trash or is deleted, and one of whose dates was (contract §10.3). Pure.

/** The lines with which the rule ends before its first occurrence that has not begun; those it has where none has begun. */
function endedLines(series: Series, now: number): readonly string[] {
  for (const { recurrenceId } of occurrencesOfSeries(series)) {
    if (epochOfWall(recurrenceId, series.zone) <= now) continue
    const parts = splitSeriesBefore(series, recurrenceId)
    return recurrenceLinesOfSeries(parts === undefined ? series : parts.before)
  }
  return recurrenceLinesOfSeries(series)
}

/** Returns the plan that moves a series with these occurrences to the trash at `now`, and ends its rule. */
export function trashPlan(series: SeriesRecord, going: readonly OccurrenceRecord[], now: number): SeriesPlan {
  const version = series.version + 1
  const lines = endedLines(seriesFromRecord(series), now)
  const isCut = lines.join('\n') !== series.recurrence.join('\n')
  const columns = {
    status: 'trash',
    version,
    modified_utc: now,
    trash_act: version,
    is_complete: 1,
    ...(isCut && { recurrence: lines, recurrence_before: series.recurrence }),
  } as const
  return {
    changes: trashChanges(going, { trash_act: version }),
    series: { act: 'change', record: series, columns },
  }
}

/** Returns the plan that deletes a series and all its occurrences at `now`, in seconds since 1970 UTC. */
export function planToDeleteSeries(
  series: SeriesRecord,
  all: readonly OccurrenceRecord[],
  neighbours: readonly NeighbourSeries[],
  now: number,
): SeriesPlan {
  return {
    series: { act: 'remove', record: series, columns: {} },
    neighbours: changesUnlinkingNeighbours(neighbours, now),
    removed: all.map(({ id }) => id),
  }
}

/** The lines with one more EXDATE; as they are where they are empty. */
function withoutDate(
  record: SeriesRecord,
  lines: readonly string[],
  recurrenceId: string,
): readonly string[] {
  if (lines.length === 0) return lines
  const { recurrence, allDay } = seriesFromRecord(record, lines)
  const exclusion = { wall: recurrenceId, isDay: allDay }
  const exclusions = [...recurrence.exclusions, exclusion].sort((a, b) => (a.wall < b.wall ? -1 : 1))
  return recurrenceLineTexts({ ...recurrence, exclusions })
}

/**
 * Returns the plan by which a rule excludes the date of an occurrence that was deleted at `now`; `left` are the other ones. A
 * series without any occurrence left, now or later, is deleted.
 */
export function planToExcludeDeletedDate(
  {
    series,
    left,
    neighbours,
  }: {
    readonly series: SeriesRecord
    readonly left: readonly OccurrenceRecord[]
    readonly neighbours: readonly NeighbourSeries[]
  },
  recurrenceId: string,
  now: number,
): SeriesPlan {
  const lines = withoutDate(series, series.recurrence, recurrenceId)
  const isOver = left.length === 0 && !hasOccurrenceAfter(seriesFromRecord(series, lines), series.made_until)
  if (isOver) return planToDeleteSeries(series, [], neighbours, now)
  const columns = {
    recurrence: lines,
    recurrence_before: withoutDate(series, series.recurrence_before, recurrenceId),
    version: series.version + 1,
    modified_utc: now,
  }
  return { series: { act: 'change', record: series, columns } }
}

// Removes series, and what follows a date.

/** Moves all of a series that has not begun to the trash, ends its rule, and notes it. Returns its id. */
async function trashSeries(
  store: Writing,
  series: SeriesRecord,
  context: ContextWithImages,
): Promise<number> {
  if (series.status === 'trash') throw new Problem('series-is-in-trash')
  const now = epochOfInstant(context.moment.now)
  const going = occurrencesToTrash(await store.occurrences(series.id), now)
  requireMayEditAll(going, context)
  await applySeriesPlan(store, trashPlan(series, going, now), context)
  store.noteSeries('trash', series, { touched: going.length })
  return series.id
}

/**
 * Moves a series that was made to the trash with all its dates, those that have begun, too, in an open transaction. An import may make it
 * again. Throws 401 or 403.
 */
export async function trashMadeSeries(
  store: Writing,
  series: SeriesRecord,
  context: ContextWithImages,
): Promise<void> {
  requireMayEdit(context.actor, series)
  const trash = async (keeping: Writing) => {
    const all = (await keeping.occurrences(series.id)).filter(({ status }) => status !== 'trash')
    requireMayEditAll(all, context)
    await applySeriesPlan(keeping, trashPlan(series, all, epochOfInstant(context.moment.now)), context)
    const [first] = all
    if (first !== undefined) await keeping.updateEvents([first.id], { pruned_status: series.status })
    keeping.noteSeries('trash', series, { touched: all.length })
    return series.id
  }
  await runKeepingEarlierState(store, series.id, trash, context)
}

/** Keeps imports from giving a series again what was cut off from it and is deleted. */
async function rememberDeletedRest(store: Writing, before: SeriesRecord, part: SeriesRecord): Promise<void> {
  const prefix = cutOffPartKey(before.uid, '')
  const cut = (await store.importsUnder(prefix)).find(({ item_id }) => item_id === part.id)
  const place = cut?.key.slice(prefix.length) ?? part.start_date
  await store.rememberImport(deletedSeriesRestKey(before.uid, place), 'series', before.id)
}

/**
 * Moves a series to the trash, or deletes it with `force`, in an open transaction: then imports leave out what was cut off with it. Throws
 * 401, 403 or 410.
 */
export async function removeWholeSeries(
  store: Writing,
  series: SeriesRecord,
  force: boolean,
  context: ContextWithImages,
): Promise<void> {
  requireMayEdit(context.actor, series)
  const trash = (keeping: Writing) => trashSeries(keeping, series, context)
  if (!force) return runKeepingEarlierState(store, series.id, trash, context)
  await forgetEarlierStates(store, series, context)
  const all = await store.occurrences(series.id)
  requireMayEditAll(all, context)
  const neighbours = await loadNeighbourSeries(store, series, context)
  const before = neighbours.find(({ names }) => names === 'continued_by')?.record
  if (before !== undefined) await rememberDeletedRest(store, before, series)
  const plan = planToDeleteSeries(series, all, neighbours, epochOfInstant(context.moment.now))
  await applySeriesPlan(store, plan, context)
  // The series before it has the values of the change that began this one.
  if (series.continues !== null) await store.forgetSeriesValues(series.continues)
  store.noteSeries('delete', series, { touched: all.length })
}

/**
 * Moves a series to the trash that its source no longer has, in an open transaction, with its occurrence of the id `first`. The others
 * follow in further transactions, which `completeWholeSeries` runs.
 */
export async function trashOneSeriesGoneFromSource(
  store: Writing,
  series: SeriesRecord,
  first: number,
  context: ContextWithImages,
): Promise<void> {
  requireMayEdit(context.actor, series)
  const now = epochOfInstant(context.moment.now)
  const going = occurrencesToTrash(await store.occurrences(series.id), now)
  requireMayEditAll(going, context)
  const own = going.filter(({ id }) => id === first)
  const settled = await finishMoveOfRecurrenceIds(store, series)
  await applySeriesPlan(store, trashPlan(settled, own, now), context)
  await store.put('series', series.id, seriesColumnsWithUnspread(series, ['status']))
  store.noteSeries('trash', series, { touched: going.length })
}

/** How much of a series is removed, and whether for good. */
interface SeriesRemoval {
  readonly apply_to: Exclude<ApplyTo, 'this'>
  readonly force: boolean
}

/**
 * Removes an occurrence's series, or the part that begins with it, in an open transaction. Throws 400 for a single event,
 * 401, 403 or 410.
 */
export async function removeSeriesOfOccurrence(
  store: Writing,
  event: EventRecord,
  { apply_to, force }: SeriesRemoval,
  context: ContextWithImages,
): Promise<void> {
  requireFittingApplyTo(event, { apply_to })
  if (apply_to === 'all')
    return removeWholeSeries(store, await seriesOfOccurrence(store, event, context), force, context)
  const remove = async (keeping: Writing) => {
    const from = await storedEvent(keeping, event.id)
    const series = await seriesOfOccurrence(keeping, from, context)
    const part = (await cutSeriesBefore(keeping, series, from, context))?.series ?? series
    if (!force) return trashSeries(keeping, part, context)
    await removeWholeSeries(keeping, part, true, context)
    return undefined
  }
  await runKeepingEarlierState(store, event.series, remove, context)
}

/** Deletes what was kept of a series and of those before it that it was cut off from: what is deleted for good leaves nothing behind. */
async function forgetEarlierStates(
  store: Writing,
  { id, continues }: SeriesRecord,
  context: ContextWithImages,
): Promise<void> {
  await store.forgetSeriesBefore(id)
  const before =
    continues === null ? undefined : await store.find('series', { id: continues }, context.moment)
  if (before !== undefined) await forgetEarlierStates(store, before, context)
}

/**
 * Keeps an occurrence that was just deleted from coming again: the rule excludes its date, and imports leave it out. A series
 * without any occurrence left, now or later, is deleted.
 */
export async function excludeDeletedOccurrence(
  store: Writing,
  event: EventRecord,
  context: ContextWithImages,
): Promise<void> {
  const { series: id } = event
  const series = id === null ? undefined : await store.find('series', { id }, context.moment)
  if (series === undefined) return
  const recurrence_id = recurrenceIdAfterPendingMove(series, event.recurrence_id)
  await forgetEarlierStates(store, series, context)
  await store.rememberImport(deletedOccurrenceKey(series.uid, recurrence_id), 'series', series.id)
  const left = await store.occurrences(series.id)
  // The series was still imported from where its deleted event was.
  const keys = await store.importKeysOf('event', event.id)
  for (const { id: next } of left.slice(0, 1))
    for (const key of keys) await store.rememberImport(key, 'event', next)
  const neighbours = await loadNeighbourSeries(store, series, context)
  const plan = planToExcludeDeletedDate(
    { series, left, neighbours },
    recurrence_id,
    epochOfInstant(context.moment.now),
  )
  await applySeriesPlan(store, plan, context)
}

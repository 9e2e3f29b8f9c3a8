/** Updates of events and of series: to one occurrence, to the following ones, or to all (contract §10.3). */
import type { UpdateArgs } from '../../contract/resources/index.ts'
import type { ApplyTo } from '../../contract/resources/occurrence.ts'
import { because, invalidParam } from '../../problem.ts'
import type { EventRecord, RecordOf, SeriesRecord, Writing } from '../../store/store.ts'
import type { Context } from '../context.ts'
import { linksThatDiffer } from '../linking/link-changes.ts'
import { changedValues } from '../writing/save.ts'
import { updateEventInTransaction } from '../writing/update-event.ts'
import { finishMoveOfRecurrenceIds } from './apply-plan.ts'
import { changeSeries, type EventThroughWhichSeriesChanges, eventAfterChange } from './change.ts'
import { cutSeriesBefore } from './cut.ts'
import { patternWithExistingReferences } from './pattern.ts'
import { runKeepingEarlierState } from './undo/state.ts'

/** Throws 400 if the args speak of a series and the event is single, or of its rule and only one occurrence changes. */
export function requireFittingApplyTo(
  event: Pick<EventRecord, 'series'>,
  { apply_to, inherit, recurrence }: Pick<UpdateArgs<'event'>, 'apply_to' | 'inherit' | 'recurrence'>,
): void {
  const isSingle = event.series === null
  const wide = apply_to === 'following' || apply_to === 'all'
  if (isSingle && wide) throw invalidParam('apply_to', because('single_event'))
  if (isSingle && inherit && inherit.length > 0)
    throw invalidParam('inherit', because('inherit_of_single_event'))
  if (!isSingle && !wide && recurrence !== undefined)
    throw invalidParam('recurrence', because('rule_of_one_occurrence'))
}

/** Returns the series of an occurrence. Throws an error if there is none. */
export async function seriesOfOccurrence(
  store: Writing,
  { id, series }: EventRecord,
  { moment }: Context,
): Promise<SeriesRecord> {
  const record = series === null ? undefined : await store.find('series', { id: series }, moment)
  if (record === undefined) throw new Error(`event ${id} has no series`)
  return record
}

async function throughEvent(store: Writing, event: EventRecord): Promise<EventThroughWhichSeriesChanges> {
  return { event, links: await store.linksOf(event.id), isOccurrence: true }
}

/** Whether the args change neither the event nor the rule, so that nothing must be cut. */
async function isWithoutEffect(
  store: Writing,
  through: EventThroughWhichSeriesChanges,
  args: UpdateArgs<'event'>,
  context: Context,
): Promise<boolean> {
  if (args.recurrence !== undefined) return false
  const { event, links } = await eventAfterChange(store, through, args, context)
  const changes = { ...changedValues(event, through.event), ...linksThatDiffer(through.links, links) }
  return Object.keys(changes).length === 0
}

async function changeFollowing(
  store: Writing,
  kept: EventRecord,
  args: UpdateArgs<'event'>,
  context: Context,
): Promise<number | undefined> {
  const through = await throughEvent(store, kept)
  if (await isWithoutEffect(store, through, args, context)) return undefined
  const series = await seriesOfOccurrence(store, kept, context)
  const cut = await cutSeriesBefore(store, series, kept, context)
  if (cut === undefined) return changeAll(store, kept, args, context)
  const record = (await store.find('event', { id: kept.id }, context.moment)) ?? kept
  const ofRest = { series: cut.series, through: { ...through, event: record } }
  const changed = await changeSeries(store, ofRest, args, context)
  store.noteSeries('update', series, {
    changed: [...new Set([...(changed?.fields ?? []), 'recurrence'])],
    changes: changed?.changes ?? {},
    touched: Math.max(cut.taken, changed?.touched ?? 0),
  })
  return series.id
}

async function changeAll(
  store: Writing,
  kept: EventRecord,
  args: UpdateArgs<'event'>,
  context: Context,
): Promise<number | undefined> {
  const series = await finishMoveOfRecurrenceIds(store, await seriesOfOccurrence(store, kept, context))
  const event = (await store.find('event', { id: kept.id }, context.moment)) ?? kept
  const through = await throughEvent(store, event)
  const changed = await changeSeries(store, { series, through }, args, context)
  if (changed === undefined) return undefined
  const { named, fields, changes, touched } = changed
  store.noteSeries('update', named, { changed: fields, changes, touched })
  return series.id
}

/** Returns an update of a series as a whole that can be undone. */
const undoable =
  (change: typeof changeAll): typeof updateEventInTransaction =>
  async (store, kept, args, context) => {
    const series = await seriesOfOccurrence(store, kept, context)
    await runKeepingEarlierState(store, series, () => change(store, kept, args, context), context)
  }

const updates: Readonly<Record<ApplyTo, typeof updateEventInTransaction>> = {
  this: updateEventInTransaction,
  following: undoable(changeFollowing),
  all: undoable(changeAll),
}

/** Changes an event in an open transaction, and as much of its series as `apply_to` says. Throws 400, 401, 403 or 410. */
export function updateEventOrSeries(
  store: Writing,
  kept: RecordOf<'event'>,
  args: UpdateArgs<'event'>,
  context: Context,
): Promise<void> {
  requireFittingApplyTo(kept, args)
  return updates[args.apply_to ?? 'this'](store, kept, args, context)
}

/** Changes a series in an open transaction: as `all`, without an occurrence. Times are those of the first. */
export async function updateSeries(
  store: Writing,
  kept: SeriesRecord,
  args: UpdateArgs<'series'>,
  context: Context,
): Promise<void> {
  if (args.recurrence === null || args.recurrence?.length === 0)
    throw invalidParam('recurrence', because('rule_missing'))
  const through = { ...(await patternWithExistingReferences(store, kept, context)), isOccurrence: false }
  const change = async () => {
    const changed = await changeSeries(store, { series: kept, through }, args, context)
    if (changed === undefined) return undefined
    const { named, fields, touched } = changed
    const isSlugSent = args.slug !== undefined
    const slug = isSlugSent && named.slug !== kept.slug && { slug: [kept.slug, named.slug] as const }
    store.noteSeries('update', named, {
      changed: isSlugSent ? [...fields, 'slug'] : fields,
      changes: { ...changed.changes, ...slug },
      touched,
    })
    return kept.id
  }
  await runKeepingEarlierState(store, kept, change, context)
}

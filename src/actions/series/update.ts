/** Updates of events and of series: to one occurrence, to the following ones, or to all (contract §10.3). */
import { setImmediate as breath } from 'node:timers/promises'
import type { ContextWithImages, PureContext } from '../../api/context.ts'
import { mayPublishInGroup, requireMayEdit } from '../../api/policy.ts'
import { linksThatDiffer } from '../../contract/columns.ts'
import type { ApplyTo } from '../../contract/resources/event.ts'
import type { UpdateArgs } from '../../contract/resources/index.ts'
import { cutOffPartKey } from '../../domain/import-source.ts'
import { isApprovedStatus } from '../../domain/publication.ts'
import { type Series, standaloneOccurrenceUid } from '../../domain/series/occurrences.ts'
import { splitSeriesBefore } from '../../domain/series/split-series.ts'
import { slugOr } from '../../domain/text/letters.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { plusSeconds } from '../../domain/time/timestamp.ts'
import { wallAt } from '../../domain/time/zones.ts'
import { because, invalidParam, Problem } from '../../problem.ts'
import type {
  EventRecord,
  LinkIds,
  OccurrenceRecord,
  RecordOf,
  SeriesRecord,
  Writing,
} from '../../store/store.ts'
import { tellNewAssignee } from '../linking/references.ts'
import { changedValues, slugAfterChange, spendOccurrenceWrites } from '../writing/save.ts'
import {
  eventAfterUpdate,
  publishLinkedVenuesAndOrganizers,
  sendBackToPendingIfApproved,
  updateEventInTransaction,
} from '../writing/update-event.ts'
import {
  applySeriesPlan,
  eventsWithLinksById,
  finishMoveOfRecurrenceIds,
  loadEventsReturningToPlaces,
  loadNeighbourSeries,
  replacementSlugs,
  requireMayEditAll,
} from './apply-plan.ts'
import {
  changedSeriesPlan,
  divideOccurrencesByChange,
  occurrencesTouchedBy,
  otherOccurrencesChange,
  patternChange,
  patternValuesBeforeAndAfter,
  returnsFromTrash,
  type SeriesChange,
  type SeriesPatternAndRuleChange,
} from './changed.ts'
import { runKeepingEarlierState, storedEvent } from './making.ts'
import {
  type EventWithLinks,
  horizonWallTime,
  patternWithExistingReferences,
  recurrenceIdAfterPendingMove,
  seriesFromRecord,
  seriesRuleColumns,
} from './pattern.ts'
import { type NeighbourSeriesChange, sameChangeForEvents } from './plan.ts'

// Cuts a series in two before an occurrence (contract §10.3, following).

/** A series before it is cut: its occurrences, and the series that continues it. */
interface SeriesToCut {
  readonly series: SeriesRecord
  readonly all: readonly OccurrenceRecord[]
  readonly further: SeriesRecord | undefined
}

/**
 * Returns the plan by which a new series takes an occurrence and the later ones over, with their ids, exceptions and trash.
 * Undefined for the first occurrence, before which there is nothing.
 */
export function seriesCutPlan(
  { series, all, further }: SeriesToCut,
  { recurrence_id, uid }: Pick<EventRecord, 'recurrence_id' | 'uid'>,
  { moment }: PureContext,
) {
  const taken = all.filter((one) => one.recurrence_id >= recurrence_id)
  const parts = splitSeriesBefore(seriesFromRecord(series), recurrence_id)
  if (parts === undefined || taken.length === all.length) return undefined
  const modified_utc = epochOfInstant(moment.now)
  const { id, slug, ...columns } = series
  const { before, after } = parts
  const values = {
    ...columns,
    ...seriesRuleColumns(after, series.made_until),
    start_date: after.start,
    end_date: after.end,
    version: 1,
    modified_utc,
    origins: [],
    uid,
    continues: id,
  }
  const next = ({ version }: SeriesRecord) => ({ version: version + 1, modified_utc })
  const neighbours: NeighbourSeriesChange[] = [
    {
      id,
      columns: { ...seriesRuleColumns(before, series.made_until), ...next(series) },
      names: 'continued_by',
    },
  ]
  if (further !== undefined) neighbours.push({ id: further.id, columns: next(further), names: 'continues' })
  const joining = [sameChangeForEvents(taken, {})]
  return { taken, plan: { series: { act: 'insert', values, slug }, neighbours, joining } as const }
}

/**
 * Cuts a series before one of its occurrences: a new series takes that and the later ones over, with their ids, exceptions
 * and trash. Undefined for the first occurrence, before which there is nothing. Imports leave out of the one before what it has
 * from there on, however the new one moves. Throws 401, 403, or 410 for a series in the trash.
 */
export async function cutSeriesBefore(
  store: Writing,
  series: SeriesRecord,
  event: EventRecord,
  context: ContextWithImages,
) {
  if (series.status === 'trash') throw new Problem('series-no-longer-available')
  const settled = await finishMoveOfRecurrenceIds(store, series)
  const all = await store.occurrences(series.id)
  const { continued_by: id } = series
  const further = id === null ? undefined : await store.find('series', { id }, context.moment)
  const recurrence_id = recurrenceIdAfterPendingMove(series, event.recurrence_id)
  const cut = seriesCutPlan({ series: settled, all, further }, { recurrence_id, uid: event.uid }, context)
  if (cut === undefined) return undefined
  requireMayEdit(context.actor, series)
  requireMayEditAll(cut.taken, context)
  const { record } = await applySeriesPlan(store, cut.plan, context)
  await store.rememberImport(cutOffPartKey(series.uid, recurrence_id), 'series', record.id)
  return { series: record, taken: cut.taken.length }
}

// Changes a series as a whole: through an occurrence with apply_to=all, or by itself (contract §10.3).

/** The event that a series is changed through: an occurrence, or its pattern. */
interface EventThroughWhichSeriesChanges extends EventWithLinks {
  readonly isOccurrence: boolean
}

/** A series, and the event of it that a change goes through. */
interface SeriesThrough {
  readonly series: SeriesRecord
  readonly through: EventThroughWhichSeriesChanges
}

/** The event that a change goes through, after it. Its slug and password are its own; a series has a slug too. */
async function eventAfterChange(
  store: Writing,
  { event, links, isOccurrence }: EventThroughWhichSeriesChanges,
  args: UpdateArgs<'event'>,
  context: ContextWithImages,
): Promise<EventWithLinks> {
  const next = await eventAfterUpdate(store, { event, links }, args, context)
  const slug = isOccurrence
    ? await slugAfterChange(
        store,
        { name: 'event', kept: event },
        { sent: args.slug, title: next.event.title, isBack: next.isBack },
      )
    : args.slug === undefined || args.slug === event.slug
      ? event.slug
      : await store.freeSlug(
          'series',
          slugOr(args.slug || next.event.title, 'series'),
          event.series ?? 0,
          args.slug !== '',
        )
  return sendBackToPendingIfApproved(
    { event, links },
    { event: { ...next.event, slug }, links: next.links },
    context,
  )
}

const isWithoutChange = (change: SeriesPatternAndRuleChange, before: EventWithLinks, after: EventWithLinks) =>
  change.fields.length === 0 &&
  !change.isNewRule &&
  !change.isRestored &&
  !change.isDissolved &&
  Object.keys(changedValues(after.event, before.event)).length === 0

const DAY = 86_400

/**
 * The places that events may have had which the source of a series took out of it: those that it excludes, and each day at its hour, as it
 * may have had another rule, from a year ago or before its start up to a horizon.
 */
function formerPlaces({ start, zone, recurrence }: Series, horizon: string, context: ContextWithImages) {
  const now = wallAt(epochOfInstant(context.moment.now), zone)
  const places = recurrence.exclusions.filter(({ isDay }) => !isDay).map(({ wall }) => wall)
  const from = (start > now ? start : now).slice(0, 10)
  const first = plusSeconds(`${from} ${start.slice(11)}`, -366 * DAY)
  for (let place = first; place <= horizon; place = plusSeconds(place, DAY)) places.push(place)
  return places
}

/**
 * Moves the places of the events in the trash that the source of a series had taken out of it, along with the series: they come back by
 * the UIDs of their places.
 */
async function moveEventsLeftBehind(
  store: Writing,
  { series, old, rule, isMoved, newId }: SeriesPatternAndRuleChange,
  context: ContextWithImages,
): Promise<void> {
  if (!isMoved) return
  const places = formerPlaces(old, horizonWallTime(old, context), context)
  const byUid = new Map(places.map((place) => [standaloneOccurrenceUid(series.uid, place, old), place]))
  const left = await store.singleEvents([...byUid.keys()])
  const moved = left.flatMap(({ id, uid, status }) => {
    const place = byUid.get(uid)
    return place === undefined || status !== 'trash'
      ? []
      : [{ id, uid: standaloneOccurrenceUid(series.uid, newId(place), rule) }]
  })
  await store.updateEach(moved)
}

/** Changes the occurrences and the series. Returns the number of events touched. */
async function writeChange(store: Writing, of: SeriesChange, context: ContextWithImages): Promise<number> {
  const { change, division, through } = of
  const { series, rule } = change
  await moveEventsLeftBehind(store, change, context)
  const others = division.staying.filter(({ id }) => id !== through?.before.event.id)
  const own = others.filter(({ own_fields }) => own_fields !== '[]').map(({ id }) => id)
  const following = otherOccurrencesChange(change, others, await eventsWithLinksById(store, own), context)
  for (const { ids, columns } of following.changes)
    spendOccurrenceWrites(store, { arg: 'apply_to', count: ids.length, values: columns }, context)
  const back = others.filter((one) => returnsFromTrash(change, one))
  const next = { ...series, timezone: rule.zone, all_day: rule.allDay ? 1 : 0 } as const
  const read = {
    slugs: await replacementSlugs(store, back),
    returning: await loadEventsReturningToPlaces(store, next, division.added, context),
    neighbours: change.isDissolved ? await loadNeighbourSeries(store, series, context) : [],
  }
  await applySeriesPlan(store, changedSeriesPlan(of, following, read, context), context)
  const touched = new Set([
    ...following.changes.flatMap(({ ids }) => ids),
    ...division.left.map(({ id }) => id),
    ...(through === undefined ? [] : [through.before.event.id]),
  ])
  return touched.size + division.later.length + division.missing
}

/**
 * Changes a series and its occurrences in an open transaction. A change without effect writes nothing. Returns undefined if
 * nothing changed.
 */
async function changeSeries(
  store: Writing,
  { series, through }: SeriesThrough,
  args: UpdateArgs<'event'>,
  context: ContextWithImages,
) {
  requireMayEdit(context.actor, series)
  const after = await eventAfterChange(store, through, args, context)
  const pattern = through.isOccurrence ? await patternWithExistingReferences(store, series, context) : through
  const change = patternChange({ series, pattern, before: through, after }, args, context)
  if (isWithoutChange(change, through, after)) return undefined
  // Others run between reading and following a long series.
  await breath()
  await finishMoveOfRecurrenceIds(store, series)
  const every = await store.occurrences(series.id)
  requireMayEditAll(occurrencesTouchedBy(change, every), context)
  const division = divideOccurrencesByChange(change, every, context)
  const of: SeriesChange = through.isOccurrence
    ? { change, division, slug: series.slug, through: { before: through, after } }
    : { change, division, slug: after.event.slug, through: undefined }
  const touched = await writeChange(store, of, context)
  await publishOthers(store, change, through.links, context)
  const waits = { before: through.event.assignee, after: after.event.assignee }
  await tellNewAssignee(store, { name: 'series', id: series.id }, waits, context)
  const isOtherRule = change.isNewRule || change.isDissolved
  const fields = [...change.fields, ...(isOtherRule ? ['recurrence'] : [])]
  const named = { id: series.id, title: change.pattern.event.title, slug: of.slug }
  return { touched, fields, changes: patternValuesBeforeAndAfter(change), named }
}

async function publishOthers(
  store: Writing,
  change: SeriesPatternAndRuleChange,
  links: LinkIds,
  context: ContextWithImages,
) {
  const { event } = change.pattern
  const isPublished = isApprovedStatus(event.status) && event.status !== change.before.event.status
  if (isPublished && mayPublishInGroup(context.actor, event.group_id))
    await publishLinkedVenuesAndOrganizers(store, { links, event }, context)
}

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
  { moment }: ContextWithImages,
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
  context: ContextWithImages,
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
  context: ContextWithImages,
): Promise<number | undefined> {
  const through = await throughEvent(store, kept)
  if (await isWithoutEffect(store, through, args, context)) return undefined
  const series = await seriesOfOccurrence(store, kept, context)
  const cut = await cutSeriesBefore(store, series, kept, context)
  if (cut === undefined) return changeAll(store, kept, args, context)
  const ofRest = { series: cut.series, through: { ...through, event: await storedEvent(store, kept.id) } }
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
  context: ContextWithImages,
): Promise<number | undefined> {
  const series = await seriesOfOccurrence(store, kept, context)
  const through = await throughEvent(store, kept)
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
    const act = async (keeping: Writing) =>
      change(keeping, await storedEvent(keeping, kept.id), args, context)
    await runKeepingEarlierState(store, kept.series, act, context)
    return storedEvent(store, kept.id)
  }

const updates: Readonly<Record<ApplyTo, typeof updateEventInTransaction>> = {
  this: updateEventInTransaction,
  following: undoable(changeFollowing),
  all: undoable(changeAll),
}

/** Changes an event in an open transaction, and as much of its series as `apply_to` says. Returns the event. Throws 400, 401, 403 or 410. */
export function updateEventOrSeries(
  store: Writing,
  kept: RecordOf<'event'>,
  args: UpdateArgs<'event'>,
  context: ContextWithImages,
): Promise<EventRecord> {
  requireFittingApplyTo(kept, args)
  return updates[args.apply_to ?? 'this'](store, kept, args, context)
}

/** Changes a series in an open transaction: as `all`, without an occurrence. Times are those of the first. */
export async function updateSeries(
  store: Writing,
  kept: SeriesRecord,
  args: UpdateArgs<'series'>,
  context: ContextWithImages,
): Promise<SeriesRecord> {
  if (args.recurrence === null || args.recurrence?.length === 0)
    throw invalidParam('recurrence', because('rule_missing'))
  const change = async (keeping: Writing) => {
    const series = (await keeping.find('series', { id: kept.id }, context.moment)) ?? kept
    const pattern = await patternWithExistingReferences(keeping, series, context)
    const through = { ...pattern, isOccurrence: false }
    const changed = await changeSeries(keeping, { series, through }, args, context)
    if (changed === undefined) return undefined
    const { named, fields, touched } = changed
    const isSlugSent = args.slug !== undefined
    const slug = isSlugSent && named.slug !== kept.slug && { slug: [kept.slug, named.slug] as const }
    keeping.noteSeries('update', named, {
      changed: isSlugSent ? [...fields, 'slug'] : fields,
      changes: { ...changed.changes, ...slug },
      touched,
    })
    return kept.id
  }
  await runKeepingEarlierState(store, kept.id, change, context)
  return (await store.find('series', { id: kept.id }, context.moment)) ?? kept
}

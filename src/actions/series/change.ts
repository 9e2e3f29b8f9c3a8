/** Changes a series as a whole: through an occurrence with apply_to=all, or by itself (contract §10.3). */
import type { UpdateArgs } from '../../contract/resources/index.ts'
import { isApprovedStatus } from '../../domain/publication/status.ts'
import { standaloneOccurrenceUid } from '../../domain/series/occurrence-uid.ts'
import type { Series } from '../../domain/series/series.ts'
import { slugOr } from '../../domain/text/slug.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { plusSeconds } from '../../domain/time/timestamp.ts'
import { wallAt } from '../../domain/time/zones.ts'
import type { BeforeAndAfterByField, LinkIds, SeriesRecord, Writing } from '../../store/store.ts'
import type { Context } from '../context.ts'
import { mayPublishInGroup, requireMayEdit } from '../policy.ts'
import { spendOccurrenceWrites } from '../writing/price.ts'
import { changedValues, slugAfterChange } from '../writing/save.ts'
import {
  eventAfterUpdate,
  publishLinkedVenuesAndOrganizers,
  sendBackToPendingIfApproved,
} from '../writing/update-event.ts'
import { applySeriesPlan, finishMoveOfRecurrenceIds } from './apply-plan.ts'
import { type EventWithLinks, patternWithExistingReferences } from './pattern.ts'
import { changedSeriesPlan, type EventsReadForChange, type SeriesChange } from './plans/changed-series.ts'
import { divideOccurrencesByChange } from './plans/division.ts'
import { occurrencesTouchedBy, otherOccurrencesChange, returnsFromTrash } from './plans/others-change.ts'
import { patternChange, type SeriesPatternAndRuleChange } from './plans/pattern-change.ts'
import { patternValuesBeforeAndAfter } from './plans/pattern-values.ts'
import {
  eventsWithLinksById,
  loadEventsReturningToPlaces,
  loadNeighbourSeries,
  replacementSlugs,
} from './returning.ts'
import { requireMayEditOccurrences } from './rights.ts'
import { horizonWallTime } from './times.ts'

/** The event that a series is changed through: an occurrence, or its pattern. */
export interface EventThroughWhichSeriesChanges extends EventWithLinks {
  readonly isOccurrence: boolean
}

/** A series, and the event of it that a change goes through. */
interface SeriesThrough {
  readonly series: SeriesRecord
  readonly through: EventThroughWhichSeriesChanges
}

/** The event that a change goes through, after it. Its slug and password are its own; a series has a slug too. */
export async function eventAfterChange(
  store: Writing,
  { event, links, isOccurrence }: EventThroughWhichSeriesChanges,
  args: UpdateArgs<'event'>,
  context: Context,
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

/** Reads what a change needs of the events that it touches. */
async function readForChange(
  store: Writing,
  { change, division, through }: SeriesChange,
  context: Context,
): Promise<EventsReadForChange> {
  const others = division.staying.filter(({ id }) => id !== through?.before.event.id)
  const exceptions = others.filter(({ own_fields }) => own_fields !== '[]')
  const { series, rule } = change
  const timezone = rule.zone
  const next = { ...series, timezone, all_day: rule.allDay ? 1 : 0 } as const
  return {
    others,
    exceptions: await eventsWithLinksById(
      store,
      exceptions.map(({ id }) => id),
    ),
    slugs: await replacementSlugs(
      store,
      others.filter((one) => returnsFromTrash(change, one)),
    ),
    returning: await loadEventsReturningToPlaces(store, next, division.added, context),
    neighbours: change.isDissolved ? await loadNeighbourSeries(store, series, context) : [],
  }
}

/** The result of a change of a series. */
interface ChangedSeries {
  /** The number of events that it touched. */
  readonly touched: number
  /** The names of the changed fields. */
  readonly fields: readonly string[]
  /** The values of the pattern's changed fields, before and after. */
  readonly changes: BeforeAndAfterByField
  /** The series as the change leaves it. */
  readonly named: Pick<SeriesRecord, 'id' | 'title' | 'slug'>
}

const DAY = 86_400

/**
 * The places that events may have had which the source of a series took out of it: those that it excludes, and each day at its hour, as it
 * may have had another rule, from a year ago or before its start up to a horizon.
 */
function formerPlaces({ start, zone, recurrence }: Series, horizon: string, context: Context) {
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
  context: Context,
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
async function writeChange(store: Writing, of: SeriesChange, context: Context): Promise<number> {
  const { change, division, through } = of
  await moveEventsLeftBehind(store, change, context)
  const read = await readForChange(store, of, context)
  const others = otherOccurrencesChange(change, read.others, read.exceptions, context)
  for (const { ids, columns } of others.changes)
    spendOccurrenceWrites(store, { arg: 'apply_to', count: ids.length, values: columns }, context)
  await applySeriesPlan(store, changedSeriesPlan(of, others, read, context), context)
  const touched = new Set([
    ...others.changes.flatMap(({ ids }) => ids),
    ...division.left.map(({ id }) => id),
    ...(through === undefined ? [] : [through.before.event.id]),
  ])
  return touched.size + division.later.length + division.missing
}

/**
 * Changes a series and its occurrences in an open transaction. A change without effect writes nothing. Returns undefined if
 * nothing changed.
 */
export async function changeSeries(
  store: Writing,
  { series, through }: SeriesThrough,
  args: UpdateArgs<'event'>,
  context: Context,
): Promise<ChangedSeries | undefined> {
  requireMayEdit(context.actor, series)
  const after = await eventAfterChange(store, through, args, context)
  const pattern = through.isOccurrence ? await patternWithExistingReferences(store, series, context) : through
  const change = patternChange({ series, pattern, before: through, after }, args, context)
  if (isWithoutChange(change, through, after)) return undefined
  await finishMoveOfRecurrenceIds(store, series)
  const every = await store.occurrences(series.id)
  requireMayEditOccurrences(occurrencesTouchedBy(change, every), context)
  const division = divideOccurrencesByChange(change, every, context)
  const of: SeriesChange = through.isOccurrence
    ? { change, division, slug: series.slug, through: { before: through, after } }
    : { change, division, slug: after.event.slug, through: undefined }
  const touched = await writeChange(store, of, context)
  await publishOthers(store, change, through.links, context)
  const isOtherRule = change.isNewRule || change.isDissolved
  const fields = [...change.fields, ...(isOtherRule ? ['recurrence'] : [])]
  const named = { id: series.id, title: change.pattern.event.title, slug: of.slug }
  return { touched, fields, changes: patternValuesBeforeAndAfter(change), named }
}

async function publishOthers(
  store: Writing,
  change: SeriesPatternAndRuleChange,
  links: LinkIds,
  context: Context,
) {
  const { event } = change.pattern
  const isPublished = isApprovedStatus(event.status) && event.status !== change.before.event.status
  if (isPublished && mayPublishInGroup(context.actor, event.group_id))
    await publishLinkedVenuesAndOrganizers(store, { links, event }, context)
}

/** Writes what an act on a series plans, with few statements (contract §10.3). */
import type { ContextWithImages } from '../../api/context.ts'
import { requireMayEdit } from '../../api/policy.ts'
import { isInternalChange } from '../../domain/publication/internal.ts'
import { itemStatusAt } from '../../domain/publication.ts'
import {
  isRecurrenceIdNotYetMoved,
  noMoveInProgress,
  type Occurrence,
  type Occurrence as Place,
  recurrenceIdAfterMove,
  standaloneOccurrenceUid,
} from '../../domain/series/occurrences.ts'
import { numberedSlug, slugOr, slugWithTextSuffix } from '../../domain/text/letters.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import type { EventRecord, SeriesRecord, ValuesOf, Writing } from '../../store/store.ts'
import { newUid } from '../items.ts'
import { spendOccurrenceWrites } from '../writing/save.ts'
import {
  type EventWithLinks,
  occurrenceTimeColumns,
  pickOccurrenceSharedColumns,
  timesOfEventOrSeries,
} from './pattern.ts'
import {
  type AddedOccurrences,
  type EventsChange,
  isTrashedByImport,
  type NeighbourSeries,
  type NewSlugOfReturningEvent,
  noReturningEvents,
  type ReturningEvents,
  type SeriesPlan,
  type SeriesRowWrite,
} from './plan.ts'

// Rights on several items at once.

/** Throws 401 or 403 unless the actor may edit all of these occurrences and series. */
export function requireMayEditAll(
  items: Iterable<Pick<EventRecord, 'author' | 'status' | 'date_utc' | 'group_id'>>,
  { actor, moment }: Pick<ContextWithImages, 'actor' | 'moment'>,
): void {
  const now = epochOfInstant(moment.now)
  for (const { author, status, date_utc, group_id } of items)
    requireMayEdit(actor, { author, status: itemStatusAt(status, date_utc, now), group_id })
}

// Reads what a plan of a series needs of events: those that left it and come back, their slugs, and the series beside it.

/** Returns the slugs of events where they are free, and free ones like them instead of the others. */
async function freeSlugsLike(
  store: Writing,
  wanted: readonly { readonly id?: number; readonly slug: string }[],
): Promise<readonly string[]> {
  const slugs = wanted.map(({ slug }) => slug)
  const taken = new Set((await store.takenSlugs('event', slugs)).keys())
  const found: string[] = []
  for (const { id, slug } of wanted) {
    let free = slug
    if (taken.has(slug)) {
      free = await store.freeSlug('event', slug, id)
      for (let n = 2; taken.has(free); n += 1) free = numberedSlug(slug, n)
    }
    taken.add(free)
    found.push(free)
  }
  return found
}

/** Returns free slugs for those events outside of the trash whose slugs were taken while they were in it. */
export async function replacementSlugs(
  store: Writing,
  restored: readonly Pick<EventRecord, 'id' | 'slug'>[],
): Promise<readonly NewSlugOfReturningEvent[]> {
  const free = await freeSlugsLike(store, restored)
  return restored.flatMap(({ id, slug: had }, at) => {
    const slug = free[at] ?? had
    return slug === had ? [] : [{ id, slug }]
  })
}

/**
 * Returns the events that come back to places of a series, as they have the UIDs of these: those that its source had removed,
 * with ids, slugs and fields; those that a person moved to the trash stay there. None unless the series follows a source.
 */
export async function loadEventsReturningToPlaces(
  store: Writing,
  series: SeriesRecord,
  places: readonly Place[],
  { followsSource }: ContextWithImages,
): Promise<ReturningEvents> {
  if (followsSource !== true || places.length === 0) return noReturningEvents
  const times = timesOfEventOrSeries(series)
  const byUid = new Map(
    places.map(({ recurrenceId: id }) => [standaloneOccurrenceUid(series.uid, id, times), id]),
  )
  const events = await store.singleEvents([...byUid.keys()])
  const linked = await store.linksOfAll(events.map(({ id }) => id))
  const found = new Map<string, EventWithLinks>()
  for (const event of events) {
    const [place, links] = [byUid.get(event.uid), linked.get(event.id)]
    if (place !== undefined && links !== undefined && !found.has(place)) found.set(place, { event, links })
  }
  const pruned = [...found.values()].map(({ event }) => event).filter(isTrashedByImport)
  return { found, slugs: await replacementSlugs(store, pruned) }
}

/** Returns the events with these ids and their links, by id. */
export async function eventsWithLinksById(
  store: Writing,
  ids: readonly number[],
): Promise<ReadonlyMap<number, EventWithLinks>> {
  const [records, linked] = [await store.eventRecords(ids), await store.linksOfAll(ids)]
  const found = new Map<number, EventWithLinks>()
  for (const [id, event] of records) {
    const links = linked.get(id)
    if (links !== undefined) found.set(id, { event, links })
  }
  return found
}

/** Returns the series before and after a series, as far as they exist. */
export async function loadNeighbourSeries(
  store: Writing,
  { continues, continued_by }: SeriesRecord,
  { moment }: ContextWithImages,
): Promise<readonly NeighbourSeries[]> {
  const found: NeighbourSeries[] = []
  for (const [id, names] of [
    [continues, 'continued_by'],
    [continued_by, 'continues'],
  ] as const) {
    const record = id === null ? undefined : await store.find('series', { id }, moment)
    if (record !== undefined) found.push({ record, names })
  }
  return found
}

// Makes the events of occurrences: their columns and slugs (contract §10.1).

const dayOf = (wall: string) => wall.slice(0, 10)
const clockOf = (wall: string) => wall.slice(11, 16).replace(':', '')

/** The day of each occurrence, with the time where the day has several. */
function suffixes(occurrences: readonly Occurrence[]): readonly string[] {
  const perDay = new Map<string, number>()
  for (const { start } of occurrences) perDay.set(dayOf(start), (perDay.get(dayOf(start)) ?? 0) + 1)
  return occurrences.map(({ start }) =>
    (perDay.get(dayOf(start)) ?? 0) > 1 ? `${dayOf(start)}-${clockOf(start)}` : dayOf(start),
  )
}

/** Inserts occurrences of a series, like its pattern. Returns their ids in order. */
async function insertOccurrences(
  store: Writing,
  series: Pick<SeriesRecord, 'id' | 'slug'>,
  { pattern, places, uid }: AddedOccurrences,
  context: Pick<ContextWithImages, 'moment' | 'actor' | 'followsSource'>,
): Promise<readonly number[]> {
  if (places.length === 0) return []
  const shared = pickOccurrenceSharedColumns(pattern.event)
  spendOccurrenceWrites(store, { arg: 'recurrence', count: places.length, values: shared }, context)
  const wanted = suffixes(places).map((suffix) => ({ slug: slugWithTextSuffix(series.slug, suffix) }))
  const slugs = await freeSlugsLike(store, wanted)
  const { timezone } = pattern.event
  const values = places.map(
    (place, at): ValuesOf<'event'> => ({
      ...shared,
      ...occurrenceTimeColumns(place, timezone),
      version: 1,
      modified_utc: epochOfInstant(context.moment.now),
      origins: [],
      slug: slugs[at] ?? '',
      uid: at === 0 && uid !== undefined ? uid : newUid(),
      previous_start_date: '',
      password_hash: null,
      was_public: 0,
      pruned_status: '',
      series: series.id,
      recurrence_id: place.recurrenceId,
      own_fields: '[]',
      trash_act: 0,
    }),
  )
  return store.insertOccurrences(values, pattern.links)
}

async function writeEvents(store: Writing, change: EventsChange, now: number): Promise<void> {
  if (!('ids' in change)) return change.rows.length === 0 ? undefined : store.updateEach(change.rows)
  const { ids, columns, links } = change
  if (ids.length === 0) return
  const isInternal = isInternalChange(Object.keys(columns)) && Object.keys(links).length === 0
  await store.updateEvents(ids, { ...columns, ...links, ...(!isInternal && { modified_utc: now }) })
}

function joined(change: EventsChange, series: number): EventsChange {
  if ('ids' in change) return { ...change, columns: { ...change.columns, series } }
  return { rows: change.rows.map((row) => ({ ...row, series })) }
}

async function writeSeries(store: Writing, row: SeriesRowWrite): Promise<SeriesRecord> {
  if (row.act === 'insert') {
    const slug = row.isChosen ? row.slug : await store.freeSlug('series', slugOr(row.slug, 'series'))
    return store.put('series', undefined, { ...row.values, slug })
  }
  const { record, columns } = row
  if (Object.keys(columns).length > 0) await store.put('series', record.id, columns)
  return { ...record, ...columns }
}

/** Writes a plan in an open transaction. Throws 400 if it inserts more than the actor may. */
export async function applySeriesPlan(
  store: Writing,
  { changes = [], places = [], series, neighbours = [], joining = [], added, removed = [] }: SeriesPlan,
  context: ContextWithImages,
) {
  const now = epochOfInstant(context.moment.now)
  for (const change of changes) await writeEvents(store, change, now)
  if (places.length > 0) await store.setPlaces(places)
  const record = await writeSeries(store, series)
  for (const { id, columns, names } of neighbours)
    await store.put('series', id, names === undefined ? columns : { ...columns, [names]: record.id })
  for (const change of joining) await writeEvents(store, joined(change, record.id), now)
  const ids = added === undefined ? [] : await insertOccurrences(store, record, added, context)
  if (removed.length > 0) await store.removeEvents(removed)
  if (series.act === 'remove') await store.remove('series', record.id)
  return { record, ids }
}

/**
 * Gives all occurrences of a series the places where its rule puts them, in an open transaction, where a move has not reached all: whoever
 * changes such a series otherwise does this first. Their times follow as they would have.
 * Returns its record.
 */
export async function finishMoveOfRecurrenceIds(store: Writing, series: SeriesRecord): Promise<SeriesRecord> {
  if (series.moved_by === 0) return series
  const times = timesOfEventOrSeries(series)
  const ahead = (await store.occurrences(series.id)).filter((one) =>
    isRecurrenceIdNotYetMoved(series, one.recurrence_id),
  )
  const places = ahead.map(({ id, recurrence_id: from }) => ({
    id,
    from,
    to: recurrenceIdAfterMove(series, from, times),
  }))
  if (places.length > 0) await store.setPlaces(places)
  await store.put('series', series.id, { ...noMoveInProgress, spread_to: 0 })
  return { ...series, ...noMoveInProgress, spread_to: 0 }
}

/** Reads what a plan of a series needs of events: those that left it and come back, their slugs, and the series beside it. */

import type { ContextWithImages } from '../../api/context.ts'
import { standaloneOccurrenceUid } from '../../domain/series/occurrence-uid.ts'
import type { Occurrence as Place } from '../../domain/series/series.ts'
import { numberedSlug } from '../../domain/text/slug.ts'
import type { OccurrenceRecord, SeriesRecord, Writing } from '../../store/store.ts'
import type { EventWithLinks } from './pattern.ts'
import {
  isTrashedByImport,
  type NewSlugOfReturningEvent,
  noReturningEvents,
  type ReturningEvents,
} from './plans/coming-back.ts'
import type { NeighbourSeries } from './plans/neighbours.ts'
import { timesOfEventOrSeries } from './times.ts'

/** Returns free slugs for those events outside of the trash whose slugs were taken while they were in it. */
export async function replacementSlugs(
  store: Writing,
  restored: readonly Pick<OccurrenceRecord, 'id' | 'slug'>[],
): Promise<readonly NewSlugOfReturningEvent[]> {
  const slugs = restored.map(({ slug }) => slug)
  const taken = new Set((await store.takenSlugs('event', slugs)).keys())
  const freed: NewSlugOfReturningEvent[] = []
  for (const { id, slug } of restored) {
    let free = slug
    if (taken.has(slug)) {
      free = await store.freeSlug('event', slug, id)
      for (let n = 2; taken.has(free); n += 1) free = numberedSlug(slug, n)
      freed.push({ id, slug: free })
    }
    taken.add(free)
  }
  return freed
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

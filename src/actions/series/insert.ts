/** Makes the events of occurrences: their columns, slugs and counts (contract §10.1). */

import type { ContextWithImages } from '../../api/context.ts'
import { termNames } from '../../contract/resources/index.ts'
import type { Occurrence } from '../../domain/series/series.ts'
import { numberedSlug, slugWithTextSuffix } from '../../domain/text/slug.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import type { LinkIds, SeriesRecord, ValuesOf, Writing } from '../../store/store.ts'
import { newUid } from '../linking/new-items.ts'
import { spendOccurrenceWrites } from '../writing/price.ts'
import { pickOccurrenceSharedColumns } from './pattern.ts'
import type { AddedOccurrences } from './plans/series-plan.ts'
import { occurrenceTimeColumns } from './times.ts'

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

/** Returns free slugs for the occurrences: that of the series with the day. */
async function slugsFor(
  store: Writing,
  slug: string,
  occurrences: readonly Occurrence[],
): Promise<readonly string[]> {
  const wanted = suffixes(occurrences).map((suffix) => slugWithTextSuffix(slug, suffix))
  const taken = new Set((await store.takenSlugs('event', wanted)).keys())
  const slugs: string[] = []
  for (const one of wanted) {
    let free = one
    if (taken.has(one)) {
      free = await store.freeSlug('event', one)
      for (let n = 2; taken.has(free); n += 1) free = numberedSlug(one, n)
    }
    taken.add(free)
    slugs.push(free)
  }
  return slugs
}

/** Adds or removes events from the counts of terms; each of `all` has the links of one event. */
export async function adjustTermCounts(store: Writing, all: readonly LinkIds[], by: 1 | -1): Promise<void> {
  for (const name of termNames) {
    const changes = new Map<number, number>()
    for (const links of all) for (const id of links[name]) changes.set(id, (changes.get(id) ?? 0) + by)
    await store.addCounts(name, changes)
  }
}

/** Inserts occurrences of a series, like its pattern. Returns their ids in order. */
export async function insertOccurrences(
  store: Writing,
  series: Pick<SeriesRecord, 'id' | 'slug'>,
  { pattern, places, uid }: AddedOccurrences,
  context: Pick<ContextWithImages, 'moment' | 'actor' | 'followsSource'>,
): Promise<readonly number[]> {
  if (places.length === 0) return []
  const shared = pickOccurrenceSharedColumns(pattern.event)
  spendOccurrenceWrites(store, { arg: 'recurrence', count: places.length, values: shared }, context)
  const slugs = await slugsFor(store, series.slug, places)
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
  const ids = await store.insertOccurrences(values, pattern.links)
  if (shared.status === 'publish')
    await adjustTermCounts(
      store,
      ids.map(() => pattern.links),
      1,
    )
  return ids
}

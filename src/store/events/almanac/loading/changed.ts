/** Brings changed items from the store into the almanac. */
import { linkNames } from '../../../../contract/resources/index.ts'
import type { Db } from '../../../database/rows.ts'
import type { DialectName } from '../../../database/sql.ts'
import { joinedSql, quotedName, sql } from '../../../database/sql.ts'
import type { ChangedItem } from '../../../log/journal.ts'
import { linkTableNames } from '../../../records/links.ts'
import {
  type Almanac,
  addEventToAlmanac,
  type EventTargets,
  removeFromAlmanac,
  slotsLinkedToItem,
  type VenuePoint,
} from '../almanac.ts'
import type { AlmanacChangeLog } from '../change-log.ts'
import type { AlmanacEntry, GroupIdAndMainCalendarChoice } from '../columns.ts'
import { removeDeadSlotsIfMany } from '../sweep.ts'
import { readSeriesIdsOfOccurrences } from './occurrences.ts'
import { readAlmanacEntries, readGroupMainCalendarRules, readVenuePoints } from './rows.ts'

interface LinkRow {
  readonly event_id: number
  readonly target_id: number
}

/** Changed events and venues, as they are stored now. */
interface Changed {
  readonly events: readonly number[]
  readonly entries: readonly AlmanacEntry[]
  readonly targets: ReadonlyMap<number, EventTargets>
  readonly venues: readonly number[]
  readonly places: readonly VenuePoint[]
  readonly groups: readonly number[]
  readonly mains: readonly GroupIdAndMainCalendarChoice[]
}

async function targetsOf(db: Db, events: readonly number[]): Promise<ReadonlyMap<number, EventTargets>> {
  const found = new Map(
    events.map((id) => [
      id,
      { venue: [], organizer: [], category: [], tag: [], series: [] } as Record<keyof EventTargets, number[]>,
    ]),
  )
  for (const kind of linkNames) {
    const { rows } = await sql<LinkRow>`select event_id, target_id from ${quotedName(linkTableNames[kind])}
      where event_id in (${joinedSql(events)})`.execute(db)
    for (const { event_id, target_id } of rows) found.get(event_id)?.[kind].push(target_id)
  }
  for await (const rows of readSeriesIdsOfOccurrences(db, events))
    for (const { id, series } of rows) found.get(id)?.series.push(series)
  return found
}

/** Reads what the almanac needs of changed items. */
export async function readChangedItems(
  db: Db,
  dialect: DialectName,
  changes: readonly ChangedItem[],
): Promise<Changed> {
  const of = (resource: string) =>
    changes.filter((one) => one.resource === resource).map(({ item_id }) => item_id)
  const events = of('event')
  const venues = of('venue')
  const groups = of('group')
  return {
    events,
    entries: events.length === 0 ? [] : await readAlmanacEntries(db, dialect, events),
    targets: events.length === 0 ? new Map() : await targetsOf(db, events),
    venues,
    places: venues.length === 0 ? [] : await readVenuePoints(db, venues),
    groups,
    mains: groups.length === 0 ? [] : await readGroupMainCalendarRules(db, groups),
  }
}

/** Replaces what the almanac has of changed items. */
export function applyChangedItems(
  almanac: Almanac,
  { events, entries, targets, venues, places, groups, mains }: Changed,
): void {
  for (const id of events) removeFromAlmanac(almanac, id)
  almanac.searches.touch(events)
  for (const row of entries) {
    const linked = targets.get(row.id)
    if (linked !== undefined) addEventToAlmanac(almanac, row, linked)
  }
  for (const id of venues) almanac.places.delete(id)
  for (const place of places) almanac.places.set(place.id, place)
  for (const id of groups) almanac.mains.delete(id)
  for (const { id, main } of mains) almanac.mains.set(id, main)
  removeDeadSlotsIfMany(almanac)
}

/** Events show terms too, but only with their counts, which are cached by themselves. */
const shownByEvents = ['venue', 'organizer', 'series', 'group'] as const
const isShownByEvents = (resource: string): resource is (typeof shownByEvents)[number] =>
  shownByEvents.some((one) => one === resource)

/** Records which items changed, while the almanac still has the links from before the change. */
export function noteChangedItems(
  almanac: Almanac,
  changed: readonly ChangedItem[],
  { touch, begin }: AlmanacChangeLog,
  revision: number,
): void {
  for (const { resource, item_id } of changed) {
    touch(resource, item_id, revision)
    if (!isShownByEvents(resource)) continue
    // Which events show the item is not known yet.
    if (resource !== 'series' && resource !== 'group' && !almanac.isLinked) {
      begin(revision)
      return
    }
    const { slots, length } = slotsLinkedToItem(almanac, resource, item_id)
    for (const slot of slots.subarray(0, length)) touch('event', almanac.columns.id[slot] ?? 0, revision)
  }
}

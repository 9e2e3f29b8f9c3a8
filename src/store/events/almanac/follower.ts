/** Keeps the almanac in sync with the store: fills it once, then applies the changes of the journal. */
import type { DialectName } from '../../database/connection.ts'
import type { Db } from '../../database/rows.ts'
import { joined, quotedName, sql } from '../../database/sql.ts'
import { type ChangedItem, changesSince, MAX_CHANGES, revisionOf } from '../../log/journal.ts'
import { linkTables } from '../../records/links.ts'
import {
  type Almanac,
  addToAlmanac,
  drop,
  type EventTargets,
  emptyAlmanac,
  linkKinds,
  slotsLinkedTo,
  type VenuePoint,
} from './almanac.ts'
import { type AlmanacChanges, emptyChanges as noChanges } from './changes.ts'
import type { AlmanacEntry } from './columns.ts'
import { filled } from './loading/fill.ts'
import { fillLinks } from './loading/links.ts'
import { renameTerms } from './loading/named-terms.ts'
import { readOccurrences } from './loading/occurrences.ts'
import { entriesAmong, readPlaces } from './loading/rows.ts'
import { sweep } from './sweep.ts'

/** Above this number, rereading everything is faster than applying the changes one by one. */
const MAX_AT_ONCE = 5000

interface LinkRow {
  readonly event_id: number
  readonly target_id: number
}

interface Changed {
  readonly events: readonly number[]
  readonly entries: readonly AlmanacEntry[]
  readonly targets: ReadonlyMap<number, EventTargets>
  readonly venues: readonly number[]
  readonly places: readonly VenuePoint[]
}

async function targetsOf(db: Db, events: readonly number[]): Promise<ReadonlyMap<number, EventTargets>> {
  const found = new Map(
    events.map((id) => [
      id,
      { venue: [], organizer: [], category: [], tag: [], series: [] } as Record<keyof EventTargets, number[]>,
    ]),
  )
  for (const kind of linkKinds) {
    const { rows } = await sql<LinkRow>`select event_id, target_id from ${quotedName(linkTables[kind])}
      where event_id in (${joined(events)})`.execute(db)
    for (const { event_id, target_id } of rows) found.get(event_id)?.[kind].push(target_id)
  }
  for await (const rows of readOccurrences(db, events))
    for (const { id, series } of rows) found.get(id)?.series.push(series)
  return found
}

async function readChanges(db: Db, dialect: DialectName, changes: readonly ChangedItem[]): Promise<Changed> {
  const of = (resource: string) =>
    changes.filter((one) => one.resource === resource).map(({ item_id }) => item_id)
  const events = of('event')
  const venues = of('venue')
  return {
    events,
    entries: events.length === 0 ? [] : await entriesAmong(db, dialect, events),
    targets: events.length === 0 ? new Map() : await targetsOf(db, events),
    venues,
    places: venues.length === 0 ? [] : await readPlaces(db, venues),
  }
}

function apply(almanac: Almanac, { events, entries, targets, venues, places }: Changed): void {
  for (const id of events) drop(almanac, id)
  almanac.searches.touch(events)
  for (const row of entries) {
    const linked = targets.get(row.id)
    if (linked !== undefined) addToAlmanac(almanac, row, linked)
  }
  for (const id of venues) almanac.places.delete(id)
  for (const place of places) almanac.places.set(place.id, place)
  sweep(almanac)
}

/** Records which items changed, while the almanac still has the links from before the change. */
function note(
  almanac: Almanac,
  changed: readonly ChangedItem[],
  { touch, begin }: AlmanacChanges,
  revision: number,
): void {
  for (const { resource, item_id } of changed) {
    touch(resource, item_id, revision)
    if (resource !== 'venue' && resource !== 'organizer' && resource !== 'series') continue
    // Which events show the item is not known yet.
    if (resource !== 'series' && !almanac.isLinked) {
      begin(revision)
      return
    }
    const { slots, length } = slotsLinkedTo(almanac, resource, item_id)
    for (const slot of slots.subarray(0, length)) touch('event', almanac.columns.id[slot] ?? 0, revision)
  }
}

export interface Followed {
  readonly almanac: Almanac
  /** The revision that `db` shows. The almanac may be newer if another reader has updated it. */
  readonly revision: number
}

/** Keeps one almanac in sync with the store. */
export interface Follower {
  /**
   * Returns the almanac, updated to what `db`, a snapshot, shows. `counter` is the store's change counter from before
   * the snapshot was taken, if known. With `needsLinks`, the almanac has the links of events if it is not newer than `db`.
   */
  follow(db: Db, counter: number | undefined, needsLinks?: boolean): Promise<Followed>
  /** Returns the almanac if, at that change counter, it shows the newest revision; undefined otherwise. */
  current(counter: number | undefined): Followed | undefined
  /** Empties the almanac, which is newer than what can be read; the next call of `follow` fills it. */
  forget(): Promise<void>
  /** The revision of the almanac; -1 while it is empty. */
  revision(): number
  readonly changes: AlmanacChanges
}

/** Returns a follower with an empty almanac. The first call of `follow` fills it. */
export function follower(dialect: DialectName): Follower {
  const changes = noChanges()
  let almanac = emptyAlmanac()
  let known: { readonly counter: number; readonly revision: number } | undefined
  let last: Promise<unknown> = Promise.resolve()
  const bring = async (db: Db, counter: number | undefined, needsLinks: boolean): Promise<Followed> => {
    const followed = await update(db, counter)
    if (needsLinks && !almanac.isLinked && almanac.revision === followed.revision)
      await fillLinks(db, dialect, almanac)
    return followed
  }
  const update = async (db: Db, counter: number | undefined): Promise<Followed> => {
    const revision = await revisionOf(db)
    if (counter !== undefined && revision >= (known?.revision ?? 0)) known = { counter, revision }
    if (almanac.revision >= revision) return { almanac, revision }
    const isFar = almanac.revision < 0 || revision - almanac.revision > MAX_CHANGES
    const changed = isFar ? [] : await changesSince(db, almanac.revision)
    if (isFar || changed.length > MAX_AT_ONCE) {
      almanac = await filled(db, dialect)
      changes.begin(revision)
    } else {
      const read = await readChanges(db, dialect, changed)
      note(almanac, changed, changes, revision)
      for (const name of await renameTerms(db, almanac.terms, changed)) changes.rename(name, revision)
      apply(almanac, read)
    }
    almanac.revision = revision
    // The next change of a venue or organizer is then one of known events.
    const isOfLinked = changed.some(({ resource }) => resource === 'venue' || resource === 'organizer')
    if (isOfLinked && !almanac.isLinked) await fillLinks(db, dialect, almanac)
    return { almanac, revision }
  }
  return {
    changes,
    revision: () => almanac.revision,
    forget() {
      const next = last.then(() => {
        almanac = emptyAlmanac()
        known = undefined
      })
      last = next
      return next
    },
    current(counter) {
      const { revision } = almanac
      return counter !== undefined && known?.counter === counter && known.revision === revision
        ? { almanac, revision }
        : undefined
    },
    follow(db, counter, needsLinks = false) {
      const next = last.then(
        () => bring(db, counter, needsLinks),
        () => bring(db, counter, needsLinks),
      )
      last = next.catch(() => {})
      return next
    },
  }
}

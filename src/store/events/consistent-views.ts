/**
 * Read views for lists of events: from memory alone if nothing was written since, otherwise from a snapshot. From snapshots alone, a list that
 * was not asked before takes 1.4 × as long on SQLite, and waits for whatever view holds the connection.
 */
import { isPublishable, type ResourceName } from '../../contract/resources/index.ts'
import { accessScopeKey } from '../../domain/publication.ts'
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import { AnotherViewNeeded } from '../database/errors.ts'
import { readOperations } from '../records/reading.ts'
import type { SnapshotAndAlmanac } from '../records/snapshot-and-almanac.ts'
import type { MemoryView, ReadView, ReferenceResolver, Store } from '../store.ts'
import type { AlmanacAndRevision, AlmanacFollower } from './almanac/follower.ts'
import { readListedEvents } from './listed.ts'
import { findEventIds, findEventIdsInMemory, readEventsByIds } from './page.ts'

const unknownYet = () => Promise.reject(new AnotherViewNeeded())
const nothing: ReferenceResolver = {
  find: unknownYet,
  visible: unknownYet,
  term: unknownYet,
  mergedInto: unknownYet,
  itemOfFormerSlug: unknownYet,
  descendants: unknownYet,
  eventsWithUid: unknownYet,
  eventsByAssignee: unknownYet,
}

/** The values read at one revision. */
interface Memory {
  /** The results of look-ups, by query. */
  readonly results: Map<string, Promise<unknown>>
  /** The first scheduled publication after the second `since`; `Infinity` for none. In seconds since 1970 UTC. */
  next: { readonly since: number; readonly until: number }
}

const MAX_REMEMBERED = 1000

const noMemory = (): Memory => ({ results: new Map(), next: { since: 0, until: 0 } })

/** Returns the results for a revision. Only those of the newest revision are cached. */
function memories(): (revision: number) => Memory {
  let [held, memory] = [-1, noMemory()]
  return (revision) => {
    if (revision > held || memory.results.size > MAX_REMEMBERED) [held, memory] = [revision, noMemory()]
    return revision === held ? memory : noMemory()
  }
}

type NextPublication = ReadView['nextPublication']

/** Reads the next scheduled publication once in the time until it. */
function nextOnce(read: NextPublication, memory: Memory): NextPublication {
  return async (moment) => {
    const now = epochOfInstant(moment.now)
    const { since, until } = memory.next
    if (now < since || now >= until)
      memory.next = { since: now, until: (await read(moment)) ?? Number.POSITIVE_INFINITY }
    return Number.isFinite(memory.next.until) ? memory.next.until : undefined
  }
}

/** The second that finding an item depends on: only what is published at a date changes by time alone. */
const secondOf = (name: ResourceName, { now }: Moment) => (isPublishable(name) ? epochOfInstant(now) : '')

/** Runs each look-up once; one that depends on the clock, once a second. */
function remembering(naming: ReferenceResolver, { results }: Memory): ReferenceResolver {
  const once = <T>(key: string, read: () => Promise<T>): Promise<T> => {
    const known = results.get(key) as Promise<T> | undefined
    if (known !== undefined) return known
    const reading = read()
    results.set(key, reading)
    reading.catch(() => results.delete(key))
    return reading
  }
  return {
    find: (name, address, moment) =>
      once(`find ${name} ${secondOf(name, moment)} ${JSON.stringify(address)}`, () =>
        naming.find(name, address, moment),
      ),
    visible: (name, ids, viewer) =>
      once(
        `visible ${name} ${epochOfInstant(viewer.moment.now)} ${JSON.stringify([ids, viewer.scope])}`,
        () => naming.visible(name, ids, viewer),
      ),
    term: (name, reference) =>
      once(`term ${name} ${JSON.stringify(reference)}`, () => naming.term(name, reference)),
    mergedInto: (name, wanted) =>
      once(`merged ${name} ${JSON.stringify(wanted)}`, () => naming.mergedInto(name, wanted)),
    itemOfFormerSlug: (name, slug) =>
      once(`former ${name} ${slug}`, () => naming.itemOfFormerSlug(name, slug)),
    descendants: (categories) =>
      once(`descendants ${JSON.stringify(categories)}`, () => naming.descendants(categories)),
    eventsWithUid: (uid) => once(`uid ${uid}`, () => naming.eventsWithUid(uid)),
    eventsByAssignee: (assignees, viewer) =>
      once(
        `assignee ${epochOfInstant(viewer.moment.now)} ${JSON.stringify(assignees)} ${accessScopeKey(viewer.scope)}`,
        () => naming.eventsByAssignee(assignees, viewer),
      ),
  }
}

const memoryViewAt = ({ revision }: AlmanacAndRevision, { changes }: AlmanacFollower): MemoryView => ({
  revision,
  isAsOf: changes.isAsOf,
  areAsOf: changes.areAsOf,
  namesAsOf: changes.namesAsOf,
})

/**
 * A read view of memory. What lists do not find there is looked for again in a snapshot. Events are read from a snapshot of the same
 * revision, so that the lists are not found twice.
 */
function atOnce(
  known: AlmanacAndRevision,
  follower: AlmanacFollower,
  memory: Memory,
  take: RunOnSnapshot,
): ReadView {
  const { almanac, revision } = known
  const inSnapshot = async <T>(act: (view: ReadView) => Promise<T>): Promise<T> => {
    const taken = await take(async (source) => {
      const view = await at(source, () => memory)
      return view.revision === revision ? { result: await act(view) } : undefined
    })
    if (taken === undefined) throw new AnotherViewNeeded()
    return taken.result
  }
  return {
    ...memoryViewAt(known, follower),
    async findEvents(query, viewer) {
      const found = almanac.revision === revision ? findEventIdsInMemory(almanac, query, viewer) : undefined
      if (found === undefined) throw new AnotherViewNeeded()
      return found
    },
    events: (ids, viewer, links) => inSnapshot((view) => view.events(ids, viewer, links)),
    listedEvents: (ids, viewer, links) => inSnapshot((view) => view.listedEvents(ids, viewer, links)),
    nextPublication: nextOnce((moment) => inSnapshot((view) => view.nextPublication(moment)), memory),
    occurrences: unknownYet,
    ...remembering(nothing, memory),
  }
}

/** A read view of a snapshot. */
async function at(source: SnapshotAndAlmanac, memoryOf: (revision: number) => Memory): Promise<ReadView> {
  const { db, follower, changeCounter } = source
  const known = await follower.follow(db, changeCounter)
  const { revision } = known
  const store = readOperations(db)
  const memory = memoryOf(revision)
  return {
    ...memoryViewAt(known, follower),
    findEvents: (query, viewer) => findEventIds(source, query, viewer),
    events: (ids, viewer, links) => readEventsByIds(source, ids, viewer, links),
    listedEvents: (ids, viewer, links) => readListedEvents(source, ids, viewer, links),
    nextPublication: nextOnce(store.nextPublication, memory),
    occurrences: store.occurrences,
    ...remembering(store, memory),
  }
}

/** Runs `act` on a snapshot. It may call `act` again on a newer one. */
export type RunOnSnapshot = <T>(act: (source: SnapshotAndAlmanac) => Promise<T>) => Promise<T>

/** The read views over a follower. `changeCounter` returns the store's change counter, if known. */
export function consistentViewStore(
  follower: AlmanacFollower,
  counter: () => number | undefined,
  take: RunOnSnapshot,
): Pick<Store, 'readView' | 'memoryView'> {
  const memoryOf = memories()
  let isCatchingUp = false
  const current = () => follower.current(counter())
  /** Brings memory up to date in the background, so that later reads find it. */
  const catchUp = () => {
    if (isCatchingUp || counter() === undefined) return
    isCatchingUp = true
    const end = () => {
      isCatchingUp = false
    }
    take(({ db, changeCounter }) => follower.follow(db, changeCounter)).then(end, end)
  }
  return {
    memoryView() {
      const known = current()
      if (known === undefined) catchUp()
      return known && memoryViewAt(known, follower)
    },
    async readView(act, atLeast) {
      const known = current()
      if (known !== undefined && known.revision >= atLeast) {
        try {
          return await act(atOnce(known, follower, memoryOf(known.revision), take))
        } catch (error) {
          if (!(error instanceof AnotherViewNeeded)) throw error
        }
      }
      return take(async (source) => act(await at(source, memoryOf)))
    },
  }
}

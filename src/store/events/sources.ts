/** What finds and reads events: memory says which they are, the database what they are. */
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import { nextPublication } from '../records/reading.ts'
import type { Almanac } from './almanac/almanac.ts'
import type { AlmanacFollower } from './almanac/follower.ts'
import type { NeededScan, ReadOnNewestDatabaseState } from './text-search.ts'
import type { IdsMatchingByTextOrTitle } from './texts.ts'

/** What takes long, and is done when it is its caller's turn. Both throw 429 or 503 where too many wait, and a `SearchRefusedError` after too long. */
interface SearchesInTurn {
  scan(needed: NeededScan): Promise<IdsMatchingByTextOrTitle>
  /** Lets `look` look for similar words; it calls `pause` after each with the milliseconds that it took. */
  lookForAlikeWords<T>(
    look: (read: ReadOnNewestDatabaseState, pause: (took: number) => Promise<void>) => Promise<T>,
  ): Promise<T>
}

/** Where events are found and read. Nobody waits with a view of the database in hand: each `read` is one of its own. */
export interface EventSources {
  readonly read: ReadOnNewestDatabaseState
  readonly inTurn: SearchesInTurn
  readonly follower: AlmanacFollower
  /** The change counter of the store, if known. */
  counter(): number | undefined
  /** The almanac as it is now. During any wait it may become newer, and get other slots. */
  almanac(): Almanac
  /** Brings the almanac to what is stored when this is called, unless it is known to have that, and the revision `atLeast`. */
  upToDate(atLeast?: number): Promise<void>
  /** Gives the almanac the links of events, which it keeps from then on. */
  link(): Promise<void>
  /** The first scheduled publication after a moment, if nothing is written before; `Infinity` for none. In seconds since 1970 UTC. */
  nextPublication(moment: Moment): Promise<number>
}

type Parts = Pick<EventSources, 'read' | 'inTurn' | 'follower' | 'counter'>

/** Lets a follower follow, one time after the other. Those who ask while it does share the next time. */
function following({ follower, read, counter }: Parts): Pick<EventSources, 'upToDate' | 'link'> {
  let hasLinks = false
  let last: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  const follow = async () => {
    next = undefined
    const before = counter()
    await read((db) => follower.follow(db, before, hasLinks))
  }
  const after = () => {
    next ??= last = last.then(follow, follow)
    return next
  }
  return {
    async upToDate(atLeast = 0) {
      const known = follower.current(counter())
      if (known === undefined || known.revision < atLeast) await after()
    },
    async link() {
      hasLinks = true
      if (!follower.almanac().isLinked) await after()
    },
  }
}

/** Reads the next scheduled publication once at a revision in the time until it. */
function nextPublicationReader({ follower, read }: Parts): EventSources['nextPublication'] {
  let known = { revision: -1, since: 0, until: 0 }
  return async (moment) => {
    const [now, { revision }] = [epochOfInstant(moment.now), follower.almanac()]
    if (known.revision === revision && known.since <= now && now < known.until) return known.until
    const until = (await read((db) => nextPublication(db, now))) ?? Number.POSITIVE_INFINITY
    known = { revision, since: now, until }
    return until
  }
}

/** Returns the sources of events over a follower. */
export const eventSources = (parts: Parts): EventSources => ({
  ...parts,
  almanac: parts.follower.almanac,
  ...following(parts),
  nextPublication: nextPublicationReader(parts),
})

/** Finds which events have words of a query in a field: among a few candidates at once, otherwise in all texts. */

import { hasMisspellableLength } from '../../domain/text/search-words.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { fairQueue, runAside } from '../../support/fair-queue.ts'
import { AnotherViewNeeded, SearchRefusedError } from '../database/errors.ts'
import type { DialectName } from '../database/sql.ts'
import { readOperations } from '../records/reading.ts'
import type { SearchesOutside, SnapshotAndAlmanac } from '../records/snapshot-and-almanac.ts'
import type { EventQuery, Viewer } from '../store.ts'
import type { Almanac, Selection } from './almanac/almanac.ts'
import { type AlikeWordsByWord, keepFinding, keptFinding } from './found-words.ts'
import { similarWords, type ViewerOfWords } from './similar-words.ts'
import {
  MAX_WAITING_SCANS,
  type NeededScan,
  paces,
  type ReadOnNewestDatabaseState,
  SCAN_LIMIT_MILLISECONDS,
} from './text-search.ts'
import { type IdsMatchingByTextOrTitle, type TextQuery, textMatchesAmongEvents } from './texts.ts'

/** Up to this many events, their texts are searched one by one. */
const FEW = 300

/** Returns the ids of the events in the slots. */
export function eventIdsOfSlots({ columns }: Almanac, slots: ArrayLike<number>): Float64Array {
  const ids = new Float64Array(slots.length)
  for (let at = 0; at < slots.length; at++) ids[at] = columns.id[slots[at] ?? 0] ?? 0
  return ids
}

/** The texts that each query found, in the order of the queries. */
interface FoundTexts {
  readonly texts: readonly IdsMatchingByTextOrTitle[]
  /** The few candidates that were searched, ascending; undefined if all events were. */
  readonly among: readonly number[] | undefined
}

/** Searches texts. Throws `AnotherViewNeeded` where scans are needed first. */
type FindTexts = (queries: readonly TextQuery[]) => Promise<FoundTexts>

/** The scan of all texts for a query, over the events now in the almanac. */
function scanOf(almanac: Almanac, query: TextQuery): NeededScan {
  const { byId, secret, searches } = almanac
  return {
    words: query,
    // Few searches need all events.
    allIds: () => eventIdsOfSlots(almanac, byId.slots.subarray(0, byId.length)),
    protectedIds: eventIdsOfSlots(almanac, secret.slots.subarray(0, secret.length)).sort(),
    take: searches.begin(query),
  }
}

/** Returns the function that finds texts. `here` returns the almanac at the snapshot's revision; `candidates` are all that may match. */
export function textFinder(
  { db, dialect, outside, deadline }: SnapshotAndAlmanac,
  here: () => Almanac,
  candidates: Selection,
): FindTexts {
  return async (queries) => {
    const { searches } = here()
    const few =
      candidates.total <= FEW
        ? [...eventIdsOfSlots(candidates.almanac, candidates.slots())].sort((a, b) => a - b)
        : undefined
    const found: (IdsMatchingByTextOrTitle | undefined)[] = []
    let among: readonly number[] | undefined
    for (const query of queries) {
      const view = (ids: readonly number[]) => textMatchesAmongEvents(db, dialect, query, ids)
      const isFew = few !== undefined && !searches.knows(query)
      if (isFew) among = few
      found.push(await (isFew ? view(few) : searches.found(query, view)))
    }
    const missing = queries.filter((_, at) => found[at] === undefined).map((query) => scanOf(here(), query))
    if (missing.length > 0)
      throw new AnotherViewNeeded(async () => {
        for (const [at, needed] of missing.entries()) {
          if (at > 0 && performance.now() > deadline) throw new SearchRefusedError()
          await outside.scan(needed)
        }
      })
    return { texts: found.filter((texts) => texts !== undefined), among }
  }
}

// Words that count as those of a search where nothing has these: they differ by one letter (contract §3.3).

/** The words of a search for which similar ones are looked for: each takes searches of its own. */
const MAX_WORDS = 3

/** The sources that a search in fields reads. `here` returns the almanac at the snapshot's revision. */
export interface FieldSearchSources {
  readonly source: SnapshotAndAlmanac
  readonly here: () => Almanac
  readonly viewer: Viewer
  readonly find: FindTexts
}

/** Returns the moment until which a viewer sees the same if nothing is written, in seconds since 1970 UTC. */
export const nextPublicationTime = async ({
  source: { db },
  viewer: { moment },
}: FieldSearchSources): Promise<number> =>
  (await readOperations(db).nextPublication(moment)) ?? Number.POSITIVE_INFINITY

/** Looks for similar words, and keeps them for the response. */
type LookForWords = Parameters<SearchesOutside['lookForAlikeWords']>[0]

/**
 * Returns the words that differ from those of a search by one letter, in public texts and names; empty if there are none. Throws
 * `AnotherViewNeeded` where they are not known.
 */
export async function readAlikeWords(
  sources: FieldSearchSources,
  { search, shown }: EventQuery,
): Promise<AlikeWordsByWord> {
  const { source, here, viewer } = sources
  const words = (search?.include ?? []).slice(0, MAX_WORDS).filter(hasMisspellableLength)
  if (words.length === 0) return new Map()
  const [since, key] = [epochOfInstant(viewer.moment.now), JSON.stringify([words, shown])]
  const almanac = here()
  const known = () => keptFinding('alike', almanac, since, key)
  const found = source.alike.get(key)
  if (found === undefined) {
    const { revision } = almanac
    const before = known()
    if (before !== undefined) return before
    const look: LookForWords = async (read, pause) => {
      const alike = known() ?? (await lookForAlikeWords(words, { viewer, shown }, read, pause))
      source.alike.set(key, { words: alike, revision })
    }
    throw new AnotherViewNeeded(() => source.outside.lookForAlikeWords(look))
  }
  const until = await nextPublicationTime(sources)
  // Of another revision they may be other words.
  if (found.revision === here().revision) keepFinding('alike', almanac, { since, until }, [key, found.words])
  return found.words
}

async function lookForAlikeWords(
  words: readonly string[],
  reader: ViewerOfWords,
  ...[read, pause]: Parameters<LookForWords>
): Promise<AlikeWordsByWord> {
  const alike = new Map<string, readonly string[]>()
  for (const word of words) {
    const since = performance.now()
    const similar = await read((db) => similarWords(db, word, reader))
    if (similar.length > 0) alike.set(word, similar)
    await pause(performance.now() - since)
  }
  return alike
}

/**
 * Returns the function that looks for similar words when it is its caller's turn: one at a time, callers in turn. Meanwhile other searches
 * have the place of the request. It throws 429 or 503 where too many wait, and a `SearchRefusedError` where its turn comes too late.
 */
export function alikeWordsLooker(
  dialect: DialectName,
  read: ReadOnNewestDatabaseState,
): SearchesOutside['lookForAlikeWords'] {
  const inTurn = fairQueue({
    running: 1,
    waitingOfOne: MAX_WAITING_SCANS,
    waiting: 4 * MAX_WAITING_SCANS,
    what: 'searches',
  })
  return (look) =>
    runAside((caller) => {
      const deadline = performance.now() + SCAN_LIMIT_MILLISECONDS
      return inTurn(caller, () => {
        if (performance.now() > deadline) throw new SearchRefusedError()
        return look(read, paces[dialect].pause)
      })
    })
}

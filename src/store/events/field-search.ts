/** Finds which events have words of a query in a field: among a few candidates at once, otherwise in all texts. */

import { hasMisspellableLength } from '../../domain/text/search-words.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { fairQueue, runAside } from '../../support/fair-queue.ts'
import { SearchRefusedError } from '../database/errors.ts'
import type { DialectName } from '../database/sql.ts'
import type { EventQuery, Viewer } from '../types/index.ts'
import type { Almanac, Selection } from './almanac/almanac.ts'
import { type AlikeWordsByWord, keepFinding, keptFinding } from './found-words.ts'
import { similarWords, type ViewerOfWords } from './similar-words.ts'
import type { EventSources } from './sources.ts'
import { MAX_WAITING_SCANS, paces, type ReadOnNewestDatabaseState, withinSearchTime } from './text-search.ts'
import { type IdsMatchingByTextOrTitle, type TextQuery, textMatchesAmongEvents } from './texts.ts'

/** Up to this many events, their texts are searched one by one. */
const FEW = 300

export function eventIdsOfSlots({ columns }: Almanac, slots: ArrayLike<number>): Float64Array {
  const ids = new Float64Array(slots.length)
  for (let at = 0; at < slots.length; at++) ids[at] = columns.id[slots[at] ?? 0] ?? 0
  return ids
}

/** The scan of all texts for a query, over the events now in the almanac. */
function scanOf(almanac: () => Almanac, query: TextQuery) {
  const { secret, searches } = almanac()
  return {
    words: query,
    // Few searches need all events.
    allIds() {
      const { byId } = almanac()
      return eventIdsOfSlots(almanac(), byId.slots.subarray(0, byId.length))
    },
    protectedIds: eventIdsOfSlots(almanac(), secret.slots.subarray(0, secret.length)).sort(),
    take: searches.begin(query),
  }
}

/** The texts that each query found, in the order of the queries. */
interface FoundTexts {
  readonly texts: readonly IdsMatchingByTextOrTitle[]
  /** The few candidates that were searched, ascending; undefined if all events were. */
  readonly among: readonly number[] | undefined
}

/** Searches texts. */
type FindTexts = (queries: readonly TextQuery[]) => Promise<FoundTexts>

/** Returns the candidates of a search where they are few, ascending. */
export const fewCandidates = (candidates: Selection): readonly number[] | undefined =>
  candidates.total <= FEW
    ? [...eventIdsOfSlots(candidates.almanac, candidates.slots())].sort((a, b) => a - b)
    : undefined

/** Returns the function that finds texts: among the few that may match, if given, else among all. */
export function textFinder(source: EventSources, few: readonly number[] | undefined): FindTexts {
  const { read, inTurn } = source

  /** Returns what is known of the texts of all events, or searches these. */
  async function foundInAll(query: TextQuery): Promise<IdsMatchingByTextOrTitle> {
    const { searches } = source.almanac()
    const look = (ids: readonly number[]) => read((db) => textMatchesAmongEvents(db, query, ids))
    const kept = () => searches.found(query, look)
    const known = await kept()
    if (known !== undefined) return known
    return inTurn.scan({ ...scanOf(source.almanac, query), kept })
  }

  return async (queries) => {
    const { searches } = source.almanac()
    const texts: IdsMatchingByTextOrTitle[] = []
    const among = few !== undefined && !queries.every(searches.knows) ? few : undefined
    if (among === undefined) for (const query of queries) texts.push(await foundInAll(query))
    else
      await read(async (db) => {
        for (const query of queries) texts.push(await textMatchesAmongEvents(db, query, among))
      })
    return { texts, among }
  }
}

// Words that count as those of a search where nothing has these: they differ by one letter (contract §3.3).

/** The words of a search for which similar ones are looked for: each takes searches of its own. */
const MAX_WORDS = 3

/** The sources that a search in fields reads. */
export interface FieldSearchSources {
  readonly source: EventSources
  readonly viewer: Viewer
  readonly find: FindTexts
}

/** Looks for similar words. */
type LookForWords = Parameters<EventSources['inTurn']['lookForAlikeWords']>[0]

/** Returns the words that differ from those of a search by one letter, in public texts and names; empty if there are none. */
export async function readAlikeWords(
  { source, viewer }: FieldSearchSources,
  { search, shown }: EventQuery,
): Promise<AlikeWordsByWord> {
  const words = (search?.include ?? []).slice(0, MAX_WORDS).filter(hasMisspellableLength)
  if (words.length === 0) return new Map()
  const [since, key] = [epochOfInstant(viewer.moment.now), JSON.stringify([words, shown])]
  const known = () => keptFinding('alike', source.almanac(), since, key)
  const before = known()
  if (before !== undefined) return before
  const asOf = source.almanac().revision
  const until = await source.nextPublication(viewer.moment)
  const found = await source.inTurn.lookForAlikeWords(
    async (read, pause) => known() ?? lookForAlikeWords(words, { viewer, shown }, read, pause),
  )
  keepFinding('alike', source.almanac(), { since, until, asOf }, [key, found])
  return found
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
): EventSources['inTurn']['lookForAlikeWords'] {
  const inTurn = fairQueue({
    running: 1,
    waitingOfOne: MAX_WAITING_SCANS,
    waiting: 4 * MAX_WAITING_SCANS,
    what: 'searches',
  })
  const now = () => performance.now()
  return (look) =>
    withinSearchTime(now, (deadline) =>
      runAside((caller) =>
        inTurn(caller, () => {
          if (now() > deadline) throw new SearchRefusedError()
          return look(read, paces[dialect].pause)
        }),
      ),
    )
}

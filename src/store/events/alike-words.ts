/** Words that count as those of a search where nothing has these: they differ by one letter (contract §3.3). */
import { hasMisspellableLength } from '../../domain/text/similar-words.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { fairQueue, runAside } from '../../support/fair-queue.ts'
import { SearchRefusedError } from '../database/errors.ts'
import type { DialectName } from '../database/sql.ts'
import { readOperations } from '../records/reading.ts'
import type { SnapshotAndAlmanac } from '../records/snapshot-and-almanac.ts'
import type { EventQuery, Viewer } from '../store.ts'
import type { Almanac } from './almanac/almanac.ts'
import { type AlikeWordsByWord, keepFinding, keptFinding } from './field-results.ts'
import { similarWords, type ViewerOfWords } from './similar-words.ts'
import type { FindTexts } from './text-finder.ts'
import {
  MAX_WAITING_SCANS,
  paces,
  type ReadOnNewestDatabaseState,
  SCAN_LIMIT_MILLISECONDS,
} from './text-search.ts'

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

/**
 * Similar words that a response needs. Thrown inside a snapshot; they are looked for outside of it, and then the snapshot is taken again.
 */
export class AlikeWordsNeededError extends Error {
  /** Looks for them, and keeps them for the response. `pause` is called after each word with the milliseconds that it took. */
  readonly look: (read: ReadOnNewestDatabaseState, pause: (took: number) => Promise<void>) => Promise<void>

  constructor(look: AlikeWordsNeededError['look']) {
    super('similar words must be looked for first')
    this.look = look
  }
}

/**
 * Returns the words that differ from those of a search by one letter, in public texts and names; empty if there are none. Throws an
 * `AlikeWordsNeededError` where they are not known.
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
    throw new AlikeWordsNeededError(async (read, pause) => {
      const alike = known() ?? (await lookForAlikeWords(words, { viewer, shown }, read, pause))
      source.alike.set(key, { words: alike, revision })
    })
  }
  const until = await nextPublicationTime(sources)
  // Of another revision they may be other words.
  if (found.revision === here().revision) keepFinding('alike', almanac, { since, until }, [key, found.words])
  return found.words
}

async function lookForAlikeWords(
  words: readonly string[],
  reader: ViewerOfWords,
  ...[read, pause]: Parameters<AlikeWordsNeededError['look']>
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
export function alikeWordsLooker(dialect: DialectName, read: ReadOnNewestDatabaseState) {
  const inTurn = fairQueue({
    running: 1,
    waitingOfOne: MAX_WAITING_SCANS,
    waiting: 4 * MAX_WAITING_SCANS,
    what: 'searches',
  })
  return ({ look }: AlikeWordsNeededError): Promise<void> =>
    runAside((caller) => {
      const deadline = performance.now() + SCAN_LIMIT_MILLISECONDS
      return inTurn(caller, () => {
        if (performance.now() > deadline) throw new SearchRefusedError()
        return look(read, paces[dialect].pause)
      })
    })
}

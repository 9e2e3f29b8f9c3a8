/** Words that count as those of a search where nothing has these: they differ by one letter (contract §3.3). */
import { epochOfInstant } from '../../domain/time/moment.ts'
import { readOperations } from '../records/reading.ts'
import type { SnapshotAndAlmanac } from '../records/snapshot-and-almanac.ts'
import type { EventQuery, Viewer } from '../store.ts'
import type { Almanac } from './almanac/almanac.ts'
import { type AlikeWordsByWord, alikeWordsInCache, cacheAlikeWords } from './field-results.ts'
import { similarWords } from './similar-words.ts'
import type { FindTexts } from './text-finder.ts'

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

/** Returns the words that differ from those of a search by one letter, in public texts and names; empty if there are none. */
export async function readAlikeWords(
  sources: FieldSearchSources,
  { search, shown }: EventQuery,
): Promise<AlikeWordsByWord> {
  const { source, here, viewer } = sources
  const words = (search?.include ?? []).slice(0, MAX_WORDS)
  const [since, key] = [epochOfInstant(viewer.moment.now), JSON.stringify([words, shown])]
  const known = alikeWordsInCache(here(), since, key)
  if (known !== undefined) return known
  const alike = new Map<string, readonly string[]>()
  for (const word of words) {
    const similar = await similarWords(source.db, word, { viewer, shown })
    if (similar.length > 0) alike.set(word, similar)
  }
  const until = await nextPublicationTime(sources)
  cacheAlikeWords(here(), { since, until }, key, alike)
  return alike
}

/**
 * Results of searches in fields, and similar words, for one revision until the next scheduled publication: a page of days searches for the
 * same words once for each day.
 */
import type { Almanac } from './almanac/almanac.ts'
import type { AlmanacColumns } from './almanac/columns.ts'
import type { IdsMatchingByTextOrTitle } from './almanac/found.ts'
import type { SlotScoreFunction } from './page-order.ts'

/** The events with the words of a search, and how well they match if that is their order. */
export interface EventsWithSearchedWords {
  readonly texts: IdsMatchingByTextOrTitle
  readonly rank?: SlotScoreFunction
}

/** Words that count as a word of a search, by that word. */
export type AlikeWordsByWord = ReadonlyMap<string, readonly string[]>

interface Known {
  readonly revision: number
  readonly columns: AlmanacColumns
  /** Seconds since 1970 UTC: no scheduled item is published in this time. */
  readonly since: number
  readonly until: number
  readonly results: Map<string, EventsWithSearchedWords>
  readonly alike: Map<string, AlikeWordsByWord>
}

const MAX_RESULTS = 8
/** Few words each, so that each of many pages that are being made looks for its own once. */
const MAX_ALIKE = 100

const known = new WeakMap<Almanac, Known>()

/** Seconds since 1970 UTC: a result is valid from one to the other. */
type Span = Pick<Known, 'since' | 'until'>

/** Returns what is known at `second` (since 1970 UTC) of the state that the almanac has. */
function knownAt(almanac: Almanac, second: number): Known | undefined {
  const kept = known.get(almanac)
  const isValid =
    kept?.revision === almanac.revision &&
    kept.columns === almanac.columns &&
    kept.since <= second &&
    second < kept.until
  return isValid ? kept : undefined
}

/** Returns what is known of the state that the almanac has until a moment, to add to it. */
function knownUntil(almanac: Almanac, { since, until }: Span): Known {
  const { revision, columns } = almanac
  const kept = known.get(almanac)
  if (kept?.revision === revision && kept.columns === columns && kept.until === until) return kept
  const now = { revision, columns, since, until, results: new Map(), alike: new Map() }
  known.set(almanac, now)
  return now
}

function keep<T>(all: Map<string, T>, most: number, key: string, one: T): void {
  if (all.size >= most) all.clear()
  all.set(key, one)
}

/** Returns the result for a query that is valid at `second` (since 1970 UTC); undefined if it is not known. */
export const findCachedFieldResult = (
  almanac: Almanac,
  second: number,
  key: string,
): EventsWithSearchedWords | undefined => knownAt(almanac, second)?.results.get(key)

/** Keeps a result of all texts. */
export const cacheFieldResult = (
  almanac: Almanac,
  span: Span,
  key: string,
  result: EventsWithSearchedWords,
): void => keep(knownUntil(almanac, span).results, MAX_RESULTS, key, result)

/** Returns the similar words of a search that are valid at `second` (since 1970 UTC); undefined if they are not known. */
export const alikeWordsInCache = (
  almanac: Almanac,
  second: number,
  key: string,
): AlikeWordsByWord | undefined => knownAt(almanac, second)?.alike.get(key)

/** Keeps the similar words of a search. */
export const cacheAlikeWords = (almanac: Almanac, span: Span, key: string, words: AlikeWordsByWord): void =>
  keep(knownUntil(almanac, span).alike, MAX_ALIKE, key, words)

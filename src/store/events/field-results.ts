/**
 * Results of searches in fields, names with a word, and similar words, for one revision until the next scheduled publication: a page
 * searches for the same words several times, and a page of days once for each day.
 */
import type { Almanac } from './almanac/almanac.ts'
import type { AlmanacColumns } from './almanac/columns.ts'
import type { TargetsNamedWithWord } from './almanac/word-hits.ts'
import type { SlotScoreFunction } from './page-order.ts'
import type { IdsMatchingByTextOrTitle } from './text-query.ts'

/** The events with the words of a search, and how well they match if that is their order. */
export interface EventsWithSearchedWords {
  readonly texts: IdsMatchingByTextOrTitle
  readonly rank?: SlotScoreFunction
}

/** Words that count as a word of a search, by that word. */
export type AlikeWordsByWord = ReadonlyMap<string, readonly string[]>

/** What is known of a search, by kind. */
interface Findings {
  readonly results: EventsWithSearchedWords
  readonly alike: AlikeWordsByWord
  /** The items whose names have a word. */
  readonly linked: readonly TargetsNamedWithWord[]
}

/** Results are long lists; of the others each of many pages that are being made has its own, which are few words and ids. */
const most: Readonly<Record<keyof Findings, number>> = { results: 8, alike: 100, linked: 500 }

interface Known {
  readonly revision: number
  readonly columns: AlmanacColumns
  /** Seconds since 1970 UTC: no scheduled item is published in this time. */
  readonly since: number
  readonly until: number
  readonly findings: { readonly [K in keyof Findings]: Map<string, Findings[K]> }
}

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
  const findings = { results: new Map(), alike: new Map(), linked: new Map() }
  const now = { revision, columns, since, until, findings }
  known.set(almanac, now)
  return now
}

/** Returns what was found and is valid at `second` (since 1970 UTC); undefined if it is not known. */
export const keptFinding = <K extends keyof Findings>(
  kind: K,
  almanac: Almanac,
  second: number,
  key: string,
): Findings[K] | undefined => knownAt(almanac, second)?.findings[kind].get(key)

/** Keeps what was found in all texts or names. */
export function keepFinding<K extends keyof Findings>(
  kind: K,
  almanac: Almanac,
  span: Span,
  [key, one]: readonly [key: string, one: Findings[K]],
): void {
  const all = knownUntil(almanac, span).findings[kind]
  if (all.size >= most[kind]) all.clear()
  all.set(key, one)
}

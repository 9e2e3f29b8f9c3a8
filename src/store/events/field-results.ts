/** Results of searches in fields, for one revision until the next scheduled publication: a page of days searches for the same words once for each day. */
import type { Almanac } from './almanac/almanac.ts'
import type { AlmanacColumns } from './almanac/columns.ts'
import type { TextMatches } from './almanac/found.ts'
import type { SlotRank } from './page-order.ts'

/** The events with the words of a search, and how well they match if that is their order. */
export interface FieldSearchResult {
  readonly texts: TextMatches
  readonly rank?: SlotRank
}

interface Known {
  readonly revision: number
  readonly columns: AlmanacColumns
  /** Seconds since 1970 UTC: no scheduled item is published in this time. */
  readonly since: number
  readonly until: number
  readonly results: Map<string, FieldSearchResult>
}

const MAX_RESULTS = 8

const known = new WeakMap<Almanac, Known>()

/** Returns the result for a query that is valid at `second` (since 1970 UTC); undefined if it is not known. */
export function cachedFieldResult(
  almanac: Almanac,
  second: number,
  key: string,
): FieldSearchResult | undefined {
  const kept = known.get(almanac)
  const isValid =
    kept?.revision === almanac.revision &&
    kept.columns === almanac.columns &&
    kept.since <= second &&
    second < kept.until
  return isValid ? kept.results.get(key) : undefined
}

/** Keeps a result of all texts that is valid from `since` until `until`, in seconds since 1970 UTC. */
export function cacheFieldResult(
  almanac: Almanac,
  { since, until }: Pick<Known, 'since' | 'until'>,
  key: string,
  result: FieldSearchResult,
): void {
  const { revision, columns } = almanac
  const kept = known.get(almanac)
  const isSame = kept?.revision === revision && kept.columns === columns && kept.until === until
  const results = isSame ? kept.results : new Map<string, FieldSearchResult>()
  if (results.size >= MAX_RESULTS) results.clear()
  results.set(key, result)
  if (!isSame) known.set(almanac, { revision, columns, since, until, results })
}

/** Results of searches in fields, for one revision and second: a page of days asks for the same words once for each day. */
import type { Almanac } from './almanac/almanac.ts'
import type { Columns } from './almanac/columns.ts'
import type { Texts } from './almanac/found.ts'
import type { Rank } from './page-order.ts'

/** The events with the words of a search, and how well they match if that is their order. */
export interface FieldResult {
  readonly texts: Texts
  readonly rank?: Rank
}

interface Known {
  readonly revision: number
  readonly columns: Columns
  readonly second: number
  readonly results: Map<string, FieldResult>
}

const MAX_RESULTS = 8

const known = new WeakMap<Almanac, Known>()

/** Returns the results that are valid now, by query; `second` is in seconds since 1970 UTC. */
function resultsAt(almanac: Almanac, second: number): Map<string, FieldResult> {
  const { revision, columns } = almanac
  const before = known.get(almanac)
  if (before?.revision === revision && before.columns === columns && before.second === second)
    return before.results
  const results = new Map<string, FieldResult>()
  known.set(almanac, { revision, columns, second, results })
  return results
}

/** Returns the result for a query; undefined if it is not known. */
export const knownResult = (almanac: Almanac, second: number, key: string): FieldResult | undefined =>
  resultsAt(almanac, second).get(key)

/** Keeps a result of all texts. */
export function keepResult(almanac: Almanac, second: number, key: string, result: FieldResult): void {
  const results = resultsAt(almanac, second)
  if (results.size >= MAX_RESULTS) results.clear()
  results.set(key, result)
}

/** Finds which events have the words of text queries: among a few candidates at once, otherwise in all texts. */
import type { SnapshotAndAlmanac } from '../records/snapshot-and-almanac.ts'
import type { Almanac } from './almanac/almanac.ts'
import type { Selection } from './almanac/selection.ts'
import type { IdsMatchingByTextOrTitle, TextQuery } from './text-query.ts'
import { ScanNeededError } from './text-search.ts'
import { textMatchesAmongEvents } from './texts.ts'

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

/** Searches texts. Throws a `ScanNeededError` with the scans that are needed first. */
export type FindTexts = (queries: readonly TextQuery[]) => Promise<FoundTexts>

/** The scan of all texts for a query, over the events now in the almanac. */
function scanOf(almanac: Almanac, query: TextQuery): ScanNeededError {
  const { byId, secret, searches } = almanac
  return new ScanNeededError(query, {
    // Few searches need all events.
    allIds: () => eventIdsOfSlots(almanac, byId.slots.subarray(0, byId.length)),
    protectedIds: eventIdsOfSlots(almanac, secret.slots.subarray(0, secret.length)).sort(),
    take: searches.begin(query),
  })
}

/** Returns the function that finds texts. `here` returns the almanac at the snapshot's revision; `candidates` are all that may match. */
export function textFinder(
  { db, dialect }: SnapshotAndAlmanac,
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
    const [first, ...others] = missing
    if (first !== undefined) throw first.with(others)
    return { texts: found.filter((texts) => texts !== undefined), among }
  }
}

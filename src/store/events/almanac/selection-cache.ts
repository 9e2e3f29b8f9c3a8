/** Selections cached for one state of the almanac: the pages of a list and most viewers request the same events. */
import type { Almanac } from './almanac.ts'
import type { AlmanacColumns } from './columns.ts'
import type { Selection } from './selection.ts'

interface Remembered {
  readonly revision: number
  readonly columns: AlmanacColumns
  readonly settled: Almanac['settled']
  readonly selections: Map<string, Selection>
  slots: number
}

const MAX_SELECTIONS = 1000
/** In total, of the slots allocated for single selections. */
const MAX_SLOTS = 2_000_000

const remembered = new WeakMap<Almanac, Remembered>()

function at(almanac: Almanac): Remembered {
  const { revision, columns, settled } = almanac
  const known = remembered.get(almanac)
  if (known?.revision === revision && known.columns === columns && known.settled === settled) return known
  const next = { revision, columns, settled, selections: new Map(), slots: 0 }
  remembered.set(almanac, next)
  return next
}

/** Returns the cached selection of a query, or calls `find` and caches its result. The almanac must be settled. */
export function cachedSelection(almanac: Almanac, key: string, find: () => Selection): Selection {
  const known = at(almanac)
  const before = known.selections.get(key)
  if (before !== undefined) return before
  const found = find()
  known.slots += found.held
  if (known.selections.size >= MAX_SELECTIONS || known.slots > MAX_SLOTS) {
    known.selections.clear()
    known.slots = found.held
  }
  known.selections.set(key, found)
  return found
}

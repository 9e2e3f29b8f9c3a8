/** Writes of many rows in slices, between which other tasks run, such as reads on other connections. */
import { setImmediate as breath } from 'node:timers/promises'

/** Rows of one statement that writes: on SQLite, nothing else runs until it ends. */
const MOST_AT_ONCE = 50
/** The most characters of the texts of one statement: its work grows with them. */
const CHARACTERS_AT_ONCE = 500_000

/** How many rows with texts like these one statement writes. */
export function rowsLikeThisPerStatement(values: object): number {
  const lengths = Object.values(values).map((value) => (typeof value === 'string' ? value.length : 0))
  const characters = lengths.reduce((sum, one) => sum + one, 1)
  return Math.max(1, Math.min(MOST_AT_ONCE, Math.floor(CHARACTERS_AT_ONCE / characters)))
}

/** Yields parts of a list in order. Other tasks run between two of them. */
export async function* slicesWithPauses<T>(
  all: readonly T[],
  size = MOST_AT_ONCE,
): AsyncIterable<readonly T[]> {
  for (let at = 0; at < all.length; at += size) {
    if (at > 0) await breath()
    yield all.slice(at, at + size)
  }
}

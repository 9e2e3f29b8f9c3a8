/** Writes of many rows in slices, between which other tasks run, such as reads on other connections. */
import { setImmediate as breath } from 'node:timers/promises'

/** The most characters of the texts of one statement: its work grows with them. */
const CHARACTERS_AT_ONCE = 500_000

/** How many rows with texts like these one statement writes, `most` at most: on SQLite, nothing else runs until it ends. */
export function rowsLikeThisPerStatement(values: object, most: number): number {
  const lengths = Object.values(values).map((value) => (typeof value === 'string' ? value.length : 0))
  const characters = lengths.reduce((sum, one) => sum + one, 1)
  return Math.max(1, Math.min(most, Math.floor(CHARACTERS_AT_ONCE / characters)))
}

/** Yields parts of a list in order. Other tasks run between two of them. */
export async function* slicesWithPauses<T>(all: readonly T[], size: number): AsyncIterable<readonly T[]> {
  for (let at = 0; at < all.length; at += size) {
    if (at > 0) await breath()
    yield all.slice(at, at + size)
  }
}

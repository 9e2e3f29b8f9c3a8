/** What a table holds, in one line: the same whatever the order its rows come in, and whichever database they come from. */
import { createHash } from 'node:crypto'

export interface Tally {
  readonly rows: number
  /** The sum of the rows' digests, hexadecimal. */
  readonly sum: string
}

export interface Counting {
  add(row: string): void
  tally(): Tally
}

const RANGE = 1n << 64n

/** Counts rows, each as the JSON of its values. */
export function counting(): Counting {
  let [rows, sum] = [0, 0n]
  return {
    add(row) {
      rows += 1
      sum = (sum + createHash('sha256').update(row).digest().readBigUInt64BE()) % RANGE
    },
    tally: () => ({ rows, sum: sum.toString(16) }),
  }
}

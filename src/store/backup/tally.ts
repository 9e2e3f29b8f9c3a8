/** A checksum of a table: independent of the order of its rows and of the database. */
import { createHash } from 'node:crypto'

export interface TableTally {
  readonly rows: number
  /** The sum of the digests of the rows, hexadecimal. */
  readonly sum: string
}

export interface TableTallier {
  add(row: string): void
  tally(): TableTally
}

const RANGE = 1n << 64n

/** Returns a counter of rows. Each row is the JSON of its values. */
export function makeRowTallier(): TableTallier {
  let [rows, sum] = [0, 0n]
  return {
    add(row) {
      rows += 1
      sum = (sum + createHash('sha256').update(row).digest().readBigUInt64BE()) % RANGE
    },
    tally: () => ({ rows, sum: sum.toString(16) }),
  }
}

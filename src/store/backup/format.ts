/**
 * What a back-up looks like: lines of JSON. The head comes first; then each table, those that others refer to before them:
 * a line that names it, and one for each row, a list of values in the order of the columns; the tallies come last.
 */
import type { Tally } from './tally.ts'

export const FORMAT = 1

export interface Head {
  readonly fasti: 'backup'
  readonly format: number
  /** Seconds since 1970 UTC. */
  readonly created_utc: number
  readonly migrations: readonly string[]
  readonly revision: number
}

export interface TableLine {
  readonly table: string
  readonly columns: readonly string[]
  /** The highest id that was ever given away, where the database gives them. */
  readonly last_id: number | null
}

export type Value = string | number | null
export type Row = readonly Value[]

export interface Tail {
  readonly tallies: Readonly<Record<string, Tally>>
}

export type Line = Head | TableLine | Row | Tail

/** Rows that are not of the database, such as the files of images. */
export interface More {
  readonly table: string
  readonly columns: readonly string[]
  rows(): AsyncIterable<Row>
}

/** Where such rows go. */
export interface MoreKeeper {
  readonly table: string
  keep(row: Row): Promise<void>
  /** After the last. */
  end(): Promise<void>
}

/** Sessions end with the database they were begun in; which migrations there were is in the head. */
export const leftOut = ['sessions', 'migrations']

/** Merging items into others of their kind: types only. */
import type { MergedName } from '../../contract/operations/editing.ts'
import type { RecordOf } from './records.ts'

/** Items that become part of another one, in the write with this revision, at `now` (seconds since 1970 UTC). */
export interface Merge<N extends MergedName> {
  readonly name: N
  readonly records: readonly RecordOf<N>[]
  readonly into: number
  readonly revision: number
  readonly now: number
}

/** An item as it was, and the id of the one that it was merged into. */
export interface MergedRecord<N extends MergedName> {
  readonly record: RecordOf<N>
  readonly into: number
}

/** Merging items into others of their kind: types only. */
import type { MergeableName } from '../../contract/operations/editing.ts'
import type { AuditRow } from './audit.ts'
import type { RecordOf } from './records.ts'

/** The item that others become part of, and the revision of the write that merges them. */
export interface MergeTarget {
  readonly into: number
  readonly revision: number
}

/** The write that merged items, with the parts of it that the log has. */
export interface UndoneMerge {
  readonly revision: number
  readonly parts: readonly AuditRow[]
}

/** An item as it was, and the id of the one that it was merged into. */
export interface MergedRecord<N extends MergeableName> {
  readonly record: RecordOf<N>
  readonly into: number
}

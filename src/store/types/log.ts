/** What the log tells: the audit, who writes, merges. Types only. */
import type { AuditAct, PersonOfAct } from '../../contract/operations/audit.ts'
import type { MergeableName } from '../../contract/operations/editing.ts'
import type { ResourceName } from '../../contract/resources/index.ts'
import type { Moment } from '../../domain/time/moment.ts'
import type { EventTemplateTable, GroupMemberTable } from '../tables/accounts.ts'
import type { AuditTable, GroupRecord } from '../tables.ts'
import type { RecordOf } from './items.ts'

// The audit.

/** Field → its values before and after a write, as args of an update. */
export type BeforeAndAfterByField = Readonly<Record<string, readonly [before: unknown, after: unknown]>>

/**
 * Audit rows of one write, the parts of its acts, which other rows tell of, the states before acts on a series from a part on, oldest first, or
 * rows of one item from a row on or after a revision.
 */
export type AuditOfWriteOrItemQuery =
  | { readonly revision: number }
  | { readonly partsOf: number }
  | { readonly seriesBefore: number; readonly from: number }
  | { readonly resource: ResourceName; readonly item_id: number; readonly from: number }
  | { readonly resource: ResourceName; readonly item_id: number; readonly after: number }
  | { readonly resource: ResourceName; readonly item_id: number; readonly aboveVersion: number }

/** An act of an administrator on the service as a whole, as the audit says it. */
export type UpkeepAct = 'back_up_started' | 'everything_exported'

/** A person in the values of an act, with the name of today; the login where the user has none or is gone. */
export interface NamedPersonOfAct extends PersonOfAct {
  readonly display_name: string
}

/** The values of an act, whatever the act. */
export interface ShownActValues {
  readonly person?: NamedPersonOfAct
  readonly to?: NamedPersonOfAct
  readonly group?: string
  readonly slug?: string
  readonly name?: string
  readonly role?: string
  readonly fields?: readonly string[]
  readonly scopes?: readonly string[]
}

/** One write of one item. Times are seconds since 1970 UTC. */
export interface AuditRow
  extends Omit<AuditTable, 'fields' | 'changes' | 'act' | 'act_values' | 'version' | 'is_part'> {
  /** For an update: the names of the changed fields. */
  readonly fields: readonly string[]
  /** Of the changed fields, the values before and after, as args of an update. Secrets are left out. */
  readonly changes: BeforeAndAfterByField
  /** The act on an account, a group or the site, and its values; undefined for changes of items. */
  readonly act?: AuditAct
  readonly act_values?: ShownActValues
  /** The user's name now; the login where the user has none or is gone. */
  readonly display_name: string
}

/** The many rows of an act for which one row stands. */
export interface FoldedRows {
  readonly count: number
  /** The ids of the first and the last of them. */
  readonly oldest: number
  readonly newest: number
  /** The writes that made them, newest first. */
  readonly revisions: readonly number[]
  readonly resources: readonly string[]
  /** Whether all say the same of what they are about. */
  readonly is_alike: boolean
}

/** A row of the audit; of an act with many rows, the newest one with a title stands for all. */
export interface AuditRowOrAct extends AuditRow {
  readonly folded?: FoldedRows
}

/** A filter of audit rows. A row must match every given field. */
export interface AuditQuery extends Partial<Pick<AuditRow, 'resource' | 'item_id' | 'user_id' | 'verb'>> {
  /** Beside `resource` and `item_id`: the rows of this series, too. */
  readonly series?: number
  /** The earliest time, in seconds since 1970 UTC. */
  readonly since?: number
  /** The time before which they are, in seconds since 1970 UTC. */
  readonly until?: number
  /** A part of the title or of the login, in any case. */
  readonly search?: string
  /** The resources that the reader may read; all without it. */
  readonly resources?: readonly string[]
  /** The ids of the first and the last row. */
  readonly oldest?: number
  readonly newest?: number
  /** Whether pages are of acts, of which those with many rows are folded. */
  readonly folded?: boolean
  /** The first page is 1. */
  readonly page: number
  readonly per_page: number
}

export interface AuditPage {
  readonly rows: readonly AuditRowOrAct[]
  readonly total: number
}

// Who writes.

/** Who writes, and when. The audit records it with every write. */
export interface WriteStamp {
  readonly moment: Moment
  /** In local mode, id 0 and an empty login; for commands, id 0 and a login that no user can have. */
  readonly actor: Pick<AuditRow, 'login'> & Partial<Pick<AuditRow, 'via'>> & { readonly id: number }
  /** Whether this is a part of a long work, for which no one else waits: others who wait write first. */
  readonly givesWay?: true
}

// Merging items into others of their kind.

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

/** A group as it was before it was deleted, with its members and its templates. */
export interface RemovedGroup {
  readonly record: GroupRecord
  readonly members: readonly GroupMemberTable[]
  readonly templates: readonly EventTemplateTable[]
}

/** How a user is a member of a group. */
export type StoredMembership = Pick<GroupMemberTable, 'role' | 'by_rule'>

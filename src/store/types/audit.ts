/** The audit as other rooms see it: types only. */
import type { AuditTable } from '../tables/accounts.ts'

/** One write of one item. Times are seconds since 1970 UTC. */
export interface AuditRow extends Omit<AuditTable, 'fields'> {
  /** For an update: the names of the changed fields. */
  readonly fields: readonly string[]
  /** The user's name now; the login where the user has none or is gone. */
  readonly display_name: string
}

/** A filter of audit rows. A row must match every given field. */
export interface AuditQuery extends Partial<Pick<AuditRow, 'resource' | 'item_id' | 'user_id' | 'verb'>> {
  /** The earliest time, in seconds since 1970 UTC. */
  readonly since?: number
  /** The first page is 1. */
  readonly page: number
  readonly per_page: number
}

export interface AuditPage {
  readonly rows: readonly AuditRow[]
  readonly total: number
}

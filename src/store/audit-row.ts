/** The audit, as others may know of it. Types only. */
import type { AuditTable } from './people-tables.ts'

/** One write of one item. Times in seconds since 1970 UTC. */
export interface AuditRow extends Omit<AuditTable, 'fields'> {
  /** Of an update: the names of the fields that changed. */
  readonly fields: readonly string[]
}

/** Which rows are asked for: those that are all of this. */
export interface AuditQuery extends Partial<Pick<AuditRow, 'resource' | 'item_id' | 'user_id' | 'verb'>> {
  /** From then on, in seconds since 1970 UTC. */
  readonly since?: number
  /** From 1. */
  readonly page: number
  readonly per_page: number
}

export interface AuditPage {
  readonly rows: readonly AuditRow[]
  readonly total: number
}

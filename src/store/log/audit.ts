/**
 * The audit: every write adds a row in its own transaction with the actor, the verb, the item, the time and the revision.
 * Rows of changed items contain the values before and after, which only those see who may edit the item; no row contains
 * secrets.
 */
import { epochOfInstant } from '../../domain/time/moment.ts'
import { type Db, insertNumberedRows, insertRows } from '../database/rows.ts'
import type { BeforeAndAfterByField, WriteStamp } from '../store.ts'
import type { AuditTable } from '../tables/audit.ts'

/** The act on an item, and the item's title and slug. */
export type ActOnItem = Pick<AuditTable, 'verb' | 'resource' | 'item_id' | 'title' | 'slug'>

/** An act that gets an audit row at the end of its transaction. */
export interface NotedAct extends ActOnItem, Partial<Pick<AuditTable, 'act' | 'act_values'>> {
  /** The names of the changed fields. */
  readonly changed?: readonly string[]
  readonly changes?: BeforeAndAfterByField
  /** The number of events that an act on a series, or a merge, touched. */
  readonly touched?: number
}

const byOf = ({ actor, moment }: WriteStamp) => ({
  at_utc: epochOfInstant(moment.now),
  user_id: actor.id,
  login: actor.login,
  via: actor.via ?? '',
})

/** Adds an audit row in the transaction `db`. */
export async function addAuditRow(
  db: Db,
  writer: WriteStamp,
  noted: Omit<NotedAct, 'changed' | 'changes'>,
): Promise<void> {
  await insertRows(db, 'audit', [{ ...byOf(writer), ...noted }])
}

/** Adds the audit rows of one transaction. Returns the number of each if these are needed. */
export async function saveAuditNotes(
  db: Db,
  writer: WriteStamp,
  revision: number,
  notes: readonly NotedAct[],
  needsNumbers: boolean,
): Promise<ReadonlyMap<NotedAct, number>> {
  const by = byOf(writer)
  const rows = notes.map(
    ({ changed = [], changes = {}, touched = 1, act = '', act_values = '{}', ...noted }) => ({
      ...by,
      ...noted,
      touched,
      act,
      act_values,
      revision,
      fields: JSON.stringify(changed),
      changes: JSON.stringify(changes),
    }),
  )
  if (!needsNumbers) {
    await insertRows(db, 'audit', rows)
    return new Map()
  }
  const numbers = await insertNumberedRows(db, 'audit', rows)
  return new Map(notes.map((note, at) => [note, numbers[at] ?? 0]))
}

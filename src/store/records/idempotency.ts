/** Idempotency records: responses stored under their keys for 24 hours (contract §8). */
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import { type Db, insertRows, queryFirstRow } from '../database/rows.ts'
import { sql } from '../database/sql.ts'
import type { IdempotencyRecord } from '../store.ts'

const KEPT_SECONDS = 86_400

/** Returns the record of a key; undefined if there is none or it is older than a day. */
export function findIdempotencyRecord(
  db: Db,
  key: string,
  { now }: Moment,
): Promise<IdempotencyRecord | undefined> {
  return queryFirstRow(
    db,
    sql<IdempotencyRecord>`select request, answer from kept_answers
      where key = ${key} and kept_utc > ${epochOfInstant(now) - KEPT_SECONDS}`,
  )
}

/** Stores a record, and deletes those older than a day. */
export async function saveIdempotencyRecord(
  db: Db,
  key: string,
  { request, answer }: IdempotencyRecord,
  { now }: Moment,
): Promise<void> {
  const kept_utc = epochOfInstant(now)
  await sql`delete from kept_answers where kept_utc <= ${kept_utc - KEPT_SECONDS}`.execute(db)
  await insertRows(db, 'kept_answers', [{ key, request, answer, kept_utc }])
}

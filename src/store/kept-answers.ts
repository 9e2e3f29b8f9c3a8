/** Answers kept under idempotency keys for 24 hours (contract §8). */
import { epochOf, type Moment } from '../domain/moment.ts'
import type { Db } from './rows.ts'
import type { KeptAnswer } from './store.ts'

const KEPT_SECONDS = 86_400

/** The answer kept under a key, unless it is older than a day. */
export function keptAnswer(db: Db, key: string, { now }: Moment): Promise<KeptAnswer | undefined> {
  return db
    .selectFrom('kept_answers')
    .select(['request', 'answer'])
    .where('key', '=', key)
    .where('kept_utc', '>', epochOf(now) - KEPT_SECONDS)
    .executeTakeFirst()
}

/** Keeps an answer; what is older than a day goes. */
export async function keepAnswer(
  db: Db,
  key: string,
  { request, answer }: KeptAnswer,
  { now }: Moment,
): Promise<void> {
  const kept_utc = epochOf(now)
  await db
    .deleteFrom('kept_answers')
    .where('kept_utc', '<=', kept_utc - KEPT_SECONDS)
    .execute()
  await db.insertInto('kept_answers').values({ key, request, answer, kept_utc }).execute()
}

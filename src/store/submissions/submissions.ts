/** Submissions of one database, outside of a transaction: the queue, the shared key, and erasure (contract §14). */
import { randomSecret, secretHash } from '../accounts/secrets.ts'
import { type OpenDatabase, runTransaction } from '../database/dialects.ts'
import { countRowsFrom, type Db, insertRow, queryFirstRow, queryRows } from '../database/rows.ts'
import { joinedSql, type Sql, sql } from '../database/sql.ts'
import type { SubmissionStore } from '../store.ts'
import { readSubmissionsWhere, submissionReadOperations } from './rows.ts'

const KEY = 'proofs'

/** Returns the key; creates it where there is none. Only the creation waits for writers. */
async function keyOf({ reader, writer }: OpenDatabase): Promise<string> {
  const stored = sql<{ readonly value: string }>`select value from service_keys where name = ${KEY}`
  const found = await queryFirstRow(reader, stored)
  if (found !== undefined) return found.value
  await sql`insert into service_keys (name, value) values (${KEY}, ${randomSecret()})
    on conflict (name) do nothing`.execute(writer)
  return (await queryFirstRow(writer, stored))?.value ?? ''
}

/** Erases what identifies submitters. Returns how many submissions had any. */
function erase(connection: OpenDatabase, until: number): Promise<number> {
  return runTransaction(connection, async (db) => {
    const gone = await queryRows(
      db,
      sql<{ readonly id: number }>`update submissions set name = '', email = '', sent = '{}', is_erased = 1
        where is_erased = 0 and decided_utc <= ${until} returning id`,
    )
    for (const { id } of gone) {
      await sql`delete from submission_secrets where submission_id = ${id}`.execute(db)
      await sql`delete from submission_images where submission_id = ${id}`.execute(db)
      // Messages to private webhooks name the submitter.
      await sql`delete from webhook_deliveries where resource = 'submission' and item_id = ${id}`.execute(db)
    }
    return gone.length
  })
}

/** The events that are in some groups now; all without groups. */
const isInGroups = (groups: readonly number[] | undefined): Sql =>
  groups === undefined ? sql`1 = 1` : sql`events.group_id in (${joinedSql(groups)})`

/** The submissions whose events are in some groups now; all without groups. */
const isOfGroups = (groups: readonly number[] | undefined): Sql =>
  groups === undefined
    ? sql`1 = 1`
    : sql`exists (select 1 from events where events.id = submissions.event_id and ${isInGroups(groups)})`

/** A page of the drafts of users that a reviewer asked about. A draft that is sent again waits like any other. */
async function askedEvents(
  db: Db,
  { groups, page, per_page }: Parameters<SubmissionStore['asked']>[0],
): Promise<{ readonly ids: readonly number[]; readonly total: number }> {
  const asked = sql`event_reviews join events on events.id = event_reviews.event_id
    where event_reviews.decision = 'ask' and events.status = 'draft' and ${isInGroups(groups)}`
  const total = await countRowsFrom(db, asked)
  const found = await queryRows(
    db,
    sql<{ readonly event_id: number }>`select event_id from ${asked}
      order by decided_utc, event_id limit ${per_page} offset ${(page - 1) * per_page}`,
  )
  return { ids: found.map(({ event_id }) => event_id), total }
}

/** The submissions of one database. */
export function submissionStore(connection: OpenDatabase): SubmissionStore {
  const { reader, writer } = connection
  let key: Promise<string> | undefined
  return {
    ...submissionReadOperations(reader, secretHash),
    async waiting({ groups, page, per_page }) {
      const isWaiting = sql`state in ('pending', 'asked') and ${isOfGroups(groups)}`
      const total = await countRowsFrom(reader, sql`submissions where ${isWaiting}`)
      const items = await readSubmissionsWhere(
        reader,
        sql`${isWaiting} order by is_proven desc, id limit ${per_page} offset ${(page - 1) * per_page}`,
      )
      return { items, total }
    },
    asked: (page) => askedEvents(reader, page),
    async newSecret(submission_id) {
      const secret = randomSecret()
      await insertRow(writer, 'submission_secrets', { submission_id, hash: secretHash(secret) })
      return secret
    },
    async key() {
      key ??= keyOf(connection)
      return key.catch((error: unknown) => {
        key = undefined
        throw error
      })
    },
    async erase(until) {
      const due = sql`select 1 from submissions where is_erased = 0 and decided_utc <= ${until} limit 1`
      return (await queryFirstRow(reader, due)) === undefined ? 0 : erase(connection, until)
    },
  }
}

/** Submissions as rows, and reading them. */
import { type Db, queryFirstRow, queryRows } from '../database/rows.ts'
import { type Sql, sql } from '../database/sql.ts'
import type { EventReview, Submission, SubmissionReading } from '../store.ts'
import type { SubmissionTable } from '../tables/submissions.ts'

/** The database's own hash of a secret. */
type Hash = (text: string) => string

type Row = SubmissionTable & Pick<Submission, 'image_id'>

/** Returns a row as a submission. */
function shown({ weight: _, ...row }: Row): Submission {
  return {
    ...row,
    size: Number(row.size),
    is_proven: row.is_proven === 1,
    is_erased: row.is_erased === 1,
    has_image: row.image_id !== null,
    dropped: JSON.parse(row.dropped),
    sent: JSON.parse(row.sent),
    made: JSON.parse(row.made),
  }
}

/**
 * The bytes of what the public sent, about: the texts of events that nobody approved and that still exist, also in the trash, and
 * the images that wait.
 */
export async function countUnapprovedSubmissionBytes(db: Db): Promise<number> {
  const found = await queryFirstRow(
    db,
    sql<{ readonly taken: number }>`
      select (select coalesce(sum(size), 0) from submissions where state <> 'approved'
        and exists (select 1 from events where events.id = submissions.event_id))
        + (select coalesce(sum(size), 0) from submission_images) as taken`,
  )
  return Number(found?.taken ?? 0)
}

/** Returns the submissions that a condition, with an order, selects. */
export async function readSubmissionsWhere(db: Db, where: Sql): Promise<readonly Submission[]> {
  const found = await queryRows(
    db,
    sql<Row>`select submissions.*,
      (select max(id) from submission_images where submission_id = submissions.id) as image_id
      from submissions where ${where}`,
  )
  return found.map(shown)
}

/** Reads submissions of one database. */
export function submissionReadOperations(db: Db, hashOf: Hash): SubmissionReading {
  const one = async (where: Sql) => (await readSubmissionsWhere(db, where))[0]
  return {
    byId: (id) => one(sql`id = ${id}`),
    space: () => countUnapprovedSubmissionBytes(db),
    ofEvent: (event) => one(sql`event_id = ${event}`),
    bySecret: (secret) =>
      one(sql`id = (select submission_id from submission_secrets where hash = ${hashOf(secret)})`),
    async image(id) {
      const found = await queryFirstRow(
        db,
        sql<{ readonly type: string; readonly content: string }>`
          select type, content from submission_images where submission_id = ${id}`,
      )
      return found && { type: found.type, bytes: Buffer.from(found.content, 'base64') }
    },
    review: (event) =>
      queryFirstRow(
        db,
        sql<EventReview>`
          select event_reviews.*, coalesce(nullif(users.display_name, ''), users.login, '') as reviewer
          from event_reviews left join users on users.id = event_reviews.user_id
          where event_id = ${event}`,
      ),
  }
}

/** Submissions as rows, and reading them. */
import { type Db, first, rows } from '../database/rows.ts'
import { type Sql, sql } from '../database/sql.ts'
import type { EventReview, Submission, SubmissionReading } from '../store.ts'
import type { SubmissionTable } from '../tables/submissions.ts'

/** The database's own hash of a secret. */
export type Hash = (text: string) => string

type Row = SubmissionTable & { readonly has_image: number }

/** Returns a row as a submission. */
function shown({ weight: _, ...row }: Row): Submission {
  return {
    ...row,
    is_proven: row.is_proven === 1,
    is_erased: row.is_erased === 1,
    has_image: row.has_image === 1,
    dropped: JSON.parse(row.dropped),
    sent: JSON.parse(row.sent),
    made: JSON.parse(row.made),
  }
}

/** Returns the submissions that a condition, with an order, selects. */
export async function submissionsWhere(db: Db, where: Sql): Promise<readonly Submission[]> {
  const found = await rows(
    db,
    sql<Row>`select submissions.*, case when exists
      (select 1 from submission_images where submission_id = submissions.id) then 1 else 0 end as has_image
      from submissions where ${where}`,
  )
  return found.map(shown)
}

/** Reads submissions of one database. */
export function submissionReading(db: Db, hashOf: Hash): SubmissionReading {
  const one = async (where: Sql) => (await submissionsWhere(db, where))[0]
  return {
    byId: (id) => one(sql`id = ${id}`),
    ofEvent: (event) => one(sql`event_id = ${event}`),
    bySecret: (secret) =>
      one(sql`id = (select submission_id from submission_secrets where hash = ${hashOf(secret)})`),
    async image(id) {
      const found = await first(
        db,
        sql<{ readonly type: string; readonly content: string }>`
          select type, content from submission_images where submission_id = ${id}`,
      )
      return found && { type: found.type, bytes: Buffer.from(found.content, 'base64') }
    },
    review: (event) =>
      first(
        db,
        sql<EventReview>`
          select event_reviews.*, coalesce(nullif(users.display_name, ''), users.login, '') as reviewer
          from event_reviews left join users on users.id = event_reviews.user_id
          where event_id = ${event}`,
      ),
  }
}

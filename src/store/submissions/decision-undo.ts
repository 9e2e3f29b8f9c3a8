/** The state before the last decision about an event, kept so that the decision can be undone with its write. */
import { type Db, insertRows, queryFirstRow, queryRows, updateRow } from '../database/rows.ts'
import { sql } from '../database/sql.ts'
import type { Submission, SubmissionDecision, UndoableDecision } from '../store.ts'
import type { EventReviewTable } from '../tables/submissions.ts'

/** The state before a decision: of a submission with the one that it got, or the earlier review of a user’s event. */
type StateBefore =
  | {
      readonly submission: Pick<Submission, 'id' | 'state' | 'message' | 'decided_utc'>
      readonly settlement: SubmissionDecision
    }
  | { readonly review: EventReviewTable | null }

/** A decision on a submission. */
interface DecidedSubmission {
  readonly submission: Submission
  readonly settlement: SubmissionDecision
}

const reviewOf = (db: Db, event: number) =>
  queryFirstRow(db, sql<EventReviewTable>`select * from event_reviews where event_id = ${event}`)

/** Keeps the state of an event’s submission, or else of its review, before the decision of a write. */
export async function keepStateBefore(
  db: Db,
  { revision, event }: { readonly revision: number; readonly event: number },
  decided?: DecidedSubmission,
): Promise<void> {
  const before: StateBefore =
    decided === undefined ? { review: (await reviewOf(db, event)) ?? null } : shortened(decided)
  await sql`insert into decision_undo (event_id, revision, state)
    values (${event}, ${revision}, ${JSON.stringify(before)})
    on conflict (event_id) do update set revision = excluded.revision, state = excluded.state`.execute(db)
}

/** The part of a submission that is kept: nothing that names who sent it. */
function shortened({ submission, settlement }: DecidedSubmission): StateBefore {
  const { id, state, message, decided_utc } = submission
  return { submission: { id, state, message, decided_utc }, settlement }
}

interface KeptRow {
  readonly event_id: number
  readonly state: string
}

const stateIn = ({ state }: KeptRow) => JSON.parse(state) as StateBefore

async function isOvertaken(db: Db, before: StateBefore): Promise<boolean> {
  if ('review' in before) return false
  const { submission, settlement } = before
  const current = await queryFirstRow(
    db,
    sql<SubmissionDecision>`select state, message from submissions where id = ${submission.id}`,
  )
  return current?.state !== settlement.state || current.message !== settlement.message
}

/** Returns the decisions of a write, but for events that were decided again since. */
export async function decisionsOfWrite(db: Db, revision: number): Promise<readonly UndoableDecision[]> {
  const kept = sql<KeptRow>`select event_id, state from decision_undo where revision = ${revision}`
  const found: UndoableDecision[] = []
  for (const row of await queryRows(db, kept)) {
    const before = stateIn(row)
    const isOfPublic = 'submission' in before
    found.push({ event_id: row.event_id, isOfPublic, isOvertaken: await isOvertaken(db, before) })
  }
  return found
}

/** Takes a message back. One that is being sent stays: what was said cannot be unsaid. */
const takeMailBack = (db: Db, kind: 'decision' | 'review', subject: number, data: object) =>
  sql`delete from mail where kind = ${kind} and subject_id = ${subject} and data = ${JSON.stringify(data)}
    and leased_utc = 0`.execute(db)

/** Puts back what the last decision about an event replaced. */
export async function undoDecision(db: Db, event: number): Promise<void> {
  const row = await queryFirstRow(
    db,
    sql<KeptRow>`delete from decision_undo where event_id = ${event} returning event_id, state`,
  )
  if (row === undefined) return
  const before = stateIn(row)
  if ('submission' in before) {
    const { id, ...values } = before.submission
    await updateRow(db, 'submissions', id, values)
    await takeMailBack(db, 'decision', id, { state: before.settlement.state })
    return
  }
  const review = await reviewOf(db, event)
  if (review === undefined) return
  const { decision, message } = review
  await takeMailBack(db, 'review', event, { decision, message })
  await sql`delete from event_reviews where event_id = ${event}`.execute(db)
  if (before.review !== null) await insertRows(db, 'event_reviews', [{ ...before.review }])
}

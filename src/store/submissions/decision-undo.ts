/** The state before the last decision about an event, kept so that the decision can be undone with its write. */
import { type Db, insertRows, queryFirstRow, queryRows, updateRow } from '../database/rows.ts'
import { sql } from '../database/sql.ts'
import type { DecidedEventDraft, Submission, SubmissionStateAndMessage, UndoableDecision } from '../store.ts'
import type { EventDraftTable, EventReviewTable } from '../tables/submissions.ts'

/** The state before a decision: of a submission with the one that it got, or the earlier review of a user’s event and the draft of proposed changes. */
type StateBefore =
  | {
      readonly submission: Pick<Submission, 'id' | 'state' | 'message' | 'decided_utc'>
      readonly settlement: SubmissionStateAndMessage
    }
  | { readonly review: EventReviewTable | null; readonly changes: DecidedEventDraft | null }

/** A decision on a submission. */
interface DecidedSubmission {
  readonly submission: Submission
  readonly settlement: SubmissionStateAndMessage
}

const reviewOf = (db: Db, event: number) =>
  queryFirstRow(db, sql<EventReviewTable>`select * from event_reviews where event_id = ${event}`)

/** The part of a submission that is kept: nothing that names who sent it. */
function shortened({ submission, settlement }: DecidedSubmission): StateBefore {
  const { id, state, message, decided_utc } = submission
  return { submission: { id, state, message, decided_utc }, settlement }
}

async function stateBefore(
  db: Db,
  event: number,
  decided: DecidedSubmission | DecidedEventDraft | undefined,
): Promise<StateBefore> {
  if (decided !== undefined && 'submission' in decided) return shortened(decided)
  return { review: (await reviewOf(db, event)) ?? null, changes: decided ?? null }
}

/** Keeps the state of an event’s submission, or else of its review and of proposed changes, before the decision of a write. */
export async function keepStateBeforeDecision(
  db: Db,
  { revision, event }: { readonly revision: number; readonly event: number },
  decided?: DecidedSubmission | DecidedEventDraft,
): Promise<void> {
  const state = JSON.stringify(await stateBefore(db, event, decided))
  await sql`insert into decision_undo (event_id, revision, state) values (${event}, ${revision}, ${state})
    on conflict (event_id) do update set revision = excluded.revision, state = excluded.state`.execute(db)
}

interface KeptRow {
  readonly event_id: number
  readonly state: string
}

const stateIn = ({ state }: KeptRow) => JSON.parse(state) as StateBefore

const draftVersion = async (db: Db, event: number) =>
  (
    await queryFirstRow(
      db,
      sql<{ readonly version: number }>`select version from event_drafts where event_id = ${event}`,
    )
  )?.version ?? 0

async function isOvertaken(db: Db, before: StateBefore): Promise<boolean> {
  if ('review' in before) {
    const { changes } = before
    return changes !== null && changes.left !== (await draftVersion(db, changes.draft.event_id))
  }
  const { submission, settlement } = before
  const current = await queryFirstRow(
    db,
    sql<SubmissionStateAndMessage>`select state, message from submissions where id = ${submission.id}`,
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

/** The values of the e-mail that tells of a review. */
export const reviewMailData = (
  decision: EventReviewTable['decision'],
  message: string,
  changes: DecidedEventDraft | null,
): Readonly<Record<string, string>> => ({
  decision,
  message,
  ...(changes !== null && { of: changes.isTaken === true ? 'taken' : 'changes' }),
})

/** Takes a message back. One that is being sent stays: what was said cannot be unsaid. */
const takeMailBack = (db: Db, kind: 'decision' | 'review', subject: number, data: object) =>
  sql`delete from mail where kind = ${kind} and subject_id = ${subject} and data = ${JSON.stringify(data)}
    and leased_utc = 0`.execute(db)

/** Puts a draft back as one of the version that the event has now: the write that applied it is undone. */
async function putDraftBack(db: Db, draft: EventDraftTable): Promise<void> {
  const { event_id } = draft
  await sql`delete from event_drafts where event_id = ${event_id}`.execute(db)
  await insertRows(db, 'event_drafts', [{ ...draft }])
  await sql`update event_drafts set event_version = (select version from events where id = ${event_id}),
      series_version = coalesce((select series.version from series join events on events.series = series.id
        where events.id = ${event_id}), 0)
    where event_id = ${event_id}`.execute(db)
}

/** Puts back what the last decision about an event replaced. */
export async function undoLastDecisionAboutEvent(db: Db, event: number): Promise<void> {
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
  const { changes } = before
  const review = await reviewOf(db, event)
  if (review === undefined) return
  const { decision, message } = review
  await takeMailBack(db, 'review', event, reviewMailData(decision, message, changes))
  await sql`delete from event_reviews where event_id = ${event}`.execute(db)
  if (before.review !== null) await insertRows(db, 'event_reviews', [{ ...before.review }])
  if (changes !== null) await putDraftBack(db, changes.draft)
}

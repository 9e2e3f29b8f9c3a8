/** Writes submissions within one transaction: limits, proofs, secrets, images and decisions (contract §14). */
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import { enqueueMail } from '../accounts/mail.ts'
import { randomSecret, secretHash } from '../accounts/secrets.ts'
import {
  countRowsFrom,
  type Db,
  insertRow,
  insertRows,
  queryFirstRow,
  queryRows,
  updateRow,
} from '../database/rows.ts'
import { sql } from '../database/sql.ts'
import type {
  DecidedEventDraft,
  Submission,
  SubmissionLimitRefusal,
  SubmissionLimits,
  SubmissionStateAndMessage,
  SubmissionWriting,
  UndoableDecision,
} from '../store.ts'
import type { EventDraftTable, EventReviewTable } from '../tables/submissions.ts'
import { countUnapprovedSubmissionBytes, submissionReadOperations } from './rows.ts'

// The state before the last decision about an event, kept so that the decision can be undone with its write.

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
async function keepStateBeforeDecision(
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
async function decisionsOfWrite(db: Db, revision: number): Promise<readonly UndoableDecision[]> {
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
const reviewMailData = (
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
async function undoLastDecisionAboutEvent(db: Db, event: number): Promise<void> {
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

const HOUR = 3600

interface Sum {
  readonly sum: number
  readonly least: number | null
}

/** A submission that asks to be admitted: the hash of its sender's address, and its weight. */
interface Asking {
  readonly sender: string
  readonly weight: number
}

async function refusalOf(
  db: Db,
  { sender, weight }: Asking,
  limits: SubmissionLimits,
  now: number,
): Promise<SubmissionLimitRefusal | undefined> {
  const own = sql<Sum>`select coalesce(sum(weight), 0) as sum, min(at_utc) as least
    from submission_senders where sender = ${sender} and at_utc > ${now - HOUR}`
  const { sum, least } = (await queryFirstRow(db, own)) ?? { sum: 0, least: null }
  if (Number(sum) + weight > limits.ofSender) return { why: 'sender', seconds: (least ?? now) + HOUR - now }
  const waiting = await queryFirstRow(
    db,
    sql<{ readonly sum: number }>`
      select coalesce(sum(weight), 0) as sum from submissions where state in ('pending', 'asked')`,
  )
  if (Number(waiting?.sum) + weight > limits.waiting) return { why: 'all' }
  return (await countUnapprovedSubmissionBytes(db)) > limits.space ? { why: 'space' } : undefined
}

/** Deletes what counts only for a while: senders, and images of submissions that were rejected. */
async function forgetOld(db: Db, until: number): Promise<void> {
  await sql`delete from submission_senders where at_utc <= ${until}`.execute(db)
  await sql`delete from submission_images where submission_id in
    (select id from submissions where decided_utc <= ${until})`.execute(db)
}

async function addSecret(db: Db, submission_id: number): Promise<string> {
  const secret = randomSecret()
  await insertRow(db, 'submission_secrets', { submission_id, hash: secretHash(secret) })
  return secret
}

async function setImage(db: Db, id: number, image: Parameters<SubmissionWriting['setImage']>[1]) {
  await sql`delete from submission_images where submission_id = ${id}`.execute(db)
  if (image === undefined) return
  const content = Buffer.from(image.bytes).toString('base64')
  const values = { submission_id: id, type: image.type, size: image.bytes.length, content }
  await insertRow(db, 'submission_images', values)
}

async function settle(
  db: Db,
  { id, email, language }: Submission,
  { state, message }: SubmissionStateAndMessage,
  moment: Moment,
): Promise<void> {
  const decided_utc = state === 'asked' ? null : epochOfInstant(moment.now)
  await updateRow(db, 'submissions', id, { state, message, decided_utc })
  // An approved image is a media item now. A rejection may be undone for a while.
  if (state === 'approved' || state === 'withdrawn') await setImage(db, id, undefined)
  if (email === '' || state === 'withdrawn') return
  const data = { state }
  await enqueueMail(db, { kind: 'decision', recipient: '', subject_id: id, language, data }, moment)
}

/** The most messages an hour to one e-mail address: whoever submits may name that of another person. */
const MAX_RECEIPTS = 3

/** Queues the message that a submission has arrived. */
async function enqueueReceipt(
  db: Db,
  subject_id: number,
  { email, language }: Pick<Submission, 'email' | 'language'>,
  moment: Moment,
): Promise<void> {
  const recent = sql`submissions
    where lower(email) = ${email.toLowerCase()} and created_utc > ${epochOfInstant(moment.now) - HOUR}`
  if (email === '' || (await countRowsFrom(db, recent)) > MAX_RECEIPTS) return
  await enqueueMail(db, { kind: 'received', recipient: '', subject_id, language, data: {} }, moment)
}

async function saveReview(
  db: Db,
  { event_id, decision, message, user_id }: Parameters<SubmissionWriting['saveReview']>[0],
  moment: Moment,
  changes: DecidedEventDraft | null,
): Promise<void> {
  await sql`delete from event_reviews where event_id = ${event_id}`.execute(db)
  const decided_utc = epochOfInstant(moment.now)
  await insertRows(db, 'event_reviews', [{ event_id, decision, message, user_id, decided_utc }])
  const data = reviewMailData(decision, message, changes)
  await enqueueMail(db, { kind: 'review', recipient: '', subject_id: event_id, language: '', data }, moment)
}

/** Marks a proof of work as used. Returns whether it was unused. */
async function useProof(db: Db, proof: string, expires: number, now: number): Promise<boolean> {
  await sql`delete from used_proofs where expires_utc <= ${now}`.execute(db)
  const { changes } = await sql`insert into used_proofs (hash, expires_utc)
    values (${secretHash(proof)}, ${expires}) on conflict (hash) do nothing`.execute(db)
  return changes > 0
}

type DecisionOperations = Pick<
  SubmissionWriting,
  'settle' | 'saveReview' | 'decisionsOfWrite' | 'undoDecision'
>

/** Decisions, each kept with the state before it. */
function decisionOperations(db: Db, current: { readonly revision: number }): DecisionOperations {
  return {
    async settle(submission, settlement, moment) {
      const at = { revision: current.revision, event: submission.event_id }
      if (settlement.state !== 'withdrawn') await keepStateBeforeDecision(db, at, { submission, settlement })
      await settle(db, submission, settlement, moment)
    },
    async saveReview(review, moment, changes) {
      await keepStateBeforeDecision(db, { revision: current.revision, event: review.event_id }, changes)
      await saveReview(db, review, moment, changes ?? null)
    },
    decisionsOfWrite: (revision) => decisionsOfWrite(db, revision),
    undoDecision: (event) => undoLastDecisionAboutEvent(db, event),
  }
}

/** The writes of one connection; `current` is the transaction that runs. */
export function submissionWriteOperations(db: Db, current: { readonly revision: number }): SubmissionWriting {
  return {
    ...submissionReadOperations(db, secretHash),
    async admit(sender, weight, limits, { now }) {
      const [at, asking] = [epochOfInstant(now), { sender: secretHash(sender), weight }]
      await forgetOld(db, at - HOUR)
      const refused = await refusalOf(db, asking, limits, at)
      if (refused === undefined) await insertRows(db, 'submission_senders', [{ ...asking, at_utc: at }])
      return refused
    },
    useProof: (proof, expires, { now }) => useProof(db, proof, expires, epochOfInstant(now)),
    async add({ image, is_proven, dropped, sent, made, ...values }, moment) {
      const id = await insertRow(db, 'submissions', {
        ...values,
        revision: current.revision,
        state: 'pending',
        created_utc: epochOfInstant(moment.now),
        is_proven: is_proven ? 1 : 0,
        dropped: JSON.stringify(dropped),
        sent: JSON.stringify(sent),
        made: JSON.stringify(made),
      })
      await setImage(db, id, image)
      // Whoever makes the service send messages has to work for each.
      if (is_proven) await enqueueReceipt(db, id, values, moment)
      return { id, secret: await addSecret(db, id) }
    },
    async change(id, { sent, dropped, made, ...plain }) {
      await updateRow(db, 'submissions', id, {
        ...plain,
        ...(sent !== undefined && { sent: JSON.stringify(sent) }),
        ...(dropped !== undefined && { dropped: JSON.stringify(dropped) }),
        ...(made !== undefined && { made: JSON.stringify(made) }),
      })
    },
    setImage: (id, image) => setImage(db, id, image),
    ...decisionOperations(db, current),
  }
}

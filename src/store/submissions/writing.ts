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
import type { Log } from '../log/log.ts'
import type {
  DecidedEventDraft,
  NewUncomposedMail,
  Submission,
  SubmissionLimitRefusal,
  SubmissionLimits,
  SubmissionStateAndMessage,
  SubmissionWriting,
  UndoableDecision,
} from '../store.ts'
import type { EventDraftTable, EventReviewTable } from '../tables/submissions.ts'
import { countUnapprovedSubmissionBytes, submissionReadOperations } from './rows.ts'

// A decision is a part of its write in the log, with what it replaced: undoing the write puts that back.

type SubmissionDecision = Pick<Submission, 'id' | 'state' | 'message' | 'decided_utc'>

/** What a decision about an event replaced, and what with. A draft has JSON in it, so that who is erased is found there, too. */
interface DecisionChanges {
  readonly submission?: readonly [before: SubmissionDecision, after: SubmissionDecision]
  readonly review?: readonly [before: EventReviewTable | null, after: EventReviewTable | null]
  /** With the version of the draft that is left; 0 for none. */
  readonly draft?: readonly [before: object | null, left: number]
  /** The e-mail that is queued, or taken back. */
  readonly mail?: readonly [before: NewUncomposedMail | null, after: NewUncomposedMail | null]
}

const inLog = ({ changes, views, ...draft }: EventDraftTable): object => ({
  ...draft,
  changes: JSON.parse(changes),
  views: JSON.parse(views),
})

const reviewOf = async (db: Db, event: number) =>
  (await queryFirstRow(db, sql<EventReviewTable>`select * from event_reviews where event_id = ${event}`)) ??
  null

const draftOf = (db: Db, event: number) =>
  queryFirstRow(db, sql<EventDraftTable>`select * from event_drafts where event_id = ${event}`)

const submissionWithId = (db: Db, id: number) =>
  queryFirstRow(
    db,
    sql<SubmissionDecision>`select id, state, message, decided_utc from submissions where id = ${id}`,
  )

/** Returns the decisions of a write, but for events that were decided again since. */
async function decisionsOfWrite(db: Db, revision: number): Promise<readonly UndoableDecision[]> {
  const kept = sql<{
    readonly event_id: number
    readonly changes: string
  }>`select item_id as event_id, changes
    from audit as decision where revision = ${revision} and resource = 'decision' and changes <> '{}'
      and id = (select max(id) from audit where resource = 'decision' and item_id = decision.item_id)`
  const found: UndoableDecision[] = []
  for (const { event_id, changes } of await queryRows(db, kept)) {
    const { submission, draft }: DecisionChanges = JSON.parse(changes)
    const current = submission && (await submissionWithId(db, submission[1].id))
    const isAnswered =
      current?.state !== submission?.[1].state || current?.message !== submission?.[1].message
    const isDraftChanged = draft !== undefined && draft[1] !== ((await draftOf(db, event_id))?.version ?? 0)
    const isOfPublic = submission !== undefined
    found.push({ event_id, isOfPublic, isOvertaken: isAnswered || isDraftChanged, changes })
  }
  return found
}

async function putReview(db: Db, event: number, review: EventReviewTable | null): Promise<void> {
  await sql`delete from event_reviews where event_id = ${event}`.execute(db)
  if (review !== null) await insertRows(db, 'event_reviews', [{ ...review }])
}

/** Puts a draft back as one of the version that the event has now: the write that applied it is undone. Nobody who is gone is its author. */
async function putDraftBack(db: Db, event_id: number, draft: object | null): Promise<void> {
  await sql`delete from event_drafts where event_id = ${event_id}`.execute(db)
  if (draft === null) return
  const { changes, views, ...row }: EventDraftTable = Object(draft)
  const texts = { changes: JSON.stringify(changes), views: JSON.stringify(views) }
  await insertRows(db, 'event_drafts', [{ ...row, ...texts }])
  await sql`update event_drafts set event_version = (select version from events where id = ${event_id}),
      series_version = coalesce((select series.version from series join events on events.series = series.id
        where events.id = ${event_id}), 0),
      author = coalesce((select id from users where id = author), 0)
    where event_id = ${event_id}`.execute(db)
}

/** Takes a message back. One that is being sent stays: what was said cannot be unsaid. Returns whether it is back. */
async function takeMailBack(db: Db, { kind, subject_id, data }: NewUncomposedMail): Promise<boolean> {
  const { changes } =
    await sql`delete from mail where kind = ${kind} and subject_id = ${subject_id} and data = ${JSON.stringify(data)}
    and leased_utc = 0`.execute(db)
  return changes > 0
}

/** Puts back what a decision about an event replaced. Returns what that replaced. */
async function putDecisionBack(
  db: Db,
  { event_id, changes }: UndoableDecision,
  moment: Moment,
): Promise<DecisionChanges> {
  const { submission, review, draft, mail }: DecisionChanges = JSON.parse(changes)
  const [earlierMail = null, laterMail = null] = mail ?? []
  const isMailBack = laterMail !== null && (await takeMailBack(db, laterMail))
  if (earlierMail !== null) await enqueueMail(db, earlierMail, moment)
  const [of] = submission ?? []
  const current = of && (await submissionWithId(db, of.id))
  if (of !== undefined) {
    const { id, ...values } = of
    await updateRow(db, 'submissions', id, values)
  }
  const later = await reviewOf(db, event_id)
  if (review !== undefined) await putReview(db, event_id, review[0])
  const left = await draftOf(db, event_id)
  if (draft !== undefined) await putDraftBack(db, event_id, draft[0])
  const version = (await draftOf(db, event_id))?.version ?? 0
  return {
    ...(of && current && { submission: [current, of] }),
    ...(review && { review: [later, review[0]] }),
    ...(draft && { draft: [left ? inLog(left) : null, version] }),
    ...((isMailBack || earlierMail) && { mail: [isMailBack ? laterMail : null, earlierMail] }),
  }
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
  { id, email, language, ...submission }: Submission,
  { state, message }: SubmissionStateAndMessage,
  moment: Moment,
): Promise<DecisionChanges> {
  const decided_utc = state === 'asked' ? null : epochOfInstant(moment.now)
  await updateRow(db, 'submissions', id, { state, message, decided_utc })
  // An approved image is a media item now. A rejection may be undone for a while.
  if (state === 'approved' || state === 'withdrawn') await setImage(db, id, undefined)
  const before = {
    id,
    state: submission.state,
    message: submission.message,
    decided_utc: submission.decided_utc,
  }
  const changes = { submission: [before, { id, state, message, decided_utc }] } as const
  if (email === '' || state === 'withdrawn') return changes
  const mail = { kind: 'decision', recipient: '', subject_id: id, language, data: { state } } as const
  await enqueueMail(db, mail, moment)
  return { ...changes, mail: [null, mail] }
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
  decided: Parameters<SubmissionWriting['saveReview']>[0],
  moment: Moment,
  changes: DecidedEventDraft | undefined,
): Promise<DecisionChanges> {
  const { event_id, decision, message } = decided
  const before = await reviewOf(db, event_id)
  const review = { ...decided, decided_utc: epochOfInstant(moment.now) }
  await putReview(db, event_id, review)
  const of = changes && { of: changes.isTaken === true ? 'taken' : 'changes' }
  const data = { decision, message, ...of }
  const mail = { kind: 'review', recipient: '', subject_id: event_id, language: '', data } as const
  await enqueueMail(db, mail, moment)
  return {
    review: [before, review],
    ...(changes && { draft: [inLog(changes.draft), changes.left] }),
    mail: [null, mail],
  }
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

/** Decisions, each noted with what it replaces. */
function decisionOperations(db: Db, log: Log): DecisionOperations {
  const note = (event: number, changes: object) => log.notePart('decision', event, { ...changes })
  return {
    async settle(submission, settlement, moment) {
      const changes = await settle(db, submission, settlement, moment)
      if (settlement.state !== 'withdrawn') note(submission.event_id, changes)
    },
    async saveReview(review, moment, changes) {
      note(review.event_id, await saveReview(db, review, moment, changes))
    },
    decisionsOfWrite: (revision) => decisionsOfWrite(db, revision),
    async undoDecision(decision, moment) {
      // What publishes the event again has approved its submission.
      const isDecided = log.newest({ resource: 'decision', item_id: decision.event_id }) !== undefined
      if (!isDecided) note(decision.event_id, await putDecisionBack(db, decision, moment))
    },
  }
}

/** The writes of one connection; `current` is the transaction that runs. */
export function submissionWriteOperations(
  db: Db,
  current: { readonly revision: number },
  log: Log,
): SubmissionWriting {
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
    ...decisionOperations(db, log),
  }
}

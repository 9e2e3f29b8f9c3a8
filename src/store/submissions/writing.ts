/** Writes submissions within one transaction: limits, proofs, secrets, images and decisions (contract §14). */
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import { enqueueMail } from '../accounts/mail.ts'
import { randomSecret, secretHash } from '../accounts/secrets.ts'
import { countRowsFrom, type Db, insertRow, insertRows, queryFirstRow, updateRow } from '../database/rows.ts'
import { sql } from '../database/sql.ts'
import type {
  DecidedEventDraft,
  Submission,
  SubmissionLimitRefusal,
  SubmissionLimits,
  SubmissionStateAndMessage,
  SubmissionWriting,
} from '../store.ts'
import {
  decisionsOfWrite,
  keepStateBeforeDecision,
  reviewMailData,
  undoLastDecisionAboutEvent,
} from './decision-undo.ts'
import { countUnapprovedSubmissionBytes, submissionReadOperations } from './rows.ts'

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

/** Writes proposals within one transaction: limits, proofs, secrets, images and decisions (contract §14). */
import type { Decision } from '../../contract/operations/submissions.ts'
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import { enqueueMail } from '../accounts/mail.ts'
import { randomSecret, secretHash } from '../accounts/user-rows.ts'
import { countRowsFrom, type Db, insertRow, insertRows, sql, updateRow } from '../database/sql.ts'
import { KEPT } from '../log/auditing.ts'
import type { Log } from '../log/log.ts'
import type {
  DecidedOfUser,
  DraftVersion,
  NewSubmission,
  NewUncomposedMail,
  Proposal,
  ProposalState,
  ReviewDecision,
  SubmissionLimitRefusal,
  SubmissionLimits,
  SubmittedImage,
  UndoableDecision,
} from '../types/index.ts'
import {
  countUnapprovedSubmissionBytes,
  discardDraft,
  isOfUserSql,
  newDraftVersion,
  proposalReadOperations,
  readProposalsWhere,
} from './proposals.ts'

const stateAfter: Readonly<Record<Decision, ProposalState>> = {
  approve: 'approved',
  ask: 'asked',
  reject: 'rejected',
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
    from senders where sender = ${sender} and at_utc > ${now - HOUR}`
  const { sum, least } = (await own.first(db)) ?? { sum: 0, least: null }
  if (Number(sum) + weight > limits.ofSender) return { why: 'sender', seconds: (least ?? now) + HOUR - now }
  const waiting = await sql<{ readonly sum: number }>`
      select coalesce(sum(weight), 0) as sum from proposals where state in ('sent', 'asked')`.first(db)
  if (Number(waiting?.sum) + weight > limits.waiting) return { why: 'all' }
  return (await countUnapprovedSubmissionBytes(db)) > limits.space ? { why: 'space' } : undefined
}

const noImage = { image: '', image_type: '', image_size: 0, image_mark: '' } as const

/** Deletes what counts only for a while: senders, and images of submissions that were rejected. */
async function forgetOld(db: Db, until: number): Promise<void> {
  await sql`delete from senders where at_utc <= ${until}`.execute(db)
  await sql`update proposals set image = '', image_type = '', image_size = 0, image_mark = ''
    where image_size > 0 and decided_utc <= ${until}`.execute(db)
}

/** The columns of an image; undefined removes it. */
const imageColumns = (image: SubmittedImage | undefined) =>
  image === undefined
    ? noImage
    : {
        image: Buffer.from(image.bytes).toString('base64'),
        image_type: image.type,
        image_size: image.bytes.length,
        image_mark: randomSecret(),
      }

/** The most messages an hour to one e-mail address: whoever submits may name that of another person. */
const MAX_RECEIPTS = 3

/** Queues the message that a submission has arrived. */
async function enqueueReceipt(
  db: Db,
  subject_id: number,
  { email, language }: Pick<Proposal, 'email' | 'language'>,
  moment: Moment,
): Promise<void> {
  const recent = sql`proposals
    where lower(email) = ${email.toLowerCase()} and sent_utc > ${epochOfInstant(moment.now) - HOUR}`
  if (email === '' || (await countRowsFrom(db, recent)) > MAX_RECEIPTS) return
  await enqueueMail(db, { kind: 'received', recipient: '', subject_id, language, data: {} }, moment)
}

/** Marks a proof of work as used. Returns whether it was unused. */
async function useProof(db: Db, proof: string, expires: number, now: number): Promise<boolean> {
  await sql`delete from secrets where expires_utc <= ${now}`.execute(db)
  const { changes } = await sql`insert into secrets (hash, expires_utc)
    values (${secretHash(proof)}, ${expires}) on conflict (hash) do nothing`.execute(db)
  return changes > 0
}

// A decision is a part of its write in the log, with what it replaced: undoing the write puts that back.

/** What decisions replace of a submission: nothing that names who sent it. */
const settled = ['id', 'state', 'decision', 'message', 'decided_by', 'decided_utc'] as const

/** Columns of a proposal; null for none. JSON is in them as such, so that who is erased is found there, too. */
type Part = Readonly<Partial<Omit<Proposal, 'views'>> & { readonly views?: unknown }> | null

/** What a decision about an event replaced, and what with; and the e-mail that is queued, or taken back. */
interface DecisionChanges {
  readonly proposal: readonly [before: Part, after: Part]
  readonly mail?: readonly [before: NewUncomposedMail | null, after: NewUncomposedMail | null]
}

/** The part of a proposal that decisions replace: of that of users all. */
function partOf(proposal: Proposal | undefined): Part {
  if (proposal === undefined) return null
  if (proposal.user_id === null) return Object.fromEntries(settled.map((name) => [name, proposal[name]]))
  const { keeper: _, reviewer: __, is_proven: ___, views, ...row } = proposal
  return { ...row, views: views === '' ? null : JSON.parse(views) }
}

/** The proposal that a decision is about, as it is now: that with an id of the public, or that of the users of an event. */
const currentOf = async (db: Db, event: number, of: Part | undefined) =>
  (
    await readProposalsWhere(
      db,
      of?.id === undefined || of.user_id !== undefined ? isOfUserSql(event) : sql`proposals.id = ${of.id}`,
    )
  )[0]

/** Nobody who is gone keeps a proposal that is back. */
const forgetKeeperWhoIsGone = (db: Db, event: number) =>
  sql`update proposals set user_id = coalesce((select id from users where id = user_id), 0)
    where ${isOfUserSql(event)}`.execute(db)

/** Puts the proposal of the users of an event back; `isAnew` as one of the version that the event has now. */
async function putBack(db: Db, event: number, before: Part, isAnew: boolean): Promise<void> {
  await sql`delete from proposals where ${isOfUserSql(event)}`.execute(db)
  if (before === null) return
  const { changes, views, dropped: _, made: __, ...row } = before
  const texts = views === null ? {} : { changes: JSON.stringify(changes), views: JSON.stringify(views) }
  await insertRow(db, 'proposals', { ...row, ...texts })
  if (isAnew)
    await sql`update proposals set event_version = (select version from events where id = ${event}),
        series_version = coalesce((select series.version from series join events on events.series = series.id
          where events.id = ${event}), 0)
      where ${isOfUserSql(event)}`.execute(db)
  await forgetKeeperWhoIsGone(db, event)
}

async function decideOnSubmission(
  db: Db,
  { id, email, language }: Proposal,
  { decision, message, by }: ReviewDecision,
  moment: Moment,
): Promise<NewUncomposedMail | undefined> {
  const state = stateAfter[decision]
  const decided_utc = decision === 'ask' ? null : epochOfInstant(moment.now)
  // An approved image is a media item now. A rejection may be undone for a while.
  const image = decision === 'approve' ? noImage : {}
  await updateRow(db, 'proposals', id, { state, decision, message, decided_by: by, decided_utc, ...image })
  return email === ''
    ? undefined
    : { kind: 'decision', recipient: '', subject_id: id, language, data: { state } }
}

type LastDecision = Pick<Proposal, 'user_id' | 'decision' | 'message' | 'decided_by' | 'decided_utc'>

/** Keeps the last decision on an event of a user, beside the draft of a change to it, if there is one. */
async function keepDecision(db: Db, event: number, of: LastDecision): Promise<void> {
  const { user_id, decision, message, decided_by, decided_utc } = of
  const state = decision === '' ? 'draft' : stateAfter[decision]
  await sql`insert into proposals (event_id, user_id, state, decision, message, decided_by, decided_utc)
    values (${event}, ${user_id}, ${state}, ${decision}, ${message}, ${decided_by}, ${decided_utc})
    on conflict (event_id) where user_id is not null do update set decision = excluded.decision,
      message = excluded.message, decided_by = excluded.decided_by, decided_utc = excluded.decided_utc,
      state = case when proposals.changes = '' then excluded.state else proposals.state end`.execute(db)
}

/** Gives a draft back to its author. Returns whether it is still of that version. */
async function giveBack(
  db: Db,
  { event_id, version }: DraftVersion,
  decision: 'ask' | 'reject',
): Promise<boolean> {
  const { changes } = await sql`update proposals set state = ${stateAfter[decision]},
      version = ${newDraftVersion()}, sent_utc = 0
    where ${isOfUserSql(event_id)} and version = ${version}`.execute(db)
  return changes > 0
}

/** Notes a decision on an event of a user, or on the draft of a change to it: that is applied, goes back to its author, or was taken away. Returns undefined where the draft is another one by now. */
async function decideOnEventOfUser(
  db: Db,
  { event_id, user_id, draft, isTaken = false }: DecidedOfUser,
  { decision, message, by }: ReviewDecision,
  moment: Moment,
): Promise<NewUncomposedMail | undefined> {
  if (draft !== undefined && decision === 'approve' && !(await discardDraft(db, draft))) return undefined
  if (draft !== undefined && decision !== 'approve' && !isTaken && !(await giveBack(db, draft, decision)))
    return undefined
  const decided_utc = epochOfInstant(moment.now)
  await keepDecision(db, event_id, { user_id, decision, message, decided_by: by, decided_utc })
  const data = { decision, message, ...(draft !== undefined && { of: isTaken ? 'taken' : 'changes' }) }
  return { kind: 'review', recipient: '', subject_id: event_id, language: '', data }
}

/** Records a decision, and queues the e-mail that tells of it. Returns what it changed; undefined where the draft is another one by now. */
async function decide(
  db: Db,
  proposal: Proposal | DecidedOfUser,
  decision: ReviewDecision,
  moment: Moment,
): Promise<DecisionChanges | undefined> {
  const isOfPublic = 'id' in proposal
  const of = isOfPublic ? partOf(proposal) : undefined
  const before = (isOfPublic ? undefined : proposal.draft) ?? (await currentOf(db, proposal.event_id, of))
  const mail = isOfPublic
    ? await decideOnSubmission(db, proposal, decision, moment)
    : await decideOnEventOfUser(db, proposal, decision, moment)
  if (mail !== undefined) await enqueueMail(db, mail, moment)
  else if (!isOfPublic) return undefined
  const after = await currentOf(db, proposal.event_id, of)
  return { proposal: [partOf(before), partOf(after)], ...(mail && { mail: [null, mail] }) }
}

/** Whether a decision of users was on a draft: it then was replaced, given back or taken away. */
const isOfDraft = (before: Part, after: Part) => (before?.version ?? 0) !== (after?.version ?? 0)

/** Puts the last decision on an event back, beside whatever draft there is now. */
async function putLastDecisionBack(db: Db, event: number, before: Part): Promise<void> {
  const { user_id = 0, decision = '', message = '', decided_by = 0, decided_utc = null } = before ?? {}
  await keepDecision(db, event, { user_id, decision, message, decided_by, decided_utc })
  await sql`delete from proposals where ${isOfUserSql(event)} and changes = '' and decision = ''`.execute(db)
  await forgetKeeperWhoIsGone(db, event)
}

/** How the log names what ended a draft: a decision of a reviewer, or that it was applied without one. */
type EndOfDraft = 'decision' | 'draft'

/** Returns the decisions of a write and the drafts that it applied, but for events of which another one was since. */
async function decisionsOfWrite(db: Db, revision: number): Promise<readonly UndoableDecision[]> {
  const kept = sql<{
    readonly event_id: number
    readonly resource: EndOfDraft
    readonly changes: string
  }>`select item_id as event_id, resource, changes
    from audit as decision where revision = ${revision} and resource in ('decision', 'draft') and changes <> '{}'
      and id = (select max(id) from audit where resource = decision.resource and item_id = decision.item_id)`
  const found: UndoableDecision[] = []
  for (const { event_id, resource, changes } of await kept.rows(db)) {
    const { proposal }: DecisionChanges = JSON.parse(changes)
    const [before, after] = proposal
    const current = await currentOf(db, event_id, after)
    const isOfPublic = after !== null && after.user_id === undefined
    const names = isOfPublic ? (['state', 'message'] as const) : (['version'] as const)
    const isOvertaken =
      (isOfPublic || isOfDraft(before, after)) &&
      names.some((name) => (current?.[name] ?? 0) !== (after?.[name] ?? 0))
    found.push({ event_id, isApplied: resource === 'draft', isOfPublic, isOvertaken, changes })
  }
  return found
}

/** Takes a message back. One that is being sent stays: what was said cannot be unsaid. Returns whether it is back. */
async function takeMailBack(db: Db, { kind, subject_id, data }: NewUncomposedMail): Promise<boolean> {
  const { changes } = await sql`delete from mail where kind = ${kind} and subject_id = ${subject_id}
    and data = ${JSON.stringify(data)} and leased_utc = 0`.execute(db)
  return changes > 0
}

/** Puts back what a decision about an event replaced. Returns what that replaced. */
async function putDecisionBack(
  db: Db,
  { event_id, isApplied, changes }: UndoableDecision,
  isEventUndone: boolean,
  moment: Moment,
): Promise<DecisionChanges> {
  const { proposal, mail = [null, null] }: DecisionChanges = JSON.parse(changes)
  const [[before, after], [earlierMail, laterMail]] = [proposal, mail]
  const isMailBack = laterMail !== null && (await takeMailBack(db, laterMail))
  if (earlierMail !== null) await enqueueMail(db, earlierMail, moment)
  const of = before ?? after
  const later = await currentOf(db, event_id, of)
  if (before?.id !== undefined && before.user_id === undefined) {
    const { id, ...values } = before
    await updateRow(db, 'proposals', id, asColumns(values))
  } else if (isOfDraft(before, after)) {
    // Where the write changed nothing else, the event is as others may have changed it since.
    await putBack(db, event_id, before, isEventUndone)
    // Applying a draft decided nothing, but a reviewer may have since.
    if (isApplied) await putLastDecisionBack(db, event_id, partOf(later))
  } else await putLastDecisionBack(db, event_id, before)
  return {
    proposal: [partOf(later), partOf(await currentOf(db, event_id, of))],
    ...((isMailBack || earlierMail) && { mail: [isMailBack ? laterMail : null, earlierMail] }),
  }
}

/** Forgets what decisions until a time replaced, where that has a draft: they can't be undone any more. Applied drafts don't come back. */
const forgetDecidedDrafts = (db: Db, until: number) =>
  sql`update audit set changes = '{}' where resource in ('decision', 'draft') and at_utc <= ${until}
    and changes like ${'%"views":{%'}`.execute(db)

type ProposalChanges = Partial<
  Pick<Proposal, 'changes' | 'dropped' | 'made' | 'name' | 'email' | 'state' | 'corrections' | 'size'>
>

/** The columns that are stored as JSON, among others. */
const asColumns = ({ changes, dropped, made, ...plain }: ProposalChanges) => ({
  ...plain,
  ...(changes !== undefined && { changes: JSON.stringify(changes) }),
  ...(dropped !== undefined && { dropped: JSON.stringify(dropped) }),
  ...(made !== undefined && { made: JSON.stringify(made) }),
})

/** The writes of one connection; `current` is the transaction that runs. */
export function proposalWriteOperations(db: Db, current: { readonly revision: number }, log: Log) {
  const note = async (event: number, changes: DecisionChanges, moment: Moment, end: EndOfDraft) => {
    if (changes.proposal.some((part) => part?.views))
      await forgetDecidedDrafts(db, epochOfInstant(moment.now) - KEPT)
    log.notePart(end, event, { ...changes })
  }
  return {
    ...proposalReadOperations(db),
    /** Counts a submission of a sender, a text that only identifies an address; returns why it is refused, if it is. */
    async admit(sender: string, weight: number, limits: SubmissionLimits, { now }: Moment) {
      const [at, asking] = [epochOfInstant(now), { sender: secretHash(sender), weight }]
      await forgetOld(db, at - HOUR)
      const refused = await refusalOf(db, asking, limits, at)
      if (refused === undefined) await insertRows(db, 'senders', [{ ...asking, at_utc: at }])
      return refused
    },
    /** Marks a proof as used until it expires. Returns whether it was unused. */
    useProof: (proof: string, expires: number, { now }: Moment) =>
      useProof(db, proof, expires, epochOfInstant(now)),
    /** Stores a submission. Returns its id and, for the only time, its secret. */
    async add({ image, weight, ...values }: NewSubmission, moment: Moment) {
      const at = epochOfInstant(moment.now)
      const id = await insertRow(db, 'proposals', {
        ...asColumns(values),
        ...imageColumns(image),
        ...{ weight, revision: current.revision, state: 'sent', modified_utc: at, sent_utc: at },
      })
      // Whoever makes the service send messages has to work for each.
      if (weight === 1) await enqueueReceipt(db, id, values, moment)
      const secret = randomSecret()
      await insertRow(db, 'secrets', { proposal_id: id, hash: secretHash(secret) })
      return { id, secret }
    },
    /** Changes what the public sent. */
    change: (id: number, changes: ProposalChanges) => updateRow(db, 'proposals', id, asColumns(changes)),
    /** Replaces the image; undefined removes it. */
    setImage: (id: number, image: SubmittedImage | undefined) =>
      updateRow(db, 'proposals', id, imageColumns(image)),
    /** Notes that the public withdrew what it sent. */
    withdraw: (id: number, moment: Moment) =>
      updateRow(db, 'proposals', id, {
        ...{ state: 'withdrawn', message: '', decided_utc: epochOfInstant(moment.now), ...noImage },
      }),
    /**
     * Records a decision, and queues an e-mail to who sent the proposal. Returns whether it did: not where the draft that is decided was
     * kept again since, or is gone.
     */
    async decide(proposal: Proposal | DecidedOfUser, decision: ReviewDecision, moment: Moment) {
      const changes = await decide(db, proposal, decision, moment)
      if (changes !== undefined) await note(proposal.event_id, changes, moment, 'decision')
      return changes !== undefined
    },
    /** Removes the draft of a change that was applied without a decision, and notes it. Returns whether there was one of that version. */
    async endApplied(draft: Proposal, moment: Moment) {
      const { event_id } = draft
      if (!(await discardDraft(db, draft))) return false
      const after = partOf(await currentOf(db, event_id, undefined))
      await note(event_id, { proposal: [partOf(draft), after] }, moment, 'draft')
      return true
    },
    /** The decisions that the write with a revision made, and the drafts that it applied, but for events of which another one was since. */
    decisionsOfWrite: (revision: number) => decisionsOfWrite(db, revision),
    /**
     * Puts back what a decision about an event replaced, and takes its e-mail back unless it is being sent. `isEventUndone` says whether the write
     * changed the event or its series, too, and that is undone.
     */
    async undoDecision(decision: UndoableDecision, isEventUndone: boolean, moment: Moment) {
      const end = decision.isApplied ? 'draft' : 'decision'
      // What publishes the event again has approved its submission.
      const isDecided = log.newest({ resource: end, item_id: decision.event_id }) !== undefined
      if (!isDecided)
        await note(decision.event_id, await putDecisionBack(db, decision, isEventUndone, moment), moment, end)
    },
  }
}

/** Proposals, as the store keeps them: types only. */
import type { Decision } from '../../contract/operations/submissions.ts'
import type { VenueOrOrganizerName } from '../../contract/resources/index.ts'
import type { Status } from '../../contract/resources/shared.ts'
import type { Moment } from '../../domain/time/moment.ts'
import type { ProposalTable } from '../tables.ts'

export type { ProposalState } from '../tables.ts'

/** A venue or an organizer that a submission created. */
export type SubmittedItemResourceAndId = readonly [resource: VenueOrOrganizerName, id: number]

/** What the public or a user proposes of an event. Times are seconds since 1970 UTC. */
export interface Proposal
  extends Omit<ProposalTable, 'changes' | 'dropped' | 'made' | 'weight' | 'revision' | 'image'> {
  /** The args as they came. */
  readonly changes: Readonly<Record<string, unknown>>
  readonly dropped: readonly string[]
  readonly made: readonly SubmittedItemResourceAndId[]
  /** Whether it came with a proof of work. */
  readonly is_proven: boolean
  /** The name of the user who kept it last, and of the reviewer; "" if there is no such user any more. */
  readonly keeper: string
  readonly reviewer: string
}

/** An image that was checked. */
export interface SubmittedImage {
  /** The media type. */
  readonly type: string
  readonly bytes: Uint8Array
}

interface NewSubmission
  extends Pick<
    Proposal,
    'event_id' | 'name' | 'email' | 'language' | 'dropped' | 'changes' | 'made' | 'size'
  > {
  readonly weight: number
  readonly image: SubmittedImage | undefined
}

/** The most submissions of one address, and of all together, that may wait. */
export interface SubmissionLimits {
  /** Of one address within an hour. */
  readonly ofSender: number
  readonly waiting: number
  /** Bytes of all that was sent and not approved: texts in events, and images. */
  readonly space: number
}

/** Why a submission is refused: too many of the sender, too many or too much in all. `seconds` until the sender may try again. */
export type SubmissionLimitRefusal =
  | { readonly why: 'sender'; readonly seconds: number }
  | { readonly why: 'all' | 'space' }

/** A decision of a reviewer. */
export interface ReviewDecision {
  readonly decision: Decision
  readonly message: string
  /** The reviewer; 0 in local mode. */
  readonly by: number
}

/** The draft of a change to an event, as somebody saw it. */
export type DraftVersion = Pick<Proposal, 'event_id' | 'version'>

/** What of a user is decided: an event that waits, or the draft of a change to it. */
export interface DecidedOfUser {
  readonly event_id: number
  /** The author of the event or of the draft. */
  readonly user_id: number
  /** The draft before the decision; without one, the event itself is decided. */
  readonly draft?: Proposal
  /** Whether a reviewer took the draft away: discarded it, or goes on with an own one. */
  readonly isTaken?: boolean
}

/** The last decision about an event, as long as the log has what it replaced. */
export interface UndoableDecision {
  readonly event_id: number
  /** Whether the public submitted the event. */
  readonly isOfPublic: boolean
  /** Whether the proposal was changed or withdrawn since. */
  readonly isOvertaken: boolean
  /** What it replaced, as the log has it. */
  readonly changes: string
}

export interface ProposalReading {
  /** The submission of the public with an id, of an event, or behind a secret. */
  byId(id: number): Promise<Proposal | undefined>
  ofPublic(event: number): Promise<Proposal | undefined>
  bySecret(secret: string): Promise<Proposal | undefined>
  /** The draft of a change to an event. */
  draft(event: number): Promise<Proposal | undefined>
  /** The last decision on an event of a user, or on the draft of it. */
  review(event: number): Promise<Proposal | undefined>
  image(id: number): Promise<SubmittedImage | undefined>
  /** The bytes of all that the public sent and nobody approved, about. */
  space(): Promise<number>
}

export interface ProposalWriting extends ProposalReading {
  /** Counts a submission of a sender, a text that only identifies an address; returns why it is refused, if it is. */
  admit(
    sender: string,
    weight: number,
    limits: SubmissionLimits,
    moment: Moment,
  ): Promise<SubmissionLimitRefusal | undefined>
  /** Marks a proof as used until it expires. Returns whether it was unused. */
  useProof(proof: string, expires: number, moment: Moment): Promise<boolean>
  /** Stores a submission. Returns its id and, for the only time, its secret. */
  add(submission: NewSubmission, moment: Moment): Promise<{ readonly id: number; readonly secret: string }>
  /** Changes what the public sent. */
  change(
    id: number,
    changes: Partial<
      Pick<Proposal, 'changes' | 'dropped' | 'made' | 'name' | 'email' | 'state' | 'corrections' | 'size'>
    >,
  ): Promise<void>
  /** Replaces the image; undefined removes it. */
  setImage(id: number, image: SubmittedImage | undefined): Promise<void>
  /** Notes that the public withdrew what it sent. */
  withdraw(id: number, moment: Moment): Promise<void>
  /**
   * Records a decision, and queues an e-mail to who sent the proposal. Returns whether it did: not where the draft that is decided was
   * kept again since, or is gone.
   */
  decide(proposal: Proposal | DecidedOfUser, decision: ReviewDecision, moment: Moment): Promise<boolean>
  /** The decisions that the write with a revision made, but for events that were decided again since. */
  decisionsOfWrite(revision: number): Promise<readonly UndoableDecision[]>
  /** Puts back what a decision about an event replaced, and takes its e-mail back unless it is being sent. */
  undoDecision(decision: UndoableDecision, moment: Moment): Promise<void>
}

/** A page of what reviewers see: of some groups, or of all and none. */
interface ReviewedPage {
  readonly groups: readonly number[] | undefined
  readonly page: number
  readonly per_page: number
}

/** A draft among others, with what rights on its event depend on. */
export interface ListedDraft
  extends Pick<Proposal, 'event_id' | 'user_id' | 'keeper' | 'state' | 'modified_utc' | 'sent_utc'> {
  readonly title: string
  readonly event_author: number
  readonly status: Status
  readonly group_id: number | null
}

/** A draft as somebody keeps it; `views` are JSON. */
export interface KeptDraft
  extends Pick<
    Proposal,
    'event_id' | 'changes' | 'views' | 'event_version' | 'series_version' | 'modified_utc' | 'sent_utc'
  > {
  readonly user_id: number
}

/** A secret link to the preview of an event. `expires_utc` is in seconds since 1970 UTC. */
interface CreatedPreviewLink {
  readonly secret: string
  readonly expires_utc: number
}

export interface ProposalStore extends ProposalReading {
  /** The submissions that wait for a decision, proven ones first, oldest first: those to some groups, or all. */
  waiting(page: ReviewedPage): Promise<{ readonly items: readonly Proposal[]; readonly total: number }>
  /** The ids of the drafts about which a reviewer asked the author, who has not sent them again, the longest-waiting first. */
  asked(page: ReviewedPage): Promise<{ readonly ids: readonly number[]; readonly total: number }>
  /** The newest drafts of changes to events that are not in the trash, newest first. */
  drafts(most: number): Promise<readonly ListedDraft[]>
  /**
   * Keeps the draft of a change in the place of the one of version `seen`; 0 for none, undefined for any. Returns whether it is kept:
   * not where there is another one.
   */
  keep(draft: KeptDraft, seen: number | undefined): Promise<boolean>
  /** Removes the draft of a change to an event. Returns whether there was one of that version. */
  discard(draft: DraftVersion): Promise<boolean>
  /** Adds a secret address of a submission, for an e-mail. */
  newSecret(id: number): Promise<string>
  /** Creates a secret link to the preview of an event, valid for seven days. Returns its secret for the only time. */
  share(event: number, moment: Moment): Promise<CreatedPreviewLink>
  /** Returns the id of the event of a valid link. */
  shared(secret: string, moment: Moment): Promise<number | undefined>
  /** Ends all links to the preview of an event. Returns how many there were. */
  endShared(event: number): Promise<number>
  /** A random key that all processes share. */
  key(): Promise<string>
  /** Erases name, address, what was sent, and messages to webhooks, of submissions decided at or before a time. Returns how many. */
  erase(decidedUntil: number): Promise<number>
}

/** Types of submissions for other folders. */
import type { VenueOrOrganizerName } from '../../contract/resources/index.ts'
import type { Status } from '../../contract/resources/shared.ts'
import type { Moment } from '../../domain/time/moment.ts'
import type {
  EventDraftTable,
  EventReviewTable,
  SubmissionState,
  SubmissionTable,
} from '../tables/submissions.ts'

/** A venue or an organizer that a submission created. */
export type SubmittedItemResourceAndId = readonly [resource: VenueOrOrganizerName, id: number]

/** The last decision of a reviewer on an event of a user. Times are seconds since 1970 UTC. */
export interface EventReview extends Readonly<EventReviewTable> {
  /** The name of the reviewer; "" if there is no such user any more. */
  readonly reviewer: string
}

/** A submission. Times are seconds since 1970 UTC. */
export interface Submission
  extends Omit<SubmissionTable, 'dropped' | 'sent' | 'made' | 'is_proven' | 'is_erased' | 'weight'> {
  readonly is_proven: boolean
  readonly is_erased: boolean
  readonly dropped: readonly string[]
  /** The args as sent. */
  readonly sent: Readonly<Record<string, unknown>>
  readonly made: readonly SubmittedItemResourceAndId[]
  readonly has_image: boolean
  /** Of the image that waits: another one has another id. */
  readonly image_id: number | null
}

/** An image that was checked. */
export interface SubmittedImage {
  /** The media type. */
  readonly type: string
  readonly bytes: Uint8Array
}

interface NewSubmission
  extends Pick<
    Submission,
    'event_id' | 'name' | 'email' | 'language' | 'is_proven' | 'dropped' | 'sent' | 'made' | 'size'
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

/** Proposed changes to an event that were decided. */
export interface DecidedEventDraft {
  /** The draft before the decision. */
  readonly draft: EventDraftTable
  /** The version of the draft that is left; 0 for none. */
  readonly left: number
  /** Whether a reviewer took the draft away: discarded it, or goes on with an own one. */
  readonly isTaken?: boolean
}

/** The changes of a decision. */
export interface SubmissionStateAndMessage {
  readonly state: Exclude<SubmissionState, 'pending'>
  readonly message: string
}

/** The last decision about an event, as long as the log has what it replaced. */
export interface UndoableDecision {
  readonly event_id: number
  /** Whether the public submitted the event. */
  readonly isOfPublic: boolean
  /** Whether the submission or the draft was changed or withdrawn since. */
  readonly isOvertaken: boolean
  /** What it replaced, as the log has it. */
  readonly changes: string
}

export interface SubmissionReading {
  byId(id: number): Promise<Submission | undefined>
  ofEvent(event: number): Promise<Submission | undefined>
  bySecret(secret: string): Promise<Submission | undefined>
  image(id: number): Promise<SubmittedImage | undefined>
  /** The last decision on an event of a user; undefined if there is none. */
  review(event: number): Promise<EventReview | undefined>
  /** The bytes of all that was sent and not approved, about. */
  space(): Promise<number>
}

export interface SubmissionWriting extends SubmissionReading {
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
  /** Changes what the submitter sent. */
  change(
    id: number,
    changes: Partial<
      Pick<Submission, 'sent' | 'dropped' | 'made' | 'name' | 'email' | 'state' | 'corrections' | 'size'>
    >,
  ): Promise<void>
  /** Replaces the image; undefined removes it. */
  setImage(id: number, image: SubmittedImage | undefined): Promise<void>
  /** Records a decision, and queues an e-mail to the submitter, if there is an address. */
  settle(submission: Submission, settlement: SubmissionStateAndMessage, moment: Moment): Promise<void>
  /** The decisions that the write with a revision made, but for events that were decided again since. */
  decisionsOfWrite(revision: number): Promise<readonly UndoableDecision[]>
  /** Puts back what a decision about an event replaced, and takes its e-mail back unless it is being sent. */
  undoDecision(decision: UndoableDecision, moment: Moment): Promise<void>
  /** Records a decision on an event of a user, or on changes that the user proposed, and queues an e-mail to the author. */
  saveReview(
    review: Omit<EventReviewTable, 'decided_utc'>,
    moment: Moment,
    changes?: DecidedEventDraft,
  ): Promise<void>
}

/** A page of what reviewers see: of some groups, or of all and none. */
interface ReviewedPage {
  readonly groups: readonly number[] | undefined
  readonly page: number
  readonly per_page: number
}

export interface SubmissionStore extends SubmissionReading {
  /** The submissions that wait for a decision, proven ones first, oldest first: those to some groups, or all. */
  waiting(page: ReviewedPage): Promise<{ readonly items: readonly Submission[]; readonly total: number }>
  /** The ids of the drafts about which a reviewer asked the author, who has not sent them again, the longest-waiting first. */
  asked(page: ReviewedPage): Promise<{ readonly ids: readonly number[]; readonly total: number }>
  /** Adds a secret address of a submission, for an e-mail. */
  newSecret(id: number): Promise<string>
  /** A random key that all processes share. */
  key(): Promise<string>
  /** Erases name, address, what was sent, and messages to webhooks, of submissions decided at or before a time. Returns how many. */
  erase(decidedUntil: number): Promise<number>
}

/** A secret link to the preview of an event. `expires_utc` is in seconds since 1970 UTC. */
export interface CreatedPreviewLink {
  readonly secret: string
  readonly expires_utc: number
}

/** Secret links with which somebody without an account sees an event before it is public. */
export interface PreviewLinkStore {
  /** Creates a link, valid for seven days. Returns its secret for the only time. */
  create(event: number, moment: Moment): Promise<CreatedPreviewLink>
  /** Returns the id of the event of a valid link. */
  find(secret: string, moment: Moment): Promise<number | undefined>
  /** Ends all links of an event. Returns how many there were. */
  end(event: number): Promise<number>
}

/** A draft of changes to an event, and the name of the user who kept it last; "" for one who is gone. */
export interface EventChangesDraft extends EventDraftTable {
  readonly author_name: string
}

/** A draft among others, with what rights on its event depend on. */
export interface ListedEventChangesDraft
  extends Pick<EventChangesDraft, 'event_id' | 'author' | 'author_name' | 'modified_utc' | 'sent_utc'> {
  readonly title: string
  readonly event_author: number
  readonly status: Status
  readonly group_id: number | null
}

/** Drafts of changes to events: one an event, deleted with it. */
export interface EventDraftStore {
  /** The draft of an event. */
  find(event: number): Promise<EventChangesDraft | undefined>
  /** The newest drafts of events that are not in the trash, newest first. */
  newest(most: number): Promise<readonly ListedEventChangesDraft[]>
  /**
   * Keeps a draft in the place of the one of version `seen`; 0 for none, undefined for any. Returns its version; undefined, and keeps
   * nothing, where there is another one.
   */
  keep(draft: Omit<EventDraftTable, 'version'>, seen: number | undefined): Promise<number | undefined>
  /** Removes the draft of an event. */
  remove(event: number): Promise<void>
}

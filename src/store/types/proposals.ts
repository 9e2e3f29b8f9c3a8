import type { Decision } from '../../contract/operations/submissions.ts'
import type { VenueOrOrganizerName } from '../../contract/resources/index.ts'
import type { Status } from '../../contract/resources/shared.ts'
import type { ProposalTable } from '../tables.ts'

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

export interface NewSubmission
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
  /** Whether a draft was applied, without a decision on it. */
  readonly isApplied: boolean
  /** Whether the public submitted the event. */
  readonly isOfPublic: boolean
  /** Whether the proposal was changed or withdrawn since. */
  readonly isOvertaken: boolean
  /** What it replaced, as the log has it. */
  readonly changes: string
}

/** A page of what reviewers see: of some groups, or of all and none. */
export interface ReviewedPage {
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

/** The tables of submissions. Instants and booleans as in the other tables. */

const submissionStates = ['pending', 'asked', 'approved', 'rejected', 'withdrawn'] as const
export type SubmissionState = (typeof submissionStates)[number]

export interface SubmissionTable {
  id: number
  event_id: number
  /** The revision that received it: programs that follow submissions keep it as their cursor. */
  revision: number
  created_utc: number
  state: SubmissionState
  /** Of the submitter; "" once it is erased. */
  name: string
  /** Of the submitter; "" if none was given, or once it is erased. */
  email: string
  language: string
  /** How many submissions it counts as: five without a proof of work. */
  weight: number
  is_proven: 0 | 1
  /** The names of terms that do not exist, a JSON list. */
  dropped: string
  /** The args as sent, a JSON object. */
  sent: string
  /** The venues and organizers that it created, a JSON list of `[resource, id]`. */
  made: string
  /** The last message of a reviewer. */
  message: string
  decided_utc: number | null
  is_erased: 0 | 1
  /** How often the submitter corrected it. */
  corrections: number
  /** The bytes that its texts take, about, in all occurrences of the event. */
  size: number
}

interface SubmissionSecretTable {
  id: number
  submission_id: number
  /** SHA-256 of the secret, base64url. */
  hash: string
}

/** An image that waits for a decision. It is no media item yet, because those are public. */
interface SubmissionImageTable {
  id: number
  submission_id: number
  /** The media type. */
  type: string
  size: number
  /** Base64, so that back-ups contain it as text. */
  content: string
}

/** The submissions of one address within an hour. */
interface SubmissionSenderTable {
  id: number
  /** SHA-256 of the address, base64url. */
  sender: string
  weight: number
  at_utc: number
}

/** The last decision of a reviewer on an event of a user. */
export interface EventReviewTable {
  event_id: number
  decision: 'approve' | 'ask' | 'reject'
  message: string
  /** The reviewer; 0 in local mode. */
  user_id: number
  decided_utc: number
}

/** A secret link to the preview of an event. */
interface PreviewLinkTable {
  id: number
  event_id: number
  /** SHA-256 of the secret, base64url. */
  hash: string
  created_utc: number
  expires_utc: number
}

/** A draft of changes to an event. */
export interface EventDraftTable {
  event_id: number
  /** A random number that each keeping changes: it says which draft somebody saw. */
  version: number
  /** The user who kept it last; 0 in local mode. */
  author: number
  /** The args of the change, as JSON. */
  changes: string
  /** The event before and after the change, as JSON. */
  views: string
  /** The versions of the event and its series that it changes; 0 without a series. */
  event_version: number
  series_version: number
  modified_utc: number
  /** When its author sent it to review; 0 if it is not sent, or was given back. */
  sent_utc: number
}

export interface SubmissionTables {
  event_drafts: EventDraftTable
  event_reviews: EventReviewTable
  preview_links: PreviewLinkTable
  submissions: SubmissionTable
  submission_secrets: SubmissionSecretTable
  submission_images: SubmissionImageTable
  submission_senders: SubmissionSenderTable
  /** Proofs of work that were used, until they expire. */
  used_proofs: { hash: string; expires_utc: number }
  /** Random keys that all processes share. */
  service_keys: { name: string; value: string }
}

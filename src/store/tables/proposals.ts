/** The tables of proposals. Instants and booleans as in the other tables. */
import type { Decision } from '../../contract/operations/submissions.ts'

/**
 * A proposal is kept as a draft, or sent to review; then a reviewer asks about it, approves it or rejects it. Who sent it may withdraw it
 * until then.
 */
export type ProposalState = 'draft' | 'sent' | 'asked' | 'approved' | 'rejected' | 'withdrawn'

/**
 * What somebody proposes of an event: one row of the public that submitted it, and one of its users, with the last decision. It is deleted
 * with the event, but for that of the public, whose address goes on telling what became of it.
 */
export interface ProposalTable {
  id: number
  event_id: number
  /** The user who kept it last, or whose event was decided; 0 in local mode, or once that user is erased; null for the public. */
  user_id: number | null
  state: ProposalState
  /** A random number that each keeping of a draft changes: it says which one somebody saw. */
  version: number
  /** The versions of the event and its series that a draft changes; 0 without a series. */
  event_version: number
  series_version: number
  modified_utc: number
  /** When it was sent to review; 0 for never. */
  sent_utc: number
  /** The last decision; "" before the first one. */
  decision: Decision | ''
  /** The reviewer; 0 in local mode. */
  decided_by: number
  decided_utc: number | null
  /** The revision that received it from the public: programs that follow submissions keep it as their cursor. */
  revision: number | null
  /** How many submissions it counts as: one with a proof of work, five without; none for a user. */
  weight: number
  /** How often the public corrected it. */
  corrections: number
  /** The bytes that the texts of the public take, about, in all occurrences of the event. */
  size: number
  /** Of the image that waits with it: it is no media item yet, because those are public. 0 for none. */
  image_size: number
  language: string
  /** Of the public; "" for users, and once it is erased. */
  name: string
  /** Of the public; "" if none was given, for users, and once it is erased. */
  email: string
  /** The last message of a reviewer. */
  message: string
  /** The names of terms that do not exist, a JSON list. */
  dropped: string
  /** The venues and organizers that it created, a JSON list of `[resource, id]`. */
  made: string
  /** The args as they came, a JSON object; "" where there is nothing but a decision on the event. */
  changes: string
  /** The event before and after the change, as JSON; "" for the public. */
  views: string
  /** A random mark, which another image changes. */
  image_mark: string
  /** The media type. */
  image_type: string
  /** Base64, so that back-ups contain it as text. */
  image: string
}

/** A secret that opens something, or that was used and opens nothing any more: a proof of work. */
interface SecretTable {
  id: number
  /** SHA-256 of the secret, base64url. */
  hash: string
  /** The proposal of the public that it shows. */
  proposal_id: number | null
  /** The event of which it shows a preview. */
  event_id: number | null
  /** Null for as long as its proposal names who sent it. */
  expires_utc: number | null
}

/** The submissions of one address within an hour. */
interface SenderTable {
  id: number
  /** SHA-256 of the address, base64url. */
  sender: string
  weight: number
  at_utc: number
}

export interface ProposalTables {
  proposals: ProposalTable
  secrets: SecretTable
  senders: SenderTable
  /** Random keys that all processes share. */
  service_keys: { name: string; value: string }
}

import type { GroupRole } from '../../contract/operations/account-names.ts'

/**
 * The tables of users and their credentials, and calendar subscriptions. Instants and booleans as in the
 * other tables.
 */

export interface UserTable {
  id: number
  /** Lower case. */
  login: string
  role: string
  created_utc: number
  /** scrypt, for web sessions; null if the user has tokens only. */
  password_hash: string | null
  /** The name that others see; "" shows the login. */
  display_name: string
  email: string
  /** The language of e-mail to the user; "" is that of the site. */
  language: string
  /** When a new password was last requested while no e-mail could be sent. */
  reset_asked_utc: number | null
  /** 1 while the user may not sign in, nor use tokens and secret feeds. */
  is_suspended: 0 | 1
  /** 1 for an address that the user gave, and that no message and no organisation confirmed. */
  is_email_unproven: 0 | 1
  /** When a session or a token of the user was last used, to the hour; null if never. */
  last_seen_utc: number | null
}

/** A person as an organisation knows them, and their user. */
export interface IdentityTable {
  id: number
  user_id: number
  /** The address of the issuer, as it writes it. */
  issuer: string
  /** The name of the person at the issuer, which never changes. */
  subject: string
  created_utc: number
  /** When the person last signed in. */
  signed_in_utc: number
}

/** A secret address with which a user sets a password. */
export interface SecretLinkTable {
  id: number
  user_id: number
  kind: 'invitation' | 'reset'
  /** SHA-256 of the secret, base64url. */
  hash: string
  created_utc: number
  expires_utc: number
  /** The name of the user who invites; "" where nobody is known, and for a reset. */
  invited_by: string
}

/** A new e-mail address that its user has not confirmed, or not any more: for a day, so that messages can be counted. */
export interface EmailChangeTable {
  id: number
  user_id: number
  email: string
  /** SHA-256 of the secret of the newest message, base64url; null until one is composed. */
  hash: string | null
  /** 0 once it is confirmed or replaced. */
  is_waiting: 0 | 1
  created_utc: number
}

export interface SecondFactorTable {
  id: number
  user_id: number
  /** The shared key of RFC 6238, base32: the check of a code needs the key itself, so it cannot be hashed. */
  secret: string
  /** null until the user has proved with a code that the app has the key. */
  confirmed_utc: number | null
  /** The time step of the last accepted code: no code is accepted twice. */
  last_step: number
  /** Consecutive wrong codes. */
  failures: number
  /** Until when no code is accepted. */
  locked_utc: number
}

export interface RecoveryCodeTable {
  id: number
  user_id: number
  /** SHA-256 of the code, base64url. */
  hash: string
}

/** An e-mail that waits. It is composed when it is sent, so that the queue contains no secrets. */
export interface MailTable {
  id: number
  kind:
    | 'reset'
    | 'password'
    | 'invitation'
    | 'confirm'
    | 'address'
    | 'received'
    | 'decision'
    | 'review'
    | 'assigned'
  /** For `reset` the login or address as requested, for `address` the old address; else "". */
  recipient: string
  /** The user, the new address, the submission or the event that the e-mail is about. */
  subject_id: number | null
  language: string
  /** Further values of its text, JSON. */
  data: string
  created_utc: number
  /** When it is next due. */
  next_utc: number
  /** Until when one process has it reserved. */
  leased_utc: number
  /** How often sending failed. */
  attempts: number
  error: string
}

export interface TokenTable {
  id: number
  user_id: number
  name: string
  /** SHA-256 of the token, base64url. */
  hash: string
  created_utc: number
  expires_utc: number | null
  last_used_utc: number | null
  /** The scopes that limit it, a JSON list; empty for none. */
  scopes: string
}

export interface SessionTable {
  id: number
  user_id: number
  /** SHA-256 of the cookie's value, base64url. */
  hash: string
  created_utc: number
  /** When its use was last recorded. */
  used_utc: number
  expires_utc: number
  /** The User-Agent header of the sign-in. */
  agent: string
  /** When it ends at the latest, of a session through an organisation; otherwise null. */
  ends_utc: number | null
  /** The ID token of the sign-in, encrypted with the secret of the session; "" without one. */
  id_token: string
  /** The name of the session at the issuer; "" without one. */
  sid: string
}

export interface SecretFeedTable {
  id: number
  user_id: number
  name: string
  /** The statuses that it shows, a JSON list. */
  statuses: string
  /** SHA-256 of the secret, base64url. */
  hash: string
  created_utc: number
  last_used_utc: number | null
}

export interface CalendarSubscriptionTable {
  id: number
  address: string
  name: string
  /** `login:password` for HTTP Basic, a secret; "" for none. */
  login: string
  every_seconds: number
  /** Category names, a JSON list. */
  categories: string
  /** The group of its new events; null for none. */
  group_id: number | null
  prunes: 0 | 1
  created_utc: number
  /** When it is next due. */
  next_utc: number
  /** Until when one process has it reserved. */
  leased_utc: number
  etag: string
  last_modified: string
  tried_utc: number | null
  /** When it was last read completely. */
  read_utc: number | null
  /** Consecutive failures. */
  failures: number
  result: string
  /** The reason of the result; "" for one from before there were reasons. */
  reason: string
  /** The values of the reason, a JSON object. */
  reason_values: string
  /** The first lines that were refused, a JSON list. */
  refusals: string
}

// The tables of the members of groups, and of templates of events.

export interface GroupMemberTable {
  group_id: number
  user_id: number
  role: GroupRole
  /** Whether a rule of the organisation gave it (contract §17). */
  by_rule: 0 | 1
}

/** A template of events: of a group, or of the site. */
export interface EventTemplateTable {
  id: number
  /** Null for one of the site. */
  group_id: number | null
  name: string
  /** The args of a new event as JSON. */
  fields: string
  modified_utc: number
}

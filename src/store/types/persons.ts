/** Persons, and the data that is kept of them: types only. */
import type { User } from './users.ts'
import type { WriteStamp } from './write-stamp.ts'

/** A person: a user, whoever has an e-mail address, or both. */
export interface Person {
  readonly user: User | undefined
  /** "" for none. */
  readonly email: string
  /** The address of an actor of another server; undefined for others. */
  readonly actor?: string | undefined
}

type StoredRows = readonly Readonly<Record<string, unknown>>[]

/** The data that is kept of a person besides the account. Times are seconds since 1970 UTC. */
export interface KeptPersonData {
  readonly identity: StoredRows
  readonly sessions: StoredRows
  readonly tokens: StoredRows
  readonly feeds: StoredRows
  /** The groups of the account, with its roles. */
  readonly memberships: StoredRows
  readonly submissions: StoredRows
  /** The drafts of changes to events that the account kept last. */
  readonly drafts: StoredRows
  readonly audit: StoredRows
  /** The events that wait for the account. */
  readonly duties: StoredRows
  /** The items that the account is author of. */
  readonly items: StoredRows
  /** The images that the account uploaded. */
  readonly images: StoredRows
  /** The images, of whomever, that have the name of the person in their title or slug: erasing leaves them. */
  readonly named_images: readonly { readonly id: number; readonly title: string; readonly slug: string }[]
  /** Answers that are kept for a day, for clients that repeat a request. */
  readonly kept_answers: StoredRows
  /** E-mail to the person that waits to be sent, and addresses that the person has not confirmed. */
  readonly mail: StoredRows
  readonly email_changes: StoredRows
  /** An actor of another server as one that follows the calendar, is followed by it, and likes or shares events. */
  readonly followers: StoredRows
  readonly following: StoredRows
  readonly reactions: StoredRows
  /** The organizers with the address. */
  readonly organizers: readonly {
    readonly id: number
    readonly version: number
    readonly organizer: string
    readonly email: string
  }[]
}

export interface PersonStore {
  /** Notes in the audit that somebody else saw all that is kept of a person. The note has no address. */
  noteExport(person: Person, writer: WriteStamp): Promise<void>
  /** Deletes what the audit has from before a time in seconds since 1970 UTC. Returns the number of rows. */
  pruneAudit(before: number): Promise<number>
  dataOf(person: Person): Promise<KeptPersonData>
  /**
   * Erases the person from all that is kept besides accounts and organizers, the contact of merged organizers included. In the audit,
   * `deleted-N` stands in place of the login, and `organizers` have no values of their e-mail addresses and telephone numbers.
   */
  forget(person: Person, organizers: readonly number[]): Promise<void>
}

/** The data of persons: types only. */
import type { User } from './users.ts'
import type { WriteStamp } from './write-stamp.ts'

/** A person: a user, whoever has an e-mail address, or both. */
export interface Person {
  readonly user: User | undefined
  /** "" for none. */
  readonly email: string
}

type StoredRows = readonly Readonly<Record<string, unknown>>[]

/** The data that is kept of a person besides the account. Times are seconds since 1970 UTC. */
export interface PersonData {
  readonly identity: StoredRows
  readonly sessions: StoredRows
  readonly tokens: StoredRows
  readonly feeds: StoredRows
  /** The groups of the account, with its roles. */
  readonly memberships: StoredRows
  readonly submissions: StoredRows
  readonly audit: StoredRows
  /** The organizers with the address. */
  readonly organizers: readonly {
    readonly id: number
    readonly version: number
    readonly organizer: string
    readonly email: string
  }[]
}

export interface Persons {
  /** Notes in the audit that somebody else saw all that is kept of a person. The note has no address. */
  noteExport(person: Person, writer: WriteStamp): Promise<void>
  /** Deletes what the audit has from before a time in seconds since 1970 UTC. Returns the number of rows. */
  pruneAudit(before: number): Promise<number>
  dataOf(person: Person): Promise<PersonData>
  /**
   * Erases the person from submissions, queued e-mail and the audit, where `deleted-N` stands in place of the login. `spellings` are
   * those of the address in the values of the audit.
   */
  forget(person: Person, spellings: readonly string[]): Promise<void>
}

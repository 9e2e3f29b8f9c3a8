/** The members and templates of groups, and the data of persons: types only. */
import type { GroupRole } from '../../contract/operations/accounts/account-names.ts'
import type { EventTemplateTable } from '../tables/groups.ts'
import type { GroupRecord } from '../tables/records.ts'
import type { Account, Profile, User } from './users.ts'
import type { WriteStamp } from './write-stamp.ts'

/** A member of a group. */
export interface GroupMember extends Pick<Account, 'login'>, Pick<Profile, 'display_name'> {
  /** The id of the user. */
  readonly user: number
  readonly role: GroupRole
}

/** A group that a user is a member of. */
export interface Membership extends Pick<GroupRecord, 'id' | 'name' | 'slug' | 'main'> {
  /** The user's role in the group. */
  readonly role: GroupRole
}

/** Keeps the members of groups. Every change writes an audit row. */
export interface GroupMemberStore {
  /** The members of a group, by login. */
  all(group: number): Promise<readonly GroupMember[]>
  /** The groups of a user, by name. */
  of(user: number): Promise<readonly Membership[]>
  /** Makes a user a member, or changes the role. Returns whether the user exists. */
  set(group: number, login: string, role: GroupRole, writer: WriteStamp): Promise<boolean>
  /** Returns whether the user was a member. */
  remove(group: number, login: string, writer: WriteStamp): Promise<boolean>
}

/** A template of events. */
export interface EventTemplate extends EventTemplateTable {}

/** Keeps the templates of events. Every change writes an audit row of the group, or of the settings of the site. */
export interface EventTemplateStore {
  /** All templates, by name. */
  all(): Promise<readonly EventTemplate[]>
  /** The template with an id. */
  find(id: number): Promise<EventTemplate | undefined>
  /** Adds a template, and returns its id; undefined where its group, or the site, has `most` already. */
  add(
    template: Pick<EventTemplate, 'group_id' | 'name' | 'fields'>,
    most: number,
    writer: WriteStamp,
  ): Promise<number | undefined>
  rename(template: EventTemplate, name: string, writer: WriteStamp): Promise<void>
  remove(template: EventTemplate, writer: WriteStamp): Promise<void>
}

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
   * Erases the person from submissions, queued e-mail and the audit, where `deleted-N` stands in place of the login. `spellings` are
   * those of the address in the values of the audit.
   */
  forget(person: Person, spellings: readonly string[]): Promise<void>
}

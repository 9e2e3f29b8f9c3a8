/** The members and templates of groups: types only. */
import type { GroupRole } from '../../contract/operations/accounts/account-names.ts'
import type { EventTemplateTable } from '../tables/groups.ts'
import type { GroupRecord } from '../tables/records.ts'
import type { Profile, UserAndRoles } from './users.ts'
import type { WriteStamp } from './write-stamp.ts'

/** A member of a group. */
export interface GroupMember extends Pick<UserAndRoles, 'login'>, Pick<Profile, 'display_name'> {
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

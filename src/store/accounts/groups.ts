import type { GroupRole } from '../../contract/operations/account-names.ts'
import type { OpenDatabase } from '../database/dialects.ts'
import { type Db, sql } from '../database/sql.ts'
import { addLogLine } from '../log/log.ts'
import { lineOfMember, storeMembership } from '../records/memberships.ts'
import type { EventTemplate, GroupMember, Membership, UserAndRoles, WriteStamp } from '../types/index.ts'

// The members of groups (contract §16).

/**
 * Gives a user in the transaction `db` the role in a group that a rule of the organisation says, or takes the user out of it (undefined).
 * The organisation decides on it at each sign-in: nobody undoes it.
 */
export async function setMemberByRule(
  db: Db,
  group: number,
  person: Pick<UserAndRoles, 'id' | 'login'>,
  role: GroupRole | undefined,
  writer: WriteStamp,
): Promise<void> {
  const next = role && ({ role, by_rule: 1 } as const)
  const before = await storeMembership(db, group, person.id, next)
  if (before?.role !== role) await addLogLine(db, writer, await lineOfMember(db, group, person, next))
}

/** The members of the groups of one database. */
export function groupMemberStore(connection: OpenDatabase) {
  return {
    /** The members of a group, by login. */
    all: (group: number) =>
      sql<GroupMember>`select users.id as "user", users.login, display_name, group_members.role
          from group_members join users on users.id = group_members.user_id
          where group_members.group_id = ${group} order by users.login`.rows(connection.reader),
    /** The groups of a user, by name. */
    of: (user: number) =>
      sql<Membership>`select groups.id, groups.name, groups.slug, groups.main, group_members.role
          from group_members join groups on groups.id = group_members.group_id
          where group_members.user_id = ${user} order by groups.name, groups.id`.rows(connection.reader),
  }
}

// The templates of events: of groups, and of the site (contract §16, ext.).

export const eventTemplateStore = ({ reader }: OpenDatabase) => ({
  /** All templates, by name. */
  all: () => sql<EventTemplate>`select * from event_templates order by name, id`.rows(reader),
})

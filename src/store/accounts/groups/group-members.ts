/** The members of groups (contract §16). */
import type { GroupRole } from '../../../contract/operations/accounts/account-names.ts'
import type { OpenDatabase } from '../../database/connection.ts'
import { type Db, queryFirstRow, queryRows } from '../../database/rows.ts'
import { sql } from '../../database/sql.ts'
import { addActRow } from '../../log/acts.ts'
import type { GroupMember, GroupMemberStore, Membership, UserAndRoles, WriteStamp } from '../../store.ts'
import type { GroupMemberTable } from '../../tables/groups.ts'
import { accountChangeRunnerOf } from '../account-changes.ts'

/** Notes in the audit of a group what became of a member. */
async function noteMember(
  db: Db,
  group: number,
  { id, login, role }: Pick<UserAndRoles, 'id' | 'login'> & { readonly role?: GroupRole },
  writer: WriteStamp,
): Promise<void> {
  const row = sql<{
    readonly name: string
    readonly slug: string
  }>`select name, slug from groups where id = ${group}`
  const { name = '', slug = '' } = (await queryFirstRow(db, row)) ?? {}
  const ofGroup = { resource: 'group', item_id: group, slug } as const
  const values = { person: { id, login }, group: name }
  if (role === undefined) await addActRow(db, writer, { ...ofGroup, act: 'member_removed', values })
  else await addActRow(db, writer, { ...ofGroup, act: 'member_role_given', values: { ...values, role } })
}

interface NewMember extends Pick<UserAndRoles, 'id' | 'login'>, Pick<GroupMemberTable, 'role' | 'by_rule'> {}

/** Makes a user a member in the transaction `db`, or changes the role. A change without effect writes nothing. */
export async function setGroupMember(
  db: Db,
  group: number,
  { id, login, role, by_rule }: NewMember,
  writer: WriteStamp,
): Promise<void> {
  const kept = await queryFirstRow(
    db,
    sql<Pick<GroupMemberTable, 'role' | 'by_rule'>>`
      select role, by_rule from group_members where group_id = ${group} and user_id = ${id}`,
  )
  if (kept?.role === role && kept.by_rule === by_rule) return
  await sql`insert into group_members (group_id, user_id, role, by_rule) values (${group}, ${id}, ${role}, ${by_rule})
    on conflict (group_id, user_id) do update set role = excluded.role, by_rule = excluded.by_rule`.execute(
    db,
  )
  if (kept?.role !== role) await noteMember(db, group, { id, login, role }, writer)
}

/** Takes a user out of a group in the transaction `db`. Returns whether the user was a member. */
export async function removeGroupMember(
  db: Db,
  group: number,
  { id, login }: Pick<UserAndRoles, 'id' | 'login'>,
  writer: WriteStamp,
): Promise<boolean> {
  const gone = sql`delete from group_members where group_id = ${group} and user_id = ${id} returning role`
  if ((await queryFirstRow(db, gone)) === undefined) return false
  await noteMember(db, group, { id, login }, writer)
  return true
}

/** The members of the groups of one database. */
export function groupMemberStore(connection: OpenDatabase): GroupMemberStore {
  const changes = accountChangeRunnerOf(connection)
  return {
    all: (group) =>
      queryRows(
        connection.reader,
        sql<GroupMember>`select users.id as "user", users.login, display_name, group_members.role
          from group_members join users on users.id = group_members.user_id
          where group_members.group_id = ${group} order by users.login`,
      ),
    of: (user) =>
      queryRows(
        connection.reader,
        sql<Membership>`select groups.id, groups.name, groups.slug, groups.main, group_members.role
          from group_members join groups on groups.id = group_members.group_id
          where group_members.user_id = ${user} order by groups.name, groups.id`,
      ),
    async set(group, login, role, writer) {
      const done = await changes.ofUser(login, async (db, user) => {
        await setGroupMember(db, group, { ...user, role, by_rule: 0 }, writer)
        return true
      })
      return done ?? false
    },
    async remove(group, login, writer) {
      return (await changes.ofUser(login, (db, user) => removeGroupMember(db, group, user, writer))) ?? false
    },
  }
}

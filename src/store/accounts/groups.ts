/** Members and templates of groups. */
import type { GroupRole } from '../../contract/operations/account-names.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { type OpenDatabase, runTransaction } from '../database/dialects.ts'
import { countRowsFrom, type Db, insertRow, queryFirstRow, queryRows, sql } from '../database/sql.ts'
import { addActRow } from '../log/log.ts'
import type {
  EventTemplateStore,
  GroupMember,
  GroupMemberStore,
  Membership,
  UserAndRoles,
  WriteStamp,
} from '../store.ts'
import type { EventTemplateTable, GroupMemberTable } from '../tables/accounts.ts'
import { accountChangeRunnerOf } from './users.ts'

// The members of groups (contract §16).

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

// The templates of events: of groups, and of the site (contract §16, ext.).

/** Notes in the audit of the group, or of the settings, what became of a template. */
async function noteTemplate(
  db: Db,
  { group_id, name }: Pick<EventTemplateTable, 'group_id' | 'name'>,
  act: 'template_added' | 'template_renamed' | 'template_removed',
  writer: WriteStamp,
): Promise<void> {
  if (group_id === null)
    return addActRow(db, writer, { resource: 'settings', item_id: 0, act, values: { name } })
  const row = sql<{ readonly name: string; readonly slug: string }>`
    select name, slug from groups where id = ${group_id}`
  const { name: group = '', slug = '' } = (await queryFirstRow(db, row)) ?? {}
  return addActRow(db, writer, { resource: 'group', item_id: group_id, slug, act, values: { group, name } })
}

async function add(
  db: Db,
  template: Pick<EventTemplateTable, 'group_id' | 'name' | 'fields'>,
  most: number,
  writer: WriteStamp,
): Promise<number | undefined> {
  const { group_id } = template
  const own = sql`event_templates where coalesce(group_id, 0) = ${group_id ?? 0}`
  if ((await countRowsFrom(db, own)) >= most) return undefined
  const modified_utc = epochOfInstant(writer.moment.now)
  const id = await insertRow(db, 'event_templates', { ...template, modified_utc })
  await noteTemplate(db, template, 'template_added', writer)
  return id
}

/** The templates of one database. */
export function eventTemplateStore(connection: OpenDatabase): EventTemplateStore {
  const { reader } = connection
  return {
    all: () => queryRows(reader, sql<EventTemplateTable>`select * from event_templates order by name, id`),
    find: (id) =>
      queryFirstRow(reader, sql<EventTemplateTable>`select * from event_templates where id = ${id}`),
    add: (template, most, writer) => runTransaction(connection, (db) => add(db, template, most, writer)),
    rename: (template, name, writer) =>
      runTransaction(connection, async (db) => {
        await sql`update event_templates set name = ${name}, modified_utc = ${epochOfInstant(writer.moment.now)}
          where id = ${template.id}`.execute(db)
        await noteTemplate(db, { ...template, name }, 'template_renamed', writer)
      }),
    remove: (template, writer) =>
      runTransaction(connection, async (db) => {
        await sql`delete from event_templates where id = ${template.id}`.execute(db)
        await noteTemplate(db, template, 'template_removed', writer)
      }),
  }
}

/** Members and templates of groups. */
import type { GroupRole } from '../../contract/operations/account-names.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { type OpenDatabase, runTransaction } from '../database/dialects.ts'
import { countRowsFrom, type Db, insertRow, queryFirstRow, queryRows, sql } from '../database/sql.ts'
import { addActRow, addLogLine } from '../log/log.ts'
import { lineOfMember, storeMembership } from '../records/memberships.ts'
import type {
  EventTemplateStore,
  GroupMember,
  GroupMemberStore,
  Membership,
  UserAndRoles,
  WriteStamp,
} from '../store.ts'
import type { EventTemplateTable } from '../tables/accounts.ts'

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
export function groupMemberStore(connection: OpenDatabase): GroupMemberStore {
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

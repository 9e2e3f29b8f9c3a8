/** What goes with a group that is deleted, as the log has it: undoing brings it back (contract §16). */
import { isOneOfSql } from '../conditions/visibility.ts'
import { type Db, insertRows, sql } from '../database/sql.ts'
import type { EventTemplateTable, GroupMemberTable } from '../tables/accounts.ts'
import type { GroupRecord, RemovedGroup } from '../types/index.ts'

/** Returns a group with what is deleted along with it. */
export async function groupToRemove(db: Db, record: GroupRecord): Promise<RemovedGroup> {
  const { id } = record
  const members = sql<GroupMemberTable>`select * from group_members where group_id = ${id} order by user_id`
  const templates = sql<EventTemplateTable>`select * from event_templates where group_id = ${id} order by id`
  return { record, members: await members.rows(db), templates: await templates.rows(db) }
}

/** Gives a group that is back its templates, and those of its members who are users still. */
export async function giveMembersAndTemplates(
  db: Db,
  { members, templates }: Pick<RemovedGroup, 'members' | 'templates'>,
): Promise<void> {
  const ids = members.map(({ user_id }) => user_id)
  const found = await sql`select id from users where ${isOneOfSql(sql`id`, ids)}`.column<number>(db)
  const users = new Set(found)
  const left = members.filter(({ user_id }) => users.has(user_id))
  await insertRows(
    db,
    'group_members',
    left.map((one) => ({ ...one })),
  )
  await insertRows(
    db,
    'event_templates',
    templates.map((one) => ({ ...one })),
  )
}

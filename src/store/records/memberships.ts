/** Writes who is a member of a group, for which the log of the group has a line (contract §16). */
import type { PersonOfAct } from '../../contract/operations/audit.ts'
import { type Db, insertRows, replacing, sql } from '../database/sql.ts'
import { notedAct } from '../log/log.ts'
import type { StoredMembership } from '../types/index.ts'

/** Whether two memberships are the same, or both are none. */
export const isSameMembership = (
  one: StoredMembership | undefined,
  other: StoredMembership | undefined,
): boolean => one?.role === other?.role && one?.by_rule === other?.by_rule

/** Returns how a user is a member of a group; undefined for others. */
export const membershipIn = (db: Db, group: number, user: number): Promise<StoredMembership | undefined> =>
  sql<StoredMembership>`select role, by_rule from group_members where group_id = ${group} and user_id = ${user}`.first(
    db,
  )

/** Makes a user a member as `next` says, or takes the user out of the group (undefined). Returns the membership of before. */
export async function storeMembership(
  db: Db,
  group: number,
  user: number,
  next: StoredMembership | undefined,
): Promise<StoredMembership | undefined> {
  const before = await membershipIn(db, group, user)
  if (isSameMembership(before, next)) return before
  if (next === undefined)
    await sql`delete from group_members where group_id = ${group} and user_id = ${user}`.execute(db)
  else
    await insertRows(
      db,
      'group_members',
      [{ group_id: group, user_id: user, role: next.role, by_rule: next.by_rule }],
      replacing('group_id, user_id', ['role', 'by_rule']),
    )
  return before
}

/** Returns the line of the log that says what became of a member. */
export async function lineOfMember(
  db: Db,
  group: number,
  { id, login }: PersonOfAct,
  next: StoredMembership | undefined,
) {
  const row = sql<{
    readonly name: string
    readonly slug: string
  }>`select name, slug from groups where id = ${group}`
  const { name = '', slug = '' } = (await row.first(db)) ?? {}
  const ofGroup = { resource: 'group', item_id: group, slug } as const
  const values = { person: { id, login }, group: name }
  return next === undefined
    ? notedAct({ ...ofGroup, act: 'member_removed', values })
    : notedAct({ ...ofGroup, act: 'member_role_given', values: { ...values, role: next.role } })
}

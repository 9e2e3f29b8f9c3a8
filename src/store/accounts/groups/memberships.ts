/** The roles of users in groups, as accounts are read with them. */
import { type GroupRole, groupRoles } from '../../../contract/operations/accounts/account-names.ts'
import { type DialectName, jsonAggregateSql, type Sql, sql } from '../../database/sql.ts'

/** The memberships of a row of users as one text. */
export const membershipsSql = (dialect: DialectName): Sql<string> =>
  sql`(select ${jsonAggregateSql(dialect, sql`group_id || ' ' || group_members.role`)} from group_members where group_members.user_id = users.id)`

const NONE = '[]'

/** Returns the roles in groups that the text of `membershipsSql` says, by the id of the group; undefined for none. A role of a newer version is none. */
export function parseGroupRoles(text: string): ReadonlyMap<number, GroupRole> | undefined {
  if (text === NONE) return undefined
  const members: readonly string[] = JSON.parse(text)
  return new Map(
    members.flatMap((member) => {
      const [group, named] = member.split(' ')
      const role = groupRoles.find((one) => one === named)
      return role === undefined ? [] : [[Number(group), role] as const]
    }),
  )
}

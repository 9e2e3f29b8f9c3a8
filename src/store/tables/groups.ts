/** The table of the members of groups. */
import type { GroupRole } from '../../contract/operations/accounts/account-names.ts'

/** A member of a group. */
export interface GroupMemberTable {
  group_id: number
  user_id: number
  role: GroupRole
}

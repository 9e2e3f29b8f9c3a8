/** The tables of the members of groups, and of templates of events. */
import type { GroupRole } from '../../contract/operations/accounts/account-names.ts'

/** A member of a group. */
export interface GroupMemberTable {
  group_id: number
  user_id: number
  role: GroupRole
  /** Whether a rule of the organisation gave it (contract §17). */
  by_rule: 0 | 1
}

/** A template of events: of a group, or of the site. */
export interface EventTemplateTable {
  id: number
  /** Null for one of the site. */
  group_id: number | null
  name: string
  /** The args of a new event as JSON. */
  fields: string
  modified_utc: number
}

/** The table of the log. Instants are as in the other tables. */
import type { AuditAct } from '../../contract/operations/accounts/audit-acts.ts'
import type { auditDirectAndMcpWays, auditVerbs } from '../../contract/operations/audit.ts'
import type { ChangeAction } from '../../contract/operations/integrations/changes.ts'

export interface AuditTable {
  id: number
  at_utc: number
  /** 0 in local mode and for commands. */
  user_id: number
  login: string
  verb: (typeof auditVerbs)[number]
  /** A resource, `media`, `user`, `token`, `feed` or `subscription`. */
  resource: string
  item_id: number
  /** The item's title at that time. */
  title: string
  slug: string
  /** For an update: the changed fields by their API names, a JSON list. */
  fields: string
  /** How many events an act on a series touched; otherwise 1. */
  touched: number
  /** How the write came; empty for the interface itself. */
  via: (typeof auditDirectAndMcpWays)[number]
  /** The revision of the write; 0 if it was not recorded. */
  revision: number
  /** Of the changed fields, the values before and after, as args: JSON, field → pair. */
  changes: string
  /** The act on an account, a group or the site; empty for changes of items, and where only the title says it. */
  act: AuditAct | ''
  /** The values of the act, as JSON. */
  act_values: string
  /** The version of the item after the change, where `put` wrote it; 0 where it is not known. */
  version: number
  /** 1 where another line tells of the change, such as that of a merge: no history lists it. */
  is_part: 0 | 1
  /** What all changes of the item in this write amount to, for those who read everything, on the last of them; otherwise "". */
  change: ChangeAction | ''
  /** The same for the public. */
  public_change: ChangeAction | ''
}

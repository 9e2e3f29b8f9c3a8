/** The tables of the audit and of the log of changes. Instants are as in the other tables. */
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
}

/** A write that changed items whose changes are in the log. */
export interface ChangesetTable {
  /** The revision of the write. Below 0 for one from before revisions were recorded. */
  revision: number
  at_utc: number
  /** 0 in local mode and for commands. */
  user_id: number
  login: string
  via: AuditTable['via']
}

/** What a write changed of an item, without derived columns and secrets. */
export interface ItemChangeTable {
  revision: number
  position: number
  /** Its number among the changes that histories and the audit list; null where another row tells of it, such as that of a merge. */
  line: number | null
  resource: string
  item_id: number
  /** The version after the change; 0 where it is not known. */
  version: number
  verb: AuditTable['verb']
  /** The title and slug after the change; before it for what was deleted. */
  title: string
  slug: string
  touched: number
  /** The changed fields by their API names, a JSON list. */
  fields: string
  /** The values of the changed fields, as args of an update: JSON objects. Empty once the item is deleted for good. */
  before: string
  after: string
  /** What all changes of the item in this write amount to, for those who read everything, on the last of them; otherwise "". */
  change: ChangeAction | ''
  /** The same for the public. */
  public_change: ChangeAction | ''
}

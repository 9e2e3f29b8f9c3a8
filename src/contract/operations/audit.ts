/** Args of the change logs (contract §5, ext.): the history of an item, and the audit of the whole service. */
import { markedAsExtension, optional } from '../arg.ts'
import * as kind from '../kinds.ts'
import { resourceNames } from '../resources/index.ts'
import { pagingArgs } from '../resources/shared.ts'

/** The kinds of change that the logs record. */
export const auditVerbs = ['create', 'update', 'trash', 'delete', 'merge', 'unmerge'] as const
/** The ways by which a write came, besides the interface itself: through a tool of an assistant (MCP). */
export const auditDirectAndMcpWays = ['', 'mcp'] as const
/** The resources that the audit covers: all items, and the objects that only administrators manage. */
export const auditedResources = [
  ...resourceNames,
  'user',
  'token',
  'feed',
  'subscription',
  'settings',
  'webhook',
  'follower',
  'following',
  'block',
] as const

export const itemHistoryArgs = {
  page: markedAsExtension(pagingArgs.page),
  per_page: markedAsExtension(pagingArgs.per_page),
}

export const auditArgs = {
  ...itemHistoryArgs,
  resource: markedAsExtension(optional(kind.choice(auditedResources))),
  item: markedAsExtension(optional(kind.integer(0))),
  user: markedAsExtension(optional(kind.integer(0))),
  verb: markedAsExtension(optional(kind.choice(auditVerbs))),
  since: markedAsExtension(optional(kind.date)),
  until: markedAsExtension(optional(kind.date)),
  search: markedAsExtension(optional(kind.text(200))),
}

/** Args of the change logs (contract §5, ext.): the history of an item, and the audit of the whole service. */

import { defaulted, markedAsExtension, optional } from '../arg.ts'
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
  values: markedAsExtension(defaulted(kind.boolean, false)),
  folded: markedAsExtension(defaulted(kind.boolean, false)),
  oldest: markedAsExtension(optional(kind.integer(1))),
  newest: markedAsExtension(optional(kind.integer(1))),
}

// The acts on accounts, groups and the site that the audit names, with their values. Clients say them in the language of the reader.

/** A person in the values of an act. */
export interface PersonOfAct {
  readonly id: number
  readonly login: string
}

export interface OfPerson {
  readonly person: PersonOfAct
}

interface OfTemplate {
  readonly name: string
  /** The group that has the template; the site has it without. */
  readonly group?: string
}

/** Act → its values. */
export interface ValuesByAct {
  readonly account_added: OfPerson
  readonly account_removed: OfPerson
  readonly profile_changed: OfPerson & { readonly fields: readonly string[] }
  readonly role_given: OfPerson & { readonly role: string }
  readonly suspended: OfPerson
  readonly resumed: OfPerson
  readonly password_set: OfPerson
  readonly sessions_ended: OfPerson
  readonly session_ended: OfPerson
  readonly second_factor_on: OfPerson
  readonly second_factor_off: OfPerson
  readonly handed_over: OfPerson & { readonly to: PersonOfAct }
  readonly handed_to_group: OfPerson & { readonly group: string; readonly slug: string }
  readonly taken_from_group: ValuesByAct['handed_to_group']
  readonly data_exported: Partial<OfPerson>
  readonly token_created: OfPerson & { readonly name: string; readonly scopes: readonly string[] }
  readonly token_revoked: OfPerson & { readonly name: string }
  readonly feed_created: OfPerson & { readonly name: string }
  readonly feed_revoked: OfPerson & { readonly name: string }
  readonly member_role_given: OfPerson & { readonly group: string; readonly role: string }
  readonly member_removed: OfPerson & { readonly group: string }
  readonly template_added: OfTemplate
  readonly template_renamed: OfTemplate
  readonly template_removed: OfTemplate
  /** What came of a person whom no rule of the organisation names: a digest of the name there, names of claims, rules that missed. */
  readonly sign_in_refused: Partial<OfPerson> & {
    readonly subject: string
    readonly claims: readonly string[]
    readonly rules: readonly string[]
  }
  readonly sign_in_rules_set: { readonly rules: readonly string[] }
  readonly identity_linked: OfPerson
  readonly identity_unlinked: OfPerson
  readonly back_up_started: object
  readonly everything_exported: object
}

export type AuditAct = keyof ValuesByAct

/** The acts, for the schema of a row of the audit. */
export const auditActNames = [
  'account_added',
  'account_removed',
  'profile_changed',
  'role_given',
  'suspended',
  'resumed',
  'password_set',
  'sessions_ended',
  'session_ended',
  'second_factor_on',
  'second_factor_off',
  'handed_over',
  'handed_to_group',
  'taken_from_group',
  'data_exported',
  'token_created',
  'token_revoked',
  'feed_created',
  'feed_revoked',
  'member_role_given',
  'member_removed',
  'template_added',
  'template_renamed',
  'template_removed',
  'sign_in_refused',
  'sign_in_rules_set',
  'identity_linked',
  'identity_unlinked',
  'back_up_started',
  'everything_exported',
] as const satisfies readonly AuditAct[]

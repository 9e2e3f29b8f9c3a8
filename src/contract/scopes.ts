/** The scopes of tokens (contract §13): a token with scopes may do only what they cover. */

import type { Scope } from './operations/accounts/account-names.ts'
import type { Operation } from './operations.ts'
import type { ResourceName } from './resources/index.ts'

/** Resource → the scope that writing an item of it needs. */
export const writeScopeByResource: { readonly [N in ResourceName]: Scope } = {
  event: 'write:events',
  series: 'write:events',
  venue: 'write:venues',
  organizer: 'write:organizers',
  category: 'write:terms',
  tag: 'write:terms',
  group: 'write:groups',
  media: 'media',
  page: 'write:pages',
}

/** The scopes that writing items of all kinds needs, as calendar subscriptions do. They write no groups and no pages. */
export const itemWriteScopes: readonly Scope[] = [...new Set(Object.values(writeScopeByResource))].filter(
  (scope) => scope !== 'write:groups' && scope !== 'write:pages',
)

/** The need of an operation: a scope of the token, or that none limits it. */
export type ScopeNeed = Scope | 'no scopes'

/** Settings have no scope: they hold for the whole site. */
const SETTINGS = 'no scopes'

/** Returns what a token needs for a line of an import. */
export function scopeToImportResource(resource: ResourceName | 'settings'): ScopeNeed {
  return resource === 'settings' ? SETTINGS : writeScopeByResource[resource]
}

/** Returns what a token needs for an operation; undefined if any token may use it. */
export function scopeNeedOf({ facts }: Operation): ScopeNeed | undefined {
  return facts.scope
}

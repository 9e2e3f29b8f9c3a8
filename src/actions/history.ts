/** The change history (contract §5): of one item for users who may change it, of all items for editors, of everything for administrators. */

import { editorsAuditedResources } from '../contract/operations/accounts/editors-audit.ts'
import type { ResourceName } from '../contract/resources/index.ts'
import type { AuditPage, AuditQuery } from '../store/store.ts'
import type { Context } from './context.ts'
import { type FieldChangesForReader, fieldChangesForReader } from './editing/shown-values.ts'
import { requireMayAdministerUser, requireMayWriteSomeItems, rightsByRole } from './policy.ts'
import { editableRecord } from './update.ts'

/** A page of an item's changes, with the values of each as the reader sees them. */
export interface HistoryPage extends AuditPage {
  readonly values: readonly FieldChangesForReader[]
}

type Page = Pick<AuditQuery, 'page' | 'per_page'>

/**
 * Returns the changes of an item, newest first; of an occurrence also those of its series, which are one row each. Throws 401, 403, 404 or 410, like an
 * update of the item.
 */
export async function historyOf(
  resource: ResourceName,
  id: number,
  page: Page,
  context: Context,
): Promise<HistoryPage> {
  requireMayWriteSomeItems(context.actor, resource)
  const kept = await editableRecord(context.store, resource, { id }, context)
  const series = 'own_fields' in kept && kept.series !== null ? { series: kept.series } : {}
  const found = await context.store.auditPage({ ...page, resource, item_id: id, ...series })
  return { ...found, values: await fieldChangesForReader(found.rows, context) }
}

/** Returns the changes by any user, newest first; to editors those of what they may edit. Throws 401 or 403. */
export function auditedChangesPage(query: AuditQuery, { store, actor }: Context): Promise<AuditPage> {
  if (rightsByRole[actor.role].administers) return store.auditPage(query)
  if (rightsByRole[actor.role].edits !== 'all') requireMayAdministerUser(actor)
  return store.auditPage({ ...query, resources: editorsAuditedResources })
}

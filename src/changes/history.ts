/** The change history (contract §5): of one item for users who may change it, of all items for editors, of everything for administrators. */

import { editableRecord } from '../actions/update.ts'
import type { Context } from '../api/context.ts'
import type { ReadingContext } from '../api/operation.ts'
import { mayEdit, requireMayAdministerUser, requireMayWriteSomeItems, rightsByRole } from '../api/policy.ts'
import { resourcesWhoseHistoryEditorsMayRead } from '../contract/operations/accounts/editors-audit.ts'
import type { ResourceName } from '../contract/resources/index.ts'
import type { AuditPage, AuditQuery, AuditRow } from '../store/store.ts'
import { type FieldChangesForReader, fieldChangesOfAuditRowsForReader } from './shown-values.ts'

/** A page of an item's changes, with the values of each as the reader sees them. */
export interface HistoryPage extends AuditPage {
  readonly values: readonly FieldChangesForReader[]
}

type Page = Pick<AuditQuery, 'page' | 'per_page'>

/** Returns the rows without the values of a series that the reader may not edit, though an occurrence of it. */
async function withoutValuesOfOthersSeries(
  rows: readonly AuditRow[],
  { series: id }: Pick<AuditQuery, 'series'>,
  { store, actor, moment }: Context,
): Promise<readonly AuditRow[]> {
  const series = id === undefined ? undefined : await store.find('series', { id }, moment)
  if (series === undefined || mayEdit(actor, series)) return rows
  return rows.map((row) => (row.resource === 'series' ? { ...row, changes: {} } : row))
}

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
  const rows = await withoutValuesOfOthersSeries(found.rows, series, context)
  return { ...found, rows, values: await fieldChangesOfAuditRowsForReader(rows, context) }
}

/** Returns the changes by any user, newest first; to editors those of what they may edit. Throws 401 or 403. */
export function auditedChangesPage(query: AuditQuery, { store, actor }: ReadingContext): Promise<AuditPage> {
  if (rightsByRole[actor.role].administers) return store.auditPage(query)
  if (rightsByRole[actor.role].edits !== 'all') requireMayAdministerUser(actor)
  return store.auditPage({ ...query, resources: resourcesWhoseHistoryEditorsMayRead })
}

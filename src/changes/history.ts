/** The change history (contract §5): of one item for users who may change it, of all items for editors, of everything for administrators. */

import type { PageOf } from '../api/answer.ts'
import type { PureContext } from '../api/context.ts'
import type { ReadingContext } from '../api/operation.ts'
import { mayEdit, requireMayAdministerUser, rightsByRole } from '../api/policy.ts'
import { resourcesWhoseHistoryEditorsMayRead } from '../contract/operations/accounts/editors-audit.ts'
import type { AuditPage, AuditQuery, AuditRow, RecordOf, Snapshot } from '../store/store.ts'
import { fieldChangesOfAuditRowsForReader, shownAuditRow } from './shown-values.ts'

type Page = Pick<AuditQuery, 'page' | 'per_page'>

/** Returns the rows without the values of a series that the reader may not edit, though an occurrence of it. */
async function withoutValuesOfOthersSeries(
  rows: readonly AuditRow[],
  { series: id }: Pick<AuditQuery, 'series'>,
  { store, actor, moment }: PureContext & { readonly store: Snapshot },
): Promise<readonly AuditRow[]> {
  const series = id === undefined ? undefined : await store.find('series', { id }, moment)
  if (series === undefined || mayEdit(actor, series)) return rows
  return rows.map((row) => (row.resource === 'series' ? { ...row, changes: {} } : row))
}

/**
 * Returns a page of the changes of an event or a series, newest first, as their reader sees them; of an occurrence also those of its
 * series, which are one row each.
 */
export async function historyOf(
  store: Snapshot,
  resource: 'event' | 'series',
  item: RecordOf<'event' | 'series'>,
  page: Page,
  by: PureContext,
): Promise<PageOf<object>> {
  const series = 'own_fields' in item && item.series !== null ? { series: item.series } : {}
  const found = await store.auditPage({ ...page, resource, item_id: item.id, ...series })
  const context = { ...by, store }
  const rows = await withoutValuesOfOthersSeries(found.rows, series, context)
  const values = await fieldChangesOfAuditRowsForReader(rows, context)
  return { items: rows.map((row, at) => shownAuditRow(row, values[at])), total: found.total }
}

/** Returns the changes by any user, newest first; to editors those of what they may edit. Throws 401 or 403. */
export function auditedChangesPage(query: AuditQuery, { store, actor }: ReadingContext): Promise<AuditPage> {
  if (rightsByRole[actor.role].administers) return store.auditPage(query)
  if (rightsByRole[actor.role].edits !== 'all') requireMayAdministerUser(actor)
  return store.auditPage({ ...query, resources: resourcesWhoseHistoryEditorsMayRead })
}

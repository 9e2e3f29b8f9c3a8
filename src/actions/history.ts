/** Who changed what (contract §5): of one item for those who may change it, of everything for administrators. */
import type { ResourceName } from '../contract/resources/index.ts'
import type { AuditPage, AuditQuery } from '../store/store.ts'
import type { Context } from './context.ts'
import { allowAdministering, allowWriting } from './policy.ts'
import { editable } from './update.ts'

type Page = Pick<AuditQuery, 'page' | 'per_page'>

/** The changes of an item, the newest first. Throws 401, 403, 404 or 410, as changing it does. */
export async function historyOf(
  resource: ResourceName,
  id: number,
  page: Page,
  context: Context,
): Promise<AuditPage> {
  allowWriting(context.actor, resource)
  await editable(context.store, resource, { id }, context)
  return context.store.auditPage({ ...page, resource, item_id: id })
}

/** What anybody changed, the newest first. Throws 401 or 403. */
export function auditOf(query: AuditQuery, { store, actor }: Context): Promise<AuditPage> {
  allowAdministering(actor)
  return store.auditPage(query)
}

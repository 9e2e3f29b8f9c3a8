/** Feeds at secret addresses (contract §5, ext.): whoever knows the address reads what its user may, and no more. */
import { Problem } from '../problem.ts'
import type { Store } from '../store/store.ts'
import type { Asked } from './asked.ts'
import { actorOf } from './authentication.ts'

/** The same request, as made by the user whose address it is. Throws 404 where there is no such address. */
export async function asHolder(asked: Asked, store: Store): Promise<Asked> {
  const { context, params } = asked
  const link = await store.feedLinks.held(params.secret ?? '', context.moment)
  const actor = actorOf(link)
  if (link === undefined || actor === undefined) throw new Problem('rest_no_route')
  return { ...asked, context: { ...context, actor }, statuses: link.statuses }
}

/** Secret feeds (contract §5, ext.): a client that knows the address reads what its user may read. */
import { Problem } from '../../../problem.ts'
import type { Store } from '../../../store/store.ts'
import { actorOfAccount } from '../../auth/credentials.ts'
import type { ApiRequest } from '../../request/api-request.ts'
import type { FeedRequest } from './feed.ts'

/** Returns the request with the secret feed's user as its actor, and the statuses that the feed shows. Throws 404 if there is no such feed. */
export async function requestAsFeedOwner(
  request: ApiRequest,
  store: Store,
): Promise<Pick<FeedRequest, 'request' | 'statuses'>> {
  const { context, params } = request
  const link = await store.feedLinks.held(params.secret ?? '', context.moment)
  const actor = actorOfAccount(link)
  if (link === undefined || actor === undefined) throw new Problem('rest_no_route')
  return { request: { ...request, context: { ...context, actor } }, statuses: link.statuses }
}

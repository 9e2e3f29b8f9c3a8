/** Followed actors and blocked domains on the social web over HTTP (contract §19, ext.), for editors. */
import { refusal, rights } from '../../actions/policy.ts'
import type { FollowerAction } from '../../contract/operations/integrations/followers.ts'
import { type FollowingAction, followingArgs } from '../../contract/operations/integrations/following.ts'
import { parseArgs } from '../../contract/parse-args.ts'
import { wallAt } from '../../domain/time/zones.ts'
import { Problem } from '../../problem.ts'
import { pageLinks, representCollection } from '../../representations/json/collection.ts'
import { restUrl } from '../../representations/urls.ts'
import type { FollowedActor } from '../../store/store.ts'
import type { BlockedDomainShown, FederationTools } from '../federation-tools.ts'
import type { AppOptions } from '../options.ts'
import { type ApiRequest, type ApiResponse, pathId } from '../request/api-request.ts'
import { sentArgs } from '../request/body.ts'
import { followerHandlers } from './followers.ts'
import type { OperationHandlers } from './handler.ts'
import { pageHeaders, readPaging } from './paging.ts'

const NOT_STORED = { 'Cache-Control': 'private, no-store' }

const shownActor = ({ context }: ApiRequest, followed: FollowedActor) => ({
  id: followed.id,
  actor: followed.actor,
  state: followed.state,
  status: followed.status,
  group: followed.group_id,
  category: followed.category_id,
  date: wallAt(followed.created_utc, context.moment.zone),
})

const shownBlock = ({ context }: ApiRequest, { domain, created_utc, isFixed }: BlockedDomainShown) => ({
  domain,
  date: wallAt(created_utc, context.moment.zone),
  fixed: isFixed,
})

const answer = (body: object, status = 200): ApiResponse => ({ status, headers: NOT_STORED, body })

async function listed(
  request: ApiRequest,
  federation: FederationTools,
  maxPerPage: number,
): Promise<ApiResponse> {
  const { pagingOf } = readPaging(request, {
    values: {},
    address: restUrl(request.root, 'following'),
    maxPerPage,
  })
  const { page, per_page } = pagingOf(0)
  const { following, total } = await federation.following.page(page, per_page)
  const paging = pagingOf(total)
  const pages = pageLinks(paging)
  const rows = following.map((one) => shownActor(request, one))
  const body = representCollection('following', rows, pages, paging)
  return { ...answer(body), headers: { ...pageHeaders(paging, pages), ...NOT_STORED } }
}

async function follow(request: ApiRequest, { following }: FederationTools): Promise<ApiResponse> {
  const args = parseArgs(followingArgs['follow-actor'], await sentArgs(request), 'create')
  return answer(shownActor(request, await following.add(args, request.context)), 201)
}

async function unfollow(request: ApiRequest, { following }: FederationTools): Promise<ApiResponse> {
  const { remove } = parseArgs(followingArgs['unfollow-actor'], await sentArgs(request), 'create')
  const { context, params } = request
  return answer(shownActor(request, await following.remove(pathId(params), remove === true, context)))
}

/** Returns the handlers of followers, followed actors and blocked domains. */
export const federationHandlers = (
  options: Pick<AppOptions, 'federation' | 'maxPerPage'>,
): OperationHandlers<FollowerAction | FollowingAction> => ({
  ...followerHandlers(options),
  ...followingHandlers(options),
})

/** Returns the handlers of followed actors and blocked domains. They throw 401, 403 or 404; 404 for everybody where the calendar does not federate. */
function followingHandlers({
  federation,
  maxPerPage,
}: Pick<AppOptions, 'federation' | 'maxPerPage'>): OperationHandlers<FollowingAction> {
  const withTools =
    (handle: (request: ApiRequest, tools: FederationTools) => Promise<ApiResponse>) =>
    async (request: ApiRequest): Promise<ApiResponse> => {
      const { actor } = request.context
      if (federation === undefined) throw new Problem('rest_no_route')
      if (rights[actor.role].edits !== 'all') throw refusal(actor)
      return handle(request, federation)
    }
  const blocking = (act: 'block' | 'unblock') =>
    withTools(async (request, { blocks }) => {
      const domain = request.params.domain ?? ''
      return answer(shownBlock(request, await blocks[act](domain, request.context)))
    })
  return {
    'list-following': withTools((request, tools) => listed(request, tools, maxPerPage)),
    'follow-actor': withTools(follow),
    'read-following': withTools(async (request, { following }) =>
      answer(shownActor(request, await following.read(pathId(request.params)))),
    ),
    'unfollow-actor': withTools(unfollow),
    'list-blocks': withTools(async (request, { blocks }) => {
      const all = await blocks.all()
      return answer({ blocks: all.map((one) => shownBlock(request, one)) })
    }),
    'block-domain': blocking('block'),
    'unblock-domain': blocking('unblock'),
  }
}

/** Followed actors and blocked domains on the social web over HTTP (contract §19, ext.), for editors. */
import type { FollowerOperationName } from '../../contract/operations/integrations/followers.ts'
import {
  type FollowingOperationName,
  followingArgsByOperation,
} from '../../contract/operations/integrations/following.ts'
import { parseArgs } from '../../contract/parse-args.ts'
import { wallAt } from '../../domain/time/zones.ts'
import type { FollowedActor } from '../../store/store.ts'
import type { BlockedDomainShown, ToolsAnsweringOtherServers } from '../federation-tools.ts'
import type { AppOptions } from '../options.ts'
import { type ApiRequest, type ApiResponse, idOfPathParams } from '../request/api-request.ts'
import { sentArgs } from '../request/body.ts'
import {
  federationListAnswer,
  requireFederationToolsForEditor,
  uncachedEditorResponse,
} from './federation-answers.ts'
import { followerHandlers } from './followers.ts'
import type { OperationHandlers } from './handler.ts'

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

async function follow(request: ApiRequest, { following }: ToolsAnsweringOtherServers): Promise<ApiResponse> {
  const args = parseArgs(followingArgsByOperation['follow-actor'], await sentArgs(request), 'create')
  return uncachedEditorResponse(shownActor(request, await following.add(args, request.context)), 201)
}

async function unfollow(
  request: ApiRequest,
  { following }: ToolsAnsweringOtherServers,
): Promise<ApiResponse> {
  const { remove } = parseArgs(followingArgsByOperation['unfollow-actor'], await sentArgs(request), 'create')
  const { context, params } = request
  return uncachedEditorResponse(
    shownActor(request, await following.remove(idOfPathParams(params), remove === true, context)),
  )
}

/** Returns the handlers of followers, followed actors and blocked domains. */
export const federationHandlers = (
  options: Pick<AppOptions, 'federation' | 'maxPerPage'>,
): OperationHandlers<FollowerOperationName | FollowingOperationName> => ({
  ...followerHandlers(options),
  ...followingHandlers(options),
})

/** Returns the handlers of followed actors and blocked domains. They throw 401, 403 or 404; 404 for everybody where the calendar does not federate. */
function followingHandlers({
  federation,
  maxPerPage,
}: Pick<AppOptions, 'federation' | 'maxPerPage'>): OperationHandlers<FollowingOperationName> {
  const withTools =
    (handle: (request: ApiRequest, tools: ToolsAnsweringOtherServers) => Promise<ApiResponse>) =>
    async (request: ApiRequest): Promise<ApiResponse> =>
      handle(request, requireFederationToolsForEditor(request, federation))
  const blocking = (act: 'block' | 'unblock') =>
    withTools(async (request, { blocks }) => {
      const domain = request.params.domain ?? ''
      return uncachedEditorResponse(shownBlock(request, await blocks[act](domain, request.context)))
    })
  return {
    'list-following': withTools((request, { following }) =>
      federationListAnswer(request, {
        name: 'following',
        maxPerPage,
        read: async (page, perPage) => {
          const { following: all, total } = await following.page(page, perPage)
          return { rows: all.map((one) => shownActor(request, one)), total }
        },
      }),
    ),
    'follow-actor': withTools(follow),
    'read-following': withTools(async (request, { following }) =>
      uncachedEditorResponse(shownActor(request, await following.read(idOfPathParams(request.params)))),
    ),
    'unfollow-actor': withTools(unfollow),
    'list-blocks': withTools(async (request, { blocks }) => {
      const all = await blocks.all()
      return uncachedEditorResponse({ blocks: all.map((one) => shownBlock(request, one)) })
    }),
    'block-domain': blocking('block'),
    'unblock-domain': blocking('unblock'),
  }
}

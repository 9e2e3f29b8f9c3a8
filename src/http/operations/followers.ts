/** Followers of the calendar on the social web over HTTP (contract §19, ext.), for editors. */
import type { FollowerOperationName } from '../../contract/operations/integrations/followers.ts'
import { wallAt } from '../../domain/time/zones.ts'
import type { FederationFollowerShown, ToolsAnsweringOtherServers } from '../federation-tools.ts'
import type { AppOptions } from '../options.ts'
import { type ApiRequest, type ApiResponse, idOfPathParams } from '../request/api-request.ts'
import {
  federationListAnswer,
  handleOfOwnActor,
  requireFederationToolsForEditor,
  uncachedEditorResponse,
} from './federation-answers.ts'
import { federationSentHandlers } from './federation-sent.ts'
import type { OperationHandlers } from './handler.ts'

const shown = ({ context }: ApiRequest, follower: FederationFollowerShown) => ({
  id: follower.id,
  actor: follower.follower,
  target: follower.target,
  state: follower.state,
  date: wallAt(follower.created_utc, context.moment.zone),
})

/** The actors and the hosts that are listed. */
const MOST = { actors: 1000, hosts: 100 }

/** How the calendar stands on the social web. */
async function overview(
  { context, root }: ApiRequest,
  { approves, prepare }: ToolsAnsweringOtherServers,
): Promise<ApiResponse> {
  const { store, moment } = context
  // A calendar that is new, and that nobody has asked for yet.
  await prepare()
  const { actors, queue } = store.federation
  const [all, { waiting }, { waitingHosts, failing }] = await Promise.all([
    actors.list(moment, MOST.actors),
    queue.health(),
    queue.troubles(MOST.hosts),
  ])
  const body = {
    approves,
    actors: all.map(({ name, kind, item_id, standing, followers }) => ({
      id: kind === 'calendar' ? `${root.base}/ap/calendar` : `${root.base}/ap/${kind}s/${name}`,
      account: handleOfOwnActor(root, name),
      kind,
      item: item_id,
      open: standing === 'open',
      followers: Number(followers),
    })),
    waiting,
    waiting_hosts: waitingHosts,
    failing: failing.map(({ host, failures, failing_since_utc }) => ({
      host,
      attempts: failures,
      since: wallAt(failing_since_utc, moment.zone),
    })),
  }
  return uncachedEditorResponse(body)
}

/** Returns the handlers of followers. They throw 401, 403 or 404; 404 for everybody where the calendar does not federate. */
export function followerHandlers({
  federation,
  maxPerPage,
}: Pick<AppOptions, 'federation' | 'maxPerPage'>): OperationHandlers<FollowerOperationName> {
  const toolsFor = (request: ApiRequest) => requireFederationToolsForEditor(request, federation)
  const decide = async (request: ApiRequest, type: 'Accept' | 'Reject'): Promise<ApiResponse> => {
    const { context, params } = request
    const follower = await toolsFor(request).decide(idOfPathParams(params), type, context)
    return uncachedEditorResponse(shown(request, follower))
  }
  return {
    ...federationSentHandlers(federation, maxPerPage),
    'read-federation': (request) => overview(request, toolsFor(request)),
    'list-followers': async (request) => {
      const { followers } = toolsFor(request)
      return federationListAnswer(request, {
        name: 'followers',
        maxPerPage,
        read: async (page, perPage) => {
          const { followers: all, total } = await followers(page, perPage)
          return { rows: all.map((one) => shown(request, one)), total }
        },
      })
    },
    'approve-follower': (request) => decide(request, 'Accept'),
    'remove-follower': (request) => decide(request, 'Reject'),
  }
}

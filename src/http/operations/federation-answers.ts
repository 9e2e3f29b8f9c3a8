/** Answers about the social web that followers, followed actors and blocked domains share. */
import { refusalProblem, rightsByRole } from '../../api/policy.ts'
import { Problem } from '../../problem.ts'
import { pageLinks, representCollection } from '../../representations/json/collection.ts'
import { type Root, restUrl } from '../../representations/urls.ts'
import type { ToolsAnsweringOtherServers } from '../federation-tools.ts'
import type { ApiRequest, ApiResponse } from '../request/api-request.ts'
import { pageHeaders, readPaging } from './paging.ts'

const NOT_STORED = { 'Cache-Control': 'private, no-store' }

/** Returns a response for editors, which no cache keeps. */
export const uncachedEditorResponse = (body: object, status = 200): ApiResponse => ({
  status,
  headers: NOT_STORED,
  body,
})

/** Returns the tools for an editor. Throws 404 for everybody where the calendar does not federate, and 401 or 403. */
export function requireFederationToolsForEditor(
  { context: { actor } }: ApiRequest,
  federation: ToolsAnsweringOtherServers | undefined,
): ToolsAnsweringOtherServers {
  if (federation === undefined) throw new Problem('rest_no_route')
  if (rightsByRole[actor.role].edits !== 'all') throw refusalProblem(actor)
  return federation
}

/** Returns the name by which an actor of ours is searched for: `@name@host`. */
export const handleOfOwnActor = ({ base }: Pick<Root, 'base'>, name: string): string =>
  `@${name}@${new URL(base).host}`

/** A list: its name, the reader of a page, and the most items of one. */
interface ActorList {
  readonly name: 'followers' | 'following' | 'sent' | 'hosts'
  /** Its path, where that is not its name. */
  readonly path?: string
  readonly maxPerPage: number
  read(page: number, perPage: number): Promise<{ readonly rows: readonly object[]; readonly total: number }>
}

/** Returns a page of a list, with the totals and the links to other pages. */
export async function federationListAnswer(
  request: ApiRequest,
  { name, path = name, maxPerPage, read }: ActorList,
): Promise<ApiResponse> {
  const { pagingOf } = readPaging(request, { values: {}, address: restUrl(request.root, path), maxPerPage })
  const { page, per_page } = pagingOf(0)
  const { rows, total } = await read(page, per_page)
  const paging = pagingOf(total)
  const pages = pageLinks(paging)
  const answer = uncachedEditorResponse(representCollection(name, rows, pages, paging))
  return { ...answer, headers: { ...pageHeaders(paging, pages), ...NOT_STORED } }
}

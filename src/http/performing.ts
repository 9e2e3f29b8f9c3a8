/** From a request at a route to the response of its operation. */
import { Socket } from 'node:net'
import { ignoresSession, type OperationName } from '../contract/operations.ts'
import {
  makeTranslatingPerformer,
  type RequestAtTranslatedRoute,
} from './compatibility/bridges/route-translation.ts'
import { declaredRouteWithLanguageFilledIn } from './language-roots.ts'
import { makeRouteIndexBuilders } from './operations/documents/route-index.ts'
import type { OperationHandlers } from './operations/handler.ts'
import { inTurnsOfSearches, operationHandlers } from './operations/index.ts'
import { performOrRehearse } from './operations/writes/dry-run.ts'
import { minRevisionFromHeaders } from './protocol/conditional.ts'
import { contentLanguageHeaders, rootWithQueriedLanguage } from './protocol/content-language.ts'
import { prefersStrictHandling, strictHandlingApplied } from './protocol/preferences.ts'
import type { ApiRequest, ApiResponse } from './request/api-request.ts'
import {
  allowHeaderOf,
  operationFor,
  operationOrItsCalendarFeed,
  requireAcceptableResponse,
} from './request/negotiation.ts'
import { pathParamsOfRequest } from './request/path-params.ts'
import { allowHeaderForActor, requireMayUseOperation, requireTokenScope } from './request/permission.ts'
import { requireKnownQuery } from './request/strict.ts'
import type { FeedFileToSend } from './response/send-feed.ts'
import type { AppServices } from './services.ts'

/** Imports and reads of remote calendars may take minutes without any byte sent. */
const slow: ReadonlySet<OperationName> = new Set(['import', 'add-subscription', 'run-subscription'])

/** Answers the requests of one application at the routes of its API. */
export interface ApiResponder {
  /** The response of the operation of a request, on data at least as new as the revision `since`. Throws `Problem`. */
  respond(routed: RequestAtTranslatedRoute, since: number): Promise<ApiResponse | FeedFileToSend>
  /** The response to OPTIONS. */
  respondOptions(routed: RequestAtTranslatedRoute): Promise<ApiResponse>
  /** The index of the root at a place. */
  rootDocument(place: string): object
}

/** The operation of a request, and who calls it. Throws if the request is not allowed. */
async function admitted({ admission, routes }: AppServices, routed: RequestAtTranslatedRoute) {
  const { request, reply, query, route, moment } = routed
  const { accept } = request.headers
  const operation = operationOrItsCalendarFeed(await operationFor(route, request, query), accept, routes)
  const admitted = await admission.contextOf(request, reply, moment, ignoresSession(operation))
  requireTokenScope(admitted.context.actor, operation)
  requireAcceptableResponse(operation, accept)
  return { ...admitted, operation }
}

/** Returns the function that performs an operation, on data as new as the caller's X-Fasti-Revision too. */
function operator(services: AppServices, handlers: OperationHandlers) {
  const { roots, options, queues } = services
  return async (routed: RequestAtTranslatedRoute, since: number): Promise<ApiResponse | FeedFileToSend> => {
    const { request, reply, query, route } = routed
    const { headers, body } = request
    const { operation, context, caller, guesser } = await admitted(services, routed)
    const place = declaredRouteWithLanguageFilledIn(request)
    const root = rootWithQueriedLanguage(roots.rootOf(place), query)
    reply.headers(contentLanguageHeaders(root))
    const isStrict =
      route.translation === undefined && root.dialect === undefined && prefersStrictHandling(headers.prefer)
    if (isStrict) {
      reply.headers(strictHandlingApplied)
      requireMayUseOperation(context.actor, operation)
      requireKnownQuery({ operation, query })
    }
    const asSent: ApiRequest = {
      operation,
      query,
      headers,
      body,
      context: { ...context, content: root.content },
      guesser,
      root,
      params: pathParamsOfRequest(request),
      language: roots.languageOf(place),
      isStrict,
      minRevision: Math.max(since, minRevisionFromHeaders(headers)),
      isGone: () => request.raw.socket?.destroyed === true,
    }
    // The idle timeout would end them.
    if (slow.has(operation.action) && request.socket instanceof Socket) request.socket.setTimeout(0)
    const sent = (await route.translation?.request?.(asSent)) ?? asSent
    const { name: siteName, maxPerPage } = options
    const other = route.translation?.handler?.(sent, { handlers, siteName, maxPerPage })
    const own = other && inTurnsOfSearches(queues, other)
    return performOrRehearse(own ?? handlers[operation.action], sent, { request, reply, caller })
  }
}

/** Builds what answers requests at the routes of an application's API. */
export function apiResponderOf(services: AppServices): ApiResponder {
  const { roots, admission, options } = services
  const documents = makeRouteIndexBuilders(services)
  const handlers = operationHandlers(services, documents)
  return {
    respond: makeTranslatingPerformer(roots, options.name, operator(services, handlers)),
    async respondOptions({ request, reply, route, moment }) {
      const { context } = await admission.contextOf(request, reply, moment)
      reply.header('Access-Control-Allow-Methods', allowHeaderOf(route))
      const headers = { Allow: allowHeaderForActor(route, context.actor) }
      return {
        status: 200,
        headers,
        body: documents.entry(route, declaredRouteWithLanguageFilledIn(request), moment),
      }
    },
    rootDocument: documents.root,
  }
}

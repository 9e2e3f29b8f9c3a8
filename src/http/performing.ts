/** From a request at a route to the response of its operation. */
import { Socket } from 'node:net'
import { type Action, ignoresSession } from '../contract/operations.ts'
import type { Route } from '../contract/routes.ts'
import type { Admission } from './auth/admission.ts'
import type { Streams } from './changes/streams.ts'
import { inWordsOf, type RoutedRequest } from './compatibility/bridges/translation.ts'
import { indexDocuments } from './operations/documents/route-index.ts'
import { operationHandlers } from './operations/index.ts'
import { performed } from './operations/writes/dry-run.ts'
import type { AppOptions } from './options.ts'
import { revisionSeen } from './protocol/conditional.ts'
import type { ApiRequest, ApiResponse } from './request/api-request.ts'
import { allowOf, allowType, asCalendar, operationFor } from './request/negotiation.ts'
import { pathParams } from './request/path-params.ts'
import { allowFor, allowOperation } from './request/permission.ts'
import type { RenderQueues } from './response/render-queues.ts'
import type { FeedResponse } from './response/send-feed.ts'
import { placeOf, type Roots } from './roots.ts'
import type { Appearances } from './site/appearance/appearance.ts'

/** Imports and reads of remote calendars may take minutes without any byte sent. */
const slow: ReadonlySet<Action> = new Set(['import', 'add-subscription', 'run-subscription'])

/** Builds the functions that produce the responses of operations, of OPTIONS and of the root. */
export function performing(
  parts: AppOptions,
  roots: Roots,
  routes: readonly Route[],
  admission: Admission,
  appearances: Appearances,
  streams: Streams,
  queues: RenderQueues,
) {
  const { contextOf } = admission
  const document = indexDocuments(parts, roots)
  const handlers = operationHandlers(parts, roots, routes, document, admission, appearances, streams, queues)

  /** Performs an operation on data at least as new as the revision `since` and the caller's X-Fasti-Revision. */
  async function byOperation(routed: RoutedRequest, since: number): Promise<ApiResponse | FeedResponse> {
    const { request, reply, query, route, moment } = routed
    const { headers, body } = request
    const asJson = await operationFor(route, request, query)
    const operation = asCalendar(asJson, headers.accept, routes)
    const { context, caller, guesser } = await contextOf(request, reply, moment, ignoresSession(operation))
    allowOperation(context.actor, operation)
    allowType(operation, headers.accept)
    const place = placeOf(request)
    const root = roots.rootOf(place)
    const asSent: ApiRequest = {
      operation,
      query,
      headers,
      body,
      context,
      guesser,
      root,
      params: pathParams(request),
      language: roots.languageOf(place),
      minRevision: Math.max(since, revisionSeen(headers)),
      isGone: () => request.raw.socket?.destroyed === true,
    }
    // The idle timeout would end them.
    if (slow.has(operation.action) && request.socket instanceof Socket) request.socket.setTimeout(0)
    const sent = (await route.translation?.request?.(asSent)) ?? asSent
    const other = route.translation?.handler?.(sent, { handlers, siteName: parts.name })
    return performed(other ?? handlers[operation.action], sent, { request, reply, caller })
  }

  async function options({ request, reply, route, moment }: RoutedRequest): Promise<ApiResponse> {
    const { context } = await contextOf(request, reply, moment)
    reply.header('Access-Control-Allow-Methods', allowOf(route))
    const headers = { Allow: allowFor(route, context.actor) }
    return { status: 200, headers, body: document.entry(route, placeOf(request), moment) }
  }
  return { respond: inWordsOf(roots, byOperation), options, rootDocument: document.root }
}

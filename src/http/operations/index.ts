/** One handler for each action of the contract: the compiler names an action that has none. */
import { type DeclaredOperation, declarationOf } from '../../api/operation.ts'
import type { Operation } from '../../contract/operations.ts'
import type { RunInFairTurn } from '../../support/fair-queue.ts'
import { eventJsonCache } from '../cache/event-json-cache.ts'
import type { AppOptions } from '../options.ts'
import { type ApiRequest, responseWithRootLink } from '../request/api-request.ts'
import { queueOfList } from '../response/render-queues.ts'
import type { AppServices } from '../services.ts'
import { makeOpenApiHandler } from './documents/openapi.ts'
import { type RouteIndexBuilders, routeIndexHandler } from './documents/route-index.ts'
import { makeFeedHandler } from './feeds/index.ts'
import type { HandlerParts, OperationHandler, OperationHandlers } from './handler.ts'
import { makeMcpHandler } from './mcp.ts'
import { batchHandler } from './writes/batch.ts'

/** Adds the link to the root to the responses of a handler. */
const linked =
  (handler: OperationHandler): OperationHandler =>
  async (request, exchange) => {
    const response = await handler(request, exchange)
    return 'text' in response ? response : responseWithRootLink(response, request.root.url)
  }

/** Runs a handler in the turns of the queue of each request, if it has one. */
const inTurns =
  (
    queueOf: (request: ApiRequest) => RunInFairTurn | undefined,
    handler: OperationHandler,
  ): OperationHandler =>
  (request, exchange) => {
    const act = () => handler(request, exchange)
    return queueOf(request)?.(exchange.caller.name, act, request.isGone) ?? act()
  }

/** Runs a handler of lists in turns where it searches texts, or lists long. */
export const inTurnsOfLists = (queues: AppServices['queues'], handler: OperationHandler): OperationHandler =>
  inTurns((request) => queueOfList(queues, request), handler)

/** Returns the parts that the handlers of an application share. */
export const handlerPartsOf = ({ name, maxPerPage }: AppOptions): HandlerParts => ({
  siteName: name,
  maxPerPage,
  runningKeys: new Set(),
  eventJson: eventJsonCache(),
})

/** Performs operations that are declared whole, and has the parts that it shares with handlers. */
interface DeclaredOperations {
  readonly parts: HandlerParts
  readonly perform: (operation: DeclaredOperation) => OperationHandler
}

/** Returns the function that finds the handler of an operation of one application. To add an action, add its line or its group here. */
export function operationHandlers(
  services: AppServices,
  documents: RouteIndexBuilders,
  { parts, perform }: DeclaredOperations,
) {
  const { options, routes, admission, appearances, queues } = services
  const { store } = options
  const { credentials } = admission
  const handlerOf = (operation: Operation) =>
    operation.facts === undefined ? handlers[operation.action] : perform(declarationOf(operation))
  const others = { ...options, ...credentials, ...parts, routes, handlerOf }
  const handlers: OperationHandlers = {
    index: routeIndexHandler(documents),
    doc: inTurns(() => queues.pages, makeOpenApiHandler(services)),
    feed: makeFeedHandler(
      store,
      async (language) => (await appearances.current()).inLanguage(language).name,
      queues.feeds,
    ),
    mcp: makeMcpHandler(others),
    batch: linked(batchHandler(others)),
  }
  return handlerOf
}

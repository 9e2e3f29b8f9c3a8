/** One handler for each action of the contract: the compiler names an action that has none. */
import { type DeclaredOperation, declarationOf } from '../../api/operation.ts'
import type { Operation } from '../../contract/operations.ts'
import { eventJsonCache } from '../cache/event-json-cache.ts'
import type { AppOptions } from '../options.ts'
import { responseWithRootLink } from '../request/api-request.ts'
import { queueOfList } from '../response/render-queues.ts'
import type { AppServices } from '../services.ts'
import { makeFeedHandler } from './feeds/index.ts'
import type { HandlerParts, OperationHandler, OperationHandlers } from './handler.ts'

/** Adds the link to the root to the responses of a handler. */
const linked =
  (handler: OperationHandler): OperationHandler =>
  async (request, exchange) => {
    const response = await handler(request, exchange)
    return 'text' in response ? response : responseWithRootLink(response, request.root.url)
  }

/** Runs a handler of lists in turns where it searches texts, or lists long. */
export const inTurnsOfLists =
  (queues: AppServices['queues'], handler: OperationHandler): OperationHandler =>
  (request, exchange) => {
    const act = () => handler(request, exchange)
    return queueOfList(queues, request)?.(exchange.caller.name, act, request.isGone) ?? act()
  }

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
export function operationHandlers(services: AppServices, { parts, perform }: DeclaredOperations) {
  const { options, appearances, queues } = services
  const { store } = options
  const handlerOf = (operation: Operation) =>
    operation.facts === undefined ? handlers[operation.action] : perform(declarationOf(operation))
  const handlers: OperationHandlers = {
    feed: makeFeedHandler(
      store,
      async (language) => (await appearances.current()).inLanguage(language).name,
      queues.feeds,
    ),
  }
  return handlerOf
}

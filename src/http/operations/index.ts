/** What the handlers of one application share, and how lists take turns. */
import { renderingCache } from '../cache/renderings.ts'
import type { AppOptions } from '../options.ts'
import { queueOfList } from '../response/render-queues.ts'
import type { AppServices } from '../services.ts'
import type { HandlerParts, OperationHandler } from './handler.ts'

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
  eventJson: renderingCache(),
  singleJson: renderingCache(),
})

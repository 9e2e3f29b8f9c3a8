/** Handlers of operations: types only. */
import type { Caller } from '../auth/credentials.ts'
import type { Rendering, Renderings } from '../cache/renderings.ts'
import type { ApiRequest, ApiResponse, FastifyExchange } from '../request/api-request.ts'
import type { FeedFileToSend } from '../response/send-feed.ts'

/** The HTTP exchange of a request, for operations on cookies, addresses and long connections. */
export interface Exchange extends FastifyExchange {
  readonly caller: Caller
}

/** The JSON of an event. */
export interface EventJson extends Rendering {
  readonly bytes: Buffer
  /** A digest of the bytes, for ETags. */
  readonly digest: string
  readonly version: number
}

/** The parts that the handlers of one application share, known when they are made. */
export interface HandlerParts {
  /** The name of the calendar. */
  readonly siteName: string
  /** The maximum items of a page. */
  readonly maxPerPage: number
  /** Idempotency keys of the requests in progress in this process; across processes the transaction decides. */
  readonly runningKeys: Set<string>
  /** The JSON of events in lists. */
  readonly eventJson: Renderings<EventJson>
  /** The JSON of single events. */
  readonly singleJson: Renderings<EventJson>
}

/** Performs an operation. Throws `Problem`. */
export type OperationHandler = (
  request: ApiRequest,
  exchange: Exchange,
) => Promise<ApiResponse | FeedFileToSend>

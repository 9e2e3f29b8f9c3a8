/** What performs the operations of one application: types only. */
import type { FastifyRequest } from 'fastify'
import type { Alone, ServiceOperation } from '../../api/operation.ts'
import type { Outside } from '../../api/outside.ts'
import type { Actor } from '../../api/policy.ts'
import type { Operation, RouteWithOperations } from '../../contract/operations.ts'
import type { oneTaskAtATimeRunner } from '../../support/fair-queue.ts'
import type { RateCounter } from '../../support/rate-limiter.ts'
import type { Caller } from '../auth/credentials.ts'
import type { Rendering, Renderings } from '../cache/renderings.ts'
import type { LogError } from '../observability/logs.ts'
import type { ApiRequest, ApiResponse, FastifyExchange } from '../request/api-request.ts'
import type { UnavailabilityReason } from '../response/problems.ts'
import type { FeedFileToSend } from '../response/send-feed.ts'

/** The HTTP exchange of a request, for operations on cookies, addresses and long connections. */
export interface Exchange extends FastifyExchange {
  readonly caller: Caller
}

/** Performs an operation. Throws `Problem`. */
export type OperationHandler = (
  request: ApiRequest,
  exchange: Exchange,
) => Promise<ApiResponse | FeedFileToSend>

export interface EventJson extends Rendering {
  readonly bytes: Buffer
  /** A digest of the bytes, for ETags. */
  readonly digest: string
  readonly version: number
}

/** What the operations of one application are performed with. */
export interface HandlerParts {
  /** The name of the calendar. */
  readonly siteName: string
  /** The maximum items of a page. */
  readonly maxPerPage: number
  readonly routes: readonly RouteWithOperations[]
  readonly outside: Outside
  /** Idempotency keys of the requests in progress in this process; across processes the transaction decides. */
  readonly runningKeys: Set<string>
  /** The JSON of events in lists. */
  readonly eventJson: Renderings<EventJson>
  readonly singleJson: Renderings<EventJson>
  /** What runs operations one at a time, by what they share. */
  readonly alone: Map<Alone, ReturnType<typeof oneTaskAtATimeRunner>>
  /** What counts the requests of each address, by operation. */
  readonly counters: Map<ServiceOperation, RateCounter>
  /** Performs an operation for the caller of a request: of a batch, or of a tool. */
  perform(operation: Operation, request: ApiRequest, exchange: Exchange): ReturnType<OperationHandler>
  /** Counts a further request of a caller, by name. Throws 429 past the rate limit. */
  limit(name: string): void
  /** Identifies the caller of a request again. */
  actorNow(request: FastifyRequest): Promise<Actor>
  readonly logError: LogError
  readonly unavailability: (error: unknown) => UnavailabilityReason | undefined
}

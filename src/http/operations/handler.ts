/** What performs an operation: types only. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Action } from '../../contract/operations.ts'
import type { Caller } from '../auth/credentials.ts'
import type { ApiRequest, ApiResponse } from '../request/api-request.ts'
import type { FeedResponse } from '../response/send-feed.ts'

/** The HTTP exchange of a request, for operations on cookies, addresses and long connections. */
export interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly caller: Caller
}

/** Performs an operation. Throws `Problem`. */
export type OperationHandler = (
  request: ApiRequest,
  exchange: Exchange,
) => Promise<ApiResponse | FeedResponse>

/** Handlers of some actions; by default one for each action of the contract. */
export type OperationHandlers<A extends Action = Action> = { readonly [K in A]: OperationHandler }

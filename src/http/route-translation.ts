/** A route of another API that one of our operations serves, with other names and shapes. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Operation, RouteWithOperations } from '../contract/operations.ts'
import type { Moment } from '../domain/time/moment.ts'
import { Problem } from '../problem.ts'
import type { OperationHandler } from './operations/handler.ts'
import type { ApiRequest, ApiResponse } from './request/api-request.ts'
import type { Query } from './request/query.ts'

/** The parts of the service that a translation may use. */
export interface ServicePartsForTranslation {
  handlerOf(operation: Operation): OperationHandler
  /** The name of the calendar. */
  readonly siteName: string
  /** The maximum items of a page. */
  readonly maxPerPage: number
}

/** What the shape of a response depends on besides it. */
export interface TranslatedPlace {
  readonly rootUrl: string
  readonly siteName: string
  readonly query: Query
}

/** How requests and responses of a route are translated. */
export interface RouteTranslation {
  readonly namespace: string
  /** Translates the query string to the args of our operation; unchanged by default. */
  query?(query: Query): Query
  /** Changes a request with what the database knows, before it is performed. */
  request?(request: ApiRequest): Promise<ApiRequest>
  /** The handler of a request in place of ours; undefined to use that. */
  handler?(request: ApiRequest, service: ServicePartsForTranslation): OperationHandler | undefined
  /** Translates our response to the shape of the route; unchanged by default. */
  response?(response: ApiResponse, place: TranslatedPlace): ApiResponse
  /** The response to a problem in place of it, or throws another problem. `again` performs our operation with another query. */
  problem?(
    problem: Problem,
    again: (change: (query: Query) => Query) => Promise<ApiResponse>,
  ): Promise<ApiResponse>
}

export interface RouteWithOptionalTranslation extends RouteWithOperations {
  readonly translation?: RouteTranslation
}

/** A request at a route, at one moment. */
export interface RequestAtTranslatedRoute {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly query: Query
  readonly route: RouteWithOptionalTranslation
  readonly moment: Moment
}

/** Answers a request at a route, in the names and shapes of the route: `perform` answers a query of ours. Feeds are sent as they are. */
export async function answerInWordsOfRoute<Feed extends { readonly text: unknown }>(
  { route: { translation }, query: sent }: RequestAtTranslatedRoute,
  place: Omit<TranslatedPlace, 'query'>,
  perform: (query: Query) => Promise<ApiResponse | Feed>,
): Promise<ApiResponse | Feed> {
  if (translation === undefined) return perform(sent)
  const query = translation.query?.(sent) ?? sent
  const shown = (made: ApiResponse) => translation.response?.(made, { ...place, query: sent }) ?? made
  const again = async (change: (query: Query) => Query) => {
    const made = await perform(change(query))
    if ('text' in made) throw new Problem('internal_server_error')
    return made
  }
  try {
    const made = await perform(query)
    return 'text' in made ? made : shown(made)
  } catch (error) {
    if (!(error instanceof Problem) || translation.problem === undefined) throw error
    return shown(await translation.problem(error, again))
  }
}

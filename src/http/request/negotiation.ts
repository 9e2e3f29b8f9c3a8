/** The effective method, the operation, and content negotiation (contract §6–§8). */
import type { FastifyRequest } from 'fastify'
import { operationOfRoute } from '../../api/permission.ts'
import {
  mayRespondWithCalendar,
  type Operation,
  type RouteWithOperations,
} from '../../contract/operations.ts'
import { Problem } from '../../problem.ts'
import { requireAcceptableType, weightsOf } from '../protocol.ts'
import { parseBody } from './body.ts'
import { pathParamsOfRequest, type Query, type RawArgs } from './query.ts'

const METHOD = '_method'

/**
 * The fields of a form that may name a method; none if it is malformed, which is reported later, after the caller is identified. Other
 * forms are not parsed here: they are parsed once they are admitted.
 */
async function formOf({ headers, body }: FastifyRequest): Promise<RawArgs> {
  const type = headers['content-type']
  const mayName = type?.includes('form') === true && Buffer.isBuffer(body) && body.includes(METHOD)
  return mayName ? parseBody(body, type).catch(() => ({})) : {}
}

/** An overriding method in upper case. If it was sent twice, the last one counts. */
function methodIn(sent: unknown): string | undefined {
  const said = Array.isArray(sent) ? sent.at(-1) : sent
  return typeof said === 'string' && said !== '' ? said.toUpperCase() : undefined
}

/** The effective method as far as the head of the request decides it; undefined for a POST whose form may name another. */
function saidMethod({ method, headers }: FastifyRequest, query: Query): string | undefined {
  if (method !== 'POST') return method === 'HEAD' ? 'GET' : method
  const override = headers['x-http-method-override'] ?? query.text('_method')
  return override === undefined ? undefined : (methodIn(override) ?? 'POST')
}

/** Throws 404 if an id in the path is not a number. */
export function requireNumericIds(request: FastifyRequest): void {
  const { id, delivery } = pathParamsOfRequest(request)
  if ([id, delivery].some((one) => one !== undefined && !/^\d+$/.test(one)))
    throw new Problem('rest_no_route')
}

/** Maximum bytes of a form that is read before authentication, because it may override the method, and of a body of DELETE that is read. */
const SMALL = 8192

const isSmall = ({ headers }: FastifyRequest) =>
  Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) <= SMALL

const isSmallForm = (request: FastifyRequest) =>
  request.headers['content-type']?.includes('form') === true && isSmall(request)

/** Whether an operation reads the body of a request: of a DELETE a small one, which may say that it only rehearses. */
export function readsBody({ methods }: Operation, request: FastifyRequest): boolean {
  return !methods.includes('GET') && (!methods.includes('DELETE') || isSmall(request))
}

/**
 * The operation of a request, as far as its head decides it: `any` if a small form may override the method. A larger form
 * counts as POST until it is read. Throws 405 if the route does not have the method.
 */
export function operationByHeaders(
  route: RouteWithOperations,
  request: FastifyRequest,
  query: Query,
): Operation | 'any' {
  const said = saidMethod(request, query)
  return said === undefined && isSmallForm(request) ? 'any' : operationOfRoute(route, said ?? request.method)
}

/** The operation of a request, whose method a POST may override (contract §8). Throws 405 if the route does not have the method. */
export async function operationFor(
  route: RouteWithOperations,
  request: FastifyRequest,
  query: Query,
): Promise<Operation> {
  const method = saidMethod(request, query) ?? methodIn((await formOf(request))[METHOD]) ?? 'POST'
  return operationOfRoute(route, method)
}

/** The operation itself, or its iCalendar feed if the client prefers text/calendar to JSON. */
export function operationOrItsCalendarFeed(
  operation: Operation,
  accept: string | undefined,
  routes: readonly RouteWithOperations[],
): Operation {
  const weights = weightsOf(accept)
  const isPreferred = (weights.get('text/calendar') ?? 0) > (weights.get('application/json') ?? 0)
  if (!isPreferred || !mayRespondWithCalendar(operation)) return operation
  return routes.find(({ path }) => path === `${operation.path}.ics`)?.operations[0] ?? operation
}

/** The media types that an operation can respond with. */
const typesOf = ({ facts }: Operation): readonly string[] =>
  facts.answer.types === undefined ? ['application/json'] : Object.keys(facts.answer.types)

/** Throws 406 only if the client refuses the response's types with q=0 (contract §6). */
export function requireAcceptableResponse(operation: Operation, accept: string | undefined): void {
  requireAcceptableType(accept, typesOf(operation))
}

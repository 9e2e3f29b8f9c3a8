/** Which method is meant, who may use which, and whether the answer is welcome (contract §6–§8). */
import type { FastifyRequest } from 'fastify'
import { type Actor, mayWrite, rights } from '../actions/policy.ts'
import { feedTypes } from '../contract/feeds.ts'
import { isAlsoFeed, type Operation } from '../contract/operations.ts'
import { isPeopleAction } from '../contract/people.ts'
import type { Route } from '../contract/routes.ts'
import { isSubscriptionAction } from '../contract/subscriptions.ts'
import { Problem } from '../problem.ts'
import { allowOne } from './accept.ts'
import type { Query } from './query.ts'
import { bodyOf, type Sent } from './sent.ts'
import { weightsOf } from './weights.ts'

/** The fields of a form. A broken one has none: what is wrong with it is told once the caller is known. */
async function formOf({ headers, body }: FastifyRequest): Promise<Sent> {
  const type = headers['content-type']
  return type?.includes('form') ? bodyOf(body, type).catch(() => ({})) : {}
}

/** A method as it was sent, in capital letters. Said twice, the last one counts. */
function methodIn(sent: unknown): string | undefined {
  const said = Array.isArray(sent) ? sent.at(-1) : sent
  return typeof said === 'string' && said !== '' ? said.toUpperCase() : undefined
}

/** The method meant where the request says it before its body; undefined for a POST that may still name another in a form. */
function saidMethod({ method, headers }: FastifyRequest, query: Query): string | undefined {
  if (method !== 'POST') return method === 'HEAD' ? 'GET' : method
  const override = headers['x-http-method-override'] ?? query.text('_method')
  return override === undefined ? undefined : (methodIn(override) ?? 'POST')
}

/** The method meant: POST may carry another one (contract §8). */
async function methodOf(request: FastifyRequest, query: Query): Promise<string> {
  return saidMethod(request, query) ?? methodIn((await formOf(request))._method) ?? 'POST'
}

/** The methods of a route, as Allow names them. */
export function allowOf({ operations }: Route): string {
  const own = [...new Set(operations.flatMap((operation) => operation.methods))]
  return [...own, ...(own.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
}

/** Throws 404 where the id is no number. */
export function allowId(request: FastifyRequest): void {
  const { id } = request.params as { readonly id?: string }
  if (id !== undefined && !/^\d+$/.test(id)) throw new Problem('rest_no_route')
}

/** The general right to an operation, before any item is looked at. */
export function mayUse(actor: Actor, { action, methods, resource }: Operation): boolean {
  if (isPeopleAction(action)) return actor.role !== 'anonymous' || methods.includes('GET')
  if (action === 'history' && resource !== undefined) return mayWrite(actor, resource)
  if (action === 'audit' || isSubscriptionAction(action)) return rights[actor.role].administers
  if (action === 'import') return rights[actor.role].imports
  return methods.some((method) => method === 'GET') || resource === undefined || mayWrite(actor, resource)
}

/** What this actor may do here: the Allow of OPTIONS (contract §7). */
export function allowFor(route: Route, actor: Actor): string {
  const operations = route.operations.filter((operation) => mayUse(actor, operation))
  return allowOf({ ...route, operations })
}

/** Bytes of a form that is read before its sender is known, since it may name another method. */
const SMALL_FORM = 8192

const isSmallForm = ({ headers }: FastifyRequest) =>
  headers['content-type']?.includes('form') === true &&
  Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) <= SMALL_FORM

/**
 * The operation that a request asks for, as far as it can be told before its body is read: `any` where a small form may name
 * the method. A larger form is taken for what POST means, until it was read. Throws 405 where the address has no such method.
 */
export function operationBefore(route: Route, request: FastifyRequest, query: Query): Operation | 'any' {
  const said = saidMethod(request, query)
  return said === undefined && isSmallForm(request) ? 'any' : operationOf(route, said ?? request.method)
}

/** The operation that a request asks for. Throws 405 where the address has none of that method. */
export async function operationFor(route: Route, request: FastifyRequest, query: Query): Promise<Operation> {
  return operationOf(route, await methodOf(request, query))
}

function operationOf(route: Route, method: string): Operation {
  const found = route.operations.find((operation) => operation.methods.some((one) => one === method))
  if (found === undefined)
    throw new Problem('rest_method_not_allowed', { headers: { Allow: allowOf(route) } })
  return found
}

/** The operation, or, at the address of JSON, the same as a calendar for those who would rather have that. */
export function asCalendar(
  operation: Operation,
  accept: string | undefined,
  routes: readonly Route[],
): Operation {
  const weights = weightsOf(accept)
  const isPreferred = (weights.get('text/calendar') ?? 0) > (weights.get('application/json') ?? 0)
  if (!isPreferred || !isAlsoFeed(operation)) return operation
  return routes.find(({ path }) => path === `${operation.path}.ics`)?.operations[0] ?? operation
}

/** Refuses only where the type of the answer is refused with q=0 (contract §6). */
export function allowType({ format }: Operation, accept: string | undefined): void {
  allowOne(accept, [format === undefined ? 'application/json' : feedTypes[format]])
}

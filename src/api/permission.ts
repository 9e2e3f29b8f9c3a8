/** Who may use an operation at all, before any item is read (contract §5, §13). */
import type { Operation, RouteWithOperations } from '../contract/operations.ts'
import type { ResourceName } from '../contract/resources/index.ts'
import { Problem } from '../problem.ts'
import { declarationOf, type Right } from './operation.ts'
import {
  type Actor,
  hasScope,
  mayWriteSomeItems,
  refusalProblem,
  requireScope,
  rightsByRole,
} from './policy.ts'

// The operation at a method and a path.

/** The methods of a route, as the value of the Allow header. */
export function allowHeaderOf({ operations }: RouteWithOperations): string {
  const own = [...new Set(operations.flatMap((operation) => operation.methods))]
  return [...own, ...(own.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
}

/** The operation of a route that has a method. Throws 405. */
export function operationOfRoute(route: RouteWithOperations, method: string): Operation {
  const found = route.operations.find((operation) => operation.methods.some((one) => one === method))
  if (found === undefined)
    throw new Problem('rest_method_not_allowed', { headers: { Allow: allowHeaderOf(route) } })
  return found
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new Problem('rest_no_route')
  }
}

/** The params of a path, or undefined if it is not of the route. */
function paramsOf(template: string, path: string): Readonly<Record<string, string>> | undefined {
  const [names, values] = [template.split('/'), path.replace(/\/$/, '').split('/')]
  if (names.length !== values.length) return undefined
  const params: Record<string, string> = {}
  for (const [at, name] of names.entries()) {
    const value = values[at] ?? ''
    const param = /^\{(\w+)\}$/.exec(name)?.[1]
    if (param === undefined && name !== value) return undefined
    if (param === undefined) continue
    if (value === '' || (param === 'id' && !/^\d+$/.test(value))) return undefined
    params[param] = decoded(value)
  }
  return params
}

/** The operation at a path below the namespace, and its params. Throws 404 or 405. */
export function operationAndParamsAt(
  routes: readonly RouteWithOperations[],
  method: string,
  address: string,
) {
  const [path = ''] = address.split(/[?#]/)
  for (const route of routes) {
    const params = paramsOf(route.path, path)
    if (params !== undefined) return { operation: operationOfRoute(route, method), params }
  }
  throw new Problem('rest_no_route')
}

// Whom operations serve, before anything is read.

type Allows = Right['allows']

export const everyone: Allows = () => true
export const knownUsers: Allows = ({ role }) => role !== 'anonymous'
export const administrators: Allows = ({ role }) => rightsByRole[role].administers
/** Those who edit everything. */
export const editors: Allows = ({ role }) => rightsByRole[role].edits === 'all'

/** Those who may write some item of a resource. */
export const writersOf =
  (name: ResourceName): Allows =>
  (actor) =>
    mayWriteSomeItems(actor, name)

/** Whether an actor may use an operation at all, before any item is read. */
export function mayUseOperation(actor: Actor, operation: Operation): boolean {
  const scope = operation.facts.scope
  return (scope === undefined || hasScope(actor, scope)) && declarationOf(operation).right.allows(actor)
}

/** Throws 401 or 403 where a caller may not use an operation at all; 403 names the scope that the caller's token does not cover. */
export function requireMayUseOperation(actor: Actor, operation: Operation): void {
  const scope = operation.facts.scope
  if (scope !== undefined) requireScope(actor, scope)
  if (!declarationOf(operation).right.allows(actor)) throw refusalProblem(actor)
}

/** The methods that this actor may use on a route: the Allow header of OPTIONS (contract §7). */
export function allowHeaderForActor(route: RouteWithOperations, actor: Actor): string {
  const operations = route.operations.filter((operation) => mayUseOperation(actor, operation))
  return allowHeaderOf({ ...route, operations })
}

/** Who may use an operation at all, before any item is read (contract §5, §13). */

import type { Operation } from '../contract/operations.ts'
import type { RouteWithOperations } from '../contract/routes.ts'
import { scopeNeedOf } from '../contract/scopes.ts'
import { declarationOf } from './operation.ts'
import { type Actor, hasScope, refusalProblem, requireScope } from './policy.ts'
import { allowHeaderOf } from './routes.ts'

/** Whether an actor may use an operation at all, before any item is read. */
export function mayUseOperation(actor: Actor, operation: Operation): boolean {
  const scope = scopeNeedOf(operation)
  return (scope === undefined || hasScope(actor, scope)) && declarationOf(operation).right.allows(actor)
}

/** Throws 401 or 403 where a caller may not use an operation at all; 403 names the scope that the caller's token does not cover. */
export function requireMayUseOperation(actor: Actor, operation: Operation): void {
  const scope = scopeNeedOf(operation)
  if (scope !== undefined) requireScope(actor, scope)
  if (!declarationOf(operation).right.allows(actor)) throw refusalProblem(actor)
}

/** The methods that this actor may use on a route: the Allow header of OPTIONS (contract §7). */
export function allowHeaderForActor(route: RouteWithOperations, actor: Actor): string {
  const operations = route.operations.filter((operation) => mayUseOperation(actor, operation))
  return allowHeaderOf({ ...route, operations })
}

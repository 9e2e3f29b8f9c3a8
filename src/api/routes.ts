/** The operation at a method and a path. */
import type { Operation } from '../contract/operations.ts'
import type { RouteWithOperations } from '../contract/routes.ts'
import { Problem } from '../problem.ts'

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

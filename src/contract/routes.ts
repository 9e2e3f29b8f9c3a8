/** Operations grouped by path. */
import type { Operation } from './operations.ts'

/** A path and its operations. */
export interface RouteWithOperations {
  readonly path: string
  readonly operations: readonly Operation[]
}

/** Groups operations by path, in their given order. */
export function routesOfOperations(operations: readonly Operation[]): readonly RouteWithOperations[] {
  const paths = [...new Set(operations.map((operation) => operation.path))]
  return paths.map((path) => ({
    path,
    operations: operations.filter((operation) => operation.path === path),
  }))
}

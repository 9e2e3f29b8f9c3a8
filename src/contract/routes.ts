/** Operations by address. */
import type { Operation } from './operations.ts'

/** The operations of one address. */
export interface Route {
  readonly path: string
  readonly operations: readonly Operation[]
}

/** Operations gathered by address. */
export function routesOf(operations: readonly Operation[]): readonly Route[] {
  const paths = [...new Set(operations.map((operation) => operation.path))]
  return paths.map((path) => ({
    path,
    operations: operations.filter((operation) => operation.path === path),
  }))
}

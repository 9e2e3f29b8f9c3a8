/** The generated parts of the TypeScript client besides its types. */
import type { Document } from './python-operations.ts'

/** Returns the paths whose POST takes an Idempotency-Key. */
export function keyedPaths({ paths }: Document): readonly string[] {
  const takesKey = (path: string) =>
    paths[path]?.post?.parameters?.some(({ $ref = '' }) => $ref.endsWith('/Idempotency-Key')) === true
  return Object.keys(paths).filter(takesKey)
}

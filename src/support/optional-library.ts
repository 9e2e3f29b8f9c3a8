/** Libraries that few services need: npm installs them by default, and leaves them out with `--omit=optional`. */
import { createRequire } from 'node:module'
import { because, Problem } from '../problem.ts'

const installed = createRequire(import.meta.url)

/** Throws a problem that says what to install, if a library that is needed now is not installed. */
export function requireLibrary(name: string): void {
  try {
    installed.resolve(name)
  } catch {
    throw new Problem('rest_unavailable', because('library_missing', { name }))
  }
}

/** Fewer cases in everyday runs, for tests with many similar cases. */
import { isLong } from './dialect-names.ts'

/**
 * Returns a function that selects one in `share` of the given cases, shifted by one at each call. So every case is tried
 * after `share` calls. A long run tries all cases in every call.
 */
export function inRotation(share: number): <T>(cases: readonly T[]) => readonly T[] {
  let calls = 0
  return (cases) => {
    calls += 1
    return isLong() ? cases : cases.filter((_, at) => (at + calls) % share === 0)
  }
}

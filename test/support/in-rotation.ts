/** Fewer cases for the everyday run, where a test tries many that are alike. */
import { isLong } from './dialect-names.ts'

/**
 * Returns a function that chooses one in `share` of the given cases, starting one further at each call. So every case is tried
 * after `share` calls. A long run tries all cases in every call.
 */
export function inRotation(share: number): <T>(cases: readonly T[]) => readonly T[] {
  let calls = 0
  return (cases) => {
    calls += 1
    return isLong() ? cases : cases.filter((_, at) => (at + calls) % share === 0)
  }
}

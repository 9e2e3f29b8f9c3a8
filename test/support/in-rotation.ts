/** Fewer cases in everyday runs, for tests with many similar cases. */
import { isLong } from './dialect-names.ts'
import { runSeed } from './run-seed.ts'

/**
 * Returns a function that selects one in `share` of the given cases, shifted by one at each call, beginning where the seed of the
 * run says. So every case is tried after `share` calls, or by other runs. A long run tries all cases in every call.
 */
export function inRotation(share: number): <T>(cases: readonly T[]) => readonly T[] {
  let calls = runSeed() % share
  return (cases) => {
    calls += 1
    return isLong() ? cases : cases.filter((_, at) => (at + calls) % share === 0)
  }
}

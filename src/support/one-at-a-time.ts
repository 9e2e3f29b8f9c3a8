/** Limits expensive tasks to one at a time in a process. */
import { Problem, type RefusalReason } from '../problem.ts'

/**
 * Returns a function that runs one task at a time. It throws 503 with `reason` while another one is running, and 429 within `pause` seconds of
 * `elapsed` after it.
 */
export function oneTaskAtATimeRunner(
  reason: RefusalReason,
  pause = 0,
  elapsed: () => number = () => 0,
): <T>(act: () => Promise<T>) => Promise<T> {
  let isBusy = false
  let last = Number.NEGATIVE_INFINITY
  return async (act) => {
    if (elapsed() - last < pause)
      throw new Problem('rest_too_many_requests', { headers: { 'Retry-After': String(pause) } })
    if (isBusy) throw new Problem('rest_unavailable', { ...reason, headers: { 'Retry-After': '10' } })
    isBusy = true
    try {
      const result = await act()
      last = elapsed()
      return result
    } finally {
      isBusy = false
    }
  }
}

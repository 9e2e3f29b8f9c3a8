/** Limits expensive tasks to one at a time in a process. */
import { Problem, type RefusalReason } from '../../problem.ts'

/** Returns a function that runs one task at a time. It throws 503 with `reason` while another one is running. */
export function oneTaskAtATimeRunner(reason: RefusalReason): <T>(act: () => Promise<T>) => Promise<T> {
  let isBusy = false
  return async (act) => {
    if (isBusy) throw new Problem('rest_unavailable', { ...reason, headers: { 'Retry-After': '10' } })
    isBusy = true
    try {
      return await act()
    } finally {
      isBusy = false
    }
  }
}

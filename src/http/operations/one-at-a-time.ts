/** Limits expensive tasks to one at a time in a process. */
import { Problem } from '../../problem.ts'

/** Returns a function that runs one task at a time. It throws 503 with `message` while another one is running. */
export function oneTaskAtATimeRunner(message: string): <T>(act: () => Promise<T>) => Promise<T> {
  let isBusy = false
  return async (act) => {
    if (isBusy) throw new Problem('rest_unavailable', { message, headers: { 'Retry-After': '10' } })
    isBusy = true
    try {
      return await act()
    } finally {
      isBusy = false
    }
  }
}

/** What takes long, and so much that no two of it go on at once in one process. */
import { Problem } from '../problem.ts'

/** Does one act at a time. Throws 503 with `message` while another is under way. */
export function oneAtATime(message: string): <T>(act: () => Promise<T>) => Promise<T> {
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

/** Transactions of imports without savepoints, which most don't need. */
import { Problem } from '../../../problem.ts'
import type { Writing } from '../../../store/store.ts'

const needsSavepoints = new Error('A line was refused after it may have written something.')

/** Whether a transaction failed because it had no savepoints, and may succeed with them. */
export const isSavepointsNeededError = (error: unknown): boolean => error === needsSavepoints

/**
 * The same writing without savepoints: `attempt` undoes nothing. If an attempt throws a problem, an error ends the whole
 * transaction; `isSavepointsNeededError` knows it.
 */
export function writingWithoutSavepoints(store: Writing): Writing {
  return {
    ...store,
    async attempt(act) {
      try {
        return await act()
      } catch (error) {
        throw error instanceof Problem ? needsSavepoints : error
      }
    },
  }
}

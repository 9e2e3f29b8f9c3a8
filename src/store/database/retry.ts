/** Retries database work that failed temporarily. */
import { setTimeout as wait } from 'node:timers/promises'
import { isTransientError } from './errors.ts'

/** The number of attempts by kind of work. */
export const maxAttempts = { transaction: 4, migration: 12 }

/**
 * Runs `run` up to `times` times while it fails with a transient error. Throws the last error, and any other error
 * at once.
 */
export async function retryTransient<T>(times: number, run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run()
    } catch (error) {
      if (attempt >= times || !isTransientError(error)) throw error
    }
    // Randomised, so that two conflicting writers do not collide again.
    await wait(10 * 2 ** Math.min(attempt, 5) * (0.5 + Math.random()))
  }
}

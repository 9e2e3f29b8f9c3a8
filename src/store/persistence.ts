/** Asking a database again that could not answer just then. */
import { setTimeout as wait } from 'node:timers/promises'
import { isTransient } from './database-errors.ts'

/** How often something is tried. */
export const attempts = { transaction: 4, migration: 12 }

/** Runs `run` up to so many times, until it does not fail of what passes by itself. Throws the last error, or any other. */
export async function persist<T>(times: number, run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run()
    } catch (error) {
      if (attempt >= times || !isTransient(error)) throw error
    }
    // Not the same for everyone, so that two that met do not meet again.
    await wait(10 * 2 ** Math.min(attempt, 5) * (0.5 + Math.random()))
  }
}

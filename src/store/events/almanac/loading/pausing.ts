/** Lets other requests run during long readings of SQLite, which run on the main thread. */
import { setImmediate } from 'node:timers/promises'

/** Milliseconds between two pauses. */
const WORK = 10

/** Returns a function to call between two statements: it pauses if ten milliseconds have passed since the last pause. */
export function pauseFunction(): () => Promise<void> {
  let last = performance.now()
  return async () => {
    if (performance.now() - last < WORK) return
    await setImmediate()
    last = performance.now()
  }
}

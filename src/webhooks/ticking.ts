/** Looking for work from time to time, one look after the other. */

/** Milliseconds between two looks. */
const TICK = 100

interface Ticker {
  /** Looks until `halt`. */
  start(failed: (error: unknown) => void): void
  /** Ends. Waits for the look that has begun. */
  halt(): Promise<void>
}

/** Returns what looks for work; a look that takes longer than a tick delays the next one. */
export function tickerOf(look: (failed: (error: unknown) => void) => Promise<void>): Ticker {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  return {
    start(failed) {
      const tick = () => {
        running ??= look(failed)
          .catch(failed)
          .finally(() => {
            running = undefined
          })
      }
      timer = setInterval(tick, TICK).unref()
    },
    async halt() {
      clearInterval(timer)
      await running
    },
  }
}

/** What a process does again and again while it serves. */

export interface Regular {
  /** Does it no more; resolves when what is under way has ended, or after some seconds without it. */
  stop(): Promise<void>
}

const LAST_SECONDS = 5

/** Runs `act` every so many seconds, never twice at once, the first time after as many. What it throws is told to `failed`. */
export function regularly(
  act: () => Promise<void>,
  seconds: number,
  failed: (error: unknown) => void,
): Regular {
  let running: Promise<void> | undefined
  const run = () => {
    running ??= act()
      .catch(failed)
      .finally(() => {
        running = undefined
      })
  }
  const timer = setInterval(run, seconds * 1000)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      const late = new Promise<void>((resolve) => setTimeout(resolve, LAST_SECONDS * 1000).unref())
      await Promise.race([running, late])
    },
  }
}

/** Periodic tasks of a running service. */

interface RegularWork {
  /** Stops the task. Resolves when the current run has ended, at the latest after five seconds. */
  stop(): Promise<void>
}

const STOP_TIMEOUT = 5

/** Runs `act` every `seconds` seconds, first after that time, and never twice at once. Errors go to `failed`. */
export function runRegularly(
  act: () => Promise<void>,
  seconds: number,
  failed: (error: unknown) => void,
): RegularWork {
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
      const late = new Promise<void>((resolve) => setTimeout(resolve, STOP_TIMEOUT * 1000).unref())
      await Promise.race([running, late])
    },
  }
}

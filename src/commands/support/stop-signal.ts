/** The signals that end a service, also while it starts. */
import { constants } from 'node:os'
import { setTimeout } from 'node:timers/promises'

/** Milliseconds that a start may take after a signal. A database that does not answer would hold it for longer. */
const MAX_START = 3000

/** Code of a process that a signal has ended, as shells count it: 128 and the number of the signal. */
const codeOf = (signal: 'SIGTERM' | 'SIGINT') => 128 + constants.signals[signal]

/** What ends a service. */
export interface Stop {
  /** Resolves at the first SIGTERM or SIGINT. A second one ends the process at once. */
  readonly signalled: Promise<void>
  /** Tells that the service has started, so that a signal waits until it has finished its requests. */
  started(): void
}

/**
 * Waits for a signal to stop. If it comes before the start is done, the start has three seconds more to finish; then the process
 * exits with 143 or 130. The database undoes what was not committed, and releases its locks.
 */
export function stopSignal(): Stop {
  let isStarted = false
  const exitUnlessStarted = async (signal: 'SIGTERM' | 'SIGINT') => {
    await setTimeout(MAX_START, undefined, { ref: false })
    if (!isStarted) process.exit(codeOf(signal))
  }
  const signalled = new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.once(signal, () => {
        resolve()
        void exitUnlessStarted(signal)
      })
  })
  return {
    signalled,
    started() {
      isStarted = true
    },
  }
}

/** The signals that end a service, also while it starts. */
import { constants } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'

/** Milliseconds that a start may take after a signal. Without a limit, a database that does not respond would delay the end. */
const MAX_START = 3000

/** The exit code of a process that a signal has ended, as in shells: 128 plus the number of the signal. */
const codeOf = (signal: 'SIGTERM' | 'SIGINT') => 128 + constants.signals[signal]

/** The signal that ends a service. */
export interface StopSignal {
  /** Resolves at the first SIGTERM or SIGINT. A second one ends the process at once. */
  readonly signalled: Promise<void>
  /** Call it when the service has started: from then on, a signal lets the service finish its requests. */
  started(): void
}

/**
 * Waits for a signal to stop. If it comes before the start is complete, the start has three more seconds; then the process
 * exits with 143 or 130. The database rolls back uncommitted transactions, and releases its locks.
 */
export function listenForStopOfProcess(): StopSignal {
  let isStarted = false
  const exitUnlessStarted = async (signal: 'SIGTERM' | 'SIGINT') => {
    await wait(MAX_START, undefined, { ref: false })
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

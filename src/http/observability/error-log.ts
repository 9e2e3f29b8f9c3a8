/** The log of errors: of a database that is away it has one line, and one when the database is back. */
import type { FastifyBaseLogger } from 'fastify'
import type { Store } from '../../store/store.ts'
import { stackInSources } from './source-stack.ts'

/** Seconds in which errors of connections to a database that is there are logged once. */
const INTERVAL = 60

/** Logs an error of a request or a task, with fields that name it. */
export type LogError = (log: FastifyBaseLogger, error: unknown, fields: object, message: string) => void

interface Logging {
  readonly store: Store
  /** The seconds of a monotonic clock. */
  readonly elapsed: () => number
  /** Why the service cannot process a valid request; undefined for errors of another kind. */
  unavailability(error: unknown): string | undefined
}

/** Returns an error whose stack names the files of `src`. */
function inSources(error: unknown): unknown {
  if (error instanceof Error && error.stack !== undefined) error.stack = stackInSources(error.stack)
  return error
}

/** Returns the function that logs errors. Those of a database that is away are logged for debugging only. */
export function errorLogger({ store, elapsed, unavailability }: Logging): LogError {
  let [toldAt, untold] = [Number.NEGATIVE_INFINITY, 0]
  return (log, error, fields, message) => {
    const isAway = message === 'rest_unavailable' && store.outage() !== undefined
    if (!isAway && unavailability(error) !== 'away')
      return log.error({ err: inSources(error), ...fields }, message)
    if (store.outage() !== undefined || elapsed() - toldAt < INTERVAL) {
      untold += 1
      return log.debug({ err: error, ...fields }, message)
    }
    log.error({ err: inSources(error), ...fields, ...(untold > 0 && { untold }) }, message)
    ;[toldAt, untold] = [elapsed(), 0]
  }
}

/** Logs when the database goes away, and when it is back. */
export function logDatabaseOutages({
  store,
  log,
}: {
  readonly store: Store
  readonly log: FastifyBaseLogger
}): void {
  store.onOutage((cause, seconds) => {
    if (cause !== undefined) log.error({ err: cause }, 'the database is away')
    else log.warn({ seconds: Math.round(seconds) }, 'the database is back')
  })
}

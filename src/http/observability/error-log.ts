/** The log of errors: of a database that is away or refuses writes it has one line, and one when that is over. */
import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import type { Store } from '../../store/store.ts'

// Names the files and lines of `src` in the stack of an error: the program is bundled, with a source map beside each of its files.

/** The maps of the files that stood in a stack. Node.js could read all of them at the start, which would take half as long again. */
const maps = new Map<string, SourceMap | undefined>()

/** Returns the map beside a file of the program; undefined if there is none, as when the service runs from source. */
function mapOf(file: string): SourceMap | undefined {
  if (!maps.has(file)) {
    try {
      maps.set(file, new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(file)}.map`, 'utf8'))))
    } catch {
      maps.set(file, undefined)
    }
  }
  return maps.get(file)
}

/** Returns a stack with the places in `src`, such as `src/store/open.ts:12:3`, of the frames whose file has a source map. */
export const stackInSources = (stack: string): string =>
  stack.replace(
    /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/g,
    (frame, file: string, line: string, column: string) => {
      const origin = mapOf(file)?.findOrigin(Number(line), Number(column))
      if (origin === undefined || !('fileName' in origin)) return frame
      return `${origin.fileName.replace(/^.*?(?=src\/|node_modules\/)/, '')}:${origin.lineNumber}:${origin.columnNumber}`
    },
  )

/** Why a database or a disk is not there: of these errors, few say more than the first. */
const outages = new Set(['away', 'full', 'read-only', 'failing'])

/** Seconds in which such errors are logged once where no outage is known. */
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

/** Returns the function that logs errors. Those of a database that is known to be away or to refuse writes are logged for debugging only. */
export function errorLogger({ store, elapsed, unavailability }: Logging): LogError {
  let [toldAt, untold] = [Number.NEGATIVE_INFINITY, 0]
  return (log, error, fields, message) => {
    const isAway = message === 'rest_unavailable' && store.outage() !== undefined
    if (!isAway && !outages.has(unavailability(error) ?? ''))
      return log.error({ err: inSources(error), ...fields }, message)
    const isKnown = store.outage() !== undefined || store.refusal() !== undefined
    if (isKnown || elapsed() - toldAt < INTERVAL) {
      untold += 1
      return log.debug({ err: error, ...fields }, message)
    }
    log.error({ err: inSources(error), ...fields, ...(untold > 0 && { untold }) }, message)
    ;[toldAt, untold] = [elapsed(), 0]
  }
}

/** Logs when the database goes away or refuses writes, and when that is over. */
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
  store.onRefusal((refusal, seconds) => {
    if (refusal !== undefined)
      log.error({ err: refusal.cause, reason: refusal.reason }, 'the database refuses writes')
    else log.warn({ seconds: Math.round(seconds) }, 'writes succeed again')
  })
}

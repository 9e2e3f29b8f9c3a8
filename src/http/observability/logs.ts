/** What logs say of requests and errors. */
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Store } from '../../store/store.ts'

// Addresses and logins as the log has them (contract §22).

/** How much of an address the log has: its network, all of it, or nothing. */
export type AddressLogDetail = 'short' | 'full' | 'none'

/** The groups of an IPv6 address before `::`, filled with zeros to the first three. */
function firstGroups(address: string): string {
  const [head = ''] = address.split('::')
  return [...head.split(':').filter((group) => group !== ''), '0', '0', '0'].slice(0, 3).join(':')
}

/** Returns a client's address for the log: `short` is its network, /24 for IPv4 and /48 for IPv6; undefined for `none`. */
export function loggedClientAddress(address: string, how: AddressLogDetail): string | undefined {
  if (how === 'none') return undefined
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (how === 'full') return plain
  return plain.includes(':') ? `${firstGroups(plain)}::/48` : plain.replace(/\.\d+$/, '.0/24')
}

/** Returns the line of a failed sign-in: the address, and a digest of the login, which tells attempts on one account apart from others. */
export function failedSignInLine(
  { ip, login }: { readonly ip: string; readonly login: string | undefined },
  how: AddressLogDetail,
): object {
  const address = loggedClientAddress(ip, how)
  const digest = login && createHash('sha256').update(login.toLowerCase()).digest('hex').slice(0, 16)
  return { ...(address !== undefined && { address }), ...(digest && { login: digest }) }
}

// Request ids and trace ids for logs (W3C Trace Context, level 1).

const SENT_ID = /^[\w.:-]{1,100}$/
const TRACE = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})/

/** Matches the secret in the path of a secret feed, of a link that sets a password, of a submission, and of a preview. */
const SECRET = /(\/(?:feeds|password-resets|submissions|submit|preview)\/+)[^/]+/i

/** Returns the generator of request ids: a valid X-Request-Id from the request, or a new id that is unique across processes. */
export function requestIdGenerator(): (request: IncomingMessage) => string {
  const process = randomBytes(6).toString('base64url')
  let count = 0
  return ({ headers: { 'x-request-id': sent } }) => {
    if (typeof sent === 'string' && SENT_ID.test(sent)) return sent
    count += 1
    return `${process}-${count.toString(36)}`
  }
}

/** The path of a URL for logs: without the query, which may hold a password, and without secrets, percent-encoded or not. */
export function pathForLogs(url: string): string {
  const [path = ''] = url.split('?', 1)
  const plain = path.replace(/%[0-9a-f]{2}/gi, (byte) =>
    String.fromCharCode(Number.parseInt(byte.slice(1), 16)),
  )
  return SECRET.test(plain) ? plain.replace(SECRET, '$1…') : path
}

/** The trace that a request belongs to. */
interface Trace {
  /** 32 hexadecimal digits. */
  readonly trace: string
  /** The id of the calling span; 16 hexadecimal digits. */
  readonly parent: string
  readonly isSampled: boolean
}

/** The trace in the `traceparent` header; undefined without a valid one. */
export function parseTraceparentHeader({ traceparent }: IncomingHttpHeaders): Trace | undefined {
  const [, trace, parent, flags] = (typeof traceparent === 'string' && TRACE.exec(traceparent)) || []
  if (trace === undefined || parent === undefined || flags === undefined) return undefined
  return { trace, parent, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

/**
 * The fields of a log line that identify a request, besides the `reqId` that the logger adds. They contain no query, which may
 * hold a password, and no secret from the path.
 */
export function requestLogFields({ method, url, headers }: FastifyRequest): Readonly<Record<string, string>> {
  const traced = parseTraceparentHeader(headers)
  const names = traced === undefined ? {} : { trace_id: traced.trace, parent_id: traced.parent }
  return { method, path: pathForLogs(url), ...names }
}

// The log of errors: of a database that is away or refuses writes it has one line, and one when that is over.

// Names the files and lines of `src` in the stack of an error: the program is bundled, with a source map beside each of its files.

/**
 * The maps of the files that stood in a stack, until memory is needed: all take 32 MiB. Node.js could read all of them at the start, which
 * would take half as long again.
 */
const maps = new Map<string, WeakRef<SourceMap>>()

/** Returns the map beside a file of the program; undefined if there is none, as when the service runs from source. */
function mapOf(file: string): SourceMap | undefined {
  const known = maps.get(file)?.deref()
  if (known !== undefined) return known
  try {
    const map = new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(file)}.map`, 'utf8')))
    maps.set(file, new WeakRef(map))
    return map
  } catch {
    return
  }
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

import pg from 'pg'
import { isServerAwayError } from '../errors.ts'

/** The servers of a PostgreSQL URL, which may name several: postgres://USER@HOST:PORT,HOST:PORT/NAME?target_session_attrs=read-write. */

const attributes = ['any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby'] as const

/** An attribute that a server must have, in the words of libpq. */
export type RequiredServerAttribute = (typeof attributes)[number]

/** One or several servers, and which of them fits. */
interface Servers {
  /** One URL for each server, in the order in which they are tried. */
  readonly urls: readonly string[]
  /** The attribute that the server must have; undefined where any does, and need not be asked. */
  readonly wanted: RequiredServerAttribute | undefined
}

const PARAMETER = 'target_session_attrs'

/**
 * Returns the servers of a URL. Of several, `otherwise` says what the server must be where the URL does not. Throws if the URL is not valid; the
 * message has no password.
 */
export function serversOfUrl(url: string, otherwise: RequiredServerAttribute): Servers {
  const [, scheme = '', login = '', hosts = '', rest = ''] =
    /^(postgres(?:ql)?:\/\/)(.*@)?([^/?]*)(.*)$/.exec(url) ?? []
  const [path = '', query = ''] = rest.split('?')
  const parameters = new URLSearchParams(query)
  const named = parameters.get(PARAMETER) ?? undefined
  parameters.delete(PARAMETER)
  const wanted = attributes.find((one) => one === named)
  if (named !== undefined && wanted === undefined)
    throw new Error(`${PARAMETER} is "${named}"; expected: ${attributes.join(', ')}`)
  const kept = parameters.size === 0 ? '' : `?${parameters}`
  const urls = hosts.split(',').map((host) => `${scheme}${login}${host}${path}${kept}`)
  if (urls.length === 1)
    return {
      urls: [named === undefined ? url : (urls[0] ?? url)],
      wanted: wanted === 'any' ? undefined : wanted,
    }
  return { urls, wanted: wanted ?? otherwise }
}

/** Opens a connection. Throws if the server can't be reached in time, or refuses. */
export type OpenClient = () => Promise<pg.Client>

const int8 = 20

/** Milliseconds for a goodbye to the server before a connection is cut. */
const FAREWELL = 1000

function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === int8 && format !== 'binary') return safeInteger
  return pg.types.getTypeParser(oid, format as 'text')
}

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`)
  return value
}

/** How connections are opened. */
interface Opening {
  /** The name that the server shows. */
  readonly application: string
  /** Milliseconds for one server to answer. */
  readonly patience: number
  /** The attribute that the server must have if the URL names several and does not say. */
  readonly otherwise: RequiredServerAttribute
}

async function opened(url: string, { application, patience }: Opening): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: application,
    connectionTimeoutMillis: patience,
    keepAlive: true,
    types: { getTypeParser },
  })
  // The next query reports a lost connection; without a listener the event would end the process.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Whether the server of a connection is what is wanted. */
async function fits(client: pg.Client, wanted: RequiredServerAttribute, patience: number): Promise<boolean> {
  const [row] = await queryWithDeadline<{ readonly standby: boolean; readonly fixed: string }>(
    client,
    "select pg_is_in_recovery() as standby, current_setting('transaction_read_only') as fixed",
    patience,
  )
  const [isStandby, isFixed] = [row?.standby === true, row?.fixed === 'on']
  const found = { 'read-write': !isFixed, 'read-only': isFixed, primary: !isStandby, standby: isStandby }
  return wanted === 'any' || wanted === 'prefer-standby' || found[wanted]
}

/** An open connection, and the URL of its server. */
interface Found {
  readonly client: pg.Client
  readonly url: string
}

/** Opens a connection to a server that is what is wanted. Throws if it is not, or can't be reached. */
async function fitting(url: string, wanted: RequiredServerAttribute, opening: Opening): Promise<Found> {
  const client = await opened(url, opening)
  try {
    if (await fits(client, wanted, opening.patience)) return { client, url }
    throw new Error(`No server of the URL is ${wanted}`)
  } catch (error) {
    void closeClient(client)
    throw error
  }
}

/** Opens a connection to one of several servers that fits; all are asked at once. Throws if none does. */
async function anyFitting(
  urls: readonly string[],
  wanted: RequiredServerAttribute,
  opening: Opening,
): Promise<Found> {
  const asked = urls.map((url) => fitting(url, wanted, opening))
  const found = await Promise.any(asked).catch((cause) => {
    throw new Error(`No server of the URL answers and is ${wanted}`, { cause })
  })
  for (const one of asked)
    one.then(
      ({ client }) => (client === found.client ? undefined : closeClient(client)),
      () => {},
    )
  return found
}

/**
 * Returns the function that opens connections to the server at `url` or, if that names several, to the one that fits. The one that fitted last
 * is tried first. Throws if the URL is not valid.
 */
export function clientOpener(url: string, opening: Opening): OpenClient {
  const { urls, wanted } = serversOfUrl(url, opening.otherwise)
  let last = urls[0] ?? url
  if (wanted === undefined) return () => opened(last, opening)
  if (wanted === 'prefer-standby') {
    const either = () => anyFitting(urls, 'standby', opening).catch(() => anyFitting(urls, 'any', opening))
    return async () => (await either()).client
  }
  return async () => {
    const others = urls.filter((one) => one !== last)
    const found = await fitting(last, wanted, opening).catch((error) => {
      if (others.length === 0) throw error
      return anyFitting(others, wanted, opening)
    })
    last = found.url
    return found.client
  }
}

/** Ends a connection at once, and with it the statement that runs on it, which fails with `cause`. */
export function cutConnection({ connection }: pg.Client, cause: Error): void {
  connection.stream.destroy(cause)
}

/** Closes a connection. One to a server that does not say goodbye is cut. */
export async function closeClient(client: pg.Client): Promise<void> {
  const late = setTimeout(() => client.connection.stream.destroy(), FAREWELL)
  await client.end().catch(() => {})
  clearTimeout(late)
}

/** Runs a statement whose answer must come within `patience` milliseconds; otherwise the connection is cut, and it fails. */
export async function queryWithDeadline<R extends object>(
  client: pg.Client,
  statement: string,
  patience: number,
): Promise<readonly R[]> {
  const late = setTimeout(() => cutConnection(client, new Error('The database did not answer')), patience)
  try {
    return (await client.query<R>(statement)).rows
  } finally {
    clearTimeout(late)
  }
}

// Whether a server is there. It is asked whenever work on it fails or takes long. While it is away, nothing waits for it: it is asked
// twice a second whether it is back.

/** Milliseconds between questions to a server that is away. */
const INTERVAL = 500

/** The error of every use of a server that is away. */
export class ServerAwayError extends Error {
  constructor(cause: unknown) {
    super('The database is away', { cause })
  }
}

/** Whether one server is there. */
export interface AvailabilityOfOneServer {
  /** Since when the server is away, in milliseconds of the process's clock; undefined while it is there. */
  awaySince(): number | undefined
  /** Throws a `ServerAwayError` while the server is away. */
  allow(): void
  /** Asks whether the server is there. Resolves when that is known; of several questions at once, one is sent. */
  ask(): Promise<void>
  /** Calls `listener`, instead of an earlier one, when the server goes away or comes back. */
  listen(listener: Listener): void
  /** Stops asking. */
  close(): void
}

/** Called with the cause when the server goes away; with undefined when it is back, and the milliseconds that it was away. */
type Listener = (away: ServerAwayError | undefined, lasted: number) => void

/** Runs on a connection to a server that is there, before anything else uses the server. */
export type OnServerAvailable = (client: pg.Client) => Promise<void>

/** Opens a connection, and runs a statement on it. Throws if the server is away. */
async function greet(open: OpenClient, patience: number, welcome: OnServerAvailable): Promise<void> {
  const client = await open()
  try {
    await queryWithDeadline(client, 'select 1', patience)
    await welcome(client)
  } finally {
    void closeClient(client)
  }
}

/** Whether the server is away, since when, and who is told. */
function absence(left: (away: ServerAwayError) => void) {
  let away: { readonly error: ServerAwayError; readonly since: number } | undefined
  let listener: Listener = () => {}
  return {
    now: () => away,
    listen(next: Listener) {
      listener = next
    },
    begin(cause: unknown) {
      if (away !== undefined) return
      away = { error: new ServerAwayError(cause), since: performance.now() }
      left(away.error)
      listener(away.error, 0)
    },
    end() {
      if (away === undefined) return
      const lasted = performance.now() - away.since
      away = undefined
      listener(undefined, lasted)
    },
  }
}

/** Tracks the availability of the server that `open` connects to. It has `patience` milliseconds to answer. `left` is called when it goes away. */
export function trackServerAvailability(
  open: OpenClient,
  patience: number,
  left: (away: ServerAwayError) => void,
  welcome: OnServerAvailable,
): AvailabilityOfOneServer {
  const away = absence(left)
  let asking: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const look = async () => {
    try {
      await greet(open, patience, welcome)
      away.end()
    } catch (error) {
      // A server that answers with an error of its own is there.
      if (!isServerAwayError(error)) return away.end()
      away.begin(error)
      if (isClosed) return
      timer = setTimeout(() => void ask(), INTERVAL)
      timer.unref()
    }
  }
  const ask = (): Promise<void> => {
    if (isClosed) return Promise.resolve()
    clearTimeout(timer)
    asking ??= look().finally(() => {
      asking = undefined
    })
    return asking
  }
  return {
    awaySince: () => away.now()?.since,
    allow() {
      const current = away.now()
      if (current !== undefined) throw current.error
    },
    ask,
    listen: away.listen,
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

/** Opens connections to a PostgreSQL server. */
import pg from 'pg'
import { type RequiredServerAttribute, serversOfUrl } from './servers.ts'

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

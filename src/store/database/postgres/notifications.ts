/**
 * The change counter of a PostgreSQL database. The server notifies of every write (LISTEN) over a connection that
 * is probed twice a second. After a second without a response, and through a pooler, the counter is undefined, and the revision is
 * queried instead.
 */
import type pg from 'pg'
import type { DatabaseChangeCounter } from '../change-counter.ts'
import type { AvailabilityOfOneServer } from './availability.ts'
import { clientOpener, closeClient, type OpenClient, queryWithDeadline } from './opening.ts'

/** Milliseconds between probes, and how long a response is trusted. */
const BEAT = 500
const BELIEVED = 1000

/**
 * Whether there is a pooler between this process and the server: it names its own connection, not the server's process. It may hand the server's
 * connection to another client after each transaction, and loses notifications then.
 */
async function isThroughPooler(client: pg.Client, patience: number): Promise<boolean> {
  const [row] = await queryWithDeadline<{ readonly pid: number }>(
    client,
    'select pg_backend_pid() as pid',
    patience,
  )
  return row !== undefined && row.pid !== Reflect.get(client, 'processID')
}

/** Called for each notification, and when a connection is lost. */
interface Listening {
  notified(): void
  lost(client: pg.Client): void
}

/** Opens a connection that is notified, unless there is a pooler before the server. Throws if the server does not answer in time. */
async function openListening(open: OpenClient, patience: number, { notified, lost }: Listening) {
  const client = await open()
  client.on('notification', notified)
  client.on('error', () => lost(client))
  client.on('end', () => lost(client))
  try {
    const isPooled = await isThroughPooler(client, patience)
    if (!isPooled) await queryWithDeadline(client, 'listen fasti', patience)
    return { client, isPooled }
  } catch (error) {
    lost(client)
    throw error
  }
}

/** Returns the connection that is notified of writes, for each of which `bump` is called. It is opened by the first probe. */
function noticesOf(open: OpenClient, patience: number, bump: () => void) {
  let client: pg.Client | undefined
  let confirmedAt = Number.NEGATIVE_INFINITY
  let [isClosed, isPooled] = [false, false]
  const lose = (lost: pg.Client) => {
    if (client === lost) [client, confirmedAt] = [undefined, Number.NEGATIVE_INFINITY]
    void closeClient(lost)
  }
  /** Opens the connection, and keeps it if it is of use. */
  const begin = async (): Promise<void> => {
    const opened = await openListening(open, patience, { notified: bump, lost: lose })
    isPooled = opened.isPooled
    bump()
    if (isClosed || isPooled) lose(opened.client)
    else client = opened.client
  }
  return {
    isPooled: () => isPooled,
    /** Whether every write was notified of until a moment ago. */
    isTrusted: () => performance.now() - confirmedAt <= BELIEVED,
    /** Opens the connection, or asks for a response on it. Throws if there is none. */
    async probe(): Promise<void> {
      const sentAt = performance.now()
      if (client === undefined) await begin()
      else await queryWithDeadline(client, 'select 1', patience)
      // Notifications of earlier writes arrive before the response to the probe.
      if (client !== undefined) confirmedAt = sentAt
    },
    lose() {
      if (client !== undefined) lose(client)
    },
    async close(): Promise<void> {
      isClosed = true
      const last = client
      client = undefined
      confirmedAt = Number.NEGATIVE_INFINITY
      if (last !== undefined) await closeClient(last)
    },
  }
}

/** Calls `act` now and twice a second, but not before its last call has ended. Returns the timer. */
function beating(act: () => Promise<void>): NodeJS.Timeout {
  let isRunning = false
  const beat = () => {
    if (isRunning) return
    isRunning = true
    void act().finally(() => {
      isRunning = false
    })
  }
  const timer = setInterval(beat, BEAT)
  timer.unref()
  beat()
  return timer
}

/**
 * Returns the change counter of the database at `url`. It starts listening at the first call of `changeCounter` and stops when closed. A
 * response is awaited for `patience` milliseconds; `availability` is asked whether the server is there when none comes.
 */
export function postgresChangeCounter(
  url: string,
  patience: number,
  availability: AvailabilityOfOneServer,
): DatabaseChangeCounter & { close(): Promise<void> } {
  let count = 0
  const bump = () => {
    count += 1
  }
  const open = clientOpener(url, { application: 'fasti notices', patience, otherwise: 'read-write' })
  const notices = noticesOf(open, patience, bump)
  let timer: NodeJS.Timeout | undefined
  const probe = async () => {
    if (notices.isPooled() || availability.awaySince() !== undefined) return
    try {
      await notices.probe()
    } catch {
      notices.lose()
      await availability.ask()
    }
  }
  return {
    freshCounter: () => undefined,
    foreignCounter: () => undefined,
    isPrompt: false,
    bump,
    changeCounter() {
      timer ??= beating(probe)
      return notices.isTrusted() ? count : undefined
    },
    async close() {
      clearInterval(timer)
      await notices.close()
    },
  }
}

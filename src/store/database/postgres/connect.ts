import type pg from 'pg'
import {
  connectionFromParts,
  type DatabaseServerOptions,
  newTransactionNestingGuard,
  noFormerPages,
  type OnServerReturn,
  type OpenDatabase,
  watchWriter,
} from '../connection.ts'
import { isServerAwayError } from '../errors.ts'
import { queryCounters } from '../measures.ts'
import { type Db, sql } from '../sql.ts'
import type { DatabaseChangeCounter } from '../sqlite/database.ts'
import {
  type AvailabilityOfOneServer,
  clientOpener,
  closeClient,
  type OnServerAvailable,
  type OpenClient,
  queryWithDeadline,
  type RequiredServerAttribute,
  type ServerAwayError,
  trackServerAvailability,
} from './opening.ts'
import {
  type ClientPool,
  clientPoolFromOpener,
  dbOnClient,
  type PostgresPoolOptions,
  postgresQueryPool,
} from './pool.ts'

/*
 * The change counter of a PostgreSQL database. The server notifies of every write (LISTEN) over a connection that
 * is probed twice a second. After a second without a response, and through a pooler, the counter is undefined, and the revision is
 * queried instead.
 */

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
function postgresChangeCounter(
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

/*
 * Whether the server that answers has the history of the one before it. A standby that was promoted begins a new timeline, and may lack the last
 * writes of the primary that it replaces: then its revisions number other writes than those that this process has seen.
 */

/** Milliseconds for what is done before others use the server. */
const PATIENCE = 5000

const QUERY = sql<{ readonly timeline: string | null }>`select case when pg_is_in_recovery() then null
  else left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`

/** The timeline of a primary; undefined on a standby, and where the server has none or does not tell. */
async function timelineOf(db: Db): Promise<string | undefined> {
  try {
    const { rows } = await QUERY.execute(db)
    return rows[0]?.timeline ?? undefined
  } catch (error) {
    if (isServerAwayError(error)) throw error
    return undefined
  }
}

/** Returns what is done on each return of a server, and the function that says what that is. */
function newServerReturnNotifier() {
  let known: string | undefined
  let listener: OnServerReturn = async () => {}
  return {
    async welcome(client: pg.Client): Promise<void> {
      const db = dbOnClient(client, () => {}, PATIENCE)
      const timeline = await timelineOf(db)
      await listener(db, known !== undefined && timeline !== undefined && timeline !== known)
      known = timeline ?? known
    },
    /** Learns the timeline of `reader`, and calls `next`, instead of an earlier listener, on each return. */
    async onReturn(reader: Db, next: OnServerReturn): Promise<void> {
      listener = next
      known = await timelineOf(reader)
    },
  }
}

/**
 * Pool sizes. Writers run one after the other; readers never wait for them. Each pool lends the other at most one idle
 * connection, so that a calendar with few requests has one connection, and a busy one has enough for each.
 */
const most = { writers: 6, readers: 10 }

/** Seconds that a read may take by default, and that a write may take at least: it may wait for the writers before it. */
export const DEFAULT_READ_SECONDS = 30

/**
 * Returns whether the server at `url` is there, and pools of connections to it. It has `patience` milliseconds to answer. Of several servers,
 * `otherwise` says which fits. `welcome` runs whenever the server was asked and is there.
 */
export function serverAvailabilityAndPoolsAt(
  url: string,
  patience: number,
  otherwise: RequiredServerAttribute,
  welcome: OnServerAvailable = async () => {},
) {
  const opening = { application: 'fasti', patience, otherwise }
  const open = clientOpener(url, opening)
  const pools: ClientPool[] = []
  // The verdict is there when the patience of what asked for it ends.
  const soon = { ...opening, patience: patience / 2 }
  const abandon = (away: ServerAwayError) => {
    for (const pool of pools) pool.abandon(away)
  }
  const availability = trackServerAvailability(clientOpener(url, soon), soon.patience, abandon, welcome)
  const poolOf = (max: number) => {
    const pool = clientPoolFromOpener(open, max)
    pools.push(pool)
    return pool
  }
  return { availability, poolOf }
}

/** Returns a connection to the server at `url`. It sends nothing before the first query. */
export function connectPostgres(
  url: string,
  { timeout = DEFAULT_READ_SECONDS, listenUrl }: DatabaseServerOptions,
): OpenDatabase {
  const guard = newTransactionNestingGuard()
  const patience = timeout * 1000
  const { welcome, onReturn } = newServerReturnNotifier()
  const { availability, poolOf } = serverAvailabilityAndPoolsAt(url, patience, 'read-write', welcome)
  const pools = [poolOf(most.writers), poolOf(most.readers)] as const
  const { count, measures } = queryCounters(() => {
    const [writers, readers] = [pools[0].counts(), pools[1].counts()]
    const idle = writers.idle + readers.idle
    const busy = writers.total + readers.total - idle
    return { busy, idle, waiting: writers.waiting + readers.waiting }
  })
  const over = (own: 0 | 1, limit: number, isolation: PostgresPoolOptions['isolation']) =>
    postgresQueryPool(pools[own], {
      isolation,
      limit,
      availability,
      patience: patience / 2,
      guard: guard.refuse,
      count,
      lender: pools[own === 0 ? 1 : 0],
    })
  const limit = Math.max(patience, DEFAULT_READ_SECONDS * 1000)
  const { writer, refusals, stop } = watchWriter(over(0, limit, ''))
  const reader = over(1, patience, 'isolation level repeatable read read only')
  const counter = postgresChangeCounter(listenUrl ?? url, patience, availability)
  const closeRest = async () => {
    stop()
    availability.close()
    await counter.close()
  }
  const awaySeconds = (since: number | undefined) =>
    since === undefined ? undefined : (performance.now() - since) / 1000
  return {
    ...connectionFromParts({ name: 'postgres', guard, writer, reader, counter, closeRest }),
    ...refusals,
    measures,
    damage: () => undefined,
    formerPages: noFormerPages,
    outage: () => awaySeconds(availability.awaySince()),
    onReturn: (listener) => onReturn(reader, listener),
    onOutage: (listener) => availability.listen((away, lasted) => listener(away?.cause, lasted / 1000)),
  }
}

/** A connection to a PostgreSQL server. */
import {
  connectionFromParts,
  type DatabaseServerOptions,
  noFormerPages,
  type OpenDatabase,
} from '../connection.ts'
import { newTransactionNestingGuard } from '../guard.ts'
import { queryCounters } from '../measures.ts'
import { type OnServerAvailable, type ServerAwayError, trackServerAvailability } from './availability.ts'
import { type ClientPool, clientPoolFromOpener } from './connections.ts'
import { type PostgresPoolOptions, postgresQueryPool } from './driver.ts'
import { postgresChangeCounter } from './notifications.ts'
import { clientOpener } from './opening.ts'
import { newServerReturnNotifier } from './server-return.ts'
import type { RequiredServerAttribute } from './servers.ts'

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
  const writer = over(0, Math.max(patience, DEFAULT_READ_SECONDS * 1000), '')
  const reader = over(1, patience, 'isolation level repeatable read read only')
  const counter = postgresChangeCounter(listenUrl ?? url, patience, availability)
  const closeRest = async () => {
    availability.close()
    await counter.close()
  }
  const awaySeconds = (since: number | undefined) =>
    since === undefined ? undefined : (performance.now() - since) / 1000
  return {
    ...connectionFromParts({ name: 'postgres', guard, writer, reader, counter, closeRest }),
    measures,
    damage: () => undefined,
    formerPages: noFormerPages,
    outage: () => awaySeconds(availability.awaySince()),
    onReturn: (listener) => onReturn(reader, listener),
    onOutage: (listener) => availability.listen((away, lasted) => listener(away?.cause, lasted / 1000)),
  }
}

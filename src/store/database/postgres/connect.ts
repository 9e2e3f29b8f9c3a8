/** A connection to a PostgreSQL server. */
import { type Connection, connectionOf } from '../connection.ts'
import { createGuard } from '../guard.ts'
import { measuring } from '../measures.ts'
import { openPostgres, type PostgresUse, postgresPool } from './driver.ts'
import { postgresChangeCounter } from './notifications.ts'

/**
 * Pool sizes. Writers run one after the other; readers never wait for them. Each pool lends the other at most one idle
 * connection, so that a calendar with few requests has one connection, and a busy one has enough for each.
 */
const most = { writers: 6, readers: 10 }

/** Returns a connection to the server at `url`. It sends nothing before the first query. */
export function connectPostgres(url: string): Connection {
  const guard = createGuard()
  const pools = [openPostgres(url, most.writers), openPostgres(url, most.readers)] as const
  const { count, measures } = measuring(() => {
    const sum = (of: 'totalCount' | 'idleCount' | 'waitingCount') => pools[0][of] + pools[1][of]
    const [total, idle, waiting] = [sum('totalCount'), sum('idleCount'), sum('waitingCount')]
    return { busy: total - idle, idle, waiting }
  })
  const over = (own: 0 | 1, begin: PostgresUse['begin']) =>
    postgresPool(pools[own], { begin, guard: guard.refuse, count, lender: pools[own === 0 ? 1 : 0] })
  const writer = over(0, 'begin')
  const reader = over(1, 'begin isolation level repeatable read read only')
  const counter = postgresChangeCounter(url)
  return {
    ...connectionOf('postgres', guard, writer, reader, counter, counter.close),
    measures,
    damage: () => undefined,
  }
}

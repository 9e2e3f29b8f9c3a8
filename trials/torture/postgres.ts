/** Crashes PostgreSQL while the service keeps running. */
import pg from 'pg'
import type { PostgresServer } from '../../test/support/postgres-server.ts'
import { type Crash, killed } from './rounds.ts'

/** Milliseconds. */
const PATIENCE = 60_000

type Server = Pick<PostgresServer, 'url' | 'crash'>

async function query<R extends object>(url: string, question: string): Promise<readonly R[]> {
  const waiting = { connectionTimeoutMillis: PATIENCE, query_timeout: PATIENCE }
  const client = new pg.Client({ connectionString: url, ...waiting })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<R>(question)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

const OURS = `from pg_stat_activity where application_name = 'fasti' and datname = current_database()`

/** Terminates every connection of the service. */
export const cut = ({ url }: Pick<Server, 'url'>): Crash => ({
  name: 'connections cut',
  async strike() {
    await query(url, `select pg_terminate_backend(pid) ${OURS}`)
  },
})

/** Kills one process of the server, which then ends all others and recovers. */
const backendKilled = ({ url }: Server): Crash => ({
  name: 'SIGKILL of a server process',
  async strike() {
    const [busy] = await query<{ pid: number }>(
      url,
      `select pid ${OURS} order by state <> 'active', random()`,
    )
    if (busy !== undefined) process.kill(busy.pid, 'SIGKILL')
  },
})

const serverKilled = ({ crash }: Server): Crash => ({ name: 'SIGKILL of the server', strike: () => crash() })

/** Returns all of these crashes and that of the service. */
export function postgresCrashes(server: Server): readonly Crash[] {
  return [cut(server), backendKilled(server), serverKilled(server), killed]
}

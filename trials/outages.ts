/**
 * `npm run trial outages`: a service on PostgreSQL with a replica, while its servers are killed, hang and are replaced. Readers and a writer go on through
 * each round. It reports how many requests were answered and refused, the longest that one waited, how long the service was not ready, and
 * writes that were acknowledged and are missing; then it writes through PgBouncer, where that is installed. It fails if a write is missing, a
 * request waits for more than ten seconds, or the readers are refused for more than two, in which an outage is found out.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ran, type Server, started } from '../bench/measure.ts'
import { freePort } from '../test/support/free-port.ts'
import { onServer } from '../test/support/on-server.ts'
import { hasPgBouncer, startPgBouncer } from '../test/support/pgbouncer.ts'
import { type PostgresServer, startPostgres } from '../test/support/postgres-server.ts'
import { copied, startStandby } from '../test/support/postgres-standby.ts'

/** Milliseconds of each part of a round, the longest that a request may wait, and the longest that reads may be refused. */
const [PART, MAX_WAIT, MAX_REFUSING] = [6000, 10_000, 2000]
const READERS = 4
const BASE = '/cal/events/v1/events'
const main = resolve(import.meta.dirname, '../dist/main.js')
const say = (text: string) => process.stdout.write(`${text}\n`)
const rest = (milliseconds: number) => new Promise((resume) => setTimeout(resume, milliseconds))

/** The outcomes of the requests of one kind. */
interface Tally {
  answered: number
  refused: number
  /** Milliseconds. */
  longest: number
  /** Milliseconds from the first refusal to the last one. */
  refusing: number
}

const folder = await mkdtemp(join(tmpdir(), 'fasti-outages-'))
const durable = { ...copied, synchronous_commit: 'on' }
const primary = await startPostgres(() => {}, durable)
const standby = await startStandby(primary, () => {})
const both = (first: PostgresServer, second: PostgresServer) => {
  const [one, other] = [new URL(first.url), new URL(second.url)]
  return one.href.replace(`:${one.port}/`, `:${one.port},127.0.0.1:${other.port}/`)
}
const env = {
  DATABASE_URL: `${both(primary, standby)}?target_session_attrs=read-write`,
  DATABASE_READ_URL: `${both(standby, primary)}?target_session_attrs=prefer-standby`,
  FASTI_DATA_DIR: folder,
}
const fasti = (...args: string[]) =>
  ran(process.execPath, [main, ...args], { env: { ...process.env, ...env } })
await fasti('user', 'add', 'trial', '--role', 'administrator')
const authorization = `Bearer ${(await fasti('token', 'create', 'trial', '--name', 'trial')).trim()}`

let written = 0
const acknowledged: string[] = []

async function create({ port }: Server): Promise<number> {
  written += 1
  const title = `Written ${written}`
  const response = await fetch(`http://127.0.0.1:${port}${BASE}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ title, start_date: '2030-05-04 18:00', end_date: '2030-05-04 20:00' }),
  })
  await response.text()
  if (response.status === 201) acknowledged.push(title)
  return response.status
}

let asked = 0
async function read({ port }: Server): Promise<number> {
  asked += 1
  const path = asked % 2 === 0 ? '?per_page=5' : `?search=written%20${asked % 50}`
  const response = await fetch(`http://127.0.0.1:${port}${BASE}${path}`)
  await response.text()
  return response.status
}

/** Repeats a request until `isOver`. */
async function repeated(
  request: () => Promise<number>,
  isOver: () => boolean,
  pause: number,
): Promise<Tally> {
  const tally: Tally = { answered: 0, refused: 0, longest: 0, refusing: 0 }
  let first: number | undefined
  while (!isOver()) {
    const since = performance.now()
    const status = await request()
    const now = performance.now()
    tally.longest = Math.max(tally.longest, now - since)
    if (status < 400) tally.answered += 1
    else {
      tally.refused += 1
      first ??= since
      tally.refusing = now - first
    }
    await rest(pause)
  }
  return tally
}

const sum = (tallies: readonly Tally[]): Tally => ({
  answered: tallies.reduce((all, { answered }) => all + answered, 0),
  refused: tallies.reduce((all, { refused }) => all + refused, 0),
  longest: Math.max(...tallies.map(({ longest }) => longest)),
  refusing: Math.max(...tallies.map(({ refusing }) => refusing)),
})

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`
const shown = ({ answered, refused, longest, refusing }: Tally) =>
  `${answered} answered, ${refused} refused${refused > 0 ? ` (in ${seconds(refusing)})` : ''}, the longest after ${seconds(longest)}`

/** Reads and writes during a round: what happens to the servers, and how they are brought back. Returns what became of the requests. */
async function round(
  name: string,
  server: Server,
  strike: () => Promise<unknown>,
  mend: () => Promise<unknown>,
) {
  let isOver = false
  const over = () => isOver
  const readers = Array.from({ length: READERS }, () => repeated(() => read(server), over, 5))
  const writer = repeated(() => create(server), over, 20)
  await rest(PART / 3)
  await strike()
  await rest(PART)
  await mend()
  await rest(PART)
  isOver = true
  const [reads, writes] = [sum(await Promise.all(readers)), await writer]
  say(`${name}\n  reads:  ${shown(reads)}\n  writes: ${shown(writes)}`)
  if (reads.longest > MAX_WAIT || writes.longest > MAX_WAIT)
    throw new Error(`${name}: a request waited too long`)
  if (reads.refusing > MAX_REFUSING) throw new Error(`${name}: reads were refused`)
}

/** The titles of all events, from the export. */
async function stored(): Promise<ReadonlySet<string>> {
  const lines = (await fasti('export', '-')).split('\n').filter((line) => line.startsWith('{'))
  return new Set(lines.map((line) => String(JSON.parse(line).title)))
}

async function allowAll(): Promise<void> {
  const found = await stored()
  const lost = acknowledged.filter((title) => !found.has(title))
  say(`${acknowledged.length} writes acknowledged, ${lost.length} lost`)
  if (lost.length > 0) throw new Error(`writes are lost: ${lost.slice(0, 5).join(', ')}`)
}

let server: Server | undefined
try {
  server = await started([main, 'serve'], await freePort(), env)
  await round('the primary is killed, and comes back', server, primary.kill, primary.revive)
  await round('the primary hangs (SIGSTOP), and goes on', server, primary.pause, primary.resume)
  await round('the replica is killed, and comes back', server, standby.kill, standby.revive)
  await round('the replica hangs (SIGSTOP), and goes on', server, standby.pause, standby.resume)
  await allowAll()
  const promote = () => onServer(standby.url, 'select pg_promote()')
  await round('the primary is killed, and the replica is promoted', server, primary.kill, promote)
  await allowAll()
  if (await hasPgBouncer()) {
    const pooler = await startPgBouncer(standby, 3)
    const through = {
      ...env,
      DATABASE_URL: pooler.url,
      DATABASE_LISTEN_URL: standby.url,
      DATABASE_READ_URL: '',
    }
    const pooled = await started([main, 'serve'], await freePort(), through)
    const until = performance.now() + PART
    const over = () => performance.now() > until
    const writers = Array.from({ length: 8 }, () => repeated(() => create(pooled), over, 0))
    const readers = Array.from({ length: 8 }, () => repeated(() => read(pooled), over, 0))
    say('through PgBouncer in transaction mode, with 3 connections')
    say(`  reads:  ${shown(sum(await Promise.all(readers)))}`)
    say(`  writes: ${shown(sum(await Promise.all(writers)))}`)
    await pooled.stop()
    await pooler.stop()
    await allowAll()
  } else say('PgBouncer is not installed: left out')
} finally {
  await server?.stop()
  await standby.stop()
  await primary.stop()
  await rm(folder, { recursive: true, force: true })
}

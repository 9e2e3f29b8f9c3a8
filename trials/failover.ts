/**
 * `npm run trial failover`: two instances on three PostgreSQL servers that Patroni runs in synchronous mode, with etcd and HAProxy (Debian). The
 * primary is killed ten times under readers and a writer, who reads each of its writes through the other instance. It fails if an
 * acknowledged write is lost, writers wait for more than 15 seconds, or somebody sees what is older than an own write. `-- 3` kills it three
 * times; with `--pooler`, writes go through PgBouncer in transaction mode in front of HAProxy.
 */
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ran, type Server, started } from '../bench/processes.ts'
import { freePort } from '../test/support/free-port.ts'
import { startPgBouncer } from '../test/support/pgbouncer.ts'
import { hasProgram } from '../test/support/programs.ts'
import { POSTGRES, startCluster } from './failover/cluster.ts'

const [MAX_AWAY, READERS] = [15, 4]
/** Connections of PgBouncer to the primary: fewer than the two instances open. */
const POOLED = 4
const { values, positionals } = parseArgs({
  options: { pooler: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const rounds = Number(positionals[0] ?? 10)
const BASE = '/cal/events/v1/events'
const main = resolve(import.meta.dirname, '../dist/main.js')
const say = (text: string) => process.stdout.write(`${text}\n`)
const rest = (milliseconds: number) => new Promise((resume) => setTimeout(resume, milliseconds))

/** All that the trial counts. */
const tally = { reads: 0, refused: 0, writes: 0, refusedWrites: 0, own: 0, stale: 0, unread: 0 }
const acknowledged: string[] = []
let lastWrite = 0

interface Client {
  readonly ports: readonly [number, number]
  readonly authorization: string
  readonly isOver: () => boolean
}

async function readOn({ ports, isOver }: Client, reader: number): Promise<void> {
  for (let at = reader; !isOver(); at++) {
    const path = at % 2 === 0 ? '?per_page=5' : `?page=${1 + (at % 5)}&per_page=3`
    const answer = await fetch(`http://127.0.0.1:${ports[at % 2]}${BASE}${path}`).catch(() => undefined)
    await answer?.arrayBuffer()
    tally.reads += 1
    if (answer === undefined || answer.status >= 500) tally.refused += 1
    await rest(10)
  }
}

/** Reads an event through the other instance. A refusal is no stale answer. */
async function readOwn(url: string, revision: string, title: string): Promise<void> {
  const answer = await fetch(url, { headers: { 'x-fasti-revision': revision } }).catch(() => undefined)
  const text = await answer?.text().catch(() => '')
  if (answer === undefined || answer.status >= 500) tally.unread += 1
  else if (text?.includes(title) === true) tally.own += 1
  else tally.stale += 1
}

async function writeOn({ ports, authorization, isOver }: Client): Promise<void> {
  for (let at = 1; !isOver(); at++) {
    const title = `Written ${at}.`
    const answer = await fetch(`http://127.0.0.1:${ports[at % 2]}${BASE}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ title, start_date: '2030-05-04 18:00', end_date: '2030-05-04 20:00' }),
    }).catch(() => undefined)
    const text = await answer?.text().catch(() => '')
    if (answer?.status === 201) {
      acknowledged.push(title)
      tally.writes += 1
      lastWrite = performance.now()
      const { id } = JSON.parse(text ?? '{}')
      const revision = answer.headers.get('x-fasti-revision') ?? '0'
      await readOwn(`http://127.0.0.1:${ports[(at + 1) % 2]}${BASE}/${id}`, revision, title)
    } else tally.refusedWrites += 1
    await rest(20)
  }
}

/** Kills the primary. Returns the seconds until the next write was acknowledged. */
async function strike(
  kill: () => Promise<string>,
): Promise<{ readonly name: string; readonly away: number }> {
  const at = performance.now()
  const name = await kill()
  await rest(500)
  const [killed, limit] = [performance.now(), at + 60_000]
  while (lastWrite < killed && performance.now() < limit) await rest(50)
  return { name, away: (Math.max(lastWrite, killed) - at) / 1000 }
}

async function trial(): Promise<void> {
  const cluster = await startCluster()
  const folder = await mkdtemp(join(tmpdir(), 'fasti-failover-'))
  const pooler = values.pooler ? await startPgBouncer(cluster, POOLED) : undefined
  const env = {
    DATABASE_URL: pooler?.url ?? cluster.url,
    DATABASE_READ_URL: cluster.readUrl,
    ...(pooler !== undefined && { DATABASE_LISTEN_URL: cluster.url }),
    FASTI_DATA_DIR: folder,
  }
  const fasti = (...args: string[]) => ran(process.execPath, [main, ...args], { env })
  const servers: Server[] = []
  let isOver = false
  let clients: readonly Promise<void>[] = []
  try {
    await fasti('user', 'add', 'trial', '--role', 'administrator')
    const authorization = `Bearer ${(await fasti('token', 'create', 'trial', '--name', 'trial')).trim()}`
    const ports = [await freePort(), await freePort()] as const
    for (const port of ports) servers.push(await started([main, 'serve'], port, env))
    const client = { ports, authorization, isOver: () => isOver }
    clients = [...Array.from({ length: READERS }, (_, at) => readOn(client, at)), writeOn(client)]
    await rest(2000)
    const aways: number[] = []
    for (let round = 1; round <= rounds; round++) {
      const before = { ...tally }
      const { name, away } = await strike(cluster.killPrimary)
      aways.push(away)
      say(
        `${round}: ${name} killed, a write after ${away.toFixed(1)} s; ${tally.reads - before.reads} reads meanwhile, ${tally.refused - before.refused} refused`,
      )
      await cluster.revive(name)
      await rest(1000)
    }
    isOver = true
    await Promise.all(clients)
    const titles = new Set(
      [...(await fasti('export', '-')).matchAll(/Written \d+\./g)].map(([title]) => title),
    )
    const lost = acknowledged.filter((title) => !titles.has(title))
    const sorted = aways.toSorted((a, b) => a - b)
    say(
      `writers were back after ${sorted[0]?.toFixed(1)} to ${sorted.at(-1)?.toFixed(1)} s; ${tally.reads} reads, ${tally.refused} refused; ${tally.writes} writes acknowledged, ${tally.refusedWrites} refused, ${lost.length} lost; ${tally.own} own writes read through the other instance, ${tally.stale} older, ${tally.unread} refused`,
    )
    const isLate = (sorted.at(-1) ?? 0) > MAX_AWAY
    if (lost.length > 0 || tally.stale > 0 || isLate) throw new Error('see above')
  } finally {
    isOver = true
    await Promise.all(clients)
    for (const server of servers) await server.stop()
    await pooler?.stop()
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const flags = { patroni: '--version', etcd: '--version', haproxy: '-v', pgbouncer: '--version' }
const needed = ['patroni', 'etcd', 'haproxy', ...(values.pooler ? (['pgbouncer'] as const) : [])] as const
const missing: string[] = existsSync(POSTGRES) ? [] : ['postgresql-15']
for (const name of needed) if (!(await hasProgram(name, [flags[name]]))) missing.push(name)
if (missing.length > 0) say(`left out: ${missing.join(', ')} not installed`)
else await trial()

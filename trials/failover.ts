/**
 * `npm run trial failover`: two instances on three PostgreSQL servers that Patroni runs in synchronous mode, with etcd and HAProxy (Debian). The
 * primary is killed ten times under readers and a writer, who reads each of its writes through the other instance. It fails if an
 * acknowledged write is lost, writers wait for more than 15 seconds, or somebody sees what is older than an own write. `-- 3` kills it three
 * times; with `--pooler`, writes go through PgBouncer in transaction mode in front of HAProxy.
 */

import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ran, type Server, started } from '../bench/measure.ts'
import { freePort } from '../test/support/free-port.ts'
import { startPgBouncer } from '../test/support/pgbouncer.ts'
import { madeFolder, type Owner, owned, ownerOfServer } from '../test/support/postgres-server.ts'
import { hasProgram, type Program, startProgram } from '../test/support/programs.ts'

// Three PostgreSQL servers that Patroni runs, with etcd for its votes and HAProxy in front, on loopback.

/** Where Debian has the programs of PostgreSQL. */
const POSTGRES = '/usr/lib/postgresql/15/bin'
const PASSWORD = 'trial'
const pause = (milliseconds: number) => new Promise((resume) => setTimeout(resume, milliseconds))

/** One server, with the Patroni that runs it. */
interface Member {
  readonly name: string
  readonly port: number
  readonly rest: number
  readonly folder: string
  patroni: Program | undefined
}

interface Cluster {
  /** The addresses of the primary and of the replicas, through HAProxy. */
  readonly url: string
  readonly readUrl: string
  /** Kills the primary and its Patroni at once, as if the machine had no power. Returns its name. */
  killPrimary(): Promise<string>
  /** Starts a killed member again, and waits until there are a primary and two replicas, one of them synchronous. */
  revive(name: string): Promise<void>
  stop(): Promise<void>
}

const settingsOf = ({ name, port, rest, folder }: Member, etcd: number) => `
scope: fasti
name: ${name}
restapi: { listen: '127.0.0.1:${rest}', connect_address: '127.0.0.1:${rest}' }
etcd3: { hosts: '127.0.0.1:${etcd}' }
bootstrap:
  dcs:
    ttl: 6
    loop_wait: 1
    retry_timeout: 2
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      parameters: { wal_log_hints: 'on', max_connections: 100 }
  initdb: [{ encoding: UTF8 }, { locale: C.UTF-8 }]
  pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication all 127.0.0.1/32 scram-sha-256']
postgresql:
  listen: '127.0.0.1:${port}'
  connect_address: '127.0.0.1:${port}'
  data_dir: ${folder}/data
  bin_dir: ${POSTGRES}
  pgpass: ${folder}/pgpass
  parameters: { unix_socket_directories: '${folder}' }
  authentication:
    superuser: { username: postgres, password: ${PASSWORD} }
    replication: { username: copier, password: ${PASSWORD} }
    rewind: { username: postgres, password: ${PASSWORD} }
`

const proxySettings = (members: readonly Member[], write: number, read: number) => {
  const part = (name: string, port: number, check: string) =>
    `listen ${name}\n  bind 127.0.0.1:${port}\n  option httpchk OPTIONS ${check}\n  http-check expect status 200\n  default-server inter 500 fall 2 rise 1 on-marked-down shutdown-sessions\n${members.map((one) => `  server ${one.name} 127.0.0.1:${one.port} check port ${one.rest}\n`).join('')}`
  return `global\n  maxconn 1000\ndefaults\n  mode tcp\n  timeout connect 2s\n  timeout client 30m\n  timeout server 30m\n${part('primary', write, '/primary')}${part('replicas', read, '/replica')}`
}

const statusAt = (port: number, path: string) =>
  fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(2000) }).then(
    ({ status }) => status,
    () => 0,
  )

/** Waits until a condition holds. Throws after so many seconds. */
async function until(seconds: number, what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + seconds * 1000
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`waited in vain for ${what}`)
    await pause(200)
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

function killServer({ folder, patroni }: Member): void {
  patroni?.kill('SIGKILL')
  const file = join(folder, 'data', 'postmaster.pid')
  if (existsSync(file)) kill(Number(readFileSync(file, 'utf8').split('\n')[0]))
}

async function runMember(member: Member, etcd: number, owner: Owner): Promise<void> {
  const file = join(member.folder, 'patroni.yml')
  await writeFile(file, settingsOf(member, etcd))
  await owned([file], owner)
  member.patroni = startProgram('patroni', [file], {
    ...owner,
    cwd: member.folder,
    env: { ...process.env, HOME: member.folder },
  })
  member.patroni.stdout.resume()
  member.patroni.stderr.resume()
}

async function membersIn(folder: string, owner: Owner): Promise<readonly Member[]> {
  const members: Member[] = []
  for (const name of ['one', 'two', 'three']) {
    const own = join(folder, name)
    await mkdir(own)
    await owned([own], owner)
    members.push({ name, port: await freePort(), rest: await freePort(), folder: own, patroni: undefined })
  }
  return members
}

async function startEtcd(
  folder: string,
  owner: Owner,
): Promise<{ readonly port: number; readonly program: Program }> {
  const [port, peer] = [await freePort(), await freePort()]
  const [client, peers] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peer}`]
  const program = startProgram(
    'etcd',
    [
      ...[
        '--data-dir',
        join(folder, 'etcd'),
        '--listen-client-urls',
        client,
        '--advertise-client-urls',
        client,
      ],
      ...[
        '--listen-peer-urls',
        peers,
        '--initial-advertise-peer-urls',
        peers,
        '--initial-cluster',
        `default=${peers}`,
      ],
    ],
    { ...owner, cwd: folder },
  )
  program.stdout.resume()
  program.stderr.resume()
  await until(20, 'etcd', async () => (await statusAt(port, '/health')) === 200)
  return { port, program }
}

/** Starts the cluster. */
async function startCluster(): Promise<Cluster> {
  const folder = await madeFolder()
  const owner = await ownerOfServer()
  const etcd = await startEtcd(folder, owner)
  const members = await membersIn(folder, owner)
  for (const member of members) await runMember(member, etcd.port, owner)
  const count = async (path: string) =>
    (await Promise.all(members.map((one) => statusAt(one.rest, path)))).filter((status) => status === 200)
      .length
  const isWhole = async () =>
    (await count('/primary')) === 1 && (await count('/replica')) === 2 && (await count('/synchronous')) === 1
  const [write, read] = [await freePort(), await freePort()]
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, proxySettings(members, write, read))
  const proxy = startProgram('haproxy', ['-db', '-f', file])
  proxy.stdout.resume()
  proxy.stderr.resume()
  const stop = async () => {
    for (const member of members) killServer(member)
    const ended = once(etcd.program, 'exit')
    proxy.kill('SIGKILL')
    etcd.program.kill('SIGKILL')
    await ended
  }
  await until(120, 'the cluster', isWhole).catch(async (error) => {
    await stop()
    throw error
  })
  const at = (port: number) => `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`
  return {
    url: at(write),
    readUrl: at(read),
    async killPrimary() {
      const statuses = await Promise.all(members.map((one) => statusAt(one.rest, '/primary')))
      const primary = members[statuses.indexOf(200)]
      if (primary === undefined) throw new Error('there is no primary')
      killServer(primary)
      return primary.name
    },
    async revive(name) {
      const member = members.find((one) => one.name === name)
      if (member !== undefined) await runMember(member, etcd.port, owner)
      await until(90, `${name} to come back`, isWhole)
    },
    stop,
  }
}

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

/**
 * `npm run scale`: three instances on one PostgreSQL, two of them reading from a replica, on this machine. It compares
 * the requests that one instance and three serve by processor time, prints the cost of a read for the primary, and writes through all
 * three at once: each write is read at once through another instance. `-- --seconds N` sets the length of a load. It fails if a count or a read is wrong.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { get, load } from '../bench/load.ts'
import { processorTime, ran, type Server, started } from '../bench/processes.ts'
import { freePort } from '../test/support/free-port.ts'
import { type PostgresServer, startPostgres } from '../test/support/postgres-server.ts'
import { copied, startStandby } from '../test/support/postgres-standby.ts'
import { childrenOf } from '../test/support/process.ts'
import { numberOf } from './number.ts'

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '6' }, events: { type: 'string', default: '3000' } },
})
const [seconds, events] = [numberOf(values, 'seconds'), numberOf(values, 'events')]
const [CONNECTIONS, WRITES] = [8, 100]
const BASE = '/cal/events/v1/events'
const main = resolve(import.meta.dirname, '../dist/main.js')
const say = (text: string) => process.stdout.write(`${text}\n`)

/** Seconds of processor time of a server's process and its children. */
async function databaseTime({ folder }: PostgresServer): Promise<number> {
  const pid = Number((await readFile(join(folder, 'data/postmaster.pid'), 'utf8')).split('\n')[0])
  const pids = [pid, ...(await childrenOf(pid))]
  return pids.reduce((sum, one) => sum + processorTime(one), 0)
}

const lines = (from: number) =>
  Array.from({ length: events }, (_, at) =>
    JSON.stringify({
      title: `Event ${from + at}`,
      start_date: `2030-0${1 + (at % 9)}-${10 + (at % 18)} 18:00`,
      end_date: `2030-0${1 + (at % 9)}-${10 + (at % 18)} 20:00`,
      venue: { venue: `Venue ${at % 50}` },
      categories: [`Category ${at % 12}`],
    }),
  ).join('\n')

let asked = 0
/** Lists of a category and single events, with an ignored arg that differs each time. */
function question(): Buffer {
  asked += 1
  const path = asked % 2 === 0 ? `/${1 + ((asked * 7919) % events)}` : ''
  const query = `again=${asked}`
  return get(
    `${BASE}${path}?${path === '' ? `categories=category-${asked % 12}&start_date=2030-01-01&` : ''}${query}`,
  )
}

const folder = await mkdtemp(join(tmpdir(), 'fasti-scale-'))
const primary = await startPostgres(() => {}, copied)
const env = { DATABASE_URL: primary.url, FASTI_DATA_DIR: folder, FASTI_LOG_LEVEL: 'error' }
const fasti = (...args: string[]) =>
  ran(process.execPath, [main, ...args], { env: { ...process.env, ...env } })
await fasti('user', 'add', 'scale', '--role', 'administrator')
const token = (await fasti('token', 'create', 'scale', '--name', 'scale')).trim()
const file = join(folder, 'events.jsonl')
await writeFile(file, lines(0))
await fasti('import', file)
const replica = await startStandby(primary, () => {})
const reading = { ...env, DATABASE_READ_URL: replica.url }
const servers: Server[] = []
for (const one of [env, reading, reading]) servers.push(await started([main, 'serve'], await freePort(), one))

/** Loads some of the instances at once. Returns the requests, and the seconds of processor time of each part. */
async function loaded(which: readonly Server[]) {
  const timeOf = async () => ({
    instances: which.map(({ pid }) => processorTime(pid)),
    primary: await databaseTime(primary),
    replica: await databaseTime(replica),
  })
  const before = await timeOf()
  const done = await Promise.all(
    which.map(({ port }) => load({ port, connections: CONNECTIONS, seconds, request: question })),
  )
  const after = await timeOf()
  const requests = done.reduce((sum, one) => sum + one.requests, 0)
  const own = after.instances.reduce((sum, time, at) => sum + time - (before.instances[at] ?? 0), 0)
  if (done.some(({ errors }) => errors > 0)) throw new Error('requests fail under load')
  const micro = (time: number) => Math.round((time * 1e6) / requests)
  return {
    requests,
    instance: micro(own),
    primary: micro(after.primary - before.primary),
    replica: micro(after.replica - before.replica),
  }
}

async function sent(server: Server, method: string, path: string, body?: object, revision?: string) {
  const response = await fetch(`http://127.0.0.1:${server.port}${BASE}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(revision !== undefined && { 'x-fasti-revision': revision }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as { id?: number; title?: string; total?: number }
  if (!response.ok)
    throw new Error(`${method} ${path} returned ${response.status}: ${JSON.stringify(answer)}`)
  return { ...answer, revision: response.headers.get('x-fasti-revision') ?? '' }
}

/** Creates events through one instance; each is read at once through the next one. Throws if that shows another state. */
async function writing(at: number): Promise<void> {
  const [through, other] = [servers[at], servers[(at + 1) % servers.length]]
  if (through === undefined || other === undefined) return
  for (let count = 0; count < WRITES; count++) {
    const title = `Written ${at} ${count}`
    const body = { title, start_date: '2031-05-04 18:00', end_date: '2031-05-04 20:00', tags: ['written'] }
    const made = await sent(through, 'POST', '', body)
    const read = await sent(other, 'GET', `/${made.id}`, undefined, made.revision)
    if (read.title !== title)
      throw new Error(`instance ${at} wrote "${title}", the next one shows "${read.title}"`)
  }
}

try {
  for (const server of servers)
    await load({ port: server.port, connections: CONNECTIONS, seconds, request: question })
  const [one, three] = [await loaded(servers.slice(1, 2)), await loaded(servers)]
  const line = (what: string, { requests, instance, primary, replica }: typeof one) =>
    say(
      `${what}: ${requests} requests; µs of processor time for each: instance ${instance}, primary ${primary}, replica ${replica}`,
    )
  line('one instance, reading from the replica', one)
  line('three instances, two reading from the replica', three)
  say(
    `what a core of the instances serves, three beside one: ${(one.instance / three.instance).toFixed(2)} ×`,
  )
  await Promise.all(servers.map((_, at) => writing(at)))
  const expected = WRITES * servers.length
  for (const [at, server] of servers.entries()) {
    const { revision } = await sent(servers[0] ?? server, 'GET', '?per_page=1')
    const { total } = await sent(
      server,
      'GET',
      '?tags=written&start_date=2031-01-01&end_date=2032-01-01',
      undefined,
      revision,
    )
    if (total !== expected) throw new Error(`instance ${at} counts ${total} of ${expected} events`)
  }
  say(
    `${expected} events written through three instances at once, each read at once through another; all count ${expected}`,
  )
  say((await fasti('check')).trim() || 'fasti check: all is well')
} finally {
  for (const server of servers) await server.stop()
  await replica.stop()
  await primary.stop()
  await rm(folder, { recursive: true, force: true })
}

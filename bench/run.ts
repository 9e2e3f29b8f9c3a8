/**
 * Measures list, single and create on real conferences, each as a ratio to bare node:http sending the same bytes and,
 * for reads, to the bare query. Alternating rounds in one run: machines are noisy, ratios less so.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { performance } from 'node:perf_hooks'
import { openSqlite } from '../src/store/sqlite-database.ts'
import { get, type Load, load, post } from './load.ts'

const ROUNDS = 5
const SECONDS = 2
const CONNECTIONS = 8
const root = resolve(import.meta.dirname, '..')
const conferences = resolve(root, '../shared/data/conferences.jsonl')
const folder = mkdtempSync(join(tmpdir(), 'fasti-bench-'))
const main = join(root, 'dist/main.js')
const children: ChildProcess[] = []

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

/** Starts a process and waits for its first line. */
function started(command: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const [file = '', ...args] = command
  const child = spawn(file, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  return new Promise((done) => child.stdout?.once('data', (chunk: Buffer) => done(chunk.toString().trim())))
}

async function bare(bytes: string): Promise<number> {
  const file = join(folder, `bytes-${children.length}`)
  writeFileSync(file, bytes)
  return Number(await started([process.execPath, '--import', 'tsx', join(root, 'bench/bare.ts'), file]))
}

const median = (numbers: readonly number[]) =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

interface Measured {
  readonly name: string
  readonly ours: Load
  readonly bare: Load
}

/** Alternates between the service and the bare server, and takes medians. */
async function compare(
  name: string,
  port: number,
  barePort: number,
  request: () => string,
): Promise<Measured> {
  const [ours, others]: [Load[], Load[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await load(port, CONNECTIONS, SECONDS, request))
    others.push(await load(barePort, CONNECTIONS, SECONDS, request))
  }
  const medians = (loads: readonly Load[]): Load => ({
    requestsPerSecond: median(loads.map((one) => one.requestsPerSecond)),
    p50: median(loads.map((one) => one.p50)),
    p99: median(loads.map((one) => one.p99)),
  })
  return { name, ours: medians(ours), bare: medians(others) }
}

/** Queries a second of the bare statement on the same file. */
async function bareQuery(sql: string, ...values: readonly (string | number)[]): Promise<number> {
  const database = await openSqlite(join(folder, 'fasti.db'))
  const statement = database.prepare(sql)
  const start = performance.now()
  let count = 0
  for (; performance.now() - start < 1000; count++) statement.all(...values)
  database.close()
  return count
}

function print(rows: readonly Measured[], queries: Readonly<Record<string, number>>): void {
  const cells = rows.map(({ name, ours, bare: other }) => [
    name,
    ours.requestsPerSecond.toFixed(0),
    ours.p50.toFixed(2),
    ours.p99.toFixed(2),
    (ours.requestsPerSecond / other.requestsPerSecond).toFixed(2),
    queries[name] === undefined ? '' : (ours.requestsPerSecond / queries[name]).toFixed(2),
  ])
  const table = [['case', 'requests/s', 'p50 ms', 'p99 ms', '× bare http', '× bare query'], ...cells]
  for (const row of table)
    process.stdout.write(
      `${row.map((cell, at) => (at === 0 ? cell.padEnd(28) : cell.padStart(13))).join('')}\n`,
    )
}

async function measure(): Promise<void> {
  if (!existsSync(conferences))
    throw new Error(`The conferences are not at ${conferences}: nothing to measure.`)
  const port = await freePort()
  const env = { FASTI_DATA_DIR: folder, PORT: String(port), FASTI_LOG_LEVEL: 'error' }
  const start = performance.now()
  // Three of the conferences are refused for what they are, which the exit code tells.
  spawnSync(process.execPath, [main, 'import', conferences], {
    env: { ...process.env, ...env },
    stdio: 'inherit',
  })
  process.stdout.write(`import: ${((performance.now() - start) / 1000).toFixed(1)} s\n`)
  await started([process.execPath, main, 'serve'], env)
  const base = '/cal/events/v1/events'
  const text = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text()
  const list = `${base}?start_date=2018-01-01&end_date=2019-12-31`
  const { slug, id } = (JSON.parse(await text(list)) as { events: { slug: string; id: number }[] })
    .events[0] ?? { slug: '', id: 0 }
  let created = 0
  const body = () => ({
    title: `Bench ${created++}`,
    start_date: '2027-05-04 18:00:00',
    end_date: '2027-05-04 20:00:00',
  })
  const reads = {
    'list of ten': list,
    'single by id': `${base}/${id}`,
    'single by slug': `${base}/by-slug/${slug}`,
  }
  const rows: Measured[] = []
  for (const [name, path] of Object.entries(reads))
    rows.push(await compare(name, port, await bare(await text(path)), () => get(path)))
  rows.push(await compare('create', port, await bare(await text(`${base}/${id}`)), () => post(base, body())))
  print(rows, {
    'list of ten': await bareQuery(
      'select * from events where start_utc >= ? and start_utc <= ? and status = ? order by start_utc, id limit 10',
      1514764800,
      1577836799,
      'publish',
    ),
    'single by id': await bareQuery('select * from events where id = ?', id),
    'single by slug': await bareQuery('select * from events where slug = ?', slug),
  })
}

await measure().finally(() => {
  for (const child of children) child.kill()
  rmSync(folder, { recursive: true, force: true })
})

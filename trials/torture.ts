/**
 * Crashes the service and its database at random moments, and reports whether anything was lost, half written or
 * executed twice. `npm run trial torture`: 200 crashes on SQLite, 60 on PostgreSQL, and 40 of each with two workers,
 * killing one worker or all. `npm run trial torture -- --sqlite 20 --postgres 0 --workers 0` runs fewer. A killed process
 * loses nothing that the operating system has received, so this does not test power cuts: for those, both databases
 * wait for the disk.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { durable, startPostgres } from '../test/support/postgres-server.ts'
import { numberOf } from './number.ts'
import { deliveryTorture } from './torture/receiver.ts'
import { type Crash, killed, type Outcome, postgresCrashes, torture, workerKilled } from './torture/rounds.ts'

const { values } = parseArgs({
  options: {
    sqlite: { type: 'string', default: '200' },
    postgres: { type: 'string', default: '60' },
    workers: { type: 'string', default: '40' },
    deliveries: { type: 'string', default: '30' },
  },
})

type Env = Readonly<Record<string, string>>

function report(name: string, { crashes, acknowledged, doubts, violations }: Outcome, seconds: number): void {
  const kinds = Object.entries(crashes).map(([kind, count]) => `${count} × ${kind}`)
  process.stdout.write(
    `${name}: ${kinds.join(', ')}; ${acknowledged} writes acknowledged, ${doubts} not; ${violations.length} violations; ${seconds.toFixed(0)} s\n`,
  )
  for (const violation of violations.slice(0, 20)) process.stdout.write(`  ${violation}\n`)
  if (violations.length > 0) process.exitCode = 1
}

const progress = (round: number) => process.stderr.write(`\r${round} `)

const drawn = (rounds: number, kinds: readonly Crash[]) =>
  Array.from({ length: rounds }, (_, round) => kinds[round % kinds.length] ?? killed)

async function trial(name: string, env: Env, crashes: readonly Crash[], options: readonly string[] = []) {
  if (crashes.length === 0) return
  const start = performance.now()
  const outcome = await torture({ ...env, FASTI_LOG_LEVEL: 'silent' }, crashes, {
    onRound: progress,
    options,
  })
  report(name, outcome, (performance.now() - start) / 1000)
}

/** Kills the service while a receiver counts the messages of webhooks. */
async function deliveries(name: string, env: Env, rounds: number, options: readonly string[] = []) {
  if (rounds === 0) return
  const start = performance.now()
  const told = await deliveryTorture({ ...env, FASTI_LOG_LEVEL: 'silent' }, rounds, { options })
  const { violations, acknowledged, received, latest } = told
  process.stdout.write(
    `${name}: ${rounds} × SIGKILL; ${acknowledged} events, ${received} messages, the newest at most ${latest.toFixed(1)} s after a crash; ${violations.length} violations; ${((performance.now() - start) / 1000).toFixed(0)} s\n`,
  )
  for (const violation of violations.slice(0, 20)) process.stdout.write(`  ${violation}\n`)
  if (violations.length > 0) process.exitCode = 1
}

const [sqlite, postgres, workers, rounds] = [
  numberOf(values, 'sqlite'),
  numberOf(values, 'postgres'),
  numberOf(values, 'workers'),
  numberOf(values, 'deliveries'),
]
const crew = drawn(workers, [workerKilled, killed])
const two = ['--workers', '2']

const folders = [
  await mkdtemp(join(tmpdir(), 'fasti-torture-')),
  await mkdtemp(join(tmpdir(), 'fasti-torture-')),
] as const
await trial('SQLite', { FASTI_DATA_DIR: folders[0] }, drawn(sqlite, [killed]))
await trial('SQLite, two workers', { FASTI_DATA_DIR: folders[1] }, crew, two)
await deliveries('SQLite, webhooks', { DATABASE_URL: `sqlite:${folders[0]}/webhooks.db` }, rounds)
await deliveries(
  'SQLite, two workers, webhooks',
  { DATABASE_URL: `sqlite:${folders[1]}/webhooks.db` },
  rounds,
  two,
)
for (const folder of folders) await rm(folder, { recursive: true, force: true })

if (postgres + crew.length + rounds > 0) {
  const server = await startPostgres(() => {}, durable)
  try {
    const env = { DATABASE_URL: server.url }
    await trial('PostgreSQL', env, drawn(postgres, postgresCrashes(server)))
    await trial('PostgreSQL, two workers', env, crew, two)
    await deliveries('PostgreSQL, webhooks', env, rounds)
  } finally {
    await server.stop()
  }
}

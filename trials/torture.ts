/**
 * Crashes the service and its database at random moments, and says whether anything was lost, half kept or answered twice.
 * `npm run torture`: 200 crashes on SQLite, 60 on PostgreSQL; `npm run torture -- --sqlite 20 --postgres 0` for fewer.
 * A killed process loses nothing that the system has taken, so this says nothing of a power cut: for that, both databases
 * are run with their own waiting for the disk switched on.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { durable, startPostgres } from '../test/support/postgres-server.ts'
import { postgresCrashes } from './torture/postgres.ts'
import { killed, type Outcome, torture } from './torture/rounds.ts'

const { values } = parseArgs({
  options: { sqlite: { type: 'string', default: '200' }, postgres: { type: 'string', default: '60' } },
})

function report(name: string, { crashes, acknowledged, doubts, violations }: Outcome, seconds: number): void {
  const kinds = Object.entries(crashes).map(([kind, count]) => `${count} × ${kind}`)
  process.stdout.write(
    `${name}: ${kinds.join(', ')}; ${acknowledged} writes acknowledged, ${doubts} not; ${violations.length} violations; ${seconds.toFixed(0)} s\n`,
  )
  for (const violation of violations.slice(0, 20)) process.stdout.write(`  ${violation}\n`)
  if (violations.length > 0) process.exitCode = 1
}

const progress = (round: number) => process.stderr.write(`\r${round} `)

async function onSqlite(rounds: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'fasti-torture-'))
  const start = performance.now()
  const env = { FASTI_DATA_DIR: folder, FASTI_LOG_LEVEL: 'silent' }
  const crashes = Array.from({ length: rounds }, () => killed)
  report('SQLite', await torture(env, crashes, progress), (performance.now() - start) / 1000)
  await rm(folder, { recursive: true, force: true })
}

async function onPostgres(rounds: number): Promise<void> {
  const server = await startPostgres(() => {}, durable)
  const start = performance.now()
  const kinds = postgresCrashes(server)
  const crashes = Array.from({ length: rounds }, (_, round) => kinds[round % kinds.length] ?? killed)
  const env = { DATABASE_URL: server.url, FASTI_LOG_LEVEL: 'silent' }
  try {
    report('PostgreSQL', await torture(env, crashes, progress), (performance.now() - start) / 1000)
  } finally {
    await server.stop()
  }
}

if (Number(values.sqlite) > 0) await onSqlite(Number(values.sqlite))
if (Number(values.postgres) > 0) await onPostgres(Number(values.postgres))

/**
 * `npm run trial fuzz`: sends 100,000 requests to each database, generated from the document at /doc and partly hostile.
 * Reports responses that are 5xx or differ from the document, and whether the stored data is intact afterwards. `--
 * --requests N --seed N` changes the defaults.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { startPostgres } from '../test/support/postgres-server.ts'
import { fuzz } from './fuzz/run.ts'
import { numberOf } from './number.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 1e6) },
  },
})

const [count, seed] = [numberOf(values, 'requests'), numberOf(values, 'seed')]

async function report(name: string, env: Readonly<Record<string, string>>): Promise<void> {
  const start = performance.now()
  const { requests, statuses, faults, heap } = await fuzz(env, count, seed)
  const seconds = ((performance.now() - start) / 1000).toFixed(0)
  const [early, late] = heap.map((bytes) => (bytes / 2 ** 20).toFixed(0))
  process.stdout.write(
    `${name}: ${requests} requests, seed ${values.seed}, ${seconds} s; heap ${early} → ${late} MiB; ${JSON.stringify(statuses)}\n`,
  )
  for (const [fault, request] of faults) process.stdout.write(`  ${fault}\n    ${request}\n`)
  if (faults.size > 0) process.exitCode = 1
}

const folder = await mkdtemp(join(tmpdir(), 'fasti-fuzz-'))
await report('SQLite', { DATABASE_URL: `sqlite:${folder}/fasti.db`, FASTI_DATA_DIR: folder })
const server = await startPostgres(() => {})
await report('PostgreSQL', { DATABASE_URL: server.url, FASTI_DATA_DIR: folder }).finally(() => server.stop())
await rm(folder, { recursive: true, force: true, maxRetries: 5 })

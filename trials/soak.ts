/**
 * `npm run trial soak`: half an hour of reads and writes, nineteen to one, on a calendar of constant size. Prints memory
 * and response times every minute, and fails when they keep growing. `-- --minutes N --rate N --postgres` changes
 * the defaults.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../test/support/postgres-server.ts'
import { numberOf } from './number.ts'
import { growth, type Measured, soak } from './soak/run.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    rate: { type: 'string', default: '100' },
    postgres: { type: 'boolean', default: false },
  },
})

let minute = 0
const mebibytes = (bytes: number) => (bytes / 2 ** 20).toFixed(0)

function report({
  requests,
  p50,
  p99,
  memory,
  taken,
  heap,
  external,
  mapped,
  cachedResponses,
  descriptors,
}: Measured): void {
  minute += 1
  const parts = `heap ${mebibytes(heap)} of ${mebibytes(taken)}, external ${mebibytes(external)}, mapped ${mebibytes(mapped)}, cached responses ${mebibytes(cachedResponses)}`
  const held = `${mebibytes(memory)} MiB (${parts}), ${descriptors} descriptors`
  process.stdout.write(
    `${String(minute).padStart(3)}: ${requests} requests, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${held}\n`,
  )
}

const folder = await mkdtemp(join(tmpdir(), 'fasti-soak-'))
const server = values.postgres ? await startPostgres(() => {}) : undefined
const env = { FASTI_DATA_DIR: folder, ...(server !== undefined && { DATABASE_URL: server.url }) }
try {
  const plan = {
    intervals: numberOf(values, 'minutes'),
    seconds: 60,
    rate: numberOf(values, 'rate'),
    events: 500,
  }
  const { intervals, faults } = await soak(env, plan, report)
  const wrong = [...faults.slice(0, 20), ...growth(intervals)]
  for (const line of wrong) process.stdout.write(`  ${line}\n`)
  process.stdout.write(wrong.length === 0 ? 'Flat.\n' : 'Not flat.\n')
  process.exitCode = wrong.length === 0 ? 0 : 1
} finally {
  await server?.stop()
  await rm(folder, { recursive: true })
}

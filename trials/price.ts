/**
 * `npm run trial price`: the cost of the most expensive request of every route that anonymous clients may send, with 100,000 events:
 * processor time, also when the client disconnects, and memory. Then how long others wait for a health check, an event by id, a search of
 * venues and the page of a month, none of them in memory, beside the two hundred most expensive requests at once, two hundred streams of
 * changes, and the dearest kinds of requests in flight (4, 20 and 30 from one address and from ten). Fails above the bounds in
 * trials/price/run.ts. `-- --events N --tries N --seed N --postgres`; `--only TEXT` measures the routes with that text, `--only none` none of them;
 * `--seconds N` is how long each kind is in flight; `--cache FOLDER` keeps the generated calendar.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { allMigrationNames } from '../src/store/migrations/migrate.ts'
import { startPostgres } from '../test/support/postgres-server.ts'
import { numberOf } from './number.ts'
import { calendarIn, calendarOnPostgres } from './price/calendar.ts'
import { aboveBounds, pricesAt } from './price/run.ts'

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '100000' },
    tries: { type: 'string', default: '24' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    seconds: { type: 'string', default: '5' },
    postgres: { type: 'boolean', default: false },
    cache: { type: 'string' },
  },
})

const [events, tries, seed] = [
  numberOf(values, 'events'),
  numberOf(values, 'tries'),
  numberOf(values, 'seed'),
]
const folder = values.cache ?? (await mkdtemp(join(tmpdir(), 'fasti-price-')))
const server = values.postgres
  ? await startPostgres(() => {}, { shared_buffers: '128MB', autovacuum: 'on' })
  : undefined
try {
  const name = `${values.events}-${allMigrationNames.at(-1)}`
  const onSqlite = await calendarIn(join(folder, name), events)
  const env = server === undefined ? onSqlite : await calendarOnPostgres(onSqlite, server.url)
  const inFlight = numberOf(values, 'seconds') * 1000
  const effort = { tries, seed, together: 200, only: values.only, inFlight }
  const found = await pricesAt(env, effort)
  process.stdout.write(
    '| Route | Processor, ms | Client disconnects, ms | Memory increase, MiB | Status |\n|---|---|---|---|---|\n',
  )
  for (const { route, processor, hungUp, more, status } of found.prices)
    process.stdout.write(
      `| ${route} | ${processor.toFixed(0)} | ${hungUp.toFixed(0)} | ${more.toFixed(0)} | ${status} |\n`,
    )
  const reads = Object.keys(Object.values(found.waits)[0] ?? {})
  process.stdout.write(`\n| Beside | ${reads.join(', ms | ')}, ms |\n|---|${'---|'.repeat(reads.length)}\n`)
  for (const [load, waits] of Object.entries(found.waits))
    process.stdout.write(`| ${load} | ${reads.map((read) => waits[read]?.toFixed(0)).join(' | ')} |\n`)
  process.stdout.write(`\n${found.memory.toFixed(0)} MiB at most\n`)
  const above = aboveBounds(found)
  for (const line of above) process.stdout.write(`above: ${line}\n`)
  process.exitCode = above.length === 0 ? 0 : 1
} finally {
  await server?.stop()
  if (values.cache === undefined) await rm(folder, { recursive: true, force: true })
}

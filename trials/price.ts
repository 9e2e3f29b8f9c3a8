/**
 * `npm run trial price`: the cost of the most expensive request of every route that anonymous clients may send, with
 * 100,000 events on SQLite: processor time, also when the client disconnects, and memory; then the two hundred most
 * expensive at once, and two hundred streams of changes, with a health check, an event by id, a search of venues and the page of a month, none of them in memory, beside them. Fails above the bounds in trials/price/bounds.ts. `--
 * --events N --tries N --seed N`; `--only TEXT` measures the routes with that text; `--cache FOLDER` keeps the generated calendar.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { allMigrationNames } from '../src/store/migrations/migrate.ts'
import { numberOf } from './number.ts'
import { aboveBounds } from './price/bounds.ts'
import { calendarIn } from './price/calendar.ts'
import { pricesAt } from './price/run.ts'

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '100000' },
    tries: { type: 'string', default: '24' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    cache: { type: 'string' },
  },
})

const [events, tries, seed] = [
  numberOf(values, 'events'),
  numberOf(values, 'tries'),
  numberOf(values, 'seed'),
]
const folder = values.cache ?? (await mkdtemp(join(tmpdir(), 'fasti-price-')))
try {
  const name = `${values.events}-${allMigrationNames.at(-1)}`
  const env = await calendarIn(join(folder, name), events)
  const effort = { tries, seed, together: 200, only: values.only }
  const found = await pricesAt(env, effort)
  const waits = Object.entries(found.waits)
    .map(([name, took]) => `${name} ${took.toFixed(0)} ms`)
    .join(', ')
  process.stdout.write(
    '| Route | Processor, ms | Client disconnects, ms | Memory increase, MiB | Status |\n|---|---|---|---|---|\n',
  )
  for (const { route, processor, hungUp, more, status } of found.prices)
    process.stdout.write(
      `| ${route} | ${processor.toFixed(0)} | ${hungUp.toFixed(0)} | ${more.toFixed(0)} | ${status} |\n`,
    )
  process.stdout.write(
    `${found.memory.toFixed(0)} MiB at most; beside the ${effort.together} most expensive requests: ${waits}\n`,
  )
  const above = aboveBounds(found)
  for (const line of above) process.stdout.write(`above: ${line}\n`)
  process.exitCode = above.length === 0 ? 0 : 1
} finally {
  if (values.cache === undefined) await rm(folder, { recursive: true, force: true })
}

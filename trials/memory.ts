/**
 * `npm run trial memory`: five minutes of varied reads of a calendar, of sixteen kinds: events, lists, searches, pages, tables, feeds and
 * calendars, most of them new. Prints the resident memory each half minute, and the processor time of a read, and fails where the memory is
 * above `--most` MiB at the end. `-- --events N --minutes N --most N`; `--cache FOLDER` keeps the generated calendar.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { words } from '../bench/calendar.ts'
import { processorTime, residentMemory } from '../bench/measure.ts'
import { allMigrationNames } from '../src/store/migrations/migrate.ts'
import { serve } from '../test/support/process.ts'
import { numberOf } from './number.ts'
import { calendarIn } from './price/calendar.ts'

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '10000' },
    minutes: { type: 'string', default: '5' },
    most: { type: 'string', default: '250' },
    cache: { type: 'string' },
  },
})
const [events, minutes, most] = [
  numberOf(values, 'events'),
  numberOf(values, 'minutes'),
  numberOf(values, 'most'),
]
const CLIENTS = 8
const HALF_MINUTE = 30_000

const word = (n: number) => words[(n * 7) % 300] ?? ''
const two = (n: number) => String(n).padStart(2, '0')
const day = (n: number) => `${2026 + (n % 2)}-${two(1 + (n % 12))}-${two(1 + (n % 28))}`
const id = (n: number) => 1 + ((n * 7919) % events)
/** An id or a place in a list of which calendars of any size have that many. */
const one = (n: number) => 1 + (n % 20)

/** The reads, below the interface and the site. `n` is another number each time. */
const readsOf = (api: string): readonly ((n: number) => string)[] => [
  (n) => `${api}/events/${id(n)}`,
  (n) => `${api}/events/${id(n)}`,
  (n) => `${api}/events?start_date=${day(n)}&page=${1 + (n % 5)}`,
  (n) => `${api}/events?start_date=${day(n)}&per_page=50&categories=${one(n)}`,
  (n) => `${api}/events?search=${word(n)}+${word(n * 3)}&start_date=2026-01-01`,
  (n) => `${api}/events?orderby=title&page=${1 + (n % 100)}`,
  (n) => `${api}/events/${id(n)}.ics`,
  (n) => `${api}/venues?search=${word(n)}`,
  (n) => `${api}/tags?page=${one(n)}`,
  (n) => `${api}/events.rss?categories=${one(n)}`,
  (n) => `${api}/events.csv?start_date=${day(n)}&end_date=2027-12-31&categories=${one(n)}`,
  (n) => `${api}/categories/${one(n)}/events.ics`,
  (n) => `${api}/venues/${one(n)}/events.ics`,
  (n) => `/calendar/${2026 + (n % 2)}-${two(1 + (n % 12))}/?categories=${one(n)}`,
  (n) => `/calendar/search/?search=${word(n)}`,
  (n) => `/calendar/day/${day(n)}/`,
]

const folder = values.cache ?? (await mkdtemp(join(tmpdir(), 'fasti-memory-')))
const env = await calendarIn(join(folder, `${events}-${allMigrationNames.at(-1)}`), events)
const service = await serve(env)
const { origin, pathname } = new URL(service.address)
const reads = readsOf(pathname.replace(/\/$/, ''))

const pid = service.child.pid ?? 0

try {
  let asked = 0
  let refused = 0
  const [started, before] = [Date.now(), processorTime(pid)]
  const until = started + minutes * 2 * HALF_MINUTE
  const client = async () => {
    while (Date.now() < until) {
      asked += 1
      const path = reads[asked % reads.length]?.(Math.floor(asked / reads.length)) ?? '/'
      const answer = await fetch(`${origin}${path}`)
      await answer.arrayBuffer()
      if (answer.status !== 200) {
        refused += 1
        if (refused <= 10) process.stdout.write(`${answer.status} ${path}\n`)
      }
    }
  }
  const report = setInterval(() => {
    const seconds = Math.round((Date.now() - started) / 1000)
    process.stdout.write(`${seconds} s: ${asked} reads, ${residentMemory(pid).toFixed(0)} MiB\n`)
  }, HALF_MINUTE)
  await Promise.all(Array.from({ length: CLIENTS }, client))
  clearInterval(report)
  const memory = residentMemory(pid)
  const each = ((processorTime(pid) - before) / asked) * 1000
  process.stdout.write(
    `${events} events, ${asked} reads (${refused} not answered with 200), ${each.toFixed(2)} ms of processor each: ${memory.toFixed(0)} MiB, ${most} allowed\n`,
  )
  process.exitCode = memory > most ? 1 : 0
} finally {
  service.child.kill('SIGTERM')
  await service.ended
  if (values.cache === undefined) await rm(folder, { recursive: true, force: true })
}

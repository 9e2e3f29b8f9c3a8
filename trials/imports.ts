/**
 * `npm run trial imports`: imports calendars of endless daily series over HTTP on both databases, while other clients read and write.
 * Prints how long their requests waited, and before each import how long the same requests waited without one. Fails where the longest
 * wait beside an import exceeds the longest one without by more than `--most` milliseconds: other programs make both longer. What the
 * kernel counts of them (`schedstat`) is taken off each wait: the time for which the service had work and no processor. What waits for a
 * disk, for PostgreSQL or in the client is not taken off. It also prints what the service did meanwhile, in its processor time: how long
 * its longest slice was, between two of which other tasks run, and its longest transaction, for which writers wait. Neither may take
 * `--most` milliseconds, but on PostgreSQL a transaction may: while the server works, the service does what others ask. `-- --series N` sets how many series a calendar has.
 */
import { parseArgs } from 'node:util'
import { startPostgres } from '../test/support/postgres-server.ts'
import { type WatchedService, watchedService } from './imports/watched-service.ts'
import { numberOf } from './number.ts'

/** Calendars of endless daily series, imported one after the other: each changes what the one before brought. */

const calendarOf = (events: readonly string[]) => `BEGIN:VCALENDAR\r\n${events.join('')}END:VCALENDAR\r\n`

const LESS = 'EXDATE;TZID=Europe/Rome:20261224T180000'

/** How a series of a calendar is written. */
interface DailySeries {
  readonly summary: string
  /** The time of the day at which it begins, as `HHMMSS`; it lasts an hour. */
  readonly from?: string
  readonly lines?: readonly string[]
}

function daily(at: number, { summary, from = '180000', lines = [] }: DailySeries): string {
  const end = `${Number(from.slice(0, 2)) + 1}${from.slice(2)}`
  return [
    'BEGIN:VEVENT',
    `UID:${at}@trial`,
    `SUMMARY:${summary} ${at}`,
    `DTSTART;TZID=Europe/Rome:20200101T${from}`,
    `DTEND;TZID=Europe/Rome:20200101T${end}`,
    'RRULE:FREQ=DAILY',
    ...lines,
    'END:VEVENT',
    '',
  ].join('\r\n')
}

/** Returns calendars of so many series, by what each does to them. */
function calendarsOf(count: number): Readonly<Record<string, string>> {
  const of = (series: (at: number) => DailySeries) =>
    calendarOf(Array.from({ length: count }, (_, at) => daily(at, series(at))))
  return {
    created: of(() => ({ summary: 'Daily' })),
    'read again': of(() => ({ summary: 'Daily' })),
    renamed: of(() => ({ summary: 'Every day' })),
    'in a hall, with categories': of((at) => ({
      summary: 'Every day',
      lines: [`LOCATION:Hall ${at}`, 'CATEGORIES:One,Two'],
    })),
    'with a date less': of(() => ({ summary: 'Every day', lines: [LESS] })),
    'half an hour later': of(() => ({ summary: 'Every day', from: '183000', lines: [LESS] })),
  }
}

/** Clients that ask a service again and again, and note how long each request waits. */

interface Probe {
  readonly name: string
  readonly method: string
  readonly url: (base: string, at: number) => string
  readonly body?: (at: number) => object
}

const probes: readonly Probe[] = [
  { name: 'health', method: 'GET', url: (base) => new URL('/healthz', base).href },
  { name: 'list', method: 'GET', url: (base, at) => `${base}/events?search=none${at}` },
  {
    name: 'create',
    method: 'POST',
    url: (base) => `${base}/events`,
    body: (at) => ({
      title: `Probe ${at}`,
      start_date: '2027-05-04 18:00',
      end_date: '2027-05-04 19:00',
    }),
  },
]

/** The milliseconds that the requests of each probe waited, and their method and path. */
type WaitsByProbe = Readonly<Record<string, { readonly waited: readonly number[]; readonly path: string }>>

/** Asks again and again until the signal; returns the milliseconds of each wait. */
async function waitsOf(
  { method, url, body }: Probe,
  base: string,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const waited: number[] = []
  for (let at = 0; !signal.aborted; at += 1) {
    const sent = body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body(at)) }
    const since = performance.now()
    const response = await fetch(url(base, at), { method, ...sent })
    await response.text()
    if (!response.ok) throw new Error(`a request was refused: ${response.status}`)
    waited.push(performance.now() - since)
    await new Promise((resume) => setTimeout(resume, 5))
  }
  return waited
}

/** Returns the waits of all probes while `act` runs. */
async function probing(base: string, act: () => Promise<unknown>): Promise<WaitsByProbe> {
  const over = new AbortController()
  const asking = Promise.all(probes.map((probe) => waitsOf(probe, base, over.signal)))
  await act()
  over.abort()
  const all = await asking
  return Object.fromEntries(
    probes.map(({ name, method, url }, at) => [
      name,
      { waited: all[at] ?? [], path: `${method} ${new URL(url(base, 0)).pathname}` },
    ]),
  )
}

const { values } = parseArgs({
  options: { series: { type: 'string', default: '10' }, most: { type: 'string', default: '100' } },
})
const [count, most] = [numberOf(values, 'series'), numberOf(values, 'most')]
const say = (text: string) => process.stdout.write(`${text}\n`)

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** The median, the 95th and 99th percentile and the maximum of some milliseconds. */
function spread(all: readonly number[]): string {
  const sorted = [...all].sort((a, b) => a - b)
  return [0.5, 0.95, 0.99, 1].map((share) => at(sorted, share).toFixed(0)).join(' / ')
}

const failures: string[] = []

/** The longest wait of each probe. */
type Longest = Map<string, number>

/** Prints one row: how long clients waited, which `longest` keeps, and what the service did. */
async function told(row: string, waits: WaitsByProbe, service: WatchedService, longest: Longest) {
  const seen = await service.measures()
  say(row)
  for (const [name, { waited, path }] of Object.entries(waits)) {
    // Each probe sends one request after the other, so both are in the same order.
    const times = seen.requests[path] ?? []
    const own = waited.map((one, index) => one - (times[index]?.delayed ?? 0))
    longest.set(name, Math.max(longest.get(name) ?? 0, ...own))
    const worked = spread(times.map(({ busy }) => busy))
    say(`  ${name}: ${spread(own)} ms of ${waited.length}; ${spread(waited)} with what the machine added;`)
    say(`       ${worked} in processor time`)
  }
  for (const what of ['slice', 'transaction'] as const) {
    const { ms, functions } = seen[what]
    const isBound = what === 'slice' || row.startsWith('SQLite')
    const verdict = isBound && ms > most ? ' FAIL' : ''
    if (verdict !== '') failures.push(`${row}: a ${what} of ${ms.toFixed(0)} ms`)
    say(`  longest ${what} ${ms.toFixed(0)} ms of processor time${verdict}: ${functions.join(', ')}`)
  }
}

/** Judges the longest waits beside imports by those of the same requests without one. */
function judge(database: string, beside: Longest, without: Longest): void {
  for (const [name, longest] of beside) {
    const idle = without.get(name) ?? 0
    const more = longest - idle
    const figures = `at most ${longest.toFixed(0)} ms beside imports, ${idle.toFixed(0)} ms without`
    say(`${more <= most ? 'pass' : 'FAIL'} ${database}, ${name}: ${figures}`)
    if (more > most)
      failures.push(`${database}, ${name}: ${more.toFixed(0)} ms longer than without an import`)
  }
}

/** Milliseconds for which the probes ask a service without an import, before each. */
const IDLE = 5000

const idling = () => new Promise((resume) => setTimeout(resume, IDLE))

async function measured(name: string, env: Readonly<Record<string, string>>): Promise<void> {
  const service = await watchedService(env)
  const [beside, without]: [Longest, Longest] = [new Map(), new Map()]
  try {
    const { address } = service
    // What a program compiles when it begins is not measured.
    await probing(address, idling)
    await service.measures()
    for (const [what, text] of Object.entries(calendarsOf(count))) {
      await told(`${name}, no import`, await probing(address, idling), service, without)
      const since = performance.now()
      let report: Readonly<Record<string, unknown>> = {}
      const waits = await probing(address, async () => {
        const sent = { method: 'POST', headers: { 'Content-Type': 'text/calendar' }, body: text }
        report = (await (await fetch(`${address}/import?source=trial`, sent)).json()) as typeof report
      })
      const { created, updated, unchanged, refused } = report
      const took = ((performance.now() - since) / 1000).toFixed(2)
      await told(
        `${name}, ${what}: ${took} s (${[created, updated, unchanged, refused]})`,
        waits,
        service,
        beside,
      )
    }
    judge(name, beside, without)
  } finally {
    await service.stop()
  }
}

say(`${count} series; median / 95 % / 99 % / longest; an import may make a request wait ${most} ms longer`)
await measured('SQLite', {})
// The server of the tests cleans up nothing: after a few imports searches read dead rows alone.
const postgres = await startPostgres(() => {}, { autovacuum: 'on', shared_buffers: '128MB' })
try {
  await measured('PostgreSQL', { DATABASE_URL: postgres.url })
} finally {
  await postgres.stop()
}
say(failures.length === 0 ? 'PASS' : `FAIL\n  ${failures.join('\n  ')}`)
process.exitCode = failures.length === 0 ? 0 : 1

/**
 * `npm run imports`: imports calendars of endless daily series, of many exceptions and of many single events over HTTP on both
 * databases, while other clients read and write. Prints how long the slowest of their requests waited, beside that without an
 * import, and fails above `--most` milliseconds. `-- --series N` sets how many series a calendar has.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../test/support/postgres-server.ts'
import { serve } from '../test/support/process.ts'
import type { Json } from '../test/support/service.ts'
import { numberOf } from './number.ts'

const { values } = parseArgs({
  options: { series: { type: 'string', default: '10' }, most: { type: 'string', default: '100' } },
})
const [count, most] = [numberOf(values, 'series'), numberOf(values, 'most')]
const say = (text: string) => process.stdout.write(`${text}\n`)

const calendarOf = (events: readonly string[]) => `BEGIN:VCALENDAR\r\n${events.join('')}END:VCALENDAR\r\n`

const daily = (summary: string, lines: (at: number) => readonly string[] = () => []) =>
  calendarOf(
    Array.from({ length: count }, (_, at) =>
      [
        ...[
          'BEGIN:VEVENT',
          `UID:${at}@trial`,
          `SUMMARY:${summary} ${at}`,
          'DTSTART;TZID=Europe/Rome:20200101T180000',
        ],
        ...['DTEND;TZID=Europe/Rome:20200101T190000', 'RRULE:FREQ=DAILY', ...lines(at), 'END:VEVENT', ''],
      ].join('\r\n'),
    ),
  )

/** The calendars, imported one after the other: each changes what the one before brought. */
const calendars: Readonly<Record<string, string>> = {
  created: daily('Daily'),
  'read again': daily('Daily'),
  renamed: daily('Every day'),
  'in a hall, with categories': daily('Every day', (at) => [`LOCATION:Hall ${at}`, 'CATEGORIES:One,Two']),
  'with a date less': daily('Every day', () => ['EXDATE;TZID=Europe/Rome:20261224T180000']),
}

interface Probe {
  readonly name: string
  ask(base: string, at: number): Promise<Response>
}

const headers = { 'Content-Type': 'application/json' }
const probes: readonly Probe[] = [
  { name: 'health', ask: (base) => fetch(new URL('/healthz', base)) },
  { name: 'list', ask: (base, at) => fetch(`${base}/events?search=none${at}`) },
  {
    name: 'create',
    ask: (base, at) => {
      const body = JSON.stringify({
        title: `Probe ${at}`,
        start_date: '2027-05-04 18:00',
        end_date: '2027-05-04 19:00',
      })
      return fetch(`${base}/events`, { method: 'POST', headers, body })
    },
  },
]

/** Asks again and again until the signal; returns the longest wait in milliseconds. */
async function longest({ ask }: Probe, base: string, signal: AbortSignal): Promise<number> {
  let slowest = 0
  for (let at = 0; !signal.aborted; at += 1) {
    const since = performance.now()
    const response = await ask(base, at)
    await response.text()
    if (!response.ok) throw new Error(`a request was refused: ${response.status}`)
    slowest = Math.max(slowest, performance.now() - since)
    await new Promise((resume) => setTimeout(resume, 5))
  }
  return slowest
}

let slowest = 0

/** The longest waits of all probes while `act` runs, in milliseconds, as text. */
async function longestWaits(address: string, act: () => Promise<unknown>) {
  const over = new AbortController()
  const waits = Promise.all(probes.map((probe) => longest(probe, address, over.signal)))
  await act()
  over.abort()
  const all = await waits
  const shown = probes.map(({ name }, at) => `${name} ${(all[at] ?? 0).toFixed(0)} ms`).join(', ')
  return { most: Math.max(...all), shown }
}

/** Milliseconds for which the probes ask a service without an import, to compare. */
const IDLE = 5000

async function measured(name: string, env: Readonly<Record<string, string>>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'fasti-imports-'))
  const { child, address, ended } = await serve({ FASTI_DATA_DIR: folder, FASTI_LOG_LEVEL: 'error', ...env })
  try {
    const idle = await longestWaits(address, () => new Promise((resume) => setTimeout(resume, IDLE)))
    say(`${name}, no import: longest waits: ${idle.shown}`)
    for (const [what, text] of Object.entries(calendars)) {
      let report: Json = {}
      const since = performance.now()
      const { most: longestOfAll, shown } = await longestWaits(address, async () => {
        const sent = { method: 'POST', headers: { 'Content-Type': 'text/calendar' }, body: text }
        report = (await (await fetch(`${address}/import?source=trial`, sent)).json()) as Json
      })
      const took = performance.now() - since
      slowest = Math.max(slowest, longestOfAll)
      const { created, updated, unchanged, refused } = report
      say(
        `${name}, ${what}: ${(took / 1000).toFixed(2)} s (${[created, updated, unchanged, refused]}); longest waits: ${shown}`,
      )
    }
  } finally {
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
}

await measured('SQLite', {})
const postgres = await startPostgres(() => {})
try {
  await measured('PostgreSQL', { DATABASE_URL: postgres.url })
} finally {
  await postgres.stop()
}
say(`The longest wait was ${slowest.toFixed(0)} ms; at most ${most} ms are allowed.`)
process.exitCode = slowest > most ? 1 : 0

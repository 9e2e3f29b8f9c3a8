/**
 * `npm run trial large`: imports one calendar of 100,000 events with `fasti import` on both databases, and the same events over HTTP, also as a
 * table and as JSON lines. Prints the duration, the events per second, and the largest memory of the process. Fails if one takes more than
 * `--most` MiB, or where the progress does not tell the number of events first. `-- --events N` sets how many there are.
 */
import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../test/support/postgres-server.ts'
import { type Running, run, serve, start } from '../test/support/process.ts'
import { scratch } from '../test/support/scratch.ts'
import { numberOf } from './number.ts'

const { values } = parseArgs({
  options: { events: { type: 'string', default: '100000' }, most: { type: 'string', default: '500' } },
})
const [count, most] = [numberOf(values, 'events'), numberOf(values, 'most')]
const say = (text: string) => process.stdout.write(`${text}\n`)
const two = (number: number) => String(number).padStart(2, '0')
let faults = 0

/** The parts of an event, which each form writes in its own way. */
function partsOf(at: number) {
  const [year, month, day] = [
    2025 + (Math.floor(at / 336) % 4),
    (Math.floor(at / 28) % 12) + 1,
    (at % 28) + 1,
  ]
  const [date, hour] = [`${year}-${two(month)}-${two(day)}`, 8 + (at % 12)]
  const [start_date, end_date] = [`${date} ${two(hour)}:00:00`, `${date} ${two(hour + 1)}:00:00`]
  const description = `${'Some words that people write. '.repeat(4)}${at}`
  return {
    title: `Event ${at}`,
    start_date,
    end_date,
    description,
    venue: `Hall ${at % 500}`,
    kind: `Kind ${at % 20}`,
  }
}

function componentOf(at: number): string {
  const { title, start_date, description, venue, kind } = partsOf(at)
  return [
    ...['BEGIN:VEVENT', `UID:${at}@trial`, `SUMMARY:${title}`, 'DURATION:PT1H'],
    `DTSTART;TZID=Europe/Rome:${start_date.replaceAll(/[-:]/g, '').replace(' ', 'T')}`,
    `DESCRIPTION:${description}`,
    ...[`LOCATION:${venue}\\, Road ${at % 500}\\, Turin`, `CATEGORIES:${kind}`],
    ...['END:VEVENT', ''],
  ].join('\r\n')
}

const rowOf = (at: number) => `${Object.values(partsOf(at)).join(',')}\r\n`

function lineOf(at: number): string {
  const { venue, kind, ...event } = partsOf(at)
  return `${JSON.stringify({ ...event, venue: { venue }, categories: [kind] })}\n`
}

/** How a file of each form begins, how it has an event, and how it ends. */
const forms = {
  ics: {
    type: 'text/calendar',
    begin: 'BEGIN:VCALENDAR\r\n',
    eventOf: componentOf,
    end: 'END:VCALENDAR\r\n',
  },
  csv: {
    type: 'text/csv',
    begin: 'title,start_date,end_date,description,venue,categories\r\n',
    eventOf: rowOf,
    end: '',
  },
  jsonl: { type: 'application/x-ndjson', begin: '', eventOf: lineOf, end: '' },
} as const
type Form = keyof typeof forms

/** Writes the events into a file of the folder, and returns its path. */
async function writeEvents(folder: string, form: Form): Promise<string> {
  const { begin, eventOf, end } = forms[form]
  const file = join(folder, `large.${form}`)
  const handle = await open(file, 'w')
  await handle.write(begin)
  for (let at = 0; at < count; at += 1000)
    await handle.write(
      Array.from({ length: Math.min(1000, count - at) }, (_, index) => eventOf(at + index)).join(''),
    )
  await handle.write(end)
  await handle.close()
  return file
}

/** The largest memory of a process until it ends or the signal, in MiB. */
async function largest({ child }: Running, signal: AbortSignal): Promise<number> {
  let peak = 0
  while (!signal.aborted) {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
    await new Promise((resume) => setTimeout(resume, 100))
  }
  return peak
}

/** Measures a process while `work` runs. */
async function measured(what: string, running: Running, work: () => Promise<string>): Promise<void> {
  const over = new AbortController()
  const peak = largest(running, over.signal)
  const since = performance.now()
  const result = await work().finally(() => over.abort())
  const seconds = (performance.now() - since) / 1000
  const size = await peak
  if (size > most) faults += 1
  say(
    `${what}: ${seconds.toFixed(0)} s, ${(count / seconds).toFixed(0)} events/s, ${size.toFixed(0)} MiB at most; ${result}`,
  )
}

/** Sends the file, and returns what the lines of the report told. */
async function sent(address: string, file: string, form: Form): Promise<string> {
  const body = await readFile(file)
  const headers = { 'Content-Type': forms[form].type }
  const response = await fetch(`${address}/import?report=lines&source=trial`, {
    method: 'POST',
    headers,
    body,
  })
  const lines = (await response.text()).trim().split('\n')
  const [first = '', last = ''] = [lines[0], lines.at(-1)]
  const { report } = JSON.parse(last)
  if (first !== `{"total":${count}}` || lines.length !== count + 2 || report?.created !== count) faults += 1
  return `${first}, ${lines.length} lines, ${report?.created} created`
}

/** The setting of the image and of the unit. */
const NODE_OPTIONS = '--max-semi-space-size=4'

async function onDatabase(name: string, env: Readonly<Record<string, string>>): Promise<void> {
  const folder = await scratch('fasti-large-')
  const own = { FASTI_DATA_DIR: folder, FASTI_LOG_LEVEL: 'error', NODE_OPTIONS, ...env }
  const made = await run(['user', 'add', 'ada', '--role', 'administrator'], own)
  if (made.code !== 0) throw new Error(made.stderr)
  const file = await writeEvents(folder, 'ics')
  const command = start(['import', file], own)
  await measured(`${name}, fasti import`, command, async () => {
    const { code, stderr } = await command.ended
    if (code !== 0) faults += 1
    return stderr.trim()
  })
  await rm(folder, { recursive: true, force: true })
}

async function overHttp(form: Form): Promise<void> {
  const folder = await scratch('fasti-large-')
  const service = await serve({ FASTI_DATA_DIR: folder, FASTI_LOG_LEVEL: 'error', NODE_OPTIONS })
  try {
    const file = await writeEvents(folder, form)
    await measured(`SQLite, POST /import of ${form}`, service, () => sent(service.address, file, form))
  } finally {
    service.child.kill('SIGTERM')
    await service.ended
    await rm(folder, { recursive: true, force: true })
  }
}

await onDatabase('SQLite', {})
for (const form of ['ics', 'csv', 'jsonl'] as const) await overHttp(form)
const postgres = await startPostgres(() => {})
try {
  await onDatabase('PostgreSQL', { DATABASE_URL: postgres.url })
} finally {
  await postgres.stop()
}
say(`At most ${most} MiB are allowed.`)
process.exitCode = faults > 0 ? 1 : 0

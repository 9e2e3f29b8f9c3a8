/**
 * `npm run large`: imports one calendar of 100,000 events with `fasti import` on both databases, and over HTTP. Prints the duration,
 * the events per second, and the largest memory of the process. Fails if `fasti import` takes more than `--most` MiB, or where the progress does not tell the
 * number of events first. `-- --events N` sets how many there are.
 */
import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../test/support/postgres-server.ts'
import { type Running, run, serve, start } from '../test/support/process.ts'
import { scratch } from '../test/support/scratch.ts'
import { numberOf } from './number.ts'

const { values } = parseArgs({
  options: { events: { type: 'string', default: '100000' }, most: { type: 'string', default: '250' } },
})
const [count, most] = [numberOf(values, 'events'), numberOf(values, 'most')]
const say = (text: string) => process.stdout.write(`${text}\n`)
const two = (number: number) => String(number).padStart(2, '0')
let faults = 0

function eventOf(at: number): string {
  const day = `${2025 + (Math.floor(at / 336) % 4)}${two((Math.floor(at / 28) % 12) + 1)}${two((at % 28) + 1)}`
  return [
    ...['BEGIN:VEVENT', `UID:${at}@trial`, `SUMMARY:Event ${at}`, 'DURATION:PT1H'],
    `DTSTART;TZID=Europe/Rome:${day}T${two(8 + (at % 12))}0000`,
    `DESCRIPTION:${'Some words that people write. '.repeat(4)}${at}`,
    ...[`LOCATION:Hall ${at % 500}\\, Road ${at % 500}\\, Turin`, `CATEGORIES:Kind ${at % 20}`],
    ...['END:VEVENT', ''],
  ].join('\r\n')
}

async function writeCalendar(file: string): Promise<void> {
  const handle = await open(file, 'w')
  await handle.write('BEGIN:VCALENDAR\r\n')
  for (let at = 0; at < count; at += 1000)
    await handle.write(
      Array.from({ length: Math.min(1000, count - at) }, (_, index) => eventOf(at + index)).join(''),
    )
  await handle.write('END:VCALENDAR\r\n')
  await handle.close()
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

/** Measures a process while `work` runs. A service also maps 128 MiB of its database, so that its memory is printed only. */
async function measured(
  what: string,
  running: Running,
  work: () => Promise<string>,
  isBounded: boolean,
): Promise<void> {
  const over = new AbortController()
  const peak = largest(running, over.signal)
  const since = performance.now()
  const result = await work().finally(() => over.abort())
  const seconds = (performance.now() - since) / 1000
  const size = await peak
  if (isBounded && size > most) faults += 1
  say(
    `${what}: ${seconds.toFixed(0)} s, ${(count / seconds).toFixed(0)} events/s, ${size.toFixed(0)} MiB at most; ${result}`,
  )
}

/** Sends the calendar, and returns what the lines of the report told. */
async function sent(address: string, file: string): Promise<string> {
  const body = await readFile(file)
  const headers = { 'Content-Type': 'text/calendar' }
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

async function onDatabase(name: string, env: Readonly<Record<string, string>>): Promise<void> {
  const folder = await scratch('fasti-large-')
  const own = { FASTI_DATA_DIR: folder, FASTI_LOG_LEVEL: 'error', ...env }
  const file = join(folder, 'large.ics')
  const made = await run(['user', 'add', 'ada', '--role', 'administrator'], own)
  if (made.code !== 0) throw new Error(made.stderr)
  await writeCalendar(file)
  const command = start(['import', file], own)
  await measured(
    `${name}, fasti import`,
    command,
    async () => {
      const { code, stderr } = await command.ended
      if (code !== 0) faults += 1
      return stderr.trim()
    },
    true,
  )
  await rm(folder, { recursive: true, force: true })
}

async function overHttp(name: string, env: Readonly<Record<string, string>>): Promise<void> {
  const folder = await scratch('fasti-large-')
  const file = join(folder, 'large.ics')
  const service = await serve({ FASTI_DATA_DIR: folder, FASTI_LOG_LEVEL: 'error', ...env })
  try {
    await writeCalendar(file)
    await measured(`${name}, POST /import`, service, () => sent(service.address, file), false)
  } finally {
    service.child.kill('SIGTERM')
    await service.ended
    await rm(folder, { recursive: true, force: true })
  }
}

await onDatabase('SQLite', {})
await overHttp('SQLite', {})
const postgres = await startPostgres(() => {})
try {
  await onDatabase('PostgreSQL', { DATABASE_URL: postgres.url })
} finally {
  await postgres.stop()
}
say(`At most ${most} MiB are allowed.`)
process.exitCode = faults > 0 ? 1 : 0

/**
 * `npm run feeds`: reads the calendar of 10,000 events, once and four times at once, from a service with 64 MiB of
 * heap. Fails when it takes much more memory than the calendar of a tenth of them.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setInterval as every } from 'node:timers/promises'
import { serve } from '../test/support/process.ts'

const EVENTS = 10_000
const HEAP = 64
const MAX_MORE = 64

const two = (number: number) => String(number).padStart(2, '0')

function eventOf(at: number): string {
  const day = `2027${two((at % 12) + 1)}${two((at % 28) + 1)}`
  const times = `DTSTART;TZID=Europe/Rome:${day}T180000\r\nDTEND;TZID=Europe/Rome:${day}T200000`
  const texts = `SUMMARY:Event ${at}\r\nDESCRIPTION:${'Some words. '.repeat(30)}\r\nLOCATION:Hall ${at % 50}\\, Turin`
  return `BEGIN:VEVENT\r\nUID:${at}@trial\r\n${times}\r\n${texts}\r\nCATEGORIES:${at % 10 === 0 ? 'Tenth' : 'Other'}\r\nEND:VEVENT\r\n`
}

const folder = await mkdtemp(join(tmpdir(), 'fasti-feeds-'))
const { child, address, ended } = await serve({
  FASTI_DATA_DIR: folder,
  NODE_OPTIONS: `--max-old-space-size=${HEAP}`,
})

/** MiB of resident memory now. */
async function held(): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

/** Returns the peak memory in MiB while `act` runs. */
async function peakOf(what: string, act: () => Promise<number>): Promise<number> {
  const done = new AbortController()
  const started = performance.now()
  let peak = await held()
  const watching = (async () => {
    for await (const _ of every(25, undefined, { signal: done.signal })) peak = Math.max(peak, await held())
  })().catch(() => {})
  const bytes = await act()
  done.abort()
  await watching
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(`${what}: ${bytes} bytes in ${seconds} s, ${peak.toFixed(0)} MiB at most\n`)
  return peak
}

async function read(query: string): Promise<number> {
  const { body, ok, status } = await fetch(`${address}/events.ics?ends_before=2028-01-01&${query}`)
  if (!ok || body === null) throw new Error(`the feed returned ${status}`)
  let bytes = 0
  for await (const chunk of body) bytes += chunk.length
  return bytes
}

try {
  const events = Array.from({ length: EVENTS }, (_, at) => eventOf(at))
  const body = `BEGIN:VCALENDAR\r\n${events.join('')}END:VCALENDAR\r\n`
  const headers = { 'Content-Type': 'text/calendar' }
  const imported = await fetch(`${address}/import?source=trial`, { method: 'POST', headers, body })
  process.stdout.write(`${await imported.text()}\n`)
  const few = await peakOf('a tenth', () => read('categories=tenth'))
  const all = await peakOf('all', () => read(''))
  const four = await peakOf('four at once', async () => {
    const sizes = await Promise.all([1, 2, 3, 4].map((one) => read(`x=${one}`)))
    return sizes.reduce((sum, size) => sum + size, 0)
  })
  const isFlat = Math.max(all, four) - few < MAX_MORE
  process.stdout.write(isFlat ? 'Flat.\n' : 'Not flat.\n')
  process.exitCode = isFlat ? 0 : 1
} finally {
  child.kill('SIGTERM')
  await ended
  await rm(folder, { recursive: true, force: true })
}

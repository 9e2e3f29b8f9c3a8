/**
 * `npm run imports`: imports calendars of endless daily series over HTTP on both databases, while other clients read and write.
 * Prints how long their requests waited, beside that without an import, and fails above `--most` milliseconds. What the machine adds is
 * taken off each wait: the time for which the service had work and no processor, as the kernel counts it (`schedstat`), from the
 * beginning to the end of the request. What waits for a disk, for PostgreSQL or in the client is not taken off. It also prints what the
 * service did meanwhile, in its processor time: how long its longest slice was, between two of which other tasks run, and its longest
 * transaction, for which writers wait. `-- --series N` sets how many series a calendar has.
 */
import { parseArgs } from 'node:util'
import { startPostgres } from '../test/support/postgres-server.ts'
import { calendarsOf } from './imports/calendars.ts'
import { probing, type WaitsByProbe } from './imports/probes.ts'
import { type WatchedService, watchedService } from './imports/watched-service.ts'
import { numberOf } from './number.ts'

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

/** Judges one row: what a client waited for, and what the service did. */
async function judged(row: string, waits: WaitsByProbe, service: WatchedService): Promise<void> {
  const seen = await service.measures()
  say(row)
  for (const [name, { waited, path }] of Object.entries(waits)) {
    // Each probe sends one request after the other, so both are in the same order.
    const times = seen.requests[path] ?? []
    const own = waited.map((one, index) => one - (times[index]?.delayed ?? 0))
    const longest = Math.max(0, ...own)
    const verdict = longest <= most ? 'pass' : 'FAIL'
    if (longest > most) failures.push(`${row}: ${name} ${longest.toFixed(0)} ms`)
    const worked = spread(times.map(({ busy }) => busy))
    say(
      `  ${verdict} ${name}: ${spread(own)} ms of ${waited.length}; ${spread(waited)} with what the machine added;`,
    )
    say(`       ${worked} in processor time`)
  }
  say(`  longest slice ${seen.slice.ms.toFixed(0)} ms of processor time: ${seen.slice.functions.join(', ')}`)
  say(`  longest transaction ${seen.transaction.ms.toFixed(0)} ms: ${seen.transaction.functions.join(', ')}`)
}

/** Milliseconds for which the probes ask a service without an import, to compare. */
const IDLE = 5000

async function measured(name: string, env: Readonly<Record<string, string>>): Promise<void> {
  const service = await watchedService(env)
  try {
    const { address } = service
    // What a program compiles when it begins is not measured.
    await probing(address, () => new Promise((resume) => setTimeout(resume, IDLE)))
    await service.measures()
    const idle = await probing(address, () => new Promise((resume) => setTimeout(resume, IDLE)))
    await judged(`${name}, no import`, idle, service)
    for (const [what, text] of Object.entries(calendarsOf(count))) {
      const since = performance.now()
      let report: Readonly<Record<string, unknown>> = {}
      const waits = await probing(address, async () => {
        const sent = { method: 'POST', headers: { 'Content-Type': 'text/calendar' }, body: text }
        report = (await (await fetch(`${address}/import?source=trial`, sent)).json()) as typeof report
      })
      const { created, updated, unchanged, refused } = report
      const took = ((performance.now() - since) / 1000).toFixed(2)
      await judged(`${name}, ${what}: ${took} s (${[created, updated, unchanged, refused]})`, waits, service)
    }
  } finally {
    await service.stop()
  }
}

say(`${count} series; median / 95 % / 99 % / longest; a request may wait for ${most} ms`)
await measured('SQLite', {})
const postgres = await startPostgres(() => {})
try {
  await measured('PostgreSQL', { DATABASE_URL: postgres.url })
} finally {
  await postgres.stop()
}
if (failures.some((one) => one.includes('no import')))
  say('This machine is busy: requests wait as long without an import. Judge by the processor time.')
say(failures.length === 0 ? 'PASS' : `FAIL\n  ${failures.join('\n  ')}`)
process.exitCode = failures.length === 0 ? 0 : 1

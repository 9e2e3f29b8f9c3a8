/** A year of a choir and of a market as series, read by calcurse, a calendar program that knows only the simple part of iCalendar. */
import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialect } from '../support/dialects.ts'
import { leaveOut } from '../support/left-out.ts'
import { scratch } from '../support/scratch.ts'
import { type Rome, romeService } from './support.ts'
import { shownBy, year, years } from './years.ts'

const run = promisify(execFile)
const hasCalcurse = await run('calcurse', ['--version']).then(
  () => true,
  () => false,
)
if (!hasCalcurse) leaveOut('Series read by calcurse: calcurse is not installed (apt-get install calcurse)')

/** Whole days of several days as one line a day, as calcurse shows them. */
function daily(line: string): readonly string[] {
  const [, title, first = '', last = ''] = /^(.*) (\d{4}-\d\d-\d\d) (\d{4}-\d\d-\d\d)$/.exec(line) ?? []
  if (title === undefined) return [line]
  const start = Temporal.PlainDate.from(first)
  const days = start.until(last).days + 1
  return Array.from({ length: days }, (_, at) => `${title} ${start.add({ days: at })}`)
}

const DAY = /^(\d{4}-\d\d-\d\d):$/

/** What calcurse shows of a calendar in that year: appointments with their times, whole days by day. Sorted. */
async function shownByCalcurse(text: string, folder: string): Promise<readonly string[]> {
  const [data, config, file] = [join(folder, 'data'), join(folder, 'config'), join(folder, 'all.ics')]
  await rm(data, { recursive: true, force: true })
  await mkdir(data)
  await mkdir(config, { recursive: true })
  await writeFile(join(config, 'conf'), 'format.outputdate=%Y-%m-%d\nformat.inputdate=4\n')
  await writeFile(file, text)
  const env = { ...process.env, TZ: 'Europe/Rome', LC_ALL: 'C.UTF-8' }
  const calcurse = (...args: readonly string[]) =>
    run('calcurse', ['-D', data, '-C', config, ...args], { env, maxBuffer: 2 ** 24 })
  await calcurse('-q', '-i', file)
  const appointment = '%m %(start:%Y-%m-%d %H:%M) %(end:%Y-%m-%d %H:%M)\\n'
  const formats = [
    ...['--format-apt', appointment, '--format-recur-apt', appointment],
    ...['--format-event', '%m all day\\n', '--format-recur-event', '%m all day\\n'],
  ]
  const { stdout } = await calcurse('-Q', '--from', '2027-01-01', '--days', '396', ...formats)
  // What lasts over midnight is listed on each day.
  const lines = new Set<string>()
  let day = ''
  for (const line of stdout.split('\n')) {
    const named = DAY.exec(line)?.[1]
    if (named !== undefined) day = named
    else if (line !== '') lines.add(line.replace(/all day$/, day))
  }
  return [...lines].sort()
}

for (const { name } of anyDialect) {
  describe.runIf(hasCalcurse)(`a year of series in calcurse on ${name}`, () => {
    for (const [what, make] of years) {
      describe(`of a ${what}`, () => {
        let service: Rome
        let folder: string
        const feed = async (query: string) => String((await service.get(`/events.ics?${year}${query}`)).body)
        beforeAll(async () => {
          service = await romeService(name)
          folder = await scratch('fasti-calcurse-')
          await make(service)
        })
        afterAll(async () => {
          await service.close()
          await rm(folder, { recursive: true, force: true })
        })

        // With `status`, no cancellation is announced: calcurse ignores STATUS, and shows what is cancelled.
        it('§10.4 calcurse shows the same single dates and times as the interface (expand=true&status=publish)', async () => {
          const here = (await shownBy(service)).flatMap(daily)
          expect(here.length).toBeGreaterThan(50)
          expect(await shownByCalcurse(await feed('&expand=true&status=publish'), folder)).toEqual(here)
        })

        it('§10.4 calcurse imports the calendar with its cancellations', async () => {
          const expanded = await feed('&expand=true')
          expect(expanded.includes('STATUS:CANCELLED')).toBe(what === 'choir')
          expect((await shownByCalcurse(expanded, folder)).length).toBeGreaterThan(50)
        })

        it('§10.4 calcurse follows the rule and the excluded dates of a series without exceptions', async () => {
          const search = what === 'choir' ? 'Board' : 'Market%20-night'
          const here = await shownBy(service, `&search=${search}`)
          expect(here.length).toBeGreaterThan(10)
          expect(await shownByCalcurse(await feed(`&search=${search}`), folder)).toEqual(here)
        })
      })
    }
  })
}

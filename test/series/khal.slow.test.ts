/** A year of a choir and of a market as series, read by khal, a calendar program of others, and imported again. */
import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importCalendar } from '../../src/calendars/icalendar/import.ts'
import { anyDialect } from '../support/dialects.ts'
import { importing } from '../support/importing.ts'
import { leaveOut } from '../support/left-out.ts'
import { scratch } from '../support/scratch.ts'
import { type Rome, romeService } from './support.ts'
import { shownBy, year, years } from './years.ts'

const run = promisify(execFile)
const hasKhal = await run('khal', ['--version']).then(
  () => true,
  () => false,
)
if (!hasKhal) leaveOut('Series read by khal: khal is not installed (apt-get install khal)')

const settings = (folder: string) => `[calendars]
[[all]]
path = ${folder}/calendar
type = calendar
[locale]
local_timezone = Europe/Rome
default_timezone = Europe/Rome
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
[default]
default_calendar = all
[sqlite]
path = ${folder}/khal.db
`

/** What khal shows of a calendar in that year. */
async function shownByKhal(text: string, folder: string): Promise<readonly string[]> {
  const config = join(folder, 'config')
  await writeFile(config, settings(folder))
  await writeFile(join(folder, 'all.ics'), text)
  const env = { ...process.env, HOME: folder, LC_ALL: 'C.UTF-8', LANG: 'C.UTF-8' }
  const khal = (...args: readonly string[]) =>
    run('khal', ['--config', config, ...args], { env, maxBuffer: 2 ** 24 })
  await khal('import', '--batch', '-a', 'all', join(folder, 'all.ics'))
  const format = '{title} {start-long} {end-long}'
  const listed = await khal(...['list', '--day-format', '', '--format', format, '2027-01-01', '396d'])
  // What lasts over several days is listed on each.
  const lines = listed.stdout.split('\n').filter((line) => line !== '')
  return [...new Set(lines)].sort()
}

for (const { name } of anyDialect) {
  describe.runIf(hasKhal)(`a year of series in other calendar programs on ${name}`, () => {
    for (const [what, make] of years) {
      describe(`of a ${what}`, () => {
        let service: Rome
        let folder: string
        let text: string
        beforeAll(async () => {
          service = await romeService(name)
          folder = await scratch('fasti-khal-')
          await make(service)
          text = String((await service.get(`/events.ics?${year}`)).body)
        })
        afterAll(async () => {
          await service.close()
          await rm(folder, { recursive: true, force: true })
        })

        it('§10.4 khal shows the same dates and times as the interface', async () => {
          const [here, there] = [await shownBy(service), await shownByKhal(text, folder)]
          expect(here.length).toBeGreaterThan(50)
          expect(there).toEqual(here)
        })

        it('§10.4 an empty service that imports the calendar shows the same', async () => {
          const other = await romeService(name)
          const source = { name: 'year.ics', isConfined: false }
          const moment = { ...importing(other).now(), zone: 'Europe/Rome' }
          const tally = await importCalendar(text, source, importing(other, { now: () => moment }))
          expect([tally.refused, [...tally.notes.keys()]]).toEqual([0, []])
          expect(await shownBy(other)).toEqual(await shownBy(service))
          await other.close()
        })
      })
    }
  })
}

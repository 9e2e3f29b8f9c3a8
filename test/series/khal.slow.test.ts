/** A year of a choir and of a market as series, read by khal, another calendar program, and imported again. */
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isInstalled, shownByKhal, year } from '../support/calendar-programs.ts'
import { anyDialects } from '../support/dialects.ts'
import { importing } from '../support/importing.ts'
import { importCalendar } from '../support/inside/formats.ts'
import { leaveOut } from '../support/left-out.ts'
import { scratch } from '../support/scratch.ts'
import { type Rome, romeService } from './support.ts'
import { shownBy, years } from './years.ts'

const hasKhal = await isInstalled('khal')
if (!hasKhal) leaveOut('Series read by khal: khal is not installed (apt-get install khal)')

for (const { name } of anyDialects()) {
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

        it('§10.4 khal shows the same dates and times as the API', async () => {
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

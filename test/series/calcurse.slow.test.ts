/** A year of a choir and of a market as series, read by calcurse, a calendar program that supports only simple iCalendar. */
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daily, isInstalled, shownByCalcurse, year } from '../support/calendar-programs.ts'
import { anyDialects } from '../support/dialects.ts'
import { leaveOut } from '../support/left-out.ts'
import { scratch } from '../support/scratch.ts'
import { type Rome, romeService } from './support.ts'
import { shownBy, years } from './years.ts'

const hasCalcurse = await isInstalled('calcurse')
if (!hasCalcurse) leaveOut('Series read by calcurse: calcurse is not installed (apt-get install calcurse)')

for (const { name } of anyDialects()) {
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

        // With `status`, the calendar contains no cancelled events: calcurse ignores STATUS and would show them.
        it('§10.4 calcurse shows the same single dates and times as the API (expand=true&status=publish)', async () => {
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

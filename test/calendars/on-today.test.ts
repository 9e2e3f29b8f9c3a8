import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isInstalled, shownByCalcurse, shownByKhal } from '../support/calendar-programs.ts'
import { readByIcalJs, readByTsIcs } from '../support/calendars.ts'
import { leaveOut } from '../support/left-out.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

/** What is on at noon of Saturday, 16 January 2027 in Rome, or was until this morning. */
const onToday = {
  Festival: ['2027-01-15 18:00', '2027-01-18 23:00'],
  Exhibition: ['2027-01-02 10:00', '2027-02-28 18:00'],
  Night: ['2027-01-15 22:00', '2027-01-16 04:00'],
  Concert: ['2027-01-16 20:00', '2027-01-16 22:00'],
} as const
const titles = Object.keys(onToday).sort()

const [hasKhal, hasCalcurse] = [await isInstalled('khal'), await isInstalled('calcurse')]
if (!hasKhal) leaveOut('What khal shows of today: khal is missing')
if (!hasCalcurse) leaveOut('What calcurse shows of today: calcurse is missing')

describe('a calendar that somebody subscribed to holds what is on today', () => {
  let service: TestService
  let folder: string
  let calendar: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fasti-today-'))
    service = await testService('sqlite', { FASTI_TIME_ZONE: 'Europe/Rome' })
    service.at('2027-01-16T11:00:00Z')
    for (const [title, [start_date, end_date]] of Object.entries(onToday))
      await service.post('/events', anEvent({ title, start_date, end_date }))
    calendar = String((await service.get('/events.ics')).body)
  })
  afterAll(async () => {
    await service.close()
    await rm(folder, { recursive: true, force: true })
  })
  /** The titles among lines that begin with them. */
  const named = (lines: readonly string[]) =>
    [...new Set(lines.map((line) => /^\w+/.exec(line)?.[0] ?? ''))].sort()

  it('§3.1 for ical.js and ts-ics', () => {
    for (const read of [readByIcalJs, readByTsIcs])
      expect(
        read(calendar)
          .map(({ title }) => title)
          .sort(),
      ).toEqual(titles)
  })

  it.skipIf(!hasKhal)('§3.1 for khal', async () => {
    expect(named(await shownByKhal(calendar, folder))).toEqual(titles)
  })

  it.skipIf(!hasCalcurse)('§3.1 for calcurse', async () => {
    expect(named(await shownByCalcurse(calendar, folder))).toEqual(titles)
  })
})

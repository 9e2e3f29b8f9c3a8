import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { importing } from '../support/importing.ts'
import { importCalendar } from '../support/inside/formats.ts'
import { type Json, type TestService, testService } from '../support/service.ts'

const calendarOf = (...components: readonly string[]) =>
  ['BEGIN:VCALENDAR', ...components, 'END:VCALENDAR', ''].join('\r\n')
const eventOf = (...lines: readonly string[]) =>
  ['BEGIN:VEVENT', 'UID:1', 'SUMMARY:Meeting', ...lines, 'DURATION:PT1H', 'END:VEVENT'].join('\r\n')

/** A zone with two rules: the month and the place of the Sunday, the offset, and the wall clock time of each change. */
const zoneOf = (
  id: string,
  summer: string,
  winter: string,
  [standard, daylight]: readonly [string, string],
) =>
  [
    ...['BEGIN:VTIMEZONE', `TZID:${id}`, 'BEGIN:STANDARD', 'DTSTART:16010101T020000'],
    ...[`TZOFFSETFROM:${daylight}`, `TZOFFSETTO:${standard}`, `RRULE:FREQ=YEARLY;${winter}`, 'END:STANDARD'],
    ...['BEGIN:DAYLIGHT', 'DTSTART:16010101T020000', `TZOFFSETFROM:${standard}`, `TZOFFSETTO:${daylight}`],
    ...[`RRULE:FREQ=YEARLY;${summer}`, 'END:DAYLIGHT', 'END:VTIMEZONE'],
  ].join('\r\n')

const eastern = (id: string) => zoneOf(id, 'BYMONTH=3;BYDAY=2SU', 'BYMONTH=11;BYDAY=1SU', ['-0500', '-0400'])
/** Half an hour more than in Europe, and it changes in May: no zone in use does so. */
const odd = zoneOf('Odd', 'BYMONTH=5;BYDAY=1SU', 'BYMONTH=9;BYDAY=1SU', ['+0130', '+0230'])

for (const { name } of anyDialects()) {
  describe(`zones that a calendar describes, on ${name}`, () => {
    let service: TestService
    beforeEach(async () => {
      service = await testService(name, { FASTI_TIME_ZONE: 'Asia/Tokyo' })
    })
    afterEach(() => service.close())

    const imported = (text: string) =>
      importCalendar(text, { name: 'a.ics', isConfined: false }, importing(service))
    const series = async (): Promise<Json | undefined> => (await service.get('/series')).body.series[0]
    const starts = async (from: string, count: number): Promise<readonly Json[]> =>
      (await service.get(`/events?starts_after=${from}&per_page=${count}`)).body.events

    it('§10.4 a zone with the rules of a known one is that one, and a series keeps its rule, however long it is', async () => {
      const rule = 'RRULE:FREQ=DAILY;BYHOUR=8,18;BYMINUTE=0;BYSECOND=0'
      const start = 'DTSTART;TZID=Customized Time Zone:20150105T080000'
      const text = calendarOf(eastern('Customized Time Zone'), eventOf(start, rule))
      const { notes } = await imported(text)
      expect([...notes]).toEqual([])
      expect(await series()).toMatchObject({ timezone: 'America/New_York', recurrence: [rule] })
      expect(Number((await series())?.count)).toBeGreaterThan(2900)
      const [winter] = await starts('2027-02-01', 1)
      const [summer] = await starts('2027-07-01', 1)
      expect([winter?.utc_start_date, summer?.utc_start_date]).toEqual([
        '2027-02-01 23:00:00',
        '2027-07-01 22:00:00',
      ])
      expect(await imported(text)).toMatchObject({ unchanged: 1 })
    })

    it('§10.4 a zone that is like no other keeps its clock: each date of a series is where its rules put it', async () => {
      const text = calendarOf(odd, eventOf('DTSTART;TZID=Odd:20270101T180000', 'RRULE:FREQ=WEEKLY'))
      const { notes } = await imported(text)
      expect([...notes.keys()].join()).toContain('a time zone that is like no other')
      const all = await starts('2026-12-31', 100)
      const clocks = all.map(({ utc_start_date }) => String(utc_start_date).slice(5, 16))
      expect([clocks[0], clocks.find((one) => one > '05-02'), clocks.find((one) => one > '09-06')]).toEqual([
        '01-01 16:30',
        '05-07 15:30',
        '09-10 16:30',
      ])
      expect(all).toHaveLength(100)
      expect((await series())?.recurrence).toContain('RRULE:FREQ=WEEKLY')
      expect(await imported(text)).toMatchObject({ unchanged: 1 })
    })

    it('§10.4 a series with more dates than can be corrected lists them, and says until when', async () => {
      const text = calendarOf(odd, eventOf('DTSTART;TZID=Odd:20200101T180000', 'RRULE:FREQ=DAILY'))
      const { notes } = await imported(text)
      expect([...notes.keys()].join()).toMatch(
        /a time zone that is like no other \(its dates are listed until 20\d\d-/,
      )
      const clocks = (await starts('2027-05-03', 2)).map(({ utc_start_date }) => utc_start_date)
      expect(clocks.map((one) => String(one).slice(11, 16))).toEqual(['15:30', '15:30'])
    })

    it('a single event is stored in a zone that behaves alike in its year, otherwise as the offset that the calendar says', async () => {
      const dates = { '20270704T120000': 'America/New_York', '20000704T120000': 'UTC-4:00' }
      for (const [date, zone] of Object.entries(dates)) {
        await imported(calendarOf(eastern('Mine'), eventOf(`DTSTART;TZID=Mine:${date}`)))
        const [event] = await starts('1990-01-01', 1)
        expect([date, event?.utc_start_date, event?.timezone]).toEqual([
          date,
          `${date.slice(0, 4)}-07-04 16:00:00`,
          zone,
        ])
      }
    })

    it('a name that only resembles that of a zone gives way to the rules of the calendar', async () => {
      const event = eventOf('DTSTART;TZID=EST:20270704T120000')
      const read = async (...zones: readonly string[]) => {
        await imported(calendarOf(...zones, event))
        const [found] = await starts('1990-01-01', 1)
        return [found?.timezone, found?.utc_start_date]
      }
      expect(await read(eastern('EST'))).toEqual(['America/New_York', '2027-07-04 16:00:00'])
      expect(await read()).toEqual(['EST', '2027-07-04 17:00:00'])
      const steady = eastern('EST').replaceAll('-0400', '-0500')
      expect(await read(steady)).toEqual(['EST', '2027-07-04 17:00:00'])
      // The name of a place is beyond doubt.
      const rome = eventOf('DTSTART;TZID=Europe/Rome:20270704T120000')
      await imported(calendarOf(eastern('Europe/Rome'), rome))
      expect((await starts('1990-01-01', 1))[0]).toMatchObject({ timezone: 'Europe/Rome' })
    })
  })
}

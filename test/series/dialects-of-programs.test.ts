import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { importing, moment } from '../support/importing.ts'
import { importCalendar } from '../support/inside/formats.ts'
import { type Rome, romeService } from './support.ts'

const calendarOf = (...components: readonly string[]) =>
  ['BEGIN:VCALENDAR', ...components, 'END:VCALENDAR', ''].join('\r\n')
const eventOf = (...lines: readonly string[]) =>
  ['BEGIN:VEVENT', 'UID:1', 'SUMMARY:Event', ...lines, 'END:VEVENT'].join('\r\n')

for (const { name } of anyDialects()) {
  describe(`what calendar programs write beside the standard, on ${name}`, () => {
    let service: Rome
    beforeEach(async () => {
      service = await romeService(name)
    })
    afterEach(() => service.close())

    const imported = (...components: readonly string[]) =>
      importCalendar(
        calendarOf(...components),
        { name: 'a.ics', isConfined: false },
        importing(service, { now: () => ({ ...moment, zone: 'Europe/Rome' }) }),
      )
    const events = async () =>
      (await service.get('/events?starts_after=2000-01-01&per_page=100', service.admin)).body.events

    it('an exception that can’t be read is noted, and the series imported; what is stored of it stays', async () => {
      const rule = eventOf(
        'DTSTART;TZID=Europe/Rome:20270301T180000',
        'DURATION:PT1H',
        'RRULE:FREQ=DAILY;COUNT=5',
      )
      const at = 'RECURRENCE-ID;TZID=Europe/Rome:20270303T180000'
      const moved = eventOf(at, 'DTSTART;TZID=Europe/Rome:20270303T200000', 'DURATION:PT1H')
      expect(await imported(rule, moved)).toMatchObject({ created: 1, refused: 0 })
      const before = await events()
      expect(before[2].start_date).toBe('2027-03-03 20:00:00')
      const broken = [
        eventOf(at, 'DTSTART:never', 'DURATION:PT1H'),
        eventOf('RECURRENCE-ID:never', 'DTSTART;TZID=Europe/Rome:20270303T200000', 'DURATION:PT1H'),
        eventOf(at, 'DURATION:PT1H'),
      ]
      for (const one of broken) {
        const { notes, refused, inventory } = await imported(rule, one)
        expect([refused, [...notes.keys()].join()]).toEqual([
          0,
          expect.stringContaining('an exception of a series'),
        ])
        expect(inventory.unclear.has('1')).toBe(true)
        expect(await events()).toEqual(before)
      }
      await service.remove(`/events/${before[0].id}?apply_to=all&force=true`, service.admin)
      expect(await imported(rule, broken[0] ?? '')).toMatchObject({ created: 1, refused: 0 })
      expect(await events()).toHaveLength(5)
    })

    it('UNTIL with a time, of an all-day series, is its last day, wherever it was midnight', async () => {
      // Midnight of March 5 in UTC, in Rome, in New York, in Istanbul; the end of the day; a time without a zone.
      const untils = ['T000000Z', 'T050000Z', 'T120000', 'T235959Z', 'T235959'].map(
        (time) => `20270305${time}`,
      )
      for (const until of [...untils, '20270304T230000Z', '20270304T210000Z', '20270305']) {
        await imported(eventOf('DTSTART;VALUE=DATE:20270301', `RRULE:FREQ=DAILY;UNTIL=${until}`))
        const all = await events()
        expect([until, all.length, all.at(-1).start_date, all[0].timezone]).toEqual([
          ...[until, 5, '2027-03-05 00:00:00', 'Europe/Rome'],
        ])
        expect(all[0].series.recurrence).toEqual(['RRULE:FREQ=DAILY;UNTIL=20270305'])
      }
    })

    it('a rule may end with semicolons, and a duration with the T of a time that it does not have', async () => {
      const start = 'DTSTART;TZID=Europe/Rome:20270301T180000'
      for (const end of [';', ' ; ', ';;']) {
        const { notes } = await imported(eventOf(start, 'DURATION:P1DT', `RRULE:FREQ=DAILY;COUNT=3${end}`))
        expect([end, (await events()).length, ...notes.keys()]).toEqual([end, 3])
        expect((await events())[0].end_date).toBe('2027-03-02 18:00:00')
      }
    })

    it('an event that Microsoft’s programs call all-day is all-day, where its times are midnights', async () => {
      const said = 'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE'
      const forms = [
        ['DTSTART;TZID=Europe/Rome:20270504T000000', 'DTEND;TZID=Europe/Rome:20270506T000000'],
        ['DTSTART:20270503T220000Z', 'DTEND:20270505T220000Z'],
        ['DTSTART:20270504T000000', 'DURATION:P2D'],
      ]
      for (const form of forms) {
        await imported('X-WR-TIMEZONE:Europe/Rome', eventOf(...form, said))
        expect([form, (await events())[0]]).toMatchObject([
          form,
          { all_day: true, start_date: '2027-05-04 00:00:00', end_date: '2027-05-05 23:59:59' },
        ])
      }
      await imported(eventOf('DTSTART;TZID=Europe/Rome:20270504T180000', 'DURATION:PT1H', said))
      expect((await events())[0]).toMatchObject({ all_day: false, start_date: '2027-05-04 18:00:00' })
      await imported(eventOf(...(forms[0] ?? []), said, 'RRULE:FREQ=WEEKLY;COUNT=3'))
      const starts = (await events()).map(
        ({ start_date, all_day }: { start_date: string; all_day: boolean }) => [
          start_date.slice(0, 10),
          all_day,
        ],
      )
      expect(starts).toEqual([
        ['2027-05-04', true],
        ['2027-05-11', true],
        ['2027-05-18', true],
      ])
    })

    it('Apple’s programs give the coordinates of a place with its name and address', async () => {
      const place =
        'X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-ADDRESS="Via Roma 1\\nTorino";X-APPLE-RADIUS=70;X-TITLE=Hall:geo:45.070312,7.686856'
      const { notes } = await imported(
        eventOf('DTSTART:20270504T180000Z', 'LOCATION:Hall\\nVia Roma 1\\, Torino', place),
      )
      expect([...notes.keys()]).toEqual([])
      expect((await events())[0].venue).toMatchObject({
        venue: 'Hall',
        geo_lat: 45.070312,
        geo_lng: 7.686856,
      })
    })
  })
}

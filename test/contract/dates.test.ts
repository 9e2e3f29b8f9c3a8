import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

/** Sent text → local time in Paris, where it is Friday 15 January 2027, 13:00:00. */
const dates: readonly (readonly [unknown, string])[] = [
  ['2027-05-04 18:00:00', '2027-05-04 18:00:00'],
  ['2027-05-04 18:00', '2027-05-04 18:00:00'],
  ['2027-05-04T18:00:00', '2027-05-04 18:00:00'],
  ['2027-05-04T18:00:00.123', '2027-05-04 18:00:00'],
  ['2027-05-04', '2027-05-04 00:00:00'],
  ['2027-05-04T18:00:00Z', '2027-05-04 20:00:00'],
  ['2027-05-04T18:00:00+02:00', '2027-05-04 18:00:00'],
  ['2027-05-04 18:00:00 +0200', '2027-05-04 18:00:00'],
  ['2027-05-04 18:00:00 Europe/London', '2027-05-04 19:00:00'],
  ['2027-05-04T18:00:00[Europe/London]', '2027-05-04 19:00:00'],
  [1_809_453_600, '2027-05-04 20:00:00'],
  ['1809453600', '2027-05-04 20:00:00'],
  ['@1809453600', '2027-05-04 20:00:00'],
  ['20270504', '2027-05-04 00:00:00'],
  ['20270504T180000', '2027-05-04 18:00:00'],
  ['20270504T180000Z', '2027-05-04 20:00:00'],
  ['4 May 2027 6pm', '2027-05-04 18:00:00'],
  ['May 4, 2027', '2027-05-04 00:00:00'],
  ['31-12-2027', '2027-12-31 00:00:00'],
  ['31.12.2027', '2027-12-31 00:00:00'],
  ['12/31/2027', '2027-12-31 00:00:00'],
  ['now', '2027-01-15 13:00:00'],
  ['today', '2027-01-15 00:00:00'],
  ['tomorrow', '2027-01-16 00:00:00'],
  ['yesterday', '2027-01-14 00:00:00'],
  ['midnight', '2027-01-15 00:00:00'],
  ['noon', '2027-01-15 12:00:00'],
  ['tomorrow 9am', '2027-01-16 09:00:00'],
  ['next wednesday 4pm', '2027-01-20 16:00:00'],
  ['last friday', '2027-01-08 00:00:00'],
  ['next friday', '2027-01-22 00:00:00'],
  ['friday', '2027-01-15 00:00:00'],
  ['monday', '2027-01-18 00:00:00'],
  ['+2 days', '2027-01-17 13:00:00'],
  ['+1 week 2 hours', '2027-01-22 15:00:00'],
  ['3 days ago', '2027-01-12 13:00:00'],
  ['first monday of january 2027', '2027-01-04 00:00:00'],
  ['last day of next month', '2027-02-28 00:00:00'],
  ['2018-01-01 4pm', '2018-01-01 16:00:00'],
]

const noDates = [
  ...['2027-02-30', '2027-13-45', '31/12/2027', '2027', 'foo', '', '0999-12-31', '10000-01-01'],
  ...[
    '2027-05-04 25:00',
    '2027-05-04 18:00 Mars',
    'fifth monday of february 2027',
    2027,
    20270504,
    -1,
    true,
    {},
    [],
  ],
]

/** Sent zone → stored zone, and the UTC time of an event at 18:00 local time on 4 May 2027. */
const zones: readonly (readonly [unknown, string, string])[] = [
  ['Europe/Paris', 'Europe/Paris', '2027-05-04 16:00:00'],
  ['EUROPE/paris', 'Europe/Paris', '2027-05-04 16:00:00'],
  ['US/Eastern', 'US/Eastern', '2027-05-04 22:00:00'],
  ['utc', 'UTC', '2027-05-04 18:00:00'],
  ['UTC+2', 'UTC+2', '2027-05-04 16:00:00'],
  ['UTC-9:30', 'UTC-9:30', '2027-05-05 03:30:00'],
  ['UTC+5.5', 'UTC+5.5', '2027-05-04 12:30:00'],
  ['+05:45', '+05:45', '2027-05-04 12:15:00'],
  ['UTC-12', 'UTC-12', '2027-05-05 06:00:00'],
  ['UTC+14', 'UTC+14', '2027-05-04 04:00:00'],
  ['', 'America/New_York', '2027-05-04 22:00:00'],
]
const noZones = ['UTC-12:01', 'UTC+14:30', '+14:01', 'Mars/Olympus', 'CEST', 'UTC+', '+2', 7, {}]

/** Title → start and end in the site zone, New York. */
const events: Readonly<Record<string, readonly [string, string]>> = {
  A: ['2027-03-09 23:59:59', '2027-03-10 00:00:00'],
  B: ['2027-03-10 00:00:00', '2027-03-10 12:00:00'],
  C: ['2027-03-10 12:00:00', '2027-03-10 23:59:59'],
  D: ['2027-03-10 23:59:59', '2027-03-11 00:00:00'],
  E: ['2027-03-11 00:00:00', '2027-03-11 09:00:00'],
}
/** Query → the events in the window: each row of the table by whole days, then with strict_dates. */
const windows: readonly (readonly [string, string])[] = [
  ['start_date=2027-03-10 12:00', 'BCDE'],
  ['start_date=2027-03-10 12:00&strict_dates=true', 'CDE'],
  ['start_date=2027-03-01&end_date=2027-03-10 12:00', 'ABC'],
  ['start_date=2027-03-01&end_date=2027-03-10 12:00&strict_dates=true', 'AB'],
  ['starts_before=2027-03-10 12:00', 'ABCD'],
  ['starts_before=2027-03-10 12:00&strict_dates=true', 'AB'],
  ['starts_after=2027-03-10 12:00', 'E'],
  ['starts_after=2027-03-10 12:00&strict_dates=true', 'DE'],
  ['ends_before=2027-03-10 12:00', 'ABC'],
  ['ends_before=2027-03-10 12:00&strict_dates=true', 'A'],
  ['ends_after=2027-03-10 12:00', 'DE'],
  ['ends_after=2027-03-10 12:00&strict_dates=true', 'CDE'],
  // The day is that of the instant in the site zone: 03:00 UTC on the 11th is still the 10th.
  ['starts_before=2027-03-11T03:00:00Z', 'ABCD'],
  ['starts_after=2027-03-11T03:00:00Z', 'E'],
  // All given filters apply, and any of the four disables the defaults of the pair.
  ['ends_after=2027-03-09&starts_before=2027-03-10', 'ABCD'],
  ['starts_after=2000-01-01', 'ABCDE'],
  ['start_date=2027-03-11&end_date=2027-03-10', ''],
  ['end_date=2027-01-01', ''],
  ['start_date=2027-03-10', 'BCDE'],
  ['start_date=1000-01-01&end_date=9999-12-31', 'ABCDE'],
  ['starts_after=9999-12-31', ''],
  ['', 'ABCDE'],
  ['include=1,3&start_date=2030-01-01&ends_before=2000-01-01', 'AC'],
]

for (const { name } of anyDialects()) {
  describe(`dates on ${name}`, () => {
    let service: TestService
    const inParis = (more: Json) => service.post('/events', anEvent({ timezone: 'Europe/Paris', ...more }))
    const titles = async (query: string) =>
      (await service.get(`/events?${query}`)).body.events.map(({ title }: Json) => title).join('')

    beforeAll(async () => {
      service = await testService(name)
      for (const [title, [start_date, end_date]] of Object.entries(events))
        await service.post('/events', { title, start_date, end_date })
    })
    afterAll(() => service.close())

    it.each(windows)('§3.1 %s → %s', async (query, found) => {
      expect(await titles(query)).toBe(found)
    })

    it('§3.1 ends_after=yesterday lists events that have not ended', async () => {
      service.at('2027-03-10T17:30:00Z')
      expect(await titles('ends_after=yesterday')).toBe('ABCDE')
      service.at('2027-03-11T17:30:00Z')
      expect(await titles('ends_after=yesterday')).toBe('DE')
      service.at('2027-01-15T12:00:00Z')
    })

    it.each(dates)('§2.3 resolves %j in the zone of the event', async (sent, wall) => {
      const { status, body } = await inParis({ start_date: sent, end_date: '2030-01-01' })
      expect([status, body.start_date]).toEqual([201, wall])
    })

    it.each(noDates)('§2.3 rejects %j in every date arg', async (sent) => {
      for (const field of ['start_date', 'end_date', 'date', 'date_utc']) {
        const { body: event } = await inParis({})
        const { status, body } = await service.patch(`/events/${event.id}`, { [field]: sent })
        expect([status, Object.keys(body.data.params)], field).toEqual([400, [field]])
      }
      if (typeof sent !== 'string' || sent === '') return
      for (const filter of ['start_date', 'starts_before', 'ends_after']) {
        const { status, body } = await service.get(`/events?${filter}=${sent}`)
        expect([status, Object.keys(body.data.params)], filter).toEqual([400, [filter]])
      }
    })

    it('§2.3 resolves date in the site zone, date_utc in UTC, and a text with its own offset as that instant', async () => {
      const published = async (sent: Json) => {
        const { date, date_utc } = (await inParis(sent)).body
        return [date, date_utc]
      }
      expect(await published({ date: '2026-05-04 18:00' })).toEqual([
        '2026-05-04 18:00:00',
        '2026-05-04 22:00:00',
      ])
      expect(await published({ date_utc: '2026-05-04 18:00' })).toEqual([
        '2026-05-04 14:00:00',
        '2026-05-04 18:00:00',
      ])
      for (const field of ['date', 'date_utc'])
        expect(await published({ [field]: '2026-05-04T18:00:00+02:00' }), field).toEqual([
          '2026-05-04 12:00:00',
          '2026-05-04 16:00:00',
        ])
    })

    it('§2.3 keeps the instant when the same local time is sent again, and moves it when an offset says so', async () => {
      const second = { start_date: '2027-11-07T01:30:00-05:00', end_date: '2027-11-07 05:00:00' }
      const { body: event } = await service.post('/events', anEvent(second))
      expect(event).toMatchObject({
        start_date: '2027-11-07 01:30:00',
        utc_start_date: '2027-11-07 06:30:00',
      })
      const utc = async (change: Json) =>
        (await service.patch(`/events/${event.id}`, change)).body.utc_start_date
      expect(await utc({ start_date: '2027-11-07 01:30:00' })).toBe('2027-11-07 06:30:00')
      expect(await utc({ start_date: '2027-11-07T01:30:00-04:00' })).toBe('2027-11-07 05:30:00')
      expect(await utc({ start_date: '2027-11-07T06:30:00Z' })).toBe('2027-11-07 06:30:00')
      expect(await utc({ start_date: '2027-11-07 01:30:00', timezone: 'UTC' })).toBe('2027-11-07 01:30:00')
    })

    it('§2.3 moves the publication when an offset selects the other occurrence of a repeated hour', async () => {
      const { body: event } = await service.post('/events', anEvent({ date: '2026-11-01T01:30:00-04:00' }))
      const utc = async (date: string) => (await service.patch(`/events/${event.id}`, { date })).body.date_utc
      expect(await utc('2026-11-01T01:30:00-05:00')).toBe('2026-11-01 06:30:00')
      expect(await utc('2026-11-01 01:30:00')).toBe('2026-11-01 06:30:00')
      expect(await utc('2026-11-01T01:30:00-04:00')).toBe('2026-11-01 05:30:00')
    })

    it.each(zones)('§2.4 stores the zone %j as %s', async (sent, timezone, utc_start_date) => {
      const { body } = await service.post('/events', anEvent({ timezone: sent }))
      expect(body).toMatchObject({ timezone, utc_start_date, start_date: '2027-05-04 18:00:00' })
    })

    it.each(noZones)('§2.4 rejects the zone %j', async (timezone) => {
      const { status, body } = await service.post('/events', anEvent({ timezone }))
      expect([status, Object.keys(body.data.params)]).toEqual([400, ['timezone']])
    })
  })
}

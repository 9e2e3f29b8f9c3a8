/** Series in calendars (contract §10.4): other programs read exactly the dates of the events. */
import { beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { expandedByIcalJs } from '../support/recurring.ts'
import { type Json, type TestService, testService } from '../support/service.ts'

const yoga = {
  title: 'Yoga',
  start_date: '2027-03-02 18:00',
  end_date: '2027-03-02 19:30',
  recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=10',
}
const utc = (timestamp: unknown) => Date.parse(`${String(timestamp).replace(' ', 'T')}Z`) / 1000
const END = utc('2028-12-31 00:00:00')

/** Series whose times are read by ical.js. */
const kinds: readonly Json[] = [
  {},
  { recurrence: ['FREQ=WEEKLY;BYDAY=FR;COUNT=5'] },
  { recurrence: ['FREQ=WEEKLY;UNTIL=20270504', 'RDATE:20270604T101500', 'EXDATE:20270316T180000'] },
  { recurrence: ['FREQ=WEEKLY;UNTIL=20270504T180000', 'EXDATE;VALUE=DATE:20270316'] },
  { recurrence: ['RDATE:20270304T180000,20270604T101500'] },
  {
    recurrence: ['FREQ=MONTHLY;BYDAY=-1SU;COUNT=12'],
    start_date: '2027-01-31 22:00',
    end_date: '2027-02-01 06:00',
  },
  { recurrence: 'FREQ=DAILY;COUNT=5', start_date: '2027-03-26 22:00', end_date: '2027-03-27 06:00' },
  { recurrence: 'FREQ=DAILY;COUNT=5', start_date: '2027-03-26 02:30', end_date: '2027-03-26 03:30' },
  { recurrence: 'FREQ=DAILY;COUNT=5', start_date: '2027-10-29 02:30', end_date: '2027-10-29 03:30' },
  {
    recurrence: 'FREQ=DAILY;BYHOUR=2,3;COUNT=8',
    start_date: '2027-03-26 02:00',
    end_date: '2027-03-26 02:30',
  },
  { recurrence: 'FREQ=MONTHLY;COUNT=5', all_day: true, start_date: '2027-01-31', end_date: '2027-02-01' },
  {
    recurrence: ['FREQ=DAILY;COUNT=5', 'EXDATE:20270302'],
    all_day: true,
    start_date: '2027-03-01',
    end_date: '2027-03-01',
  },
  { recurrence: 'FREQ=WEEKLY;COUNT=9', timezone: 'UTC' },
  { recurrence: 'FREQ=WEEKLY;COUNT=9', timezone: 'UTC+5:30' },
  { recurrence: 'FREQ=WEEKLY;UNTIL=20270601T000000Z', timezone: 'America/New_York' },
]

for (const { name } of anyDialects()) {
  describe(`series in calendars on ${name}`, () => {
    let service: TestService
    let admin: Record<string, string>
    let text: (path: string, headers?: Record<string, string>) => Promise<string>
    const events = async (query = '') =>
      (await service.get(`/events?start_date=2026-01-01&per_page=100${query}`)).body.events as Json[]
    const expected = (some: readonly Json[]) =>
      some
        .map((event) => ({
          title: event.title,
          start:
            event.all_day === true
              ? utc(`${String(event.start_date).slice(0, 10)} 00:00:00`)
              : utc(event.utc_start_date),
          end:
            event.all_day === true
              ? utc(`${String(event.end_date).slice(0, 10)} 00:00:00`) + 86_400
              : utc(event.utc_end_date),
        }))
        .sort((a, b) => a.start - b.start || a.end - b.end)
    const read = (calendar: string) => expandedByIcalJs(calendar, END).map(({ uid: _, ...one }) => one)

    beforeEach(async () => {
      service = await testService(name, { FASTI_TIME_ZONE: 'Europe/Rome' })
      service.at('2027-01-10T11:00:00Z')
      admin = (await service.user('administrator')).headers
      text = async (path, headers) => {
        const answered = await service.get(path, headers)
        expect([path, answered.status]).toEqual([path, 200])
        return String(answered.body)
      }
      return () => service.close()
    })
    const added = async (more: Json = {}) => {
      const answered = await service.post('/events', { ...yoga, ...more }, admin)
      expect([answered.status, answered.body]).toEqual([201, expect.anything()])
      return answered.body as Json
    }

    it('§10.4 are read by ical.js with exactly the instants of their events', async () => {
      for (const kind of kinds) {
        const { series } = await added(kind)
        const own = await events(`&series=${(series as Json).id}`)
        const calendar = await text(`/events.ics?start_date=2026-01-01&series=${(series as Json).id}`)
        expect([kind, read(calendar)]).toEqual([kind, expected(own)])
        expect([kind, calendar.match(/^UID:/gm)?.length]).toEqual([
          kind,
          1 + (calendar.match(/^RECURRENCE-ID/gm)?.length ?? 0),
        ])
      }
    })

    it('§10.4 are one VEVENT with a rule, exceptions with RECURRENCE-ID, and EXDATE for occurrences in the trash', async () => {
      await added()
      const [, second, third] = await events()
      await service.patch(
        `/events/${third?.id}`,
        { title: 'Outdoors', start_date: '2027-03-16 10:00', end_date: '2027-03-16 11:00' },
        admin,
      )
      await service.remove(`/events/${second?.id}`, admin)
      const calendar = await text('/events.ics')
      expect(calendar).toContain('RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=10\r\n')
      expect(calendar.match(/^EXDATE.*$/gm)).toEqual(['EXDATE;TZID=Europe/Rome:20270309T180000'])
      expect(calendar.match(/^RECURRENCE-ID.*$/gm)).toEqual([
        'RECURRENCE-ID;TZID=Europe/Rome:20270316T180000',
      ])
      expect(new Set(calendar.match(/^UID.*$/gm)).size).toBe(1)
      expect(calendar).not.toContain('STATUS:CANCELLED')
      expect(read(calendar)).toEqual(expected(await events()))
      await service.patch(`/events/${second?.id}`, { status: 'publish' }, admin)
      expect(await text('/events.ics')).not.toContain('EXDATE')
    })

    it('§10.4 leave out occurrences that the reader may not see or that a password protects', async () => {
      await added()
      const [, second, third] = await events()
      await service.patch(`/events/${second?.id}`, { status: 'private' }, admin)
      await service.patch(`/events/${third?.id}`, { password: 'secret', description: 'Guarded' }, admin)
      const calendar = await text('/events.ics')
      expect(calendar.match(/^EXDATE.*$/gm)).toEqual(['EXDATE;TZID=Europe/Rome:20270309T180000'])
      expect(calendar).not.toContain('Guarded')
      expect(read(calendar)).toEqual(expected(await events()))
    })

    it('§10.4 are selected by a window or a filter as soon as one occurrence is in it', async () => {
      await added({ categories: ['Sport'] })
      await added({ title: 'Later', start_date: '2027-08-03 18:00', end_date: '2027-08-03 19:30' })
      for (const query of ['start_date=2027-04-01&end_date=2027-04-30', 'categories=sport'])
        expect(read(await text(`/events.ics?${query}`))).toHaveLength(10)
    })

    it('§10.4 are the calendar of each of their occurrences, and single events with expand', async () => {
      await added()
      const [, second] = await events()
      expect(read(await text(`/events/${second?.id}.ics`))).toEqual(expected(await events()))
      const single = await text(`/events/${second?.id}.ics?expand=true`)
      expect(read(single)).toEqual(expected(second === undefined ? [] : [second]))
      const all = await text('/events.ics?expand=true')
      expect(all).not.toContain('RRULE')
      expect(read(all)).toEqual(expected(await events()))
      expect(new Set(all.match(/^UID.*$/gm)).size).toBe(10)
    })

    it('§10.4 are cancelled if all occurrences are in the trash', async () => {
      await added()
      const before = await text('/events.ics')
      const [first] = await events()
      await service.remove(`/events/${first?.id}?apply_to=all`, admin)
      const after = await text('/events.ics')
      expect(after.match(/^UID.*$/gm)).toEqual(before.match(/^UID.*$/gm))
      expect(after).toContain('STATUS:CANCELLED')
      expect(after).not.toContain('RRULE')
    })

    it('are once in other feeds with collapse=series', async () => {
      await added()
      for (const format of ['rss', 'atom', 'feed.json']) {
        const count = async (query: string) =>
          (await text(`/events.${format}?${query}`)).match(/Yoga/g)?.length ?? 0
        expect(await count('')).toBeGreaterThan(9)
        expect(await count('collapse=series')).toBeLessThan(5)
      }
    })
  })
}

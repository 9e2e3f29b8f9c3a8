import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { importing, moment } from '../support/importing.ts'
import { ALL_LATER_YEARS, importCalendar, vtimezone } from '../support/inside/formats.ts'
import type { Json } from '../support/service.ts'
import { type Rome, romeService } from './support.ts'

const unfolded = (text: string) => text.replace(/\r\n[ \t]/g, '').split('\r\n')

describe('the VTIMEZONE of an endless series', () => {
  it('§10.4 has rules without end where the zone has', () => {
    const rules = (zone: string) =>
      unfolded(vtimezone(zone, [2027, 2028, ALL_LATER_YEARS])).filter((line) => line.startsWith('RRULE'))
    expect(rules('Europe/Rome')).toEqual([
      'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
      'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
    ])
    expect(rules('America/New_York')).toEqual([
      'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU',
      'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU',
    ])
    expect(rules('Asia/Tokyo')).toEqual([])
    // The clocks of Gaza follow the moon: they are listed for twenty years.
    expect(rules('Asia/Gaza')).toEqual([])
    expect(vtimezone('Asia/Gaza', [2027, ALL_LATER_YEARS]).split('BEGIN:').length).toBeGreaterThan(35)
    expect(vtimezone('Europe/Rome', [2027, 2028])).not.toContain('RRULE')
  })
})

for (const { name } of anyDialects()) {
  describe(`an own feed, on ${name}`, () => {
    let service: Rome
    beforeEach(async () => {
      service = await romeService(name)
    })
    afterEach(() => service.close())

    const feed = async () => (await service.get('/events.ics?starts_after=2000-01-01', service.admin)).body
    const create = (body: Json) => service.post('/events', { title: 'Event', ...body }, service.admin)

    it('§10.4 changes nothing when it is imported again, whatever the form of UNTIL, RDATE and the zone', async () => {
      const timed = { start_date: '2027-03-02 18:00', end_date: '2027-03-02 19:00' }
      const days = { start_date: '2027-03-02', end_date: '2027-03-03', all_day: true }
      const bodies: readonly Json[] = [
        { ...timed, recurrence: 'FREQ=DAILY;UNTIL=20270310' },
        { ...timed, recurrence: 'FREQ=DAILY;UNTIL=20270310T235959' },
        { ...timed, recurrence: 'FREQ=DAILY;UNTIL=20270310T170000Z' },
        { ...timed, recurrence: 'FREQ=WEEKLY;BYDAY=FR;COUNT=5' },
        { ...timed, recurrence: ['RRULE:FREQ=DAILY;COUNT=3', 'RDATE:20270302T180000'] },
        { ...days, recurrence: 'FREQ=DAILY;INTERVAL=3;UNTIL=20270320T120000' },
        { ...days, recurrence: 'FREQ=WEEKLY;BYDAY=FR;COUNT=5' },
        { ...days, recurrence: ['RDATE;VALUE=DATE:20270302,20270401'] },
        { ...days, recurrence: ['RRULE:FREQ=WEEKLY;COUNT=2', 'RDATE;VALUE=DATE:20270302'] },
        ...['UTC+2', 'UTC-3:30', 'UTC', '+05:30'].flatMap((timezone) => [
          { ...timed, timezone },
          { ...timed, timezone, recurrence: 'FREQ=WEEKLY;BYDAY=TU,FR;COUNT=5' },
        ]),
      ]
      for (const body of bodies) expect([body, (await create(body)).status]).toEqual([body, 201])
      const [revision, text] = [await service.store.revision(), await feed()]
      const now = () => ({ ...moment, zone: 'Europe/Rome' })
      const changed: string[] = []
      const onResult = ({ outcome, line }: { outcome: string; line: number }) =>
        void (
          outcome !== 'unchanged' &&
          changed.push(
            text
              .split('\r\n')
              .slice(line - 1, line + 12)
              .join(' '),
          )
        )
      const tally = await importCalendar(
        text,
        { name: 'a', isConfined: false },
        importing(service, { now, onResult }),
      )
      expect(changed).toEqual([])
      expect(tally).toMatchObject({ created: 0, updated: 0, unchanged: bodies.length, refused: 0 })
      expect([...tally.notes.keys()]).toEqual([])
      expect((await feed()).replace(/DTSTAMP.*/g, '')).toBe(text.replace(/DTSTAMP.*/g, ''))
      expect(await service.store.revision()).toBeGreaterThanOrEqual(revision)
    })

    it('§10.4 leaves what is in the trash as it was, though it tells of it as cancelled', async () => {
      const day = { start_date: '2027-03-02 18:00', end_date: '2027-03-02 19:00' }
      const { body: event } = await create(day)
      await service.remove(`/events/${event.id}`, service.admin)
      const text = await feed()
      expect(text).toContain('STATUS:CANCELLED')
      const now = () => ({ ...moment, zone: 'Europe/Rome' })
      const tally = await importCalendar(text, { name: 'a', isConfined: false }, importing(service, { now }))
      expect(tally).toMatchObject({ created: 0, updated: 0, refused: 0 })
      const { body } = await service.patch(`/events/${event.id}`, { status: 'publish' }, service.admin)
      expect([body.status, body.event_status]).toEqual(['publish', 'scheduled'])
    })

    it('names no zone that POSIX reads with the opposite sign: its times are in UTC', async () => {
      const timed = { start_date: '2027-03-02 18:00', end_date: '2027-03-02 19:00' }
      await create({ ...timed, timezone: 'UTC+2' })
      await create({ ...timed, timezone: 'UTC+2', recurrence: 'FREQ=WEEKLY;COUNT=2' })
      await create({ ...timed, timezone: 'UTC-3:30', recurrence: 'FREQ=WEEKLY;COUNT=2' })
      const lines = unfolded(await feed())
      const starts = lines.filter((line) => /^DTSTART.*20270302/.test(line)).sort()
      expect(starts).toEqual([
        'DTSTART:20270302T160000Z',
        'DTSTART;TZID=Etc/GMT-2:20270302T180000',
        'DTSTART;TZID=Fixed-0330:20270302T180000',
      ])
      expect(lines.filter((line) => line.startsWith('TZID:')).sort()).toEqual([
        'TZID:Etc/GMT-2',
        'TZID:Fixed-0330',
      ])
      expect(lines.filter((line) => line.startsWith('X-FASTI-TIMEZONE')).sort()).toEqual([
        'X-FASTI-TIMEZONE:UTC+2',
        'X-FASTI-TIMEZONE:UTC+2',
        'X-FASTI-TIMEZONE:UTC-3:30',
      ])
    })
  })
}

import { beforeEach, describe, expect, it } from 'vitest'
import { readByIcalJs } from '../support/calendars.ts'
import { anyDialects } from '../support/dialects.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

/** In 2027, clocks go back on 7 November in New York (05:00Z to 07:00Z is 1:00 to 2:00, twice) and on 31 October in London (00:00Z to 02:00Z). */
const newYork = { start_date: '2027-11-05 01:30', end_date: '2027-11-05 01:45', timezone: 'America/New_York' }
const london = { start_date: '2027-10-29 01:30', end_date: '2027-10-29 01:45', timezone: 'Europe/London' }
const lordHowe = {
  start_date: '2027-04-02 01:45',
  end_date: '2027-04-02 01:50',
  timezone: 'Australia/Lord_Howe',
}
const firstInNewYork = '2027-11-07 05:30:00'
const secondInLondon = '2027-10-31 01:30:00'

for (const { name } of anyDialects())
  describe(`series in the hour that the clocks repeat on ${name}`, () => {
    let service: TestService
    let headers: Record<string, string>
    beforeEach(async () => {
      service = await testService(name, { FASTI_TIME_ZONE: 'Europe/London' })
      headers = (await service.user('administrator')).headers
      return () => service.close()
    })
    const make = async (times: Json, recurrence: readonly string[]) => {
      const made = await service.post('/events', anEvent({ title: 'Night', ...times, recurrence }), headers)
      expect([recurrence, made.status]).toEqual([recurrence, 201])
      return made.body
    }
    const startsOf = async (series: number): Promise<readonly string[]> =>
      (await service.get(`/events?per_page=50&series=${series}&start_date=2020-01-01`)).body.events.map(
        ({ utc_start_date }: Json) => String(utc_start_date),
      )

    it.each([
      [newYork, '20271107T052959Z', 2],
      [newYork, '20271107T053000Z', 3],
      [newYork, '20271107T055959Z', 3],
      [newYork, '20271107T060000Z', 3],
      [newYork, '20271107T065959Z', 3],
      [newYork, '20271107T070000Z', 3],
      [newYork, '20271108T063000Z', 4],
      [london, '20271031T010000Z', 3],
      [lordHowe, '20270403T150000Z', 3],
    ])('§10.1 of %j have by UNTIL=%s %i dates, and say it as it was written', async (times, until, count) => {
      const rule = `RRULE:FREQ=DAILY;UNTIL=${until}`
      const { series } = await make(times, [rule])
      expect(await startsOf(series.id)).toHaveLength(count)
      expect(series.recurrence).toEqual([rule])
      expect(String((await service.get('/events.ics')).body)).toContain(`${rule}\r\n`)
    })

    it('§10.1 lose by EXDATE the date of that instant, and no other', async () => {
      const daily = 'RRULE:FREQ=DAILY;COUNT=4'
      const second = await make(newYork, [daily, 'EXDATE:20271107T063000Z'])
      expect(await startsOf(second.series.id)).toContain(firstInNewYork)
      expect(second.series.recurrence).toEqual([daily, 'EXDATE:20271107T063000Z'])
      const first = await make(newYork, [daily, 'EXDATE:20271107T053000Z'])
      expect(await startsOf(first.series.id)).not.toContain(firstInNewYork)
      const local = await make(newYork, [daily, 'EXDATE:20271107T013000'])
      expect(await startsOf(local.series.id)).not.toContain(firstInNewYork)
    })

    it('§10.1 have by RDATE the date of that instant, the earlier of two, and what EXDATE leaves of them', async () => {
      const weekly = 'RRULE:FREQ=WEEKLY;COUNT=2'
      const { series } = await make(london, [weekly, 'RDATE:20271031T013000Z'])
      expect(await startsOf(series.id)).toContain(secondInLondon)
      expect(series.recurrence).toEqual([weekly, 'RDATE:20271031T013000Z'])
      const twice = await make(london, ['RRULE:FREQ=DAILY;COUNT=4', 'RDATE:20271031T013000Z'])
      expect(await startsOf(twice.series.id)).not.toContain(secondInLondon)
      const left = await make(london, [
        'RRULE:FREQ=DAILY;COUNT=4',
        'RDATE:20271031T013000Z',
        'EXDATE:20271031T003000Z',
      ])
      expect(await startsOf(left.series.id)).toContain(secondInLondon)
    })

    it('§10.4 are the same instants in their calendar and where another service reads it', async () => {
      await make(london, ['RRULE:FREQ=WEEKLY;COUNT=2', 'RDATE:20271031T013000Z'])
      await make(newYork, ['RRULE:FREQ=DAILY;UNTIL=20271107T060000Z', 'EXDATE:20271107T063000Z'])
      const calendar = String((await service.get('/events.ics')).body)
      expect(calendar).toContain('RDATE:20271031T013000Z\r\n')
      expect(calendar).toContain('EXDATE:20271107T063000Z\r\n')
      expect(calendar).toMatch(/RECURRENCE-ID:20271031T013000Z\r\n/)
      expect(readByIcalJs(calendar).length).toBeGreaterThan(2)
      const other = await testService(name)
      const there = (await other.user('administrator')).headers
      const sent = { ...there, 'content-type': 'text/calendar' }
      expect((await other.ask('POST', '/import', calendar, sent)).body).toMatchObject({
        created: 2,
        notes: [],
      })
      const query = '/events?per_page=50&start_date=2027-01-01'
      const starts = ({ body }: Pick<Awaited<ReturnType<TestService['get']>>, 'body'>) =>
        body.events.map(({ utc_start_date }: Json) => utc_start_date)
      expect(starts(await other.get(query))).toEqual(starts(await service.get(query)))
      await other.close()
    })

    it('§10.4 note at an import the date that another one at the same wall clock time hides', async () => {
      const lines = [
        'DTSTART;TZID=Europe/London:20271029T013000',
        'RRULE:FREQ=DAILY;COUNT=4',
        'RDATE:20271031T013000Z',
      ]
      const event = ['BEGIN:VEVENT', 'UID:night', 'SUMMARY:Night', ...lines, 'END:VEVENT']
      const calendar = ['BEGIN:VCALENDAR', ...event, 'END:VCALENDAR'].join('\r\n')
      const sent = { ...headers, 'content-type': 'text/calendar' }
      const { body } = await service.ask('POST', '/import', calendar, sent)
      expect(body).toMatchObject({ created: 1 })
      expect(JSON.stringify(body.notes)).toMatch(/2027-10-31 01:30:00 .*twice/)
    })
  })

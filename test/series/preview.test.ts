/** The preview of a recurrence before an event is saved with it (contract §10.1). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { type TestService, testService } from '../support/service.ts'

for (const { name } of anyDialects()) {
  describe(`the preview of a recurrence on ${name}`, () => {
    let service: TestService
    let author: Record<string, string>
    beforeAll(async () => {
      service = await testService(name, { FASTI_TIME_ZONE: 'Europe/Rome' })
      service.at('2027-01-10T11:00:00Z')
      author = (await service.user('author')).headers
    })
    afterAll(() => service.close())
    const preview = (sent: Record<string, string>, headers = author) =>
      service.get(`/recurrence?${new URLSearchParams(sent)}`, headers)
    const evening = { start_date: '2027-03-02 18:00', end_date: '2027-03-02 19:30' }

    it('§10.1 shows its lines, its description and its dates, across a clock change', async () => {
      const { status, body } = await preview({ ...evening, recurrence: 'FREQ=WEEKLY;BYDAY=TU;COUNT=10' })
      expect([status, body.recurrence, body.total, body.has_more]).toEqual([
        200,
        ['RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=10'],
        10,
        false,
      ])
      expect(body.text).toMatch(/Tuesday/)
      expect(body.dates).toHaveLength(10)
      expect(body.dates[4]).toEqual({ start_date: '2027-03-30 18:00:00', end_date: '2027-03-30 19:30:00' })
    })

    it('§10.1 shows twenty dates of an endless rule, and whole days as days', async () => {
      const days = { start_date: '2027-03-02', end_date: '2027-03-02', all_day: 'true' }
      const { body } = await preview({ ...days, recurrence: 'RRULE:FREQ=MONTHLY' })
      expect([body.dates.length, body.total, body.has_more]).toEqual([20, null, true])
      expect(body.dates[0]).toEqual({ start_date: '2027-03-02 00:00:00', end_date: '2027-03-02 23:59:59' })
    })

    it('§10.1 shows the dates from a later one on, of a series that COUNT ends where it always did', async () => {
      const rule = { ...evening, recurrence: 'FREQ=WEEKLY;COUNT=10' }
      const { body } = await preview({ ...rule, from: '2027-04-13 18:00' })
      const days = body.dates.map(({ start_date }: { start_date: string }) => start_date.slice(0, 10))
      expect([body.total, body.has_more, days]).toEqual([
        10,
        false,
        ['2027-04-13', '2027-04-20', '2027-04-27', '2027-05-04'],
      ])
      expect(body.rest).toEqual(['RRULE:FREQ=WEEKLY;COUNT=4'])
      const within = await preview({ ...rule, from: '2027-04-28' })
      expect(within.body.dates).toHaveLength(1)
      const before = await preview({ ...rule, from: '2027-01-01' })
      expect(before.body.dates).toHaveLength(10)
      expect((await preview({ ...rule, from: '2027-05-05' })).body.dates).toEqual([])
    })

    it('§10.3 says how the lines go on from a later date, as a change of the following ones takes them', async () => {
      const days = [
        ...['RRULE:FREQ=WEEKLY;COUNT=10', 'RDATE:20270304T180000,20270501T180000'],
        'EXDATE:20270309T180000,20270420T180000',
      ]
      const rest = async (recurrence: readonly string[], from: string) =>
        (await preview({ ...evening, recurrence: recurrence.join('\n'), from })).body.rest
      expect(await rest(days, '2027-04-13 18:00')).toEqual([
        ...['RRULE:FREQ=WEEKLY;COUNT=4', 'RDATE:20270501T180000', 'EXDATE:20270420T180000'],
      ])
      expect(await rest(days, '2027-03-02 18:00')).toEqual(days)
      expect(await rest(['RRULE:FREQ=WEEKLY;COUNT=3'], '2027-06-01 18:00')).toEqual([
        'RRULE:FREQ=WEEKLY;COUNT=1',
      ])
      expect(await rest(['RRULE:FREQ=WEEKLY'], '2027-06-01 18:00')).toEqual(['RRULE:FREQ=WEEKLY'])
      expect(await rest(['RDATE:20270304T180000,20270501T180000'], '2027-03-04 18:00')).toEqual([
        'RDATE:20270304T180000,20270501T180000',
      ])
    })

    it('§10.1 follows no endless number of dates before a later one', async () => {
      const daily = { start_date: '1800-01-01', end_date: '1800-01-01', from: '2027-01-01' }
      const endless = await preview({ ...daily, recurrence: 'FREQ=DAILY' })
      expect(endless.body.dates[0].start_date).toBe('2027-01-01 00:00:00')
      for (const more of [
        { recurrence: 'FREQ=DAILY;COUNT=99999' },
        { from: '2029-01-11' },
        { from: '9999-01-01' },
      ]) {
        const { status, body } = await preview({ ...daily, recurrence: 'FREQ=DAILY', ...more })
        expect([status, Object.keys(body.data.params)]).toEqual([400, ['from']])
      }
    })

    it('§10.1 is refused for the same reasons as the event, and for users who may not write events', async () => {
      for (const recurrence of [
        'FREQ=HOURLY',
        'RRULE:FREQ=DAILY;COUNT=2;UNTIL=20280101',
        'FREQ=DAILY;INTERVAL=0',
      ]) {
        const { status, body } = await preview({ ...evening, recurrence })
        expect([status, Object.keys(body.data.params)]).toEqual([400, ['recurrence']])
      }
      const backwards = await preview({ ...evening, end_date: '2027-03-01', recurrence: 'FREQ=DAILY' })
      expect(Object.keys(backwards.body.data.params)).toEqual(['end_date'])
      expect((await preview({ ...evening, recurrence: 'FREQ=DAILY' }, {})).status).toBe(401)
      expect((await service.get('/events?status=any', author)).body.total).toBe(0)
    })
  })
}

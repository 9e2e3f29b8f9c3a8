import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { type Rome, romeService, yoga } from './support.ts'

for (const { name } of dialects) {
  describe(`creating a series on ${name}`, () => {
    let service: Rome
    const starts = async (series: number) =>
      (await service.occurrences(series)).map(({ start_date }) => String(start_date))

    beforeAll(async () => {
      service = await romeService(name)
    })
    afterAll(() => service.close())

    it('§10.1 accepts a text with line breaks or a list, with or without RRULE', async () => {
      for (const recurrence of [
        'FREQ=WEEKLY;COUNT=2',
        'RRULE:FREQ=WEEKLY;COUNT=2',
        ['RRULE:FREQ=WEEKLY;COUNT=2'],
        'RRULE:FREQ=WEEKLY;COUNT=3\nEXDATE;VALUE=DATE:20270316',
      ]) {
        const { series, ids } = await service.create({ recurrence })
        expect(ids).toHaveLength(2)
        expect(await starts(series)).toEqual(['2027-03-02 18:00:00', '2027-03-09 18:00:00'])
      }
    })

    it('§10.1 accepts a series of dates without a rule, and of one occurrence', async () => {
      const dates = await service.create({ recurrence: 'RDATE:20270305T200000,20270310T180000' })
      expect(await starts(dates.series)).toEqual([
        ...['2027-03-02 18:00:00', '2027-03-05 20:00:00', '2027-03-10 18:00:00'],
      ])
      expect((await service.create({ recurrence: 'FREQ=DAILY;COUNT=1' })).ids).toHaveLength(1)
    })

    it('§10.1 counts the start as the first occurrence, whether or not it matches the rule', async () => {
      const { series } = await service.create({ recurrence: 'FREQ=WEEKLY;BYDAY=FR;COUNT=3' })
      expect((await starts(series)).map((start) => start.slice(5, 10))).toEqual(['03-02', '03-05', '03-12'])
    })

    it('§10.1 refuses recurrence with the reason, together with the other faults', async () => {
      const faults = [
        ['FREQ=MINUTELY', /within a day/],
        ['FREQ=DAILY;UNTIL=20270101T000000Z', /UNTIL/],
        ['FREQ=DAILY;COUNT=3;UNTIL=20280101T000000Z', /COUNT/],
        ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', /never recurs/],
        ['FREQ=DAILY;EVERY=2', /EVERY/],
        ['EXDATE:20270302T180000', /neither RRULE nor RDATE/],
        ['FREQ=DAILY;BYHOUR=6,18', /more than 1,?000/],
        ['FREQ=DAILY;COUNT=1000000000;BYHOUR=6,18', /more than 1,?000/],
        ['FREQ=DAILY;INTERVAL=0', /INTERVAL/],
      ] as const
      for (const [recurrence, reason] of faults) {
        const { status, body } = await service.post('/events', { ...yoga, recurrence }, service.admin)
        expect([recurrence, status]).toEqual([recurrence, 400])
        expect(body.data.params.recurrence, recurrence).toMatch(reason)
      }
      const both = await service.post('/events', { ...yoga, recurrence: 'X', venue: [999] }, service.admin)
      expect(Object.keys(both.body.data.params).sort()).toEqual(['recurrence', 'venue'])
      expect((await service.post('/events', { ...yoga, recurrence: 5 }, service.admin)).status).toBe(400)
    })

    it('§10.1 turns a single event into the first occurrence, which keeps its id and slug', async () => {
      const { recurrence, ...single } = yoga
      const { body: event } = await service.post(
        '/events',
        { ...single, title: 'Choir', tags: ['song'] },
        service.admin,
      )
      const { status, body } = await service.patch(`/events/${event.id}`, { recurrence }, service.admin)
      expect([status, body.id, body.slug, body.series.recurrence_id]).toEqual([
        ...[200, event.id, 'choir', '2027-03-02 18:00:00'],
      ])
      const all = await service.occurrences(body.series.id)
      expect(all.map(({ slug }) => slug).slice(0, 2)).toEqual(['choir', 'choir-2027-03-09'])
      const tag = (await service.get('/tags?slug=song')).body.tags[0]
      expect(tag.count).toBe(10)
    })

    it('§10.1 gives occurrences a slug with the day, and with the time if a day has several', async () => {
      const { series } = await service.create({
        title: 'Tour',
        recurrence: 'RDATE:20270302T200000,20270303T180000',
      })
      const slugs = (await service.occurrences(series)).map(({ slug }) => slug)
      expect(slugs).toEqual(['tour-2027-03-02-1800', 'tour-2027-03-02-2000', 'tour-2027-03-03'])
      const again = await service.create({ title: 'Tour', recurrence: 'FREQ=DAILY;COUNT=2' })
      const others = (await service.occurrences(again.series)).map(({ slug }) => slug)
      expect(others).toEqual(['tour-2-2027-03-02', 'tour-2-2027-03-03'])
    })

    it('§10.1 shifts an occurrence out of a gap, together with its recurrence_id', async () => {
      const { series } = await service.create({
        start_date: '2027-03-27 02:30',
        end_date: '2027-03-27 02:45',
        recurrence: 'FREQ=DAILY;COUNT=3',
      })
      const all = await service.occurrences(series)
      expect(all.map(({ start_date, end_date }) => [start_date, end_date])).toEqual([
        ['2027-03-27 02:30:00', '2027-03-27 02:45:00'],
        ['2027-03-28 03:30:00', '2027-03-28 03:45:00'],
        ['2027-03-29 02:30:00', '2027-03-29 02:45:00'],
      ])
      expect(all[1]?.series).toMatchObject({ recurrence_id: '2027-03-28 03:30:00' })
    })

    it('§10.1 skips the day that Samoa skipped', async () => {
      const { series } = await service.create({
        timezone: 'Pacific/Apia',
        start_date: '2011-12-29 10:00',
        end_date: '2011-12-29 11:00',
        recurrence: 'FREQ=DAILY;COUNT=3',
      })
      const found = (await starts(series)).map((start) => start.slice(0, 10))
      expect(new Set(found).size).toBe(found.length)
      expect(found).not.toContain('2011-12-30')
    })

    it('§10.1 keeps all-day occurrences all-day', async () => {
      const { series } = await service.create({
        all_day: true,
        start_date: '2027-03-26',
        end_date: '2027-03-28',
        recurrence: 'FREQ=WEEKLY;COUNT=2',
      })
      const all = await service.occurrences(series)
      expect(all.map(({ start_date, end_date }) => [start_date, end_date])).toEqual([
        ['2027-03-26 00:00:00', '2027-03-28 23:59:59'],
        ['2027-04-02 00:00:00', '2027-04-04 23:59:59'],
      ])
    })
  })
}

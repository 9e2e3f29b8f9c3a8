import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import type { Json } from '../support/service.ts'
import { type Rome, romeService } from './support.ts'

for (const { name } of dialects) {
  describe(`series and their events on ${name}`, () => {
    let service: Rome
    beforeAll(async () => {
      service = await romeService(name)
    })
    afterAll(() => service.close())

    it('§10.2 an event shows its series, and a single event shows none', async () => {
      const { ids, series } = await service.create()
      const { body } = await service.get(`/events/${ids[3]}`)
      expect(body.series).toEqual({
        id: series,
        recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=10'],
        recurrence_id: '2027-03-23 18:00:00',
        is_exception: false,
        own_fields: [],
        rest_url: `http://127.0.0.1:3000/cal/events/v1/series/${series}`,
      })
      const single = { title: 'S', start_date: '2027-03-02', end_date: '2027-03-02' }
      expect((await service.post('/events', single, service.admin)).body.series).toBeNull()
    })

    it('§10.2 a series shows its rule in words, its counts, its next occurrence and its addresses', async () => {
      const { series, ids } = await service.create({ title: 'Choir' })
      await service.remove(`/events/${ids[0]}`, service.admin)
      const { body } = await service.get(`/series/${series}`)
      expect(Object.keys(body)).toEqual([
        ...[
          'id',
          'author',
          'status',
          'title',
          'slug',
          'language',
          'languages',
          'recurrence',
          'timezone',
          'all_day',
          'no_end_time',
        ],
        ...[
          'start_date',
          'end_date',
          'text',
          'count',
          'total',
          'group',
          'in_main',
          'next',
          'made_until',
          'continues',
          'continued_by',
        ],
        ...['date', 'date_utc', 'modified', 'modified_utc', 'url', 'rest_url', 'events_url'],
      ])
      expect(body).toMatchObject({
        ...{ id: series, title: 'Choir', slug: 'choir', timezone: 'Europe/Rome', all_day: false },
        ...{ start_date: '2027-03-02 18:00:00', end_date: '2027-03-02 19:30:00' },
        ...{ count: 9, total: 10, next: '2027-03-09 18:00:00', made_until: '2029-01-10 23:59:59' },
        url: 'http://127.0.0.1:3000/series/choir/',
        events_url: `http://127.0.0.1:3000/cal/events/v1/events?series=${series}`,
      })
      const german = await service.get(`//de/cal/events/v1/series/${series}`)
      expect(german.body.text).not.toBe(body.text)
      expect(german.body.text).toMatch(/Dienstag/)
    })

    it('§10.2 an endless series has no total, and none after its last occurrence', async () => {
      const { series } = await service.create({ title: 'Daily', recurrence: 'FREQ=DAILY' })
      const { body } = await service.get(`/series/${series}`)
      expect([body.total, body.count]).toEqual([null, 681])
    })

    it('§10.2 lists series by the filters of events, without a default window', async () => {
      service.at('2030-01-01T00:00:00Z')
      const found = async (query: string, headers = {}) => {
        const { body } = await service.get(`/series?${query}`, headers)
        return [body.total, body.series.map(({ title }: Json) => title)]
      }
      expect(await found('')).toEqual([3, ['Yoga', 'Daily', 'Choir']])
      expect(await found('search=choir')).toEqual([1, ['Choir']])
      expect(await found('starts_after=2027-06-01')).toEqual([1, ['Daily']])
      expect(await found('orderby=title&order=desc&per_page=2')).toEqual([3, ['Yoga', 'Daily']])
      expect(await found('orderby=title&order=desc&per_page=2&page=2')).toEqual([3, ['Choir']])
      expect(await found('include=1,99')).toEqual([1, ['Yoga']])
      expect(await found('exclude=1')).toEqual([2, ['Daily', 'Choir']])
      expect((await service.get('/series?status=draft')).status).toBe(401)
      expect((await service.get('/series?page=9')).body.code).toBe('series-archive-page-not-found')
      service.at('2027-01-10T11:00:00Z')
    })

    it('§10.2 shows an unpublished series to those who may read it', async () => {
      const { series } = await service.create({ title: 'Plan', status: 'draft' })
      expect((await service.get(`/series/${series}`)).body.code).toBe('series-not-accessible')
      expect((await service.get(`/series/${series}`, service.admin)).status).toBe(200)
      expect((await service.get('/series?search=plan')).body.total).toBe(0)
      expect((await service.get('/series?search=plan&status=draft', service.admin)).body.total).toBe(1)
      expect((await service.get(`/events?series=${series}`)).status).toBe(400)
      expect((await service.get('/series/999')).body.code).toBe('series-not-found')
      expect((await service.post('/series', {}, service.admin)).status).toBe(405)
    })

    it('§10.2 unknown series in the list of events, and unknown values of collapse, are refused', async () => {
      for (const query of ['series=999', 'series=x', 'collapse=all'])
        expect([query, (await service.get(`/events?${query}`)).status]).toEqual([query, 400])
    })

    it('§10.2 collapsed lists show the first event of each series in the order of the list, with correct totals and pages', async () => {
      const window = 'starts_after=2027-01-01&ends_before=2027-12-31&collapse=series'
      const all = (await service.get(`/events?${window}`)).body
      expect([all.total, all.events.map(({ title }: Json) => title)]).toEqual([
        4,
        ['S', 'Yoga', 'Daily', 'Choir'],
      ])
      const last = (await service.get(`/events?${window}&order=desc&per_page=3`)).body
      expect(last.events.map(({ start_date }: Json) => start_date)).toEqual([
        ...['2027-12-31 18:00:00', '2027-05-04 18:00:00', '2027-05-04 18:00:00'],
      ])
      const second = (await service.get(`/events?${window}&per_page=3&page=2`)).body
      expect([second.total_pages, second.events[0].title]).toEqual([2, 'Choir'])
      const found = (await service.get(`/events?${window}&search=yoga`)).body
      expect([found.total, found.events[0].start_date]).toEqual([1, '2027-03-02 18:00:00'])
      const feed = await service.get('/events.rss?starts_after=2027-01-01&collapse=series')
      expect(feed.body.match(/<item>/g)).toHaveLength(4)
    })

    it('§10.2 collapsed lists keep the first occurrence of each series in each order', async () => {
      const weekly = 'RRULE:FREQ=WEEKLY;COUNT=4'
      const { ids } = await service.create({ title: 'Moved about', recurrence: weekly })
      const { ids: others } = await service.create({ title: 'Long one', recurrence: weekly })
      const move = (id: number | undefined, start_date: string, end_date: string) =>
        service.patch(`/events/${id}`, { start_date, end_date }, service.admin)
      await move(ids[3], '2027-02-01 08:00', '2027-02-01 09:00')
      await move(ids[0], '2027-03-02 08:00', '2027-12-30 09:00')
      await move(others[1], '2027-02-03 08:00', '2027-12-31 09:00')
      await service.patch(`/events/${others[2]}`, { title: 'A last one' }, service.admin)
      await service.patch(`/events/${others[3]}`, { title: 'Zither' }, service.admin)
      const window = 'starts_after=2027-01-01&per_page=50'
      for (const orderby of ['start_date', 'end_date', 'id', 'date', 'modified', 'title', 'status', 'author'])
        for (const order of ['asc', 'desc']) {
          const list = `/events?${window}&orderby=${orderby}&order=${order}`
          const all: Json[] = []
          for (let page = 1, pages = 1; page <= pages; page += 1) {
            const { body } = await service.get(`${list}&page=${page}`)
            all.push(...body.events)
            pages = body.total_pages
          }
          const seriesOf = ({ series }: Json): unknown => Object(series).id
          const first = all.filter(
            (one, at) =>
              one.series === null || all.findIndex((other) => seriesOf(other) === seriesOf(one)) === at,
          )
          const { events, total } = (await service.get(`${list}&collapse=series`)).body
          expect([orderby, order, total, events.map(({ id }: Json) => id)]).toEqual([
            ...[orderby, order, first.length, first.map(({ id }) => id)],
          ])
        }
    })

    it('§10.2 cached lists and single events show a change of the series', async () => {
      const { series, ids } = await service.create({ title: 'Cached' })
      const list = `/events?series=${series}`
      await service.get(list)
      await service.get(`/events/${ids[1]}`)
      await service.remove(`/events/${ids[0]}?force=true`, service.admin)
      const excluded = expect.arrayContaining([expect.stringContaining('EXDATE')])
      expect((await service.get(list)).body.events[0].series.recurrence).toEqual(excluded)
      expect((await service.get(`/events/${ids[1]}`)).body.series.recurrence).toEqual(excluded)
    })

    it('§10.4 linked data of an occurrence names the dates without one that the public sees, as they are now', async () => {
      const { ids } = await service.create({ recurrence: 'FREQ=WEEKLY;COUNT=6\nEXDATE:20270309T180000' })
      const [first, , trashed, deleted, drafted] = ids
      const excepted = async () => {
        const { body } = await service.get(`/events/${first}`)
        const page = await service.get(`/${new URL(body.url).pathname}`)
        const { exceptDate = [] } = body.json_ld.superEvent.eventSchedule
        for (const date of exceptDate) expect(page.body).toContain(date)
        return exceptDate.map((date: string) => date.slice(5, 10))
      }
      const path = (id: unknown) => `/events/${id}`
      expect(await excepted()).toEqual(['03-09'])
      await service.remove(path(trashed), service.admin)
      expect(await excepted()).toEqual(['03-09', '03-23'])
      await service.remove(`${path(deleted)}?force=true`, service.admin)
      await service.patch(path(drafted), { status: 'draft' }, service.admin)
      expect(await excepted()).toEqual(['03-09', '03-23', '03-30', '04-06'])
      await service.patch(path(trashed), { status: 'publish' }, service.admin)
      await service.patch(path(drafted), { status: 'publish' }, service.admin)
      expect(await excepted()).toEqual(['03-09', '03-30'])
    })
  })
}

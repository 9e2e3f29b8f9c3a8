/** The examples of contract §10.5, in order, on a calendar in Rome. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { type Json, type TestService, testService } from '../support/service.ts'

const yoga = {
  title: 'Yoga',
  start_date: '2027-03-02 18:00',
  end_date: '2027-03-02 19:30',
  recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=10',
}

for (const { name } of anyDialects()) {
  describe(`the examples of series on ${name}`, () => {
    let service: TestService
    let admin: Record<string, string>
    let ids: readonly number[]
    const all = '/events?start_date=2027-01-01&per_page=50'
    const listed = async (query: string) => (await service.get(`${all}&${query}`)).body
    const titles = async () => (await listed('series=1')).events.map((one: Json) => one.title)

    beforeAll(async () => {
      service = await testService(name, { FASTI_TIME_ZONE: 'Europe/Rome' })
      service.at('2027-01-10T11:00:00Z')
      admin = (await service.user('administrator')).headers
    })
    afterAll(() => service.close())

    it('§10.5 1: makes ten occurrences that follow the wall clock', async () => {
      const created = await service.post('/events', yoga, admin)
      expect([created.status, created.body.start_date]).toEqual([201, '2027-03-02 18:00:00'])
      expect(created.body.series).toEqual({
        id: 1,
        recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=10'],
        recurrence_id: '2027-03-02 18:00:00',
        is_exception: false,
        own_fields: [],
        rest_url: 'http://127.0.0.1:3000/cal/events/v1/series/1',
      })
      const { events, total } = await listed('series=1')
      ids = events.map((one: Json) => one.id)
      expect(total).toBe(10)
      expect(new Set(events.map((one: Json) => String(one.start_date).slice(11)))).toEqual(
        new Set(['18:00:00']),
      )
      expect(events.map((one: Json) => String(one.utc_start_date).slice(11, 13))).toEqual([
        ...['17', '17', '17', '17'],
        ...['16', '16', '16', '16', '16', '16'],
      ])
      expect(events.slice(0, 2).map((one: Json) => one.slug)).toEqual(['yoga-2027-03-02', 'yoga-2027-03-09'])
    })

    it('§10.5 2: changes one occurrence, then all without overwriting its own fields', async () => {
      const third = await service.patch(`/events/${ids[2]}`, { title: 'Yoga outdoors' }, admin)
      expect(third.body.series).toMatchObject({ is_exception: true, own_fields: ['title'] })
      expect((await titles()).filter((title: string) => title === 'Yoga')).toHaveLength(9)
      const morning = {
        apply_to: 'all',
        title: 'Morning yoga',
        start_date: '2027-03-02 07:00',
        end_date: '2027-03-02 08:30',
      }
      const changed = await service.patch(`/events/${ids[0]}`, morning, admin)
      expect([changed.status, changed.body.title]).toEqual([200, 'Morning yoga'])
      const { events } = await listed('series=1')
      expect(events.map((one: Json) => String(one.start_date).slice(11))).toEqual(Array(10).fill('07:00:00'))
      expect(events.map((one: Json) => String(one.end_date).slice(11))).toEqual(Array(10).fill('08:30:00'))
      expect((await titles()).filter((title: string) => title === 'Morning yoga')).toHaveLength(9)
      expect((await titles())[2]).toBe('Yoga outdoors')
    })

    it('§10.5 3: splits a series into two, which keep the ids', async () => {
      const cut = await service.patch(
        `/events/${ids[4]}`,
        { apply_to: 'following', venue: { venue: 'Park' } },
        admin,
      )
      expect([cut.status, cut.body.series.id, cut.body.venue.venue]).toEqual([200, 2, 'Park'])
      const [first, second] = [await listed('series=1'), await listed('series=2')]
      expect([first.total, second.total]).toEqual([4, 6])
      expect([...first.events, ...second.events].map((one: Json) => one.id)).toEqual(ids)
      expect(second.events.every((one: { venue: Json }) => one.venue.venue === 'Park')).toBe(true)
      const series = [(await service.get('/series/1')).body, (await service.get('/series/2')).body]
      expect(series.map(({ continues, continued_by, total }) => [continues, continued_by, total])).toEqual([
        [null, 2, 4],
        [1, null, 6],
      ])
    })

    it('§10.5 4: removes and restores an occurrence', async () => {
      expect((await service.remove(`/events/${ids[1]}`, admin)).body.status).toBe('trash')
      expect((await listed('series=1,2')).total).toBe(9)
      const back = await service.patch(`/events/${ids[1]}`, { status: 'publish' }, admin)
      expect(back.body.series).toMatchObject({ is_exception: false, own_fields: [] })
      expect((await listed('series=1,2')).total).toBe(10)
    })

    it('§10.5 5: refuses invalid rules, and skips months without the day', async () => {
      const wrong = [
        ['RRULE:FREQ=DAILY', 'RRULE:FREQ=WEEKLY'],
        'FREQ=HOURLY',
        'RRULE:FREQ=MONTHLY;BYMONTHDAY=31;COUNT=x',
      ]
      for (const recurrence of wrong) {
        const answer = await service.post('/events', { ...yoga, recurrence }, admin)
        expect([answer.status, Object.keys(answer.body.data.params)]).toEqual([400, ['recurrence']])
      }
      const faults = { recurrence: 'FREQ=MINUTELY', categories: [9999], venue: 99, author: 99 }
      const names = ['author', 'categories', 'recurrence', 'venue']
      const [{ series }] = (await listed('series=1')).events
      const [own] = ids
      for (const answer of [
        await service.post('/events', { ...yoga, ...faults }, admin),
        await service.patch(`/events/${own}`, { ...faults, apply_to: 'all' }, admin),
        await service.patch(`/series/${series.id}`, faults, admin),
      ]) {
        expect([answer.status, Object.keys(answer.body.data.params).sort()]).toEqual([400, names])
        expect(answer.body.data.params.recurrence).toContain('FREQ=MINUTELY')
      }
      // Where other args can't even be parsed, too.
      for (const path of [`/events/${own}`, `/series/${series.id}`]) {
        const answer = await service.patch(path, { recurrence: 'FREQ=HOURLY', featured: 'perhaps' }, admin)
        expect(Object.keys(answer.body.data.params).sort()).toEqual(['featured', 'recurrence'])
      }
      const undated = await service.post(
        '/events',
        { ...yoga, recurrence: 'FREQ=HOURLY', start_date: 'never' },
        admin,
      )
      expect(Object.keys(undated.body.data.params).sort()).toEqual(['recurrence', 'start_date'])
      const last = await service.post(
        '/events',
        {
          ...yoga,
          title: 'Last day',
          start_date: '2027-01-31 18:00',
          end_date: '2027-01-31 19:00',
          recurrence: 'RRULE:FREQ=MONTHLY;BYMONTHDAY=31;COUNT=5',
        },
        admin,
      )
      const { events } = await listed(`series=${last.body.series.id}`)
      expect(events.map((one: Json) => String(one.start_date).slice(0, 7))).toEqual([
        ...['2027-01', '2027-03', '2027-05', '2027-07', '2027-08'],
      ])
    })

    it('§10.5 7: shows a series once in collapsed lists', async () => {
      const { events, total } = await listed('collapse=series&series=1')
      expect([total, events.map((one: Json) => one.id)]).toEqual([1, [ids[0]]])
      const later = (await service.get('/events?start_date=2027-03-15&collapse=series&series=1')).body
      expect([later.total, later.events[0].id]).toEqual([1, ids[2]])
      const collapsed = await listed('collapse=series')
      expect(collapsed.total).toBe(3)
    })

    it('§10.5 8: refuses a contributor who changes another’s series', async () => {
      const contributor = (await service.user('contributor')).headers
      const before = (await service.get('/series/1')).body
      const answer = await service.patch(`/events/${ids[0]}`, { apply_to: 'all', title: 'Mine' }, contributor)
      expect(answer.status).toBe(403)
      expect((await service.get('/series/1')).body).toEqual(before)
      expect(await titles()).not.toContain('Mine')
    })
  })
}

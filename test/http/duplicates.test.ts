import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

type Headers = Record<string, string>

for (const { name } of anyDialects()) {
  describe(`duplicating events and bulk changes over HTTP on ${name}`, () => {
    let service: TestService
    let editor: Headers
    let contributor: Headers
    beforeAll(async () => {
      service = await testService(name)
      await service.user('administrator', 'ada')
      editor = (await service.user('editor')).headers
      contributor = (await service.user('contributor')).headers
    })
    afterAll(() => service.close())

    const make = async (values: Json = {}) => (await service.post('/events', anEvent(values), editor)).body

    it('copies an event to several dates as drafts, at its time of day unless a date contains a time', async () => {
      const event = await make({
        title: 'Market',
        start_date: '2027-05-04 18:00',
        end_date: '2027-05-05 01:30',
        timezone: 'Europe/Rome',
        cost: '5 €',
        categories: ['Markets'],
        venue: { venue: 'Square' },
        custom_fields: { stalls: 4 },
        tickets: [{ name: 'Seat', price: '5', valid_through: '2027-05-04 17:00' }],
        event_status: 'cancelled',
      })
      const dates = ['2027-05-11', '2027-10-31 20:15']
      const { status, body } = await service.post(`/events/${event.id}/duplicate`, { dates }, editor)
      expect(status).toBe(201)
      expect(body.events).toHaveLength(2)
      expect(body.events[0]).toMatchObject({
        title: 'Market',
        status: 'draft',
        start_date: '2027-05-11 18:00:00',
        end_date: '2027-05-12 01:30:00',
        timezone: 'Europe/Rome',
        cost: '5 €',
        event_status: 'scheduled',
        venue: { venue: 'Square' },
        categories: [{ name: 'Markets' }],
        custom_fields: { stalls: { label: 'stalls', value: 4 } },
        tickets: [{ name: 'Seat', valid_through: '2027-05-11 17:00:00' }],
      })
      expect(body.events[1]).toMatchObject({
        start_date: '2027-10-31 20:15:00',
        end_date: '2027-11-01 03:45:00',
        slug: 'market-3',
      })
    })

    it('publishes copies on request, supports dry runs and idempotency keys, and undoes all copies at once', async () => {
      const { id } = await make({ title: 'Copied' })
      const path = `/events/${id}/duplicate`
      const sent = { dates: '2027-06-01,2027-06-02', status: 'publish' }
      const dry = await service.post(`${path}?dry_run=true`, sent, editor)
      expect(dry.body).toMatchObject({ dry_run: true, events: [{ status: 'publish' }, {}] })
      const keyed = { ...editor, 'idempotency-key': 'copy once' }
      const first = await service.post(path, sent, keyed)
      const again = await service.post(path, sent, keyed)
      expect(again.body).toEqual(first.body)
      const count = async () => (await service.get('/events?search=Copied', editor)).body.total
      expect(await count()).toBe(3)
      await service.post('/undo', { revision: Number(first.headers['x-fasti-revision']) }, editor)
      expect(await count()).toBe(1)
    })

    it('copies an occurrence as a single event, and a protected event with its password', async () => {
      const event = await make({ title: 'Yoga', recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3' })
      const { body } = await service.post(`/events/${event.id}/duplicate`, { dates: ['2027-06-01'] }, editor)
      expect(body.events[0].series).toBeNull()
      const secret = await make({ title: 'Private view' })
      await service.patch(`/events/${secret.id}`, { password: 'sesame' }, editor)
      const path = `/events/${secret.id}/duplicate`
      expect((await service.post(path, { dates: ['2027-06-01'] }, contributor)).status).toBe(403)
      const copy = (await service.post(path, { dates: ['2027-06-01'], status: 'publish' }, editor)).body
        .events[0]
      expect((await service.get(`/events/${copy.id}`)).status).toBe(401)
    })

    it('copies only events that the caller may read, and needs the rights of a create', async () => {
      const { id } = await make({ title: 'Public' })
      const draft = await make({ title: 'Draft', status: 'draft' })
      const dates = ['2027-06-01']
      const own = await service.post(`/events/${id}/duplicate`, { dates, status: 'publish' }, contributor)
      expect([own.status, own.body.events[0].status]).toEqual([201, 'pending'])
      expect((await service.post(`/events/${draft.id}/duplicate`, { dates }, contributor)).status).toBe(403)
      expect((await service.post(`/events/${id}/duplicate`, { dates })).status).toBe(401)
      expect((await service.post('/events/999999/duplicate', { dates }, editor)).status).toBe(404)
      for (const wrong of [[], ['soon'], '', Array.from({ length: 101 }, () => '2027-06-01')])
        expect((await service.post(`/events/${id}/duplicate`, { dates: wrong }, editor)).status).toBe(400)
    })

    it('changes categories, tags, venue, status and days of several events in one write', async () => {
      const venue = (await service.post('/venues', { venue: 'New place' }, editor)).body.id
      const one = await make({ title: 'One', categories: ['Old'], tags: ['keep'] })
      const two = await make({ title: 'Two', start_date: '2027-03-13 10:00', end_date: '2027-03-13 12:00' })
      const change = {
        ids: [one.id, two.id],
        add_categories: ['Fresh'],
        remove_categories: [one.categories[0].id],
        add_tags: ['added'],
        venue: [venue],
        status: 'draft',
        shift_days: 1,
      }
      const answer = await service.post('/events/bulk', change, editor)
      expect(answer.body).toEqual({ changed: [one.id, two.id], unchanged: [] })
      const read = async (id: number) => (await service.get(`/events/${id}`, editor)).body
      expect(await read(one.id)).toMatchObject({
        categories: [{ name: 'Fresh' }],
        tags: [{ name: 'added' }, { name: 'keep' }],
        venue: { venue: 'New place' },
        status: 'draft',
      })
      // A day on the wall clock, also across a clock change.
      expect(await read(two.id)).toMatchObject({
        start_date: '2027-03-14 10:00:00',
        utc_start_date: '2027-03-14 14:00:00',
      })
      await service.post('/undo', { revision: Number(answer.headers['x-fasti-revision']) }, editor)
      expect(await read(one.id)).toMatchObject({
        categories: [{ name: 'Old' }],
        tags: [{ name: 'keep' }],
        venue: [],
        status: 'publish',
        start_date: one.start_date,
      })
      expect((await read(two.id)).start_date).toBe('2027-03-13 10:00:00')
    })

    it('changes none of several events if one is refused, and names it', async () => {
      const { headers } = await service.user('author')
      const own = (await service.post('/events', anEvent({ title: 'Own' }), headers)).body.id
      const other = (await make({ title: 'Not yours' })).id
      const sent = { ids: [own, other], add_tags: [], status: 'draft' }
      const { status, body } = await service.post('/events/bulk', sent, headers)
      expect([status, body.code]).toEqual([403, 'rest_forbidden'])
      expect(body.message).toContain('Not yours')
      expect((await service.get(`/events/${own}`)).body.status).toBe('publish')
    })

    it('refuses a bulk change without events, without a change, of too many events, and by anonymous callers', async () => {
      const { id } = await make()
      const asked = async (sent: Json, headers = editor) =>
        (await service.post('/events/bulk', sent, headers)).status
      expect(await asked({ ids: [], status: 'draft' })).toBe(400)
      expect(await asked({ ids: [id] })).toBe(400)
      expect(await asked({ ids: Array.from({ length: 101 }, (_, at) => at + 1), status: 'draft' })).toBe(400)
      expect(await asked({ ids: [999_999], status: 'draft' })).toBe(404)
      expect(await asked({ ids: [id], venue: [999_999] })).toBe(400)
      expect(await asked({ ids: [id], status: 'draft' }, {})).toBe(401)
      expect((await service.post('/events/bulk', { ids: [id], featured: true }, editor)).status).toBe(400)
    })
  })
}

import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import { createClient, type Schemas } from '../clients/typescript/src/index.ts'
import { anyDialect } from './support/dialects.ts'
import { type TestService, testService } from './support/service.ts'

for (const { name } of anyDialect) {
  describe(`the typed client on ${name}`, () => {
    let service: TestService
    let calendar: ReturnType<typeof createClient>

    beforeAll(async () => {
      service = await testService(name)
      const address = await service.app.listen({ host: '127.0.0.1', port: 0 })
      calendar = createClient({ baseUrl: `${address}/cal/events/v1` })
    })
    afterAll(() => service.close())

    it('creates, reads, lists, updates and removes an event', async () => {
      const created = await calendar.POST('/events', {
        body: {
          title: 'Market day',
          start_date: '2027-05-04 08:00',
          end_date: '2027-05-04 13:00',
          venue: { venue: 'Porta Palazzo', city: 'Turin' },
          organizer: [{ organizer: 'Market Society' }],
          categories: ['Markets'],
          tags: ['outdoors'],
        },
      })
      expect([created.response.status, created.error]).toEqual([201, undefined])
      const { id = 0, venue } = created.data ?? {}
      expectTypeOf(venue).toEqualTypeOf<Schemas['Venue'] | Schemas['Venue'][] | undefined>()
      expect(venue).toMatchObject({ city: 'Turin' })

      const read = await calendar.GET('/events/{id}', { params: { path: { id } } })
      expect(read.data?.utc_start_date).toBe('2027-05-04 12:00:00')

      const query = { start_date: '2027-05-01', end_date: '2027-05-31', tags: ['outdoors'], per_page: 5 }
      const list = await calendar.GET('/events', { params: { query } })
      expectTypeOf(list.data?.events[0]?.title).toEqualTypeOf<string | undefined>()
      expect([list.data?.total, list.data?.events[0]?.title]).toEqual([1, 'Market day'])

      const changed = await calendar.PATCH('/events/{id}', {
        params: { path: { id }, header: { 'If-Match': read.response.headers.get('etag') ?? '' } },
        body: { title: 'Market morning', venue: null },
      })
      expect([changed.data?.title, changed.data?.venue]).toEqual(['Market morning', []])

      const removed = await calendar.DELETE('/events/{id}', {
        params: { path: { id }, query: { force: true } },
      })
      expect(removed.data).toMatchObject({ deleted: true, previous: { id } })
      expect((await calendar.GET('/events/{id}', { params: { path: { id } } })).response.status).toBe(404)
    })

    it('creates, lists, updates and removes items of every other resource', async () => {
      const venue = (await calendar.POST('/venues', { body: { venue: 'Hall', geo_lat: 45.1 } })).data?.id ?? 0
      const organizer = (await calendar.POST('/organizers', { body: { organizer: 'Society' } })).data?.id ?? 0
      const category = (await calendar.POST('/categories', { body: { name: 'Fairs' } })).data?.id ?? 0
      const tag = (await calendar.POST('/tags', { body: { name: 'free' } })).data?.id ?? 0
      const path = (id: number) => ({ params: { path: { id } } })
      expect(
        (await calendar.PUT('/venues/{id}', { ...path(venue), body: { city: 'Rome' } })).data?.city,
      ).toBe('Rome')
      expect(
        (await calendar.PATCH('/organizers/{id}', { ...path(organizer), body: { email: 'a@b.example' } }))
          .data?.email,
      ).toBe('a@b.example')
      expect(
        (await calendar.PATCH('/categories/{id}', { ...path(category), body: { name: 'Fair' } })).data?.name,
      ).toBe('Fair')
      expect(
        (await calendar.PATCH('/tags/{id}', { ...path(tag), body: { description: 'x' } })).data?.description,
      ).toBe('x')
      const hidden = { params: { query: { hide_empty: false } } }
      expect((await calendar.GET('/venues')).data?.venues.length).toBeGreaterThan(0)
      expect((await calendar.GET('/organizers')).data?.organizers.length).toBeGreaterThan(0)
      expect((await calendar.GET('/categories', hidden)).data?.categories.length).toBeGreaterThan(0)
      expect((await calendar.GET('/tags', hidden)).data?.tags.length).toBeGreaterThan(0)
      expect((await calendar.DELETE('/venues/{id}', path(venue))).data).toMatchObject({ status: 'trash' })
      expect((await calendar.DELETE('/organizers/{id}', path(organizer))).response.status).toBe(200)
      expect((await calendar.DELETE('/categories/{id}', path(category))).data?.name).toBe('Fair')
      expect((await calendar.DELETE('/tags/{id}', path(tag))).data?.name).toBe('free')
    })

    it('returns errors as typed problems', async () => {
      const { error, response } = await calendar.POST('/events', {
        body: { title: 'A', start_date: 'foo', end_date: '2027-05-04' },
      })
      expectTypeOf(error?.message).toEqualTypeOf<string | undefined>()
      expect([response.status, error?.code]).toEqual([400, 'rest_invalid_param'])
    })

    it('does not compile requests that the service would refuse', () => {
      const wrong = () => {
        // @ts-expect-error: the dates are missing
        calendar.POST('/events', { body: { title: 'A' } })
        // @ts-expect-error: there is no such order
        calendar.GET('/tags', { params: { query: { order: 'up' } } })
        // @ts-expect-error: there is no such address
        calendar.GET('/colours')
      }
      expect(wrong).toBeTypeOf('function')
    })
  })
}

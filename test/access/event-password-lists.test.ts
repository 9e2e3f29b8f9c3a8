import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects, isAny } from '../support/dialects.ts'
import { MAX_EVENTS_TRIED } from '../support/inside/items.ts'
import { MAX_WRONG_PASSWORDS } from '../support/inside/people.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

for (const { name } of dialects) {
  describe(`lists with the password of an event on ${name}`, () => {
    let service: TestService
    // Attempts are counted in memory, and hashing takes long: one database is enough.
    let editor: Record<string, string>

    beforeEach(async () => {
      service = await testService(name)
      editor = (await service.user('editor')).headers
    })
    afterEach(() => service.close())

    /** Creates a password-protected event and returns its id. */
    async function closed(title: string, password: string, more: Json = {}): Promise<number> {
      const { body } = await service.post('/events', anEvent({ title, ...more }), editor)
      await service.patch(`/events/${body.id}`, { password }, editor)
      return body.id
    }
    const listed = async (query: string, password?: string, collection = 'events') => {
      const headers = password === undefined ? {} : { 'x-event-password': password }
      const { status, body } = await service.get(`/${collection}?${query}`, headers)
      return status === 200 ? body[collection].map((one: Json) => one.id) : status
    }

    it('§4.7 apply the search and every filter to the event with the correct password only', async () => {
      const id = await closed('Gala', 's', {
        description: 'With fireworks',
        featured: true,
        venue: { venue: 'Castle', geo_lat: 48.85, geo_lng: 2.35 },
        organizer: { organizer: 'Ada' },
        categories: ['Music'],
        tags: ['Night'],
        tickets: [{ name: 'Seat', price: '5' }],
      })
      await service.post('/events', anEvent({ title: 'Open', categories: ['Music'] }), editor)
      const filters = [
        'search=fireworks',
        'featured=true',
        'venue=castle',
        'organizer=ada',
        'tags=night',
        'ticketed=1',
      ]
      for (const filter of [...filters, 'geoloc=true', 'geoloc_lat=48.85&geoloc_lng=2.35']) {
        expect([filter, await listed(filter)]).toEqual([filter, []])
        expect([filter, await listed(filter, 'wrong')]).toEqual([filter, []])
        expect([filter, await listed(filter, 's')]).toEqual([filter, [id]])
      }
      const { body } = await service.get('/events?categories=music&_fields=events,total', {
        'x-event-password': 's',
      })
      expect([body.total, body.events.map((one: Json) => one.description)]).toEqual([
        2,
        [expect.stringContaining('fireworks'), ''],
      ])
      expect(await listed('featured=false', 's')).not.toContain(id)
      expect(await listed(`event=${id}`, undefined, 'venues')).toEqual([])
      expect(await listed(`event=${id}`, 's', 'venues')).toHaveLength(1)
      expect(await listed(`post=${id}&hide_empty=0`, 'x', 'tags')).toEqual([])
      expect(await listed(`post=${id}&hide_empty=0`, 's', 'tags')).toHaveLength(1)
    })

    it('§4.7 give consistent results on every page', async () => {
      const ids: number[] = []
      for (const at of [1, 2, 3]) ids.push(await closed(`Show ${at}`, 's', { featured: true }))
      const pages: unknown[] = []
      for (const page of [1, 2, 3]) pages.push(await listed(`featured=1&per_page=1&page=${page}`, 's'))
      expect(pages).toEqual(ids.map((id) => [id]))
      expect(await listed('featured=1&per_page=1&page=4', 's')).toBe(404)
    })

    if (isAny(name))
      it(`§4.7 try the password on at most ${MAX_EVENTS_TRIED} events, and count each one as a login attempt`, async () => {
        for (let at = 0; at < MAX_EVENTS_TRIED + 2; at += 1)
          await closed(`Closed ${at}`, 'same', { featured: true })
        for (const query of ['per_page=50', 'featured=1', 'search=closed'])
          expect([
            query,
            (await service.get(`/events?${query}`, { 'x-event-password': 'same' })).body.events.filter(
              (one: Json) => one.show_map === true,
            ).length,
          ]).toEqual([query, MAX_EVENTS_TRIED])
        const requests = MAX_WRONG_PASSWORDS / MAX_EVENTS_TRIED
        // Both lists count towards the limit, so half of it from each reaches it. A repeated guess counts, too, and takes no hash.
        for (let at = 0; at < requests; at += 2) {
          const guess = `wrong ${Math.min(at, 2)}`
          expect(await listed('per_page=50', guess), `request ${at}`).toHaveLength(MAX_EVENTS_TRIED + 2)
          expect(await listed('featured=1', guess), `request ${at}`).toEqual([])
        }
        for (const query of ['per_page=50', 'featured=1']) expect(await listed(query, 'wrong')).toBe(429)
        expect((await service.get('/events/1', { 'x-event-password': 'same' })).status).toBe(429)
        service.at('2027-01-15T12:01:01Z')
        expect(await listed('featured=1', 'wrong')).toEqual([])
      })

    if (isAny(name))
      it('§4.7 remain readable with one correct password, even if other events have other passwords', async () => {
        await closed('Own', 'mine')
        for (const at of [1, 2, 3]) await closed(`Other ${at}`, `theirs ${at}`)
        for (let at = 0; at < 70; at += 1) {
          const { body } = await service.get('/events?per_page=50', { 'x-event-password': 'mine' })
          const open = body.events.filter(({ show_map }: Json) => show_map).map(({ title }: Json) => title)
          expect([at, open, body.total]).toEqual([at, ['Own'], 4])
        }
      })

    it('§4.7 the password in the query string opens an event by slug, and its calendar', async () => {
      await closed('Gala', 's')
      for (const path of ['/events/by-slug/gala', '/events/by-slug/gala.ics']) {
        expect((await service.get(path)).status).toBe(401)
        expect((await service.get(`${path}?password=x`)).status).toBe(401)
        expect((await service.get(`${path}?password[a]=s`)).status).toBe(401)
        const { status, headers } = await service.get(`${path}?password=s`)
        expect([path, status, headers['cache-control']]).toEqual([path, 200, 'private, no-store'])
        expect((await service.get(`${path}?password=`, { 'x-event-password': 's' })).status).toBe(200)
      }
    })
  })
}

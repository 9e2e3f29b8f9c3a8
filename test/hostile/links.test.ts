import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

type Headers = Record<string, string>
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const always = 'start_date=1970-01-01&end_date=2200-01-01'

for (const { name } of anyDialects()) {
  describe(`links to other users’ items on ${name}`, () => {
    let service: TestService
    let admin: Headers
    let victim: { readonly id: number; readonly headers: Headers }
    let thief: { readonly id: number; readonly headers: Headers }

    beforeAll(async () => {
      service = await testService(name)
      admin = (await service.user('administrator')).headers
      victim = await service.user('author', 'victim')
      thief = await service.user('author', 'thief')
    })
    afterAll(() => service.close())

    const kept = async (collection: string, id: unknown) =>
      (await service.get(`/${collection}/${id}`, admin)).body

    it('§4.5 embedded objects never change the items that they name', async () => {
      const { body: venue } = await service.post('/venues', { venue: 'Victim’s hall' }, victim.headers)
      const { body: club } = await service.post('/organizers', { organizer: 'Victim’s club' }, victim.headers)
      const before = [await kept('venues', venue.id), await kept('organizers', club.id)]
      for (const embedded of [
        { id: venue.id, venue: 'stolen', author: thief.id },
        [{ id: venue.id, venue: 'stolen', status: 'trash', website: 'https://evil.example' }],
        { ...venue, venue: 'stolen' },
      ]) {
        const { status, body } = await service.post('/events', anEvent({ venue: embedded }), thief.headers)
        expect([status, body.venue.venue]).toEqual([201, 'Victim’s hall'])
      }
      await service.post(
        '/events',
        anEvent({ organizer: [{ id: club.id, organizer: 'stolen', email: 'x@evil.example' }] }),
        thief.headers,
      )
      await service.post(
        '/events',
        anEvent({ categories: [{ id: 1, name: 'stolen' }], tags: [{ id: 1, name: 'stolen' }] }),
        thief.headers,
      )
      expect([await kept('venues', venue.id), await kept('organizers', club.id)]).toEqual(before)
    })

    it('§4.5 §2.5 a user can’t link to unreadable items, nor learn whether they exist', async () => {
      const { body: venue } = await service.post(
        '/venues',
        { venue: 'Hidden', status: 'private' },
        victim.headers,
      )
      const { body: event } = await service.post(
        '/events',
        anEvent({ title: 'Hidden', status: 'draft' }),
        victim.headers,
      )
      const refused = async (sent: Json) => {
        const { status, body } = await service.post('/events', anEvent(sent), thief.headers)
        return [status, body.message]
      }
      const alike = (answer: readonly unknown[], id: number) => [
        answer[0],
        String(answer[1]).replace(String(id), 'N'),
      ]
      for (const [arg, id] of [
        ['venue', venue.id],
        ['post_parent', event.id],
      ] as const)
        expect(alike(await refused({ [arg]: id }), id)).toEqual(
          alike(await refused({ [arg]: 999_999 }), 999_999),
        )
      const filters = [`/events?venue=${venue.id}`, '/events?venue=hidden', `/events?post_parent=${event.id}`]
      const others = [
        `/venues?event=${event.id}`,
        `/tags?post=${event.id}`,
        `/categories?event=${event.id}`,
        `/organizers?event=${event.id}`,
      ]
      for (const path of [...filters, ...others])
        expect((await service.get(path, thief.headers)).status, path).toBe(400)
      for (const path of [
        `/events?include=${event.id}&${always}`,
        `/venues?include=${venue.id}`,
        '/venues?search=hidden',
        `/events?search=hidden&${always}`,
        `/events?include=${event.id}&status=any`,
      ])
        expect((await service.get(path, thief.headers)).body.total, path).toBe(0)
    })

    it('§1.10 no filter of any collection reveals protected details, by any link', async () => {
      const links = {
        venue: { venue: 'Bunker' },
        organizer: { organizer: 'Order' },
        categories: ['Rites'],
        tags: ['occult'],
      }
      const { body: event } = await service.post(
        '/events',
        anEvent({ title: 'Lodge', description: '<p>Whispered</p>', featured: true, cost: '5', ...links }),
        admin,
      )
      await service.patch(`/events/${event.id}`, { password: 'sesame' }, admin)
      const term = `categories=${event.categories[0].id}`
      for (const path of [
        '/events?search=whispered',
        '/events?featured=true',
        `/events?venue=${event.venue.id}`,
        `/events?organizer=${event.organizer[0].id}`,
        `/events?${term}`,
        `/events?tags=${event.tags[0].id}`,
        `/venues?event=${event.id}`,
        `/organizers?event=${event.id}`,
        `/categories?post=${event.id}`,
        `/tags?post=${event.id}`,
        `/venues?include=${event.venue.id}&has_events=true`,
        `/venues?include=${event.venue.id}&only_with_upcoming=true`,
      ]) {
        const { status, body } = await service.get(
          `${path}${path.startsWith('/events') ? `&${always}` : ''}`,
          thief.headers,
        )
        expect([status, body.total], path).toEqual([200, 0])
      }
      const { body } = await service.get(`/events?include=${event.id}`, thief.headers)
      expect(JSON.stringify(body)).not.toMatch(/Whispered|Bunker|Order|Rites|occult/)
    })

    it('§5 users who may not manage terms can’t change them, by any method or alias', async () => {
      const { body: tag } = await service.post('/tags', { name: 'kept' }, admin)
      for (const [method, body, headers] of [
        ['PATCH', { name: 'stolen' }, {}],
        ['PUT', { name: 'stolen' }, {}],
        ['POST', { name: 'stolen' }, {}],
        ['DELETE', undefined, {}],
        ['POST', undefined, { 'x-http-method-override': 'DELETE' }],
        ['POST', '_method=DELETE', form],
      ] as const)
        expect(
          (await service.ask(method, `/tags/${tag.id}`, body, { ...thief.headers, ...headers })).status,
        ).toBe(403)
      expect((await service.get(`/tags/${tag.id}`)).body).toEqual(
        (await service.get(`/tags/${tag.id}`, admin)).body,
      )
      expect((await service.get(`/tags/${tag.id}`)).body.name).toBe('kept')
    })

    it('§8 only POST can override the method, and only to one that the route has', async () => {
      const { body: tag } = await service.post('/tags', { name: 'still there' }, admin)
      const override = { ...admin, 'x-http-method-override': 'DELETE' }
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'PATCH', 'PUT'])
        await service.ask(method, `/tags/${tag.id}?_method=DELETE`, undefined, override)
      expect((await service.get(`/tags/${tag.id}`)).status).toBe(200)
      for (const wrong of ['TRACE', 'CONNECT', 'toString', '__proto__', 'DELETE, GET', 'OPTIONS'])
        expect(
          (await service.post(`/tags/${tag.id}`, {}, { ...admin, 'x-http-method-override': wrong })).status,
          wrong,
        ).toBe(405)
    })

    it('§2.1 duplicates have one meaning: the body overrides the query, and a scalar takes no list', async () => {
      const { body } = await service.post(
        '/events?title=Query&status=draft',
        anEvent({ title: 'Body' }),
        thief.headers,
      )
      expect([body.title, body.status]).toEqual(['Body', 'draft'])
      const twice = await service.post(
        '/events',
        'title=A&title=B&start_date=2027-05-04&end_date=2027-05-04',
        { ...thief.headers, ...form },
      )
      expect([twice.status, Object.keys(twice.body.data.params)]).toEqual([400, ['title']])
      const keys = await service.post(
        '/events',
        '{"title":"First","title":"Second","start_date":"2027-05-04","end_date":"2027-05-04"}',
        {
          ...thief.headers,
          'content-type': 'application/json',
        },
      )
      expect([keys.status, keys.body.title]).toEqual([201, 'Second'])
      const author = await service.post(
        '/events',
        `{"author":${victim.id},"title":"x","start_date":"2027-05-04","end_date":"2027-05-04","author":${thief.id}}`,
        {
          ...thief.headers,
          'content-type': 'application/json',
        },
      )
      expect([author.status, author.body.author]).toEqual([201, thief.id])
      const query = await service.post(`/events?author=${victim.id}`, anEvent(), thief.headers)
      expect(query.status).toBe(403)
      const { body: event } = await service.post('/events', anEvent({ title: 'Open' }), thief.headers)
      expect(
        (await service.patch(`/events/${event.id}?password=x`, { title: 'Open' }, thief.headers)).body
          .password_protected,
      ).toBe(false)
    })
  })
}

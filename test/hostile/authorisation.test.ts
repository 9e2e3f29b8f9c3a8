import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PluginService, pluginService, TEC, TRIBE } from '../compatibility/plugin.ts'
import { anyDialects } from '../support/dialects.ts'
import { inRotation } from '../support/in-rotation.ts'
import { anEvent, type Json } from '../support/service.ts'

type Headers = Record<string, string>
const form = { 'content-type': 'application/x-www-form-urlencoded' }

const OWN = '/cal/events/v1'
const below = (prefix: string) => (path: string, query: string) => `${prefix}${path}${query}`
const routed = (prefix: string) => (path: string, query: string) =>
  `${prefix}${path}${query.replace('?', '&')}`
/** Every way to address the API other than the plain URL. */
const bridges = [
  below(TRIBE),
  below(TEC),
  routed('/?rest_route=/tribe/events/v1'),
  routed('/index.php?rest_route=/tec/v1'),
]

for (const { name } of anyDialects()) {
  describe(`items of other users on ${name}`, () => {
    let service: PluginService
    let admin: Headers
    let victim: { readonly id: number; readonly headers: Headers }
    let thief: { readonly id: number; readonly headers: Headers }
    const own: Json = {}
    const someOf = inRotation(3)

    beforeAll(async () => {
      service = await pluginService(name)
      admin = (await service.user('administrator')).headers
      victim = await service.user('author', 'victim')
      thief = await service.user('author', 'thief')
      own.events = (await service.post('/events', anEvent({ title: 'Thief’s' }), thief.headers)).body.id
      own.venues = (await service.post('/venues', { venue: 'Thief’s' }, thief.headers)).body.id
      own.organizers = (await service.post('/organizers', { organizer: 'Thief’s' }, thief.headers)).body.id
    })
    afterAll(() => service.close())

    const sent = (collection: string, title: string): Json =>
      collection === 'events'
        ? anEvent({ title })
        : { [collection === 'venues' ? 'venue' : 'organizer']: title }
    const kept = async (collection: string, id: unknown) =>
      (await service.get(`/${collection}/${id}`, admin)).body

    for (const collection of ['events', 'venues', 'organizers']) {
      it(`§5 no request changes ${collection} of another user: by method, override, alias, rest_route, tec/v1, body or query`, async () => {
        for (const status of ['publish', 'draft', 'private', 'pending']) {
          const title = `${status} ${collection}`
          const { body: item } = await service.post(
            `/${collection}`,
            { ...sent(collection, title), status },
            victim.headers,
          )
          const before = await kept(collection, item.id)
          const mine = own[collection]
          const stolen = { ...sent(collection, 'stolen'), id: item.id, slug: item.slug, author: thief.id }
          const ways: readonly (readonly [string, string, unknown, Headers])[] = [
            ...['POST', 'PUT', 'PATCH'].map((method) => [method, '', stolen, {}] as const),
            ['POST', '', undefined, { 'x-http-method-override': 'DELETE' }],
            ['POST', '?_method=DELETE', undefined, {}],
            ['POST', '?_method=delete&force=true', undefined, {}],
            ['POST', '', '_method=DELETE', form],
            ['POST', '', '_method=PATCH&title=stolen', form],
            ['POST', '?_method=PUT', stolen, { 'x-http-method-override': 'PATCH' }],
            ['DELETE', '', undefined, {}],
            ['DELETE', '?force=true', undefined, {}],
            ['PATCH', `?id=${mine}&author=${thief.id}`, { title: 'stolen' }, { 'if-match': '*' }],
          ]
          for (const at of [
            `/${item.id}`,
            `/by-slug/${item.slug}`,
            `/${item.id}/`,
            `/0${item.id}`,
            `/by-slug/${String(item.slug).toUpperCase()}`,
          ]) {
            // A draft or a pending item is hidden like a private one. Venues and organizers follow the same rule as events.
            const isOther = ['publish', 'private'].includes(status)
            const isWhole = isOther && collection === 'events'
            const isOnce = isOther && at === `/${item.id}`
            for (const door of [below(OWN), below(`/de${OWN}`), ...(isOnce ? bridges : [])])
              for (const [method, query, body, headers] of isWhole ? ways : someOf(ways)) {
                const path = door(`/${collection}${at}`, query)
                const answer = await service.host(method, path, body, { ...thief.headers, ...headers })
                expect([400, 403, 404, 405], `${method} ${path}`).toContain(answer.status)
              }
          }
          expect(await kept(collection, item.id)).toEqual(before)
        }
      })

      it(`§2.1 only the id in the path selects the item of ${collection}`, async () => {
        const { body: item } = await service.post(`/${collection}`, sent(collection, 'Meant'), victim.headers)
        const before = await kept(collection, item.id)
        const mine = own[collection]
        const answer = await service.patch(
          `/${collection}/${mine}?id=${item.id}&slug=${item.slug}`,
          { id: item.id, ID: item.id, [`${collection}Id`]: item.id, description: 'mine' },
          thief.headers,
        )
        expect([answer.status, answer.body.id, answer.body.description]).toEqual([200, mine, 'mine'])
        expect((await service.get(`/${collection}/${mine}?id=${item.id}`, thief.headers)).body.id).toBe(mine)
        expect((await service.get(`/${collection}/by-slug/${item.slug}?id=${mine}&slug=x`)).body.id).toBe(
          item.id,
        )
        expect(await kept(collection, item.id)).toEqual(before)
      })

      it(`§4.2 read-only fields of ${collection} can’t be set, on create and on update`, async () => {
        const assigned = {
          id: 4711,
          version: 99,
          author: undefined,
          modified: '2001-01-01 00:00:00',
          modified_utc: '2001-01-01 00:00:00',
          created: '2001-01-01 00:00:00',
          created_utc: 1,
          date_set: 0,
          origins: '["evil.example?id=1"]',
          global_id: 'evil.example?id=1',
          global_id_lineage: ['evil.example?id=1'],
          rest_url: 'https://evil.example/',
          url: 'https://evil.example/',
          password: 'taken',
          password_hash: 'scrypt:AAAA:AAAA',
          password_protected: true,
          search_text: 'everything',
          title_key: 'x',
          name_key: 'x',
          start_utc: 0,
          utc_start_date: '2001-01-01 00:00:00',
          timezone_abbr: 'XXX',
          count: 99,
          ticketed: true,
          json_ld: { '@type': 'Evil' },
          role: 'administrator',
          user_id: victim.id,
          '__proto__.role': 'administrator',
          'constructor[prototype][role]': 'administrator',
        }
        const plain = await service.post(`/${collection}`, sent(collection, 'Plain'), thief.headers)
        const createdWith = (args: Json) =>
          service.post(
            `/${collection}?id=4711&version=7`,
            { ...sent(collection, 'Plain'), ...args },
            thief.headers,
          )
        // A password is refused: ignored, it would leave the event public.
        const isClosing = collection === 'events'
        if (isClosing) expect((await createdWith(assigned)).status).toBe(400)
        const more = await createdWith(isClosing ? { ...assigned, password: undefined } : assigned)
        expect([plain.status, more.status]).toEqual([201, 201])
        const { body } = await service.patch(
          `/${collection}/${more.body.id}`,
          { ...assigned, password: undefined },
          thief.headers,
        )
        const bare = ({
          id: _,
          slug: __,
          global_id: ___,
          global_id_lineage: ____,
          external_id: _____,
          rest_url,
          url,
          json_ld,
          ...rest
        }: Json) => ({
          ...rest,
          places: [rest_url, url, json_ld].filter((one) => JSON.stringify(one).includes('evil')),
        })
        expect(bare(body)).toEqual(bare(plain.body))
        expect([body.id, body.author, body.global_id_lineage]).toEqual([
          plain.body.id + 1,
          thief.id,
          [body.global_id],
        ])
        expect((await service.get(`/${collection}/${body.id}`)).status).toBe(200)
        expect(Object.prototype).not.toHaveProperty('role')
      })
    }
  })
}

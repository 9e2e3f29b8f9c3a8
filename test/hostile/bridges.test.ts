/** The compatible routes of The Events Calendar allow nothing that the API refuses. */
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PluginService, pluginService, TEC, TRIBE, WP } from '../compatibility/plugin.ts'
import { anyDialects } from '../support/dialects.ts'
import { anImage } from '../support/images.ts'
import { inRotation } from '../support/in-rotation.ts'
import type { Role } from '../support/inside/people.ts'
import { type Answered, anEvent, type Json } from '../support/service.ts'

type Headers = Record<string, string>

const OWN = '/cal/events/v1'
const routed = (namespace: string) => `/?rest_route=/${namespace}`
const tribes = [TRIBE, routed('tribe/events/v1')]
const items = [TRIBE, TEC, routed('tec/v1')]
const wordpress = [WP, routed('wp/v2')]
/** The other URLs of a collection, and its names there. */
const elsewhere: Readonly<Record<string, readonly string[]>> = {
  events: items.map((door) => `${door}/events`),
  venues: items.map((door) => `${door}/venues`),
  organizers: items.map((door) => `${door}/organizers`),
  tags: [...tribes, ...wordpress].map((door) => `${door}/tags`),
  categories: [
    ...tribes.map((door) => `${door}/categories`),
    ...wordpress.map((door) => `${door}/tribe_events_cat`),
  ],
  media: [...tribes, ...wordpress].map((door) => `${door}/media`),
}
/** Adds a query to a URL with or without one. */
const withQuery = (path: string, query: string) =>
  query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`

const roles: readonly Role[] = ['subscriber', 'contributor', 'author', 'editor', 'administrator']

for (const { name } of anyDialects()) {
  describe(`the compatible routes on ${name}`, () => {
    let service: PluginService
    let image: Buffer
    let made = 0
    // The same URLs serve every method: each caller uses each URL with at least one method.
    const someOf = inRotation(3)
    const callers: [caller: string, headers: Headers][] = [
      ['nobody', {}],
      ['a wrong token', { authorization: 'Bearer wrong' }],
    ]
    beforeAll(async () => {
      service = await pluginService(name)
      image = await anImage(8, 6)
      for (const role of roles) callers.push([role, (await service.user(role)).headers])
    })
    afterAll(() => service.close())

    const admin = () => callers.at(-1)?.[1] ?? {}
    /** Wrong tokens are counted per minute, so each group of requests moves the clock. */
    let minutes = 0
    const nextMinute = () => {
      minutes += 1
      service.at(Temporal.Instant.from('2027-01-15T13:00:00Z').add({ minutes }).toString())
    }
    const sent = (collection: string, more: Json = {}): Json => {
      made += 1
      const title = `Item ${made}`
      if (collection === 'events') return anEvent({ title, ...more })
      if (collection === 'venues') return { venue: title, ...more }
      return collection === 'organizers' ? { organizer: title, ...more } : { name: title }
    }
    const outcome = ({ status, body }: Answered) => [status, status < 400 ? '' : body.code]

    /** Sends the request to the plain address, and expects the same result at other addresses, of which each caller tries some. `prepare` creates the item. */
    async function same(
      collection: string,
      method: string,
      prepare: () => Promise<{ at?: string; query?: string; body?: unknown; headers?: Headers }>,
    ): Promise<void> {
      for (const [caller, own] of callers) {
        const doors = [`${OWN}/${collection}`, ...someOf(elsewhere[collection] ?? [])]
        nextMinute()
        const outcomes: unknown[] = []
        for (const door of doors) {
          const { at = '', query = '', body, headers } = await prepare()
          const path = withQuery(`${door}${at}`, query)
          outcomes.push(outcome(await service.host(method, path, body, { ...own, ...headers })))
        }
        expect(outcomes, `${caller} ${method} ${collection}`).toEqual(doors.map(() => outcomes[0]))
      }
    }

    for (const collection of ['events', 'venues', 'organizers'])
      it(`§5 give each caller the same right to read, create, change and remove ${collection}`, async () => {
        for (const status of collection === 'events' ? ['publish', 'draft'] : ['draft']) {
          const item = async () => {
            const { body } = await service.post(`/${collection}`, sent(collection, { status }), admin())
            return `/${body.id}`
          }
          const at = await item()
          await same(collection, 'GET', async () => ({ at }))
          await same(collection, 'GET', async () => ({ query: `status=${status}` }))
          await same(collection, 'PATCH', async () => ({ at, body: { description: 'mine' } }))
          await same(collection, 'PATCH', async () => ({ at, body: {}, headers: { 'if-match': '"9-x"' } }))
          await same(collection, 'DELETE', async () => ({ at: await item(), query: 'force=true' }))
          await same(collection, 'POST', async () => ({ body: sent(collection, { status }) }))
        }
      })

    it('§5 give each caller the same right to categories, tags and media', async () => {
      for (const collection of ['categories', 'tags']) {
        await same(collection, 'GET', async () => ({}))
        await same(collection, 'POST', async () => ({ body: sent(collection) }))
      }
      await same('media', 'GET', async () => ({}))
      const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="a.png"' }
      await same('media', 'POST', async () => ({ body: image, headers }))
      for (const method of ['POST', 'PUT', 'PATCH'])
        await same('media', method, async () => ({ at: '/1', body: { alt_text: method } }))
      const unchanged = ['/tags/1', '/tribe_events_cat/1', '/users/me', '/users/1']
      for (const method of ['PUT', 'PATCH', 'DELETE'])
        for (const [caller, own] of callers)
          for (const door of wordpress)
            for (const path of [...unchanged, ...(method === 'DELETE' ? ['/media/1'] : [])]) {
              nextMinute()
              const { status } = await service.host(
                method,
                `${door}${path}`,
                { name: 'x', role: 'editor' },
                own,
              )
              expect([401, 404, 405], `${caller} ${method} ${door}${path}`).toContain(status)
            }
    })

    it('§5 show the caller’s data and non-public items to nobody else', async () => {
      const { body: secret } = await service.post(
        '/events',
        anEvent({ title: 'Hidden', status: 'private', description: 'whispered' }),
        admin(),
      )
      const { body: guarded } = await service.post(
        '/events',
        anEvent({ title: 'Guarded', description: 'whispered' }),
        admin(),
      )
      await service.patch(`/events/${guarded.id}`, { password: 'open sesame' }, admin())
      for (const door of elsewhere.events ?? [])
        for (const [caller, headers] of callers.filter(([one]) => /nobody|subscriber/.test(one))) {
          const list = await service.host('GET', door, undefined, headers)
          const own = await service.host('GET', `${OWN}/events`, undefined, headers)
          expect(
            [list.headers['x-tec-total'], JSON.stringify(list.body).includes('whispered')],
            caller,
          ).toEqual([own.headers['x-tec-total'], false])
          for (const id of [secret.id, guarded.id]) {
            const one = await service.host('GET', `${door}/${id}`, undefined, headers)
            expect(JSON.stringify(one.body), `${caller} ${door}`).not.toContain('whispered')
          }
        }
      for (const door of wordpress) {
        // The response to a user is not cached for others.
        for (const [caller, headers] of callers) {
          nextMinute()
          const { status, body } = await service.host('GET', `${door}/users/me`, undefined, headers)
          const isUser = roles.some((role) => role === caller)
          expect([status, body.name], `${caller} ${door}`).toEqual(isUser ? [200, caller] : [401, undefined])
        }
      }
    })

    it('§8 create one item per idempotency key, on whichever route it is sent', async () => {
      for (const collection of ['events', 'venues', 'tags', 'categories']) {
        const body = sent(collection)
        const headers = { ...admin(), 'idempotency-key': `key of ${collection}` }
        const total = async () =>
          Number(
            (await service.get(`/${collection}?hide_empty=false&per_page=1`, admin())).headers[
              'x-total-count'
            ],
          )
        const before = await total()
        const answers: Answered[] = []
        for (const door of [...(elsewhere[collection] ?? []), `${OWN}/${collection}`])
          answers.push(await service.host('POST', door, body, headers))
        const [first, ...others] = answers
        expect([first?.status, (await total()) - before], collection).toEqual([201, 1])
        for (const one of others)
          expect(
            one.status === 422 ||
              (one.headers['idempotency-replayed'] === 'true' && one.body.id === first?.body.id),
            `${collection} ${JSON.stringify(one.body)}`,
          ).toBe(true)
        expect(others.at(-1)?.status).toBe(422)
      }
    })

    it('§2 have the same limits for pages, lists and bodies', async () => {
      const deep = (field: string) => `{"${field}":${'['.repeat(5000)}${']'.repeat(5000)}}`
      // There a title is the name of a venue or organizer, so that a wrong one is no missing one.
      const isNamedByTitle = (door: string) => /tec\/v1\/(venues|organizers)/.test(door)
      for (const [collection = '', doors = []] of Object.entries(elsewhere))
        for (const door of doors) {
          for (const query of ['per_page=100000', 'page=0', 'page=x', `include=${'1,'.repeat(600)}1`]) {
            const own = await service.host('GET', `${OWN}/${collection}?${query}`)
            const one = await service.host('GET', withQuery(door, query))
            expect(outcome(one), `${door} ${query.slice(0, 20)}`).toEqual(outcome(own))
          }
          const type = { ...admin(), 'content-type': 'application/json' }
          for (const body of ['title', 'description'].map(deep)) {
            const own = await service.host('POST', `${OWN}/${collection}`, body, type)
            const one = await service.host('POST', door, body, type)
            if (isNamedByTitle(door)) expect(one.status, door).toBe(own.status)
            else expect(outcome(one), door).toEqual(outcome(own))
          }
          const large = { ...type, 'content-length': String(64 * 1024 * 1024) }
          const refused = await service.host('POST', door, '{}', large)
          expect(refused.status, door).toBe(413)
        }
    })
  })

  describe(`the limits of the compatible routes on ${name}`, () => {
    it('§5 count the requests of an IP address on all routes together', async () => {
      const service = await pluginService(name, { FASTI_RATE_LIMIT: '6/minute' })
      await service.user('administrator')
      const doors = Object.values(elsewhere).flat()
      const statuses: number[] = []
      for (const door of doors.slice(0, 8)) statuses.push((await service.host('GET', door)).status)
      expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429])
      for (const door of doors) expect((await service.host('GET', door)).status, door).toBe(429)
      await service.close()
    })

    it('§5 count wrong tokens and wrong event passwords on all routes together', async () => {
      const service = await pluginService(name)
      const { headers } = await service.user('administrator')
      const { body } = await service.post('/events', anEvent(), headers)
      await service.patch(`/events/${body.id}`, { password: 'open sesame' }, headers)
      const doors = Object.values(elsewhere).flat()
      for (const door of doors.slice(0, 10))
        expect((await service.host('GET', door, undefined, { authorization: 'Bearer no' })).status).toBe(401)
      for (const door of doors) expect((await service.host('GET', door, undefined, headers)).status).toBe(429)
      service.at('2027-01-15T12:05:00Z')
      const own = elsewhere.events ?? []
      const wrong: number[] = []
      for (let at = 0; at < 61; at += 1) {
        const path = `${own[at % own.length]}/${body.id}`
        wrong.push((await service.host('GET', path, undefined, { 'x-event-password': 'no' })).status)
      }
      expect([wrong.slice(0, 60).includes(429), wrong.at(-1)]).toEqual([false, 429])
      await service.close()
    })
  })
}

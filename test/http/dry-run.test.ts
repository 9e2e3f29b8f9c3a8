import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { scratch } from '../support/scratch.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'
import { sessionOf } from '../support/sessions.ts'

/** The address of a file, in the form of `ask` for addresses outside of the namespace. */
const pathOf = (url: string) => `/${new URL(url).pathname}`

for (const { name } of dialects) {
  describe(`a dry run on ${name}`, () => {
    let service: TestService
    let admin: Record<string, string>
    let session: Record<string, string>
    let id: number
    let other: number

    /** All data that a write could change. */
    const state = async () => {
      const rows = []
      for await (const row of service.store.audit(0)) rows.push(row.id)
      const { body } = await service.get('/events?status=any&per_page=50', admin)
      const venues = await service.get('/venues?status=any', admin)
      const tags = await service.get('/tags?hide_empty=false', admin)
      const users = await service.get('/users', admin)
      const tokens = await service.get(`/users/${id}/tokens`, admin)
      const subscriptions = await service.get('/subscriptions', admin)
      const webhooks = await service.get('/webhooks', admin)
      return JSON.stringify([
        await service.store.revision(),
        rows,
        ...[body, venues.body, tags.body, users.body, subscriptions.body, webhooks.body],
        tokens.body.tokens.map((one: { id: number }) => one.id),
      ])
    }
    const unchanged = async <T>(act: () => Promise<T>): Promise<T> => {
      const before = await state()
      const result = await act()
      expect(await state()).toBe(before)
      return result
    }

    beforeAll(async () => {
      service = await testService(name, { FASTI_DATA_DIR: await scratch('fasti-writes-') })
      const user = await service.user('administrator')
      ;[id, admin] = [user.id, user.headers]
      other = (await service.user('editor')).id
      session = await sessionOf(service, 'administrator')
      await service.post('/events', anEvent({ title: 'Kept', tags: ['one'] }), admin)
    })
    afterAll(() => service.close())

    it('§13 dry_run=true returns the response of a create, and stores nothing', async () => {
      const sent = anEvent({ title: 'Trial', venue: { venue: 'Hall' }, tags: ['new'], categories: ['New'] })
      const dry = await unchanged(() => service.post('/events?dry_run=true', sent, admin))
      expect([dry.status, dry.body.dry_run, dry.body.title]).toEqual([201, true, 'Trial'])
      expect(dry.body.venue).toMatchObject({ venue: 'Hall' })
      expect(dry.body.tags).toMatchObject([{ name: 'new' }])
      expect(dry.headers['x-fasti-revision']).toBeUndefined()
      const { body } = await service.post('/events', sent, admin)
      expect(body.dry_run).toBeUndefined()
      expect(body.slug).toBe(dry.body.slug)
    })

    it('§13 dry_run may be in the body, as JSON or as a form', async () => {
      const json = anEvent({ title: 'Body', dry_run: true })
      expect((await unchanged(() => service.post('/events', json, admin))).body.dry_run).toBe(true)
      const form = 'name=Form&dry_run=1'
      const headers = { ...admin, 'content-type': 'application/x-www-form-urlencoded' }
      expect((await unchanged(() => service.post('/tags', form, headers))).body).toMatchObject({
        name: 'Form',
        dry_run: true,
      })
    })

    it('§13 dry_run may be in the body of a DELETE, which else deletes nothing if it can’t be read', async () => {
      const form = { ...admin, 'content-type': 'application/x-www-form-urlencoded' }
      const json = { ...admin, 'content-type': 'application/json' }
      const ways = [
        ['/events/1', { dry_run: true }, admin],
        ['/events/1?force=true', { dry_run: true }, admin],
        ['/events/1', 'dry_run=1', form],
      ] as const
      for (const [path, sent, headers] of ways) {
        const dry = await unchanged(() => service.ask('DELETE', path, sent, headers))
        expect([path, dry.status, dry.body.dry_run]).toEqual([path, 200, true])
      }
      const cut = await unchanged(() => service.ask('DELETE', '/events/1', '{"dry_run": tru', json))
      expect([cut.status, Object.keys(cut.body.data.params)]).toEqual([400, ['dry_run']])
    })

    it('§13 dry_run of every kind of write stores nothing', async () => {
      const at = (path: string) => `${path}${path.includes('?') ? '&' : '?'}dry_run=true`
      const writes: readonly (readonly [method: string, path: string, body?: object])[] = [
        ['PATCH', '/events/1', { title: 'Other', venue: { venue: 'Elsewhere' }, password: 'sesame' }],
        ['POST', '/events/1', { title: 'Other' }],
        ['DELETE', '/events/1'],
        ['DELETE', '/events/1?force=true'],
        ['PATCH', '/events/by-slug/kept', { title: 'Other' }],
        ['PUT', '/events/by-uid/new', anEvent()],
        ['POST', '/venues', { venue: 'V' }],
        ['POST', '/tags', { name: 'Tag' }],
        ['POST', '/users', { login: 'eve', role: 'editor', password: 'correct horse battery' }],
        ['PATCH', `/users/${other}`, { password: 'correct horse battery' }],
        ['POST', `/users/${id}/tokens`, { name: 'dry' }],
        ['POST', `/users/${id}/feeds`, { name: 'dry' }],
        ['DELETE', `/users/${id}/sessions`],
        ['POST', '/subscriptions', { address: 'https://calendars.example/a.ics' }],
        ['PATCH', '/settings', { name: 'Other name' }],
        ['POST', '/webhooks', { url: 'https://receiver.example/hook' }],
        ['POST', '/batch', { operations: [{ method: 'DELETE', path: '/events/1' }] }],
      ]
      for (const [method, path, body] of writes) {
        // No token changes passwords.
        const by = path === `/users/${other}` ? session : admin
        const answer = await unchanged(() => service.ask(method, at(path), body, by))
        expect([method, path, answer.status < 300, answer.body.dry_run]).toEqual([method, path, true, true])
      }
      expect((await service.get('/settings', admin)).body.name).not.toBe('Other name')
    })

    it('§13 a token, feed or password of a dry run is not valid', async () => {
      const made = await service.post(`/users/${id}/tokens?dry_run=true`, { name: 'dry' }, admin)
      expect((await service.get('/session', { authorization: `Bearer ${made.body.token}` })).status).toBe(401)
    })

    it('§13 problems are the same as without dry_run, and rights are checked', async () => {
      expect((await service.post('/events?dry_run=true', {}, admin)).body.code).toBe(
        'rest_missing_callback_param',
      )
      expect((await service.patch('/events/999?dry_run=true', {}, admin)).status).toBe(404)
      expect((await service.post('/events?dry_run=true', anEvent())).status).toBe(401)
      const reader = await service.user('subscriber')
      expect((await service.post('/events?dry_run=true', anEvent(), reader.headers)).status).toBe(403)
      const stale = { ...admin, 'if-match': '"v99"' }
      expect((await service.patch('/events/1?dry_run=true', { title: 'B' }, stale)).status).toBe(412)
    })

    it('is refused for writes that can’t be rolled back', async () => {
      const { body } = await service.post('/webhooks', { url: 'https://receiver.example/hook' }, admin)
      expect((await service.post(`/webhooks/${body.id}/test?dry_run=true`, undefined, admin)).status).toBe(
        400,
      )
      expect((await service.post('/submissions?dry_run=true', anEvent())).status).toBeGreaterThanOrEqual(400)
      await service.remove(`/webhooks/${body.id}`, admin)
    })

    it('is refused for a value that is no boolean, and for a session', async () => {
      const wrong = await unchanged(() => service.post('/events?dry_run=perhaps', anEvent(), admin))
      expect([wrong.status, Object.keys(wrong.body.data.params)]).toEqual([400, ['dry_run']])
      expect((await unchanged(() => service.remove('/session?dry_run=true', admin))).status).toBe(400)
    })

    it('§13 dry_run=false and dry_run of a read change nothing about the request', async () => {
      const { body } = await service.post('/tags?dry_run=false', { name: 'Really' }, admin)
      expect((await service.get(`/tags/${body.id}?dry_run=true`)).body).toMatchObject({ name: 'Really' })
    })

    it('§13 a dry run with an idempotency key does not use up the key', async () => {
      const headers = { ...admin, 'idempotency-key': 'one' }
      const dry = await service.post('/tags?dry_run=true', { name: 'Keyed' }, headers)
      const real = await service.post('/tags', { name: 'Keyed' }, headers)
      const again = await service.post('/tags?dry_run=true', { name: 'Another' }, headers)
      expect([dry.status, real.status, again.status]).toEqual([201, 201, 201])
      expect([real.headers['idempotency-replayed'], again.body.name]).toEqual([undefined, 'Another'])
    })

    it('§13 concurrent dry runs and real writes store exactly the real writes', async () => {
      const write = (at: number) =>
        service.post(`/tags${at % 2 === 0 ? '?dry_run=true' : ''}`, { name: `Beside ${at}` }, admin)
      await Promise.all(Array.from({ length: 20 }, (_, at) => write(at)))
      const { body } = await service.get('/tags?hide_empty=false&search=Beside&per_page=50', admin)
      expect(body.total).toBe(10)
    })

    it('stores no file of an uploaded image', async () => {
      const before = await service.get('/media', admin)
      const png = Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      )
      const headers = { ...admin, 'content-type': 'image/png' }
      const dry = await service.ask('POST', '/media?dry_run=true', png, headers)
      expect([dry.status, dry.body.dry_run]).toEqual([201, true])
      expect((await service.get(pathOf(dry.body.url))).status).toBe(404)
      expect((await service.get('/media', admin)).body).toEqual(before.body)
      const real = await service.ask('POST', '/media', png, headers)
      await service.remove(`/media/${real.body.id}?dry_run=true`, admin)
      expect((await service.get(pathOf(real.body.url))).status).toBe(200)
    })
  })
}

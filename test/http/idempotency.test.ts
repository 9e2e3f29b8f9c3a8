import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

for (const { name } of dialects) {
  describe(`an Idempotency-Key on ${name}`, () => {
    let service: TestService
    const under = (key: string) => ({ 'idempotency-key': key })
    const total = async () => (await service.get('/events')).body.total

    beforeAll(async () => {
      service = await testService(name)
    })
    afterAll(() => service.close())

    it('§9.27 repeats the first response to the second POST, and creates one event', async () => {
      const before = await total()
      const first = await service.post('/events', anEvent({ title: 'Once' }), under('a'))
      const second = await service.post('/events', anEvent({ title: 'Once' }), under('a'))
      expect([first.status, second.status]).toEqual([201, 201])
      expect(second.body).toEqual(first.body)
      expect(second.headers).toMatchObject({
        'idempotency-replayed': 'true',
        location: first.headers.location,
        etag: first.headers.etag,
        'x-fasti-revision': first.headers['x-fasti-revision'],
      })
      expect(first.headers['idempotency-replayed']).toBeUndefined()
      expect(await total()).toBe(before + 1)
    })

    it('§9.27 is refused with another body', async () => {
      const other = await service.post('/events', anEvent({ title: 'Other' }), under('a'))
      expect([other.status, other.body.code]).toEqual([422, 'rest_idempotency_key_reused'])
    })

    it('§8 is refused at another address', async () => {
      const other = await service.post('/venues', anEvent({ title: 'Once' }), under('a'))
      expect([other.status, other.body.code]).toEqual([422, 'rest_idempotency_key_reused'])
    })

    it('§8 also replays a 400 for invalid args', async () => {
      const first = await service.post('/events', { title: '' }, under('b'))
      const second = await service.post('/events', { title: '' }, under('b'))
      expect([first.status, second.status]).toEqual([400, 400])
      expect(second.body).toEqual(first.body)
      expect(second.headers['idempotency-replayed']).toBe('true')
    })

    it('§8 does not save a 409', async () => {
      const tag = await service.post('/tags', { name: 'Taken' })
      expect((await service.post('/tags', { name: 'taken' }, under('c'))).status).toBe(409)
      await service.remove(`/tags/${tag.body.id}`)
      expect((await service.post('/tags', { name: 'taken' }, under('c'))).status).toBe(201)
    })

    it('§8 creates one event for twenty concurrent requests, each with status 201 or 409', async () => {
      const before = await total()
      const all = await Promise.all(
        Array.from({ length: 20 }, () => service.post('/events', anEvent({ title: 'Race' }), under('d'))),
      )
      expect(all.every(({ status }) => status === 201 || status === 409)).toBe(true)
      expect(new Set(all.filter(({ status }) => status === 201).map(({ body }) => body.id)).size).toBe(1)
      expect(await total()).toBe(before + 1)
    })

    it('§8 expires after 24 hours', async () => {
      const first = await service.post('/events', anEvent({ title: 'Day' }), under('e'))
      service.at('2027-01-16T11:59:59Z')
      expect((await service.post('/events', anEvent({ title: 'Day' }), under('e'))).body.id).toBe(
        first.body.id,
      )
      service.at('2027-01-16T12:00:00Z')
      expect((await service.post('/events', anEvent({ title: 'Day' }), under('e'))).body.id).not.toBe(
        first.body.id,
      )
    })

    it('§8 is refused with the same bytes and another Content-Type', async () => {
      const sent = JSON.stringify(anEvent({ title: 'Typed' }))
      const as = (type: string) => service.post('/events', sent, { ...under('f'), 'content-type': type })
      expect((await as('application/json')).status).toBe(201)
      const other = await as('application/x-www-form-urlencoded')
      expect([other.status, other.body.code]).toEqual([422, 'rest_idempotency_key_reused'])
    })

    it('§8 is unknown to another service in the same process', async () => {
      const other = await testService(name)
      try {
        const [mine, theirs] = await Promise.all(
          [service, other].map((one) => one.post('/events', anEvent({ title: 'Two houses' }), under('g'))),
        )
        expect([mine?.status, theirs?.status]).toEqual([201, 201])
      } finally {
        await other.close()
      }
    })

    it('§8 is refused if it is too long', async () => {
      expect((await service.post('/events', anEvent(), under('k'.repeat(256)))).status).toBe(400)
    })
  })

  describe(`an Idempotency-Key of two users on ${name}`, () => {
    it('§8 is separate for each user: neither gets the other’s response', async () => {
      const service = await testService(name)
      try {
        const [ada, bob] = [await service.user('author', 'ada'), await service.user('author', 'bob')]
        const under = { 'idempotency-key': 'same' }
        const draft = anEvent({ title: 'Secret plan', status: 'draft' })
        const first = await service.post('/events', draft, { ...ada.headers, ...under })
        const second = await service.post('/events', draft, { ...bob.headers, ...under })
        expect([first.body.author, second.body.author]).toEqual([ada.id, bob.id])
        expect(second.body.id).not.toBe(first.body.id)
        expect(second.headers['idempotency-replayed']).toBeUndefined()
        const nobody = await service.post('/events', draft, under)
        expect([nobody.status, nobody.body.code]).toEqual([401, 'rest_not_logged_in'])
      } finally {
        await service.close()
      }
    })
  })
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects, isAny } from '../support/dialects.ts'
import { scratch } from '../support/scratch.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

interface Operation {
  readonly method: string
  readonly path: string
  readonly body?: unknown
}
const post = (path: string, body: Json): Operation => ({ method: 'POST', path, body })

/** The address of a file, in the form of `ask` for addresses outside of the namespace. */
const pathOf = (url: string) => `/${new URL(url).pathname}`

for (const { name } of dialects) {
  describe(`batches on ${name}`, () => {
    let service: TestService
    let admin: Record<string, string>
    const send = (operations: unknown, more: object = {}, headers = admin) =>
      service.post('/batch', { operations, ...more }, headers)
    const total = async (search: string) =>
      (await service.get(`/events?status=any&search=${search}`, admin)).body.total

    beforeAll(async () => {
      service = await testService(name, { FASTI_DATA_DIR: await scratch('fasti-writes-') })
      admin = (await service.user('administrator')).headers
    })
    afterAll(() => service.close())

    it('§13 performs its operations in order, in one transaction and one revision', async () => {
      const made = await service.post('/events', anEvent({ title: 'First' }), admin)
      const before = await service.store.revision()
      const { status, body, headers } = await send([
        post('/venues', { venue: 'Batch hall' }),
        post('/events', anEvent({ title: 'Second', venue: { venue: 'Batch hall' }, tags: ['batch'] })),
        { method: 'PATCH', path: `/events/${made.body.id}`, body: { title: 'First again' } },
        { method: 'PUT', path: '/events/by-uid/a%2Fb', body: anEvent({ title: 'Third' }) },
        { method: 'DELETE', path: `/events/${made.body.id}?force=true` },
      ])
      expect(status).toBe(200)
      const statuses = body.results.map((one: { status: number }) => one.status)
      expect(statuses).toEqual([201, 201, 200, 201, 200])
      expect(body.results[1].body.venue.id).toBe(body.results[0].body.id)
      expect(body.results[2].body.title).toBe('First again')
      expect(body.results[3].body.external_id).toBe('a/b')
      expect(body.results[4].body.deleted).toBe(true)
      expect(await service.store.revision()).toBe(before + 1)
      expect(headers['x-fasti-revision']).toBe(String(before + 1))
      expect((await service.get('/events?tags=batch', admin)).body.events).toMatchObject([
        { title: 'Second' },
      ])
    })

    it('says that it changed nothing, and otherwise the revision of what it changed', async () => {
      const { id } = (await service.post('/events', anEvent({ title: 'Same' }), admin)).body
      const same = { method: 'PATCH', path: `/events/${id}`, body: { title: 'Same' } }
      const other = (title: string) => ({ ...same, body: { title } })
      const said = async (operations: readonly Operation[], atomic: boolean, more: object = {}) => {
        const { headers } = await send(operations, { atomic }, { ...admin, ...more })
        const { 'x-fasti-revision': revision, 'x-fasti-result': result } = headers
        return [Number(revision), result]
      }
      for (const atomic of [true, false]) {
        const before = await service.store.revision()
        expect(await said([same, same], atomic)).toEqual([before, 'unchanged'])
        expect(await service.store.revision()).toBe(before)
        const key = { 'idempotency-key': `same ${atomic}` }
        for (let sent = 0; sent < 2; sent += 1) expect((await said([same], atomic, key))[1]).toBe('unchanged')
        const kept = await service.store.revision()
        const changes = [same, other(`Other ${atomic}`), other(`Other ${atomic}`)]
        expect(await said([...changes, post('/venues', {})], false)).toEqual([kept + 1, undefined])
        expect(await said([other('Same'), same], atomic)).toEqual([kept + 2, undefined])
      }
    })

    it('keeps the removal of what was published as due by the same write', async () => {
      const soon = anEvent({ title: 'Soon', date: '2027-01-15 08:00:00', status: 'publish' })
      const { id, status } = (await service.post('/events', soon, admin)).body
      expect(status).toBe('future')
      service.at('2027-01-15T13:30:00Z')
      const { headers } = await send([{ method: 'DELETE', path: `/events/${id}?force=true` }])
      expect(headers['x-fasti-result']).toBeUndefined()
      expect((await service.get(`/events/${id}`, admin)).status).toBe(404)
    })

    it('removes as much as the body of a removal says, and refuses what it does not understand', async () => {
      const weekly = anEvent({ title: 'Weekly', recurrence: 'RRULE:FREQ=WEEKLY;COUNT=4' })
      const { body: first } = await service.post('/events', weekly, admin)
      const remove = (body: Json, path = `/events/${first.id}`) => send([{ method: 'DELETE', path, body }])
      expect((await remove({ apply_to: 'everything' })).body.data.error.data.params).toHaveProperty(
        'apply_to',
      )
      expect(await total('Weekly')).toBe(4)
      expect((await remove({ force: null, dry_run: true })).status).toBe(422)
      expect((await remove({ force: true }, `/events/${first.id}?apply_to=all`)).status).toBe(200)
      expect(await total('Weekly')).toBe(0)
      expect((await service.get(`/events/${first.id}`, admin)).status).toBe(404)
    })

    it('§13 stores nothing if one operation fails, and names that operation', async () => {
      const before = await service.store.revision()
      const { status, body } = await send([
        post('/events', anEvent({ title: 'Nothing', tags: ['never'] })),
        post('/events', anEvent({ title: 'Nothing', start_date: 'foo' })),
      ])
      expect([status, body.code, body.data.index]).toEqual([422, 'rest_batch_failed', 1])
      expect(body.data.error).toMatchObject({ code: 'rest_invalid_param', data: { status: 400 } })
      expect([await total('Nothing'), await service.store.revision()]).toEqual([0, before])
      expect((await service.get('/tags?hide_empty=false&search=never')).body.total).toBe(0)
      for await (const row of service.store.audit(0)) expect(row.title).not.toBe('Nothing')
    })

    it('§13 atomic: false commits each operation separately', async () => {
      const { status, body } = await send(
        [
          post('/events', anEvent({ title: 'Single' })),
          post('/events', {}),
          { method: 'DELETE', path: '/events/99999' },
          { method: 'DELETE', path: '/nothing' },
          post('/events', anEvent({ title: 'Single' })),
        ],
        { atomic: false },
      )
      expect(status).toBe(200)
      const shown = body.results.map((one: { status: number; body: { code?: string } }) => [
        one.status,
        one.body.code,
      ])
      expect(shown).toEqual([
        [201, undefined],
        [400, 'rest_missing_callback_param'],
        [404, 'event-not-found'],
        [404, 'rest_no_route'],
        [201, undefined],
      ])
      expect(await total('Single')).toBe(2)
    })

    it('§13 a repeated idempotency key returns the whole first response', async () => {
      for (const atomic of [true, false]) {
        const headers = { ...admin, 'idempotency-key': `whole ${atomic}` }
        const operations = [post('/events', anEvent({ title: `Once${atomic}` }))]
        const first = await send(operations, { atomic }, headers)
        const again = await send(operations, { atomic }, headers)
        expect([again.body, again.headers['idempotency-replayed']]).toEqual([first.body, 'true'])
        expect(await total(`Once${atomic}`)).toBe(1)
        expect((await send([post('/tags', { name: 'x' })], { atomic }, headers)).status).toBe(422)
      }
    })

    it('§13 checks the rights of each operation', async () => {
      const author = await service.user('author')
      const other = await service.post('/events', anEvent({ title: 'Other' }), admin)
      const operations = [
        post('/events', anEvent({ title: 'Mine' })),
        { method: 'PATCH', path: `/events/${other.body.id}`, body: { title: 'Taken' } },
      ]
      const { status, body } = await send(operations, {}, author.headers)
      expect([status, body.data.index, body.data.error.code]).toEqual([422, 1, 'rest_forbidden'])
      expect([await total('Mine'), await total('Taken')]).toEqual([0, 0])
      expect((await service.post('/batch', { operations })).status).toBe(401)
      const scoped = await service.user('administrator', 'scoped', ['write:events'])
      const tag = await send([post('/tags', { name: 'Scoped' })], {}, scoped.headers)
      expect([tag.status, tag.body.data.error.data.scope]).toEqual([422, 'write:terms'])
    })

    it('§13 dry_run applies to the whole batch', async () => {
      const before = await service.store.revision()
      const operations = [
        post('/events', anEvent({ title: 'Dry' })),
        post('/events', {}),
        post('/tags', { name: 'x' }),
      ]
      const each = await service.post('/batch?dry_run=true', { operations, atomic: false }, admin)
      expect(each.body).toMatchObject({
        dry_run: true,
        results: [{ status: 201 }, { status: 400 }, { status: 201 }],
      })
      expect((await send(operations, { dry_run: true })).body.code).toBe('rest_batch_failed')
      expect((await send(operations.slice(0, 1), { dry_run: true })).body.dry_run).toBe(true)
      expect([await total('Dry'), await service.store.revision()]).toEqual([0, before])
    })

    it('hashes the passwords of a batch outside of its transaction', async () => {
      const one = await service.post('/events', anEvent({ title: 'Secret' }), admin)
      const two = await service.post('/events', anEvent({ title: 'Secret' }), admin)
      const lock = ({ body }: typeof one, password: string) => ({
        method: 'PATCH',
        path: `/events/${body.id}`,
        body: { password },
      })
      const { status } = await send([lock(one, 'a'), lock(two, 'b')])
      expect(status).toBe(200)
      expect((await service.get(`/events/${one.body.id}?password=a`)).status).toBe(200)
      expect((await service.get(`/events/${two.body.id}?password=a`)).status).toBe(401)
    })

    // How many passwords a request may set does not depend on the database, and hashing takes long.
    if (isAny(name))
      it('refuses more than ten passwords in a batch', async () => {
        const { body } = await service.post('/events', anEvent({ title: 'Secret' }), admin)
        const many = Array.from({ length: 11 }, (_, at) => ({
          method: 'PATCH',
          path: `/events/${body.id}`,
          body: { password: `p${at}` },
        }))
        expect((await send(many)).status).toBe(400)
      })

    it('keeps the files of an image if the batch that deletes it fails', async () => {
      const png = Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      )
      const { body } = await service.ask('POST', '/media', png, { ...admin, 'content-type': 'image/png' })
      const file = pathOf(body.url)
      const gone = { method: 'DELETE', path: `/media/${body.id}` }
      await send([gone, post('/events', {})])
      expect((await service.get(file)).status).toBe(200)
      expect((await send([gone])).status).toBe(200)
      expect((await service.get(file)).status).toBe(404)
    })

    describe('against bad input', () => {
      const failing = async (operation: unknown) => {
        const { status, body } = await send([operation])
        return [status, body.data.error?.code ?? body.code]
      }
      it('refuses lists that are too long or empty, and values that are no lists', async () => {
        const many = Array.from({ length: 101 }, () => post('/tags', { name: 'x' }))
        for (const operations of [many, [], {}, 'x', 7, null]) {
          const { status } = await send(operations)
          expect(status).toBe(400)
        }
        const { body } = await send([{ method: 'GET', path: '/events' }, { path: 'x' }, null, [], 'x'])
        expect(Object.keys(body.data.params)).toEqual([
          'operations[0]',
          'operations[1]',
          'operations[2]',
          'operations[3]',
          'operations[4]',
        ])
      })

      it('refuses batches, imports, sessions, users and subscriptions within a batch', async () => {
        for (const path of ['/batch', '/import', '/session', '/users', '/users/1/tokens', '/subscriptions'])
          expect([path, ...(await failing(post(path, {})))]).toEqual([path, 422, 'rest_invalid_param'])
        expect(await failing(post('/batch/', { operations: [] }))).toEqual([422, 'rest_invalid_param'])
      })

      it('refuses a dry run of a single operation', async () => {
        expect(await failing(post('/tags?dry_run=true', { name: 'x' }))).toEqual([422, 'rest_invalid_param'])
        expect(await failing(post('/tags', { name: 'x', dry_run: true }))).toEqual([
          422,
          'rest_invalid_param',
        ])
      })

      it('finds no route outside of the namespace or for a malformed path', async () => {
        for (const path of [
          '//events',
          '/../tags',
          '/tags/%2e%2e',
          '/events/by-slug/%ff',
          '/events/abc',
          '/',
        ])
          expect([path, (await failing({ method: 'DELETE', path }))[1]]).toEqual([
            path,
            path === '/' ? 'rest_method_not_allowed' : 'rest_no_route',
          ])
        expect((await failing({ method: 'DELETE', path: '/tags' }))[1]).toBe('rest_method_not_allowed')
      })

      it('§13 counts each operation against the rate limit', async () => {
        const limited = await testService(name, { FASTI_RATE_LIMIT: '10/minute' })
        try {
          const { headers } = await limited.user('administrator')
          const operations = (length: number) =>
            Array.from({ length }, (_, at) => post('/tags', { name: `t${at}` }))
          expect((await limited.post('/batch', { operations: operations(8) }, headers)).status).toBe(200)
          expect((await limited.post('/batch', { operations: operations(5) }, headers)).status).toBe(429)
        } finally {
          await limited.close()
        }
      })
    })
  })
}

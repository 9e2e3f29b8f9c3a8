import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { anImage } from '../support/images.ts'
import { inRotation } from '../support/in-rotation.ts'
import { operationsUnderNamespace } from '../support/inside/api.ts'
import { scratch } from '../support/scratch.ts'
import {
  type Answered,
  anEvent,
  type Json,
  leastBodies,
  type TestService,
  testService,
} from '../support/service.ts'
import { isOf, namedIn, sentTogether } from '../support/together.ts'

const deep = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))

/** Values that a careless or hostile client may send for any arg. */
const values: Readonly<Record<string, unknown>> = {
  empty: '',
  null: null,
  object: { a: 1 },
  'list of lists': [[1], [[2]]],
  'deep list': deep(500),
  true: true,
  fraction: 1.5,
  'huge number': 1e308,
  negative: -1,
  'beyond integers': '9007199254740993',
  NUL: 'a\u0000b',
  controls: 'a\u0007\u001b[31mb',
  'lone surrogate': 'a\ud800b',
  'right-to-left override': 'a\u202eb',
  emoji: '👩‍👩‍👧‍👦',
  SQL: "x' OR 1=1; DROP TABLE events; --",
  'LIKE marks': '%_\\%',
  HTML: '"><img src=x onerror=alert(1)>',
  template: ['$', '{7*7}{{7*7}}'].join(''),
  path: '../../etc/passwd',
  prototype: JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'),
  'too long': 'x'.repeat(300_000),
  'many members': Array.from({ length: 2000 }, (_, at) => at),
}

/** An arg → the arg that is reported instead of it. */
const partnersOf = (resource: string): Readonly<Record<string, string>> => ({
  geoloc_lat: 'geoloc_lng',
  geoloc_lng: 'geoloc_lat',
  start_date: 'end_date',
  // A file is not a JSON value, so it is always reported as missing.
  ...(resource === 'media' && {
    title: 'file',
    alt_text: 'file',
    credit: 'file',
    license: 'file',
    focus_x: 'file',
    focus_y: 'file',
    event: 'file',
    svg: 'file',
    language: 'file',
    translations: 'file',
  }),
})

/** Resources whose args are of the same kinds as those of events and venues. */
const isAlike = (resource: string) => ['series', 'organizer', 'category', 'tag'].includes(resource)

const portionsOf = (all: readonly string[], size: number) =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size))

for (const { name } of anyDialects()) {
  describe(`bad input on ${name}`, () => {
    let folder: string
    let service: TestService
    let made = 0
    const someOf = inRotation(3)
    const unique = (resource: string): Json => {
      made += 1
      const own = leastBodies[resource] ?? {}
      const [key = ''] = Object.keys(own)
      return { ...own, [key]: `${String(own[key])} ${made}` }
    }

    beforeAll(async () => {
      folder = await scratch('fasti-media-')
      service = await testService(name, { FASTI_DATA_DIR: folder })
      for (const [resource, body] of Object.entries(leastBodies)) {
        const collection = operationsUnderNamespace('x').find((one) => one.resource === resource)?.path
        await service.post(collection ?? '', body)
      }
      await service.ask('POST', '/media', await anImage(1, 1), { 'content-type': 'image/png' })
    })
    afterAll(async () => {
      await service.close()
      await rm(folder, { recursive: true, force: true })
    })

    for (const operation of operationsUnderNamespace('cal/events/v1').filter(
      ({ action, by }) => ['create', 'update', 'list'].includes(action) && (by ?? 'id') === 'id',
    )) {
      const { action, resource = 'event', args } = operation
      it(`§2.1 ${action} ${resource}: every arg × every bad value is accepted or reported by name, never a 5xx`, async () => {
        const path = operation.path.replace('{id}', '1')
        const partners = partnersOf(resource)
        const isReported = (answer: Answered, arg: string) =>
          namedIn(answer).some((one) => isOf(one, arg) || one === partners[arg])
        const kinds = Object.entries(values)
        for (const [kind, value] of isAlike(resource) ? someOf(kinds) : kinds) {
          const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
          const query = encodeURIComponent(text.replace(/[\ud800-\udfff]/g, '').slice(0, 2000))
          const send = async (some: readonly string[]) => {
            const answer =
              action === 'list'
                ? await service.get(`${path}?${some.map((arg) => `${arg}=${query}`).join('&')}`)
                : await service.ask(action === 'create' ? 'POST' : 'PATCH', path, {
                    ...(action === 'create' ? unique(resource) : {}),
                    ...Object.fromEntries(some.map((arg) => [arg, value])),
                  })
            const at = `${some} = ${kind}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`
            expect([200, 201, 400, 404, 409], at).toContain(answer.status)
            if (answer.status === 400 && some.length === 1)
              expect(isReported(answer, some[0] ?? ''), at).toBe(true)
            return answer
          }
          const tried = Object.keys(args).filter((arg) => arg !== 'password' || action !== 'update')
          // An address has at most 8192 characters, and a body a mebibyte.
          const fitting = action === 'list' ? 7000 / (query.length + 30) : 900_000 / (text.length + 30)
          for (const some of portionsOf(tried, Math.max(1, Math.floor(fitting))))
            await sentTogether(some, send, isReported)
        }
      })
    }

    it('§6 a refused request changes nothing', async () => {
      const totals = async () =>
        Promise.all(
          ['events', 'venues', 'organizers', 'categories?hide_empty=0', 'tags?hide_empty=0'].map(
            async (path) => (await service.get(`/${path}`)).body.total,
          ),
        )
      const before = await totals()
      for (const more of [
        { tickets: 'x' },
        { image: 9 },
        { author: 9 },
        { post_parent: 999_999 },
        { venue: [{ venue: 'New' }, 999_999] },
        { tags: ['new tag', 999_999] },
      ]) {
        const sent = anEvent({ organizer: { organizer: 'Newcomer' }, categories: ['Newly named'], ...more })
        expect((await service.post('/events', sent)).status, JSON.stringify(more)).toBe(400)
      }
      expect(await totals()).toEqual(before)
    })

    it('§2.1 duplicated scalars are refused, duplicated list members collapse', async () => {
      expect((await service.get('/events?page=1&page=2')).status).toBe(400)
      expect((await service.get('/events?include=1&include=1')).status).toBe(200)
      expect((await service.get('/events?include[]=1&include[0]=1')).status).toBe(200)
    })

    it('§2.1 names of Object’s own properties are unknown args', async () => {
      const names = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__', 'prototype', 'kind']
      const query = names.map((one) => `${one}=1&${one}[${one}]=1&[${one}]=1`).join('&')
      const paths = [
        '/events',
        '/venues',
        '/organizers',
        '/categories',
        '/tags',
        '/events/1',
        '/tags/1',
        '/',
        '/doc',
      ]
      const isList = (path: string) => paths.indexOf(path) < 5
      for (const path of paths) {
        const { status, body } = await service.get(`${path}?${query}&_fields=${names.join()}`)
        // Fields that name no key of a list are refused (§8).
        expect(isList(path) ? [status, body.data.params] : [status, body], path).toEqual(
          isList(path) ? [400, { _fields: expect.any(String) }] : [200, {}],
        )
        expect((await service.get(`${path}?${query}`)).status, path).toBe(200)
      }
      const sent = JSON.parse(`{${names.map((one) => `"${one}":{"title":"x","${one}":1}`).join()}}`)
      const form = { 'content-type': 'application/x-www-form-urlencoded' }
      for (const path of paths.slice(0, 5)) {
        const before = await service.get(`${path}/1`)
        for (const answer of [
          await service.patch(`${path}/1?${query}`, sent),
          await service.patch(`${path}/1`, query, form),
          await service.post(`${path}/1`, { ...sent, _method: 'constructor' }),
        ])
          expect([answer.status, answer.body], path).toEqual([200, before.body])
      }
      expect(Object.keys(Object.prototype)).toEqual([])
    })

    it('§6 unusual URLs get 404, never a 500', async () => {
      for (const path of [
        '//cal/events/v1/events/%00',
        '//cal/events/v1/events/%',
        '//cal/events/v1/events/..%2f1',
        '//%2e%2e/x',
        '//cal/events/v1/events/by-slug/%ff',
        '//cal/events/v1/events/99999999999999999999',
        `//cal/events/v1/events/by-slug/${'x'.repeat(3000)}`,
      ]) {
        expect([404, 414], path).toContain((await service.get(path)).status)
      }
      expect((await service.get('/events/by-slug/%0d%0aSet-Cookie:x')).headers['set-cookie']).toBeUndefined()
    })
  })
}

import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isLong } from '../support/dialect-names.ts'
import { anyDialects } from '../support/dialects.ts'
import { anImage } from '../support/images.ts'
import { inRotation } from '../support/in-rotation.ts'
import { type ArgSpecs, operationsUnderNamespace } from '../support/inside/api.ts'
import { type Answered, anEvent, leastBodies, type TestService, testService } from '../support/service.ts'

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
// The shortest recursive function has room for 50,000 calls on the stack of a worker; parsing takes more than in proportion.
const lists = '['.repeat(60_000) + ']'.repeat(60_000)
const objects = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`

/** One arg of each kind, because the kind reads the value; in a long run all. */
function oneOfEachKind(args: ArgSpecs): readonly string[] {
  const byKind = new Map(Object.entries(args).map(([arg, { kind }]) => [kind.name, arg]))
  return isLong() ? Object.keys(args) : [...byKind.values()]
}

for (const { name } of anyDialects()) {
  describe(`requests that exhaust resources on ${name}`, () => {
    let service: TestService
    const [eitherOf, someOf] = [inRotation(2), inRotation(3)]
    /** Series, organizers and terms have args of the same kinds as events and venues. */
    const isAlike = (resource: string) => ['series', 'organizer', 'category', 'tag'].includes(resource)

    beforeAll(async () => {
      service = await testService(name)
      for (const [at, path] of ['/events', '/venues', '/organizers', '/categories', '/tags'].entries())
        await service.post(path, Object.values(leastBodies)[at])
      await service.post('/events', anEvent({ recurrence: 'FREQ=DAILY;COUNT=3' }))
      await service.post('/groups', { name: 'G' })
      await service.post('/pages', { title: 'P' })
      await service.ask('POST', '/media', await anImage(8, 8), { 'content-type': 'image/png' })
    })
    afterAll(() => service.close())

    /** The request is accepted, ignored or refused by name, but never fails. */
    const answered = ({ status, body }: Answered, at: string) =>
      expect(
        [200, 201, 400, 404, 409, 413, 414, 415, 422, 431],
        `${at}: ${JSON.stringify(body)?.slice(0, 200)}`,
      ).toContain(status)

    for (const { path, resource = '', args } of operationsUnderNamespace('cal/events/v1').filter(
      ({ action, by }) => action === 'update' && (by ?? 'id') === 'id',
    )) {
      const address = path.replace('{id}', '1')
      const tried = isAlike(resource) ? eitherOf(oneOfEachKind(args)) : oneOfEachKind(args)

      it(`§2.1 ${resource}: deeply nested values are refused for every arg, and change nothing`, async () => {
        const before = (await service.get(address)).body
        for (const arg of [...tried, 'id', 'unknown'])
          for (const nested of eitherOf([lists, objects])) {
            const answer = await service.ask('PATCH', address, `{"${arg}":${nested}}`, json)
            expect(answer.status, arg).toBe(['id', 'unknown'].includes(arg) || !(arg in args) ? 200 : 400)
          }
        for (const nested of eitherOf([
          lists,
          `[${objects}]`,
          lists.slice(0, 60_000),
          objects.slice(0, 250_000),
        ]))
          expect((await service.ask('PATCH', address, nested, json)).status).toBe(400)
        expect((await service.get(address)).body).toEqual(before)
      })

      it(`§2.1 ${resource}: numbers out of range are refused, never saved as another value`, async () => {
        for (const arg of tried)
          for (const number of someOf([
            '1e400',
            '-1e400',
            '1e99999999',
            '1e-99999999',
            '9'.repeat(5000),
            `0.${'0'.repeat(5000)}1`,
            '-0',
          ]))
            for (const sent of [`{"${arg}":${number}}`, `{"${arg}":"${number}"}`, `{"${arg}":[${number}]}`]) {
              const { status, body } = await service.ask('PATCH', address, sent, json)
              expect(
                [200, 400, 409],
                `${arg} ${sent.slice(0, 40)} ${JSON.stringify(body).slice(0, 200)}`,
              ).toContain(status)
              expect(JSON.stringify(body)).not.toMatch(/NaN|Infinity/)
            }
      })
    }

    it('§2.1 many keys, repeated keys and many list members are each read once', async () => {
      const keys = (count: number) => Array.from({ length: count }, (_, at) => `"k${at}":1`).join()
      const same = `${'"title":"x",'.repeat(50_000)}"title":"Last"`
      const start = '"start_date":"2027-05-04","end_date":"2027-05-04"'
      const last = await service.ask('POST', '/events', `{${start},${same}}`, json)
      expect([last.status, last.body.title]).toEqual([201, 'Last'])
      answered(
        await service.ask('POST', '/events', `{${start},"title":"x",${keys(80_000)}}`, json),
        'many keys',
      )
      const ids = Array.from({ length: 100_000 }, (_, at) => at + 1)
      for (const arg of [
        'venue',
        'organizer',
        'categories',
        'tags',
        'tickets',
        'cost',
        'custom_fields',
        'image',
      ])
        for (const list of someOf([ids, ids.map(String), ids.map((id) => ({ id }))]))
          expect((await service.patch('/events/1', { [arg]: list })).status, arg).toBeGreaterThanOrEqual(400)
      const fields = Object.fromEntries(ids.slice(0, 20_000).map((id) => [`f${id}`, null]))
      expect((await service.patch('/events/1', { custom_fields: fields })).status).toBe(400)
    })

    it('§2.1 forms and queries have a maximum depth, length and number of fields', async () => {
      const pairs = (count: number, pair: (at: number) => string) =>
        Array.from({ length: count }, (_, at) => pair(at)).join('&')
      for (const [kind, text] of Object.entries({
        'many fields': pairs(60_000, (at) => `k${at}=1`),
        'one field many times': pairs(60_000, () => 'tags=1'),
        'many members': pairs(60_000, (at) => `tags[${at}]=1`),
        'a far member': 'tags[4294967294]=1&venue[999999999]=1',
        depth: `tags${'[a]'.repeat(100_000)}=1`,
        brackets: `${'['.repeat(300_000)}=1`,
        'encoded brackets': '%5B'.repeat(100_000),
        separators: '&'.repeat(900_000),
        'equal signs': '='.repeat(900_000),
        percents: '%'.repeat(900_000),
        commas: `tags=${','.repeat(900_000)}`,
      })) {
        answered(await service.ask('PATCH', '/events/1', text, form), kind)
        answered(await service.get(`/events?${text.slice(0, 8192)}`), kind)
        answered(await service.get(`/events?${text.slice(0, 9000)}`), kind)
      }
      const part = (at: number) => `--b\r\nContent-Disposition: form-data; name="k${at}"\r\n\r\n1\r\n`
      const parts = `${Array.from({ length: 12_000 }, (_, at) => part(at)).join('')}--b--\r\n`
      const type = { 'content-type': 'multipart/form-data; boundary=b' }
      const many = await service.ask('PATCH', '/events/1', parts, type)
      expect([many.status, many.body.message]).toEqual([400, expect.stringContaining('more than 2000 parts')])
      const few = `${Array.from({ length: 2000 }, (_, at) => part(at)).join('')}--b--\r\n`
      expect((await service.ask('PATCH', '/events/1', few, type)).status).toBe(200)
      answered(await service.ask('PATCH', '/events/1', parts.slice(0, -40), type), 'parts without an end')
      answered(
        await service.ask('PATCH', '/events/1', parts, {
          'content-type': `multipart/form-data; boundary=${'-'.repeat(20_000)}`,
        }),
        'a long boundary',
      )
    })

    it('§6 compressed bodies are not decompressed, and bodies above one mebibyte are not read', async () => {
      const packed = gzipSync(Buffer.alloc(5_000_000, ' '))
      for (const encoding of ['gzip', 'br', 'deflate', 'gzip, gzip'])
        expect(
          (await service.ask('POST', '/events', packed, { ...json, 'content-encoding': encoding })).status,
        ).toBeGreaterThanOrEqual(400)
      expect((await service.ask('POST', '/events', 'x'.repeat(1_048_577), json)).status).toBe(413)
    })

    it('§8 headers of the maximum length are read', async () => {
      const long = (text: string) => text.repeat(Math.floor(12_000 / text.length))
      for (const [header, text] of Object.entries({
        accept: long('text/html;q=0.1,'),
        'accept-encoding': long('gzip;q=0,'),
        'if-none-match': long('W/"a",'),
        'if-match': long('"v1-x",'),
        'if-modified-since': long('Mon, '),
        cookie: long('a=b; '),
        origin: long('https://x.example'),
        'x-event-password': long('x'),
        'idempotency-key': long('k'),
        'x-http-method-override': long('GET'),
        forwarded: long('for="'),
        'content-type': `application/json;${long('a=b;')}`,
      }))
        for (const method of ['GET', 'POST', 'PATCH']) {
          const { status } = await service.ask(
            method,
            method === 'POST' ? '/events' : '/events/1',
            method === 'GET' ? undefined : '{}',
            { ...json, [header]: text },
          )
          expect([200, 400, 403, 405, 406, 412], `${method} ${header}: ${status}`).toContain(status)
        }
    })

    it('§2.1 lists of more than 500 and searches of more than 20 words are refused', async () => {
      const many = (count: number) => Array.from({ length: count }, (_, at) => at + 1).join()
      expect((await service.get(`/events?include=${many(500)}`)).status).toBe(200)
      expect((await service.get(`/events?include=${many(501)}`)).status).toBe(400)
      expect((await service.get(`/events?search=${'a%20'.repeat(21)}`)).status).toBe(400)
      expect((await service.get(`/events?_fields=events.${'a.'.repeat(4000)}`)).status).toBe(200)
      expect((await service.get(`/events?_fields=${'a.'.repeat(4000)}`)).status).toBe(400)
    })
  })
}

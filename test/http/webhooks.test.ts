import { Temporal } from 'temporal-polyfill'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects, isAny } from '../support/dialects.ts'
import { roles } from '../support/inside/people.ts'
import { type Receiver, receiver, verified } from '../support/receiver.ts'
import { scratch } from '../support/scratch.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

type Headers = Record<string, string>

for (const { name } of dialects) {
  describe(`webhooks on ${name}`, () => {
    let service: TestService
    let host: Receiver
    let ada: Headers
    beforeEach(async () => {
      host = await receiver()
      service = await testService(name, { FASTI_WEBHOOK_HOSTS: host.host })
      ada = (await service.user('administrator', 'ada')).headers
    })
    afterEach(async () => {
      await service.close()
      await host.close()
    })

    const add = async (more: Json = {}) =>
      (await service.post('/webhooks', { url: host.url, ...more }, ada)).body
    const create = async (more: Json = {}) => (await service.post('/events', anEvent(more), ada)).body.id
    const deliver = () => service.webhooks.deliver()
    const deliveries = async (id = 1) =>
      (await service.get(`/webhooks/${id}/deliveries`, ada)).body.deliveries

    it('§13 are added, read, changed and deleted by administrators; the secret is shown once', async () => {
      const added = await service.post(
        '/webhooks',
        { url: host.url, types: ['event.created'], filter: { featured: true } },
        ada,
      )
      expect([added.status, added.headers['cache-control']]).toEqual([201, 'private, no-store'])
      expect(added.body).toMatchObject({
        ...{ id: 1, url: host.url, types: ['event.created'], filter: { featured: true } },
        ...{ active: true, private: false, created_utc: '2027-01-15 12:00:00', switched_off: '' },
        secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      })
      const read = await service.get('/webhooks/1', ada)
      expect([read.status, 'secret' in read.body]).toEqual([200, false])
      const changed = await service.patch('/webhooks/1', { types: null, filter: null, private: true }, ada)
      expect(changed.body).toMatchObject({ filter: {}, private: true, url: host.url })
      expect(changed.body.types).toContain('media.removed')
      expect(changed.body.types).not.toContain('submission.received')
      expect((await service.get('/webhooks', ada)).body.webhooks).toHaveLength(1)
      expect((await service.remove('/webhooks/1', ada)).body.id).toBe(1)
      expect((await service.get('/webhooks/1', ada)).body.code).toBe('webhook-not-found')
      expect((await service.get('/webhooks')).status).toBe(401)
      for (const role of roles.filter((one) => one !== 'administrator')) {
        const { headers } = await service.user(role)
        for (const path of ['/webhooks', '/webhooks/1', '/webhooks/1/deliveries'])
          expect((await service.get(path, headers)).status).toBe(403)
        expect((await service.post('/webhooks', { url: host.url }, headers)).status).toBe(403)
      }
      const { body } = await service.get('/audit?resource=webhook', ada)
      expect(body.changes.map(({ verb, title }: Json) => `${verb} ${title}`)).toEqual([
        ...[`delete ${host.host}`, `update ${host.host}`, `create ${host.host}`],
      ])
    })

    it.runIf(isAny(name))(
      '§13 are refused for URLs that may not be posted to, unknown types and wrong filters',
      async () => {
        const refused = async (more: Json) => {
          const { status, body } = await service.post('/webhooks', { url: host.url, ...more }, ada)
          return [status, ...Object.keys(body.data?.params ?? {})]
        }
        for (const url of [
          'http://example.org/',
          'https://127.0.0.1/',
          'https://10.0.0.1/x',
          'https://[::1]/',
          'https://[::ffff:10.0.0.1]/',
          'https://169.254.169.254/latest',
          'https://2130706433/',
          'https://localhost/',
          'https://ada:secret@example.org/',
          'ftp://example.org/',
          'x',
          '',
        ])
          expect(await refused({ url }), url).toEqual([400, 'url'])
        expect(await refused({ types: ['event.deleted'] })).toEqual([400, 'types'])
        expect(await refused({ filter: 'x' })).toEqual([400, 'filter'])
        const events = { types: ['event.created'] }
        expect(await refused({ ...events, filter: { page: 2 } })).toEqual([400, 'filter.page'])
        expect(await refused({ ...events, filter: { nonsense: 1 } })).toEqual([400, 'filter.nonsense'])
        expect(await refused({ ...events, filter: { featured: 'maybe' } })).toEqual([400, 'filter.featured'])
        expect(await refused({ ...events, filter: { categories: ['none'] } })).toEqual([400, 'filter'])
        expect(await refused({ types: ['tag.created'], filter: { featured: true } })).toEqual([
          ...[400, 'filter.featured'],
        ])
        expect((await service.get('/webhooks', ada)).body.webhooks).toEqual([])
      },
    )

    it.runIf(isAny(name))(
      '§13 receive each change with a signature that a library of the specification accepts',
      async () => {
        const { secret } = await add()
        const id = await create({ title: 'Fair', venue: { venue: 'Park' } })
        await deliver()
        expect([...host.take()].sort()).toEqual([`event.created ${id}`, 'venue.created 1'])
        const message = host.received.find(({ body }) => body.type === 'event.created')
        expect(message?.body).toEqual({
          type: 'event.created',
          timestamp: '2027-01-15T12:00:00.000Z',
          data: expect.objectContaining({ id, title: 'Fair', venue: expect.objectContaining({ id: 1 }) }),
        })
        expect(message?.headers).toMatchObject({
          'content-type': 'application/json',
          'webhook-id': expect.stringMatching(/^msg_[0-9a-f]{32}$/),
          'webhook-timestamp': '1800014400',
        })
        for (const one of host.received) expect(verified(secret, one)).toEqual(one.body)
        const [forged] = host.received
        if (forged === undefined) throw new Error('nothing was received')
        expect(() => verified(secret, { ...forged, text: `${forged.text} ` })).toThrow('signature')
        await service.patch(`/events/${id}`, { title: 'Fairs' }, ada)
        await deliver()
        await service.remove(`/events/${id}`, ada)
        await deliver()
        expect(host.take()).toEqual([`event.updated ${id}`, `event.removed ${id}`])
        expect(host.received.at(-1)?.body.data).toEqual({
          ...{ resource: 'event', id },
          rest_url: expect.stringMatching(new RegExp(`/events/${id}$`)),
        })
        await deliver()
        expect(host.take()).toEqual([])
      },
    )

    it.runIf(isAny(name))('§13 receive public data, or everything if they are private', async () => {
      await add({ types: ['event.created', 'event.updated', 'event.removed'] })
      await add({ types: ['event.created', 'event.updated', 'event.removed'], private: true })
      const sent = async () => {
        await deliver()
        const both = host.received.splice(0)
        return both
          .map(({ body }) => `${body.type} ${body.data.title ?? ''} ${body.data.status ?? ''}`)
          .sort()
      }
      const id = await create({ title: 'A', status: 'draft' })
      expect(await sent()).toEqual(['event.created A draft'])
      await service.patch(`/events/${id}`, { status: 'publish', password: 'sesame' }, ada)
      expect(await sent()).toEqual(['event.created A publish', 'event.updated A publish'])
      await service.patch(`/events/${id}`, { description: 'Hush' }, ada)
      await deliver()
      const told = host.received.splice(0).map(({ body }) => body.data.description)
      expect(told.sort()).toEqual(['', 'Hush'])
      await service.patch(`/events/${id}`, { hide_from_listings: true, password: null }, ada)
      expect(await sent()).toEqual(['event.removed  ', 'event.updated A publish'])
      await service.remove(`/events/${id}?force=true`, ada)
      expect(await sent()).toEqual(['event.removed  '])
    })

    it('§13 receive the chosen types, and items that match their filter', async () => {
      await add({ types: ['event.created'], filter: { featured: true } })
      await create({ title: 'Plain' })
      const past = { start_date: '2020-05-04 18:00:00', end_date: '2020-05-04 20:00:00' }
      const featured = await create({ featured: true, ...past })
      await service.post('/tags', { name: 'Jazz' }, ada)
      await service.patch(`/events/${featured}`, { title: 'B' }, ada)
      await deliver()
      expect(host.take()).toEqual([`event.created ${featured}`])
      await service.patch('/webhooks/1', { filter: { featured: true, ends_after: '2027-01-01' } }, ada)
      await create({ featured: true, ...past })
      const coming = await create({ featured: true })
      await deliver()
      expect(host.take()).toEqual([`event.created ${coming}`])
    })

    it('§13 receive a scheduled event once its date has passed', async () => {
      await add({ types: ['event.created'] })
      const id = await create({ date: '2027-01-15 09:00:00' })
      await deliver()
      expect(host.take()).toEqual([])
      service.at('2027-01-15T14:00:00Z')
      await deliver()
      expect(host.take()).toEqual([`event.created ${id}`])
    })

    it('§13 receive a failed message again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h', async () => {
      await add({ types: ['event.created'] })
      host.answer(500)
      await create()
      await deliver()
      let at = 1_800_014_400
      for (const wait of [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]) {
        const before = host.received.length
        service.at(instant(at + wait - 1))
        await deliver()
        expect(host.received).toHaveLength(before)
        at += wait
        service.at(instant(at))
        await deliver()
        expect(host.received).toHaveLength(before + 1)
      }
      expect((await deliveries())[0]).toMatchObject({ state: 'failed', attempts: 10, status: 500 })
      expect(new Set(host.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
      expect(new Set(host.received.map(({ text }) => text)).size).toBe(1)
      service.at('2028-01-15T12:00:00Z')
      await deliver()
      expect(host.received).toHaveLength(10)
    })

    it('§13 receive the messages of one item in order: a later one waits for the earlier one', async () => {
      await add({ types: ['event.created', 'event.updated'] })
      host.answer(503)
      const id = await create({ title: 'A' })
      await deliver()
      await service.patch(`/events/${id}`, { title: 'B' }, ada)
      const other = await create({ title: 'C' })
      await deliver()
      expect(host.take()).toEqual([`event.created ${id}`, `event.created ${other}`])
      expect((await service.get('/webhooks/1', ada)).body).toMatchObject({ waiting: 3, failures: 2 })
      host.answer(200)
      service.at('2027-01-15T12:00:05Z')
      await deliver()
      expect([...host.take()].sort()).toEqual(
        [`event.created ${id}`, `event.updated ${id}`, `event.created ${other}`].sort(),
      )
      const mine = host.received.slice(-3).filter(({ body }) => body.data.id === id)
      expect(mine.map(({ body }) => body.data.title)).toEqual(['A', 'B'])
      expect((await service.get('/webhooks/1', ada)).body).toMatchObject({ waiting: 0, failures: 0 })
    })

    it('§13 are counted in the metrics', async () => {
      const told = async (...names: string[]) => {
        const text: string = (await service.get('//metrics', ada)).body
        return names.map((one) => text.split('\n').find((line) => line.startsWith(`fasti_webhook${one} `)))
      }
      await add({ types: ['event.created'] })
      await create()
      const names = ['s{state="in_step"}', 's{state="failing"}', '_deliveries_waiting', '_behind_revisions']
      const [one, none] = ['fasti_webhooks{state="in_step"} 1', 'fasti_webhooks{state="failing"} 0']
      expect(await told(...names)).toEqual([
        ...[one, none, 'fasti_webhook_deliveries_waiting 0', 'fasti_webhook_behind_revisions 1'],
      ])
      host.answer(500)
      await deliver()
      service.at('2027-01-15T12:00:04Z')
      expect(
        await told(
          ...[
            's{state="failing"}',
            '_behind_revisions',
            '_deliveries_waiting',
            '_deliveries_waiting_seconds',
          ],
          ...['_attempts_total{outcome="failed"}', '_attempts_total{outcome="delivered"}'],
        ),
      ).toEqual([
        ...['fasti_webhooks{state="failing"} 1', 'fasti_webhook_behind_revisions 0'],
        ...['fasti_webhook_deliveries_waiting 1', 'fasti_webhook_deliveries_waiting_seconds 4'],
        'fasti_webhook_attempts_total{outcome="failed"} 1',
        'fasti_webhook_attempts_total{outcome="delivered"} 0',
      ])
    })

    it('§13 are switched off by 410, and after ten undelivered messages', async () => {
      await add({ types: ['event.created'] })
      host.answer(410)
      await create()
      await deliver()
      expect((await service.get('/webhooks/1', ada)).body).toMatchObject({
        ...{ active: false, switched_off: 'gone', switched_off_utc: '2027-01-15 12:00:00' },
      })
      await create()
      await deliver()
      expect(host.received).toHaveLength(1)
      const on = await service.patch('/webhooks/1', { active: true }, ada)
      expect(on.body).toMatchObject({ active: true, switched_off: '' })
      host.answer(500)
      host.take()
      for (let at = 0; at < 11; at++) await create()
      let at = 1_800_014_400
      for (const wait of [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]) {
        at += wait
        service.at(instant(at))
        await deliver()
      }
      expect((await service.get('/webhooks/1', ada)).body).toMatchObject({
        ...{ active: false, switched_off: 'exhausted' },
      })
    })

    it.runIf(isAny(name))(
      '§13 count a redirect as a failure, and an endless response by its status',
      async () => {
        await add({ types: ['event.created'] })
        host.answer((_request, response) => response.writeHead(307, { Location: '/elsewhere' }).end())
        await create()
        await deliver()
        expect((await deliveries())[0]).toMatchObject({ state: 'waiting', status: 307, attempts: 1 })
        expect(host.received).toHaveLength(1)
        host.answer((_request, response) => {
          response.writeHead(200)
          const more = setInterval(() => response.write('x'.repeat(65_536)), 1)
          response.on('close', () => clearInterval(more))
        })
        service.at('2027-01-15T12:00:05Z')
        await deliver()
        expect((await deliveries())[0]).toMatchObject({ state: 'delivered', status: 200, attempts: 2 })
      },
    )

    it.runIf(isAny(name))('§13 check the resolved address of the host at each delivery', async () => {
      await service.post(
        '/webhooks',
        { url: 'https://private.localhost.example/', types: ['tag.created'] },
        ada,
      )
      await service.post('/tags', { name: 'Jazz' }, ada)
      await deliver()
      const [first] = await deliveries()
      expect(first).toMatchObject({ state: 'waiting', status: null, attempts: 1 })
      expect(first.result).toMatch(/was not found|no public address/)
    })

    it('§13 receive a test and a repeated delivery on request', async () => {
      const { secret } = await add({ types: ['event.created'] })
      const test = await service.post('/webhooks/1/test', {}, ada)
      expect([test.status, test.body]).toMatchObject([
        ...[200, { type: 'webhook.test', state: 'delivered', status: 204, attempts: 1 }],
      ])
      expect(verified(secret, host.received[0] ?? { headers: {}, text: '', body: {} })).toMatchObject({
        type: 'webhook.test',
      })
      host.answer(500)
      expect((await service.post('/webhooks/1/test', {}, ada)).body).toMatchObject({
        ...{ state: 'failed', status: 500, next_utc: '' },
      })
      host.answer(200)
      const id = await create()
      await deliver()
      host.take()
      const [delivery] = await deliveries()
      const again = await service.post(`/webhooks/1/deliveries/${delivery.id}/redeliver`, {}, ada)
      expect([again.status, again.body.state]).toEqual([202, 'waiting'])
      await deliver()
      expect(host.take()).toEqual([`event.created ${id}`])
      expect(host.received.at(-1)?.headers['webhook-id']).toBe(delivery.message_id)
      for (const path of ['/webhooks/9/test', '/webhooks/9/rotate', '/webhooks/9/deliveries/1/redeliver'])
        expect((await service.post(path, {}, ada)).body.code).toBe('webhook-not-found')
      const none = await service.post('/webhooks/1/deliveries/999/redeliver', {}, ada)
      expect(none.body.code).toBe('delivery-not-found')
      expect((await service.post('/webhooks/1/deliveries/x/redeliver', {}, ada)).status).toBe(404)
      const paged = await service.get('/webhooks/1/deliveries?per_page=2&page=2', ada)
      expect([paged.body.deliveries.length, paged.body.total]).toEqual([1, 3])
    })

    it.runIf(isAny(name))('§13 sign with both secrets for a day after a rotation', async () => {
      const { secret: old } = await add({ types: ['tag.created'] })
      const { body, status } = await service.post('/webhooks/1/rotate', {}, ada)
      expect([status, body.secret === old]).toEqual([200, false])
      await service.post('/tags', { name: 'A' }, ada)
      await deliver()
      const [first] = host.received
      if (first === undefined) throw new Error('nothing was received')
      for (const secret of [old, body.secret]) expect(verified(secret, first)).toEqual(first.body)
      service.at('2027-01-16T12:00:00Z')
      await service.post('/tags', { name: 'B' }, ada)
      await deliver()
      const second = host.received.at(-1) ?? first
      expect(verified(body.secret, second)).toEqual(second.body)
      expect(() => verified(old, second)).toThrow('signature')
    })
  })
}

for (const { name, freshUrl } of dialects) {
  it(`§13 webhooks are delivered to by one process at a time, and by another one when that is gone, on ${name}`, async () => {
    const folder = await scratch('webhooks')
    const database =
      name === 'sqlite' ? { url: `sqlite:${folder}/fasti.db`, drop: async () => {} } : await freshUrl()
    const host = await receiver()
    const env = { DATABASE_URL: database.url, FASTI_WEBHOOK_HOSTS: host.host }
    const [one, other] = [await testService(name, env), await testService(name, env)]
    const { headers } = await one.user('administrator', 'ada')
    await one.post('/webhooks', { url: host.url, types: ['tag.created'] }, headers)
    await one.post('/tags', { name: 'A' }, headers)
    await one.webhooks.deliver()
    await other.webhooks.deliver()
    expect(host.take()).toEqual(['tag.created 1'])
    await one.post('/tags', { name: 'B' }, headers)
    await other.webhooks.deliver()
    expect(host.take()).toEqual([])
    await one.webhooks.stop()
    await other.webhooks.deliver()
    expect(host.take()).toEqual(['tag.created 2'])
    await other.close()
    await one.close()
    await host.close()
    await database.drop()
  })
}

const instant = (seconds: number) => Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toString()

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'
import { ORIGIN, type PluginService, pluginService } from './plugin.ts'

for (const { name } of anyDialects()) {
  describe(`rest_route on ${name}`, () => {
    let service: PluginService
    beforeAll(async () => {
      service = await pluginService(name)
      await service.post('/events', anEvent({ title: 'A', start_date: '2027-02-02', end_date: '2027-02-02' }))
      await service.post('/events', anEvent({ title: 'Ä b' }))
    })
    afterAll(() => service.close())
    const routed = (method: string, route: string, body?: unknown, headers?: Record<string, string>) =>
      service.host(method, `/?rest_route=${route}`, body, headers)

    it('§12 reaches every namespace, also after index.php', async () => {
      for (const [route, address] of [
        ['/tribe/events/v1/events', '/wp-json/tribe/events/v1/events'],
        ['/cal/events/v1/events', '/cal/events/v1/events'],
        ['/tec/v1/events', '/wp-json/tec/v1/events'],
        ['/wp/v2/tags', '/wp-json/wp/v2/tags'],
        ['/tribe/events/v1/', '/wp-json/tribe/events/v1'],
        ['/', '/wp-json/'],
        ['tribe/events/v1/events/1/', '/wp-json/tribe/events/v1/events/1'],
      ] as const)
        for (const before of ['/', '/index.php']) {
          const asked = await service.host('GET', `${before}?rest_route=${encodeURIComponent(route)}`)
          const own = await service.host('GET', address)
          expect([asked.status, asked.body], `${before} ${route}`).toEqual([200, own.body])
        }
      const { body } = await routed('GET', '/tribe/events/v1/events&per_page=1')
      expect(body.next_rest_url).toMatch(`${ORIGIN}/wp-json/tribe/events/v1/events?`)
    })

    it('§12 keeps the other parts of the query as they were written', async () => {
      const asked = async (query: string) =>
        (await service.host('GET', `/?${query}`)).body.events.map(({ title }: { title: string }) => title)
      const route = 'rest_route=/tribe/events/v1/events'
      expect(await asked(`${route}&start_date=2027/03/02T15:04`)).toEqual(['Ä b'])
      expect(await asked(`${route}&start_date=2027/01/02T15:04`)).toEqual(['A', 'Ä b'])
      expect(await asked(`search=%C3%A4%20b&${route}`)).toEqual(['Ä b'])
      expect(await asked(`include%5B%5D=1&${route}`)).toEqual(['A'])
      expect(await asked(`rest_route=/nowhere&${route}`)).toEqual(['A', 'Ä b'])
      expect(await asked(`rest%5Froute=/tribe/events/v1/events&per_page=1`)).toEqual(['A'])
      const bySlug = await routed('GET', '/tribe/events/v1/events/by-slug/%C3%A4-b')
      expect([
        bySlug.status,
        (await routed('GET', '/tribe/events/v1/events/by-slug/a-b')).body.title,
      ]).toEqual([404, 'Ä b'])
    })

    it('§12 accepts writes like the URL it represents, also with a method override', async () => {
      const created = await routed('POST', '/tribe/events/v1/events', anEvent({ title: 'Routed' }))
      expect([created.status, created.headers.location]).toEqual([
        201,
        `${ORIGIN}/wp-json/tribe/events/v1/events/${created.body.id}`,
      ])
      const at = `/tribe/events/v1/events/${created.body.id}`
      const put = await routed('POST', at, { title: 'Changed' }, { 'x-http-method-override': 'PUT' })
      expect([put.status, put.body.title]).toEqual([200, 'Changed'])
      const gone = await routed('POST', `${at}&force=true`, undefined, { 'x-http-method-override': 'DELETE' })
      expect([gone.status, gone.body.deleted]).toEqual([200, true])
    })

    it('§6 gets 404 outside the namespaces, and never the root index', async () => {
      for (const route of [
        '/wp/v2/comments',
        '/wp/v3',
        '/tec/v1/tickets',
        '/tec/v1/events/by-slug/a',
        '/tec/v1/events/1/history',
        '/nowhere',
        '/healthz',
        '/desk',
        '/tribe/events/v1/../../../healthz',
        '/tribe/events/v1/%2e%2e/%2e%2e/metrics',
        '/tribe/events/v1%2fevents%2f..%2f..%2f..%2f..%2fhealthz',
        '/wp-json/tribe/events/v1/events',
        '/de/cal/events/v1/events',
        '//tribe/events/v1/events',
        '/tribe/events/v1x/events',
        '%ff',
        'http://evil.example/',
      ]) {
        const { status, body, headers } = await routed('GET', route, undefined, {
          accept: 'application/json',
        })
        expect([status, body.code, headers.location], route).toEqual([404, 'rest_no_route', undefined])
      }
      expect((await service.host('GET', '/calendar/?rest_route=/tribe/events/v1/events')).status).toBe(200)
    })
  })

  describe(`rest_route without an alias on ${name}`, () => {
    let service: TestService
    beforeAll(async () => {
      service = await testService(name, { FASTI_BASE_URL: `${ORIGIN}/calendar` })
    })
    afterAll(() => service.close())

    it('§12 reaches only our own namespace', async () => {
      const asked = (path: string) => service.ask('GET', `/${path}`)
      expect((await asked('/calendar/?rest_route=/cal/events/v1/events')).body).toHaveProperty('total')
      expect((await asked('/calendar/index.php?rest_route=/cal/events/v1')).body).toHaveProperty('namespace')
      for (const path of [
        '/calendar/?rest_route=/tribe/events/v1/events',
        '/calendar/?rest_route=/wp/v2/tags',
        '/?rest_route=/cal/events/v1/events',
        '/calendar/index.php',
        '/wp-json/',
      ])
        expect((await asked(path)).status, path).toBe(404)
    })
  })
}

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

const origin = 'http://127.0.0.1:3000'
const form = { 'content-type': 'application/x-www-form-urlencoded' }

for (const { name } of anyDialects()) {
  describe(`aliases on ${name}`, () => {
    let service: TestService
    beforeEach(async () => {
      service = await testService(name, {
        FASTI_BASE_URL: `${origin}/calendar`,
        FASTI_ALIASES: '/wp-json:tribe/events/v1, /calendar:old/v1',
      })
    })
    afterEach(() => service.close())
    /** Sends a request as an existing client does, to the address it was configured with. */
    const old = (method: string, path: string, body?: unknown, headers = {}) =>
      service.ask(method, `//wp-json/tribe/events/v1${path}`, body, headers)

    it('§0.1 serve existing clients of another server at their addresses', async () => {
      const created = await old(
        'POST',
        '/events',
        'title=Market&start_date=2027-05-04+08:00:00&end_date=2027-05-04+13:00:00&featured=yes&venue[venue]=Hall&categories[]=Fairs',
        form,
      )
      expect([created.status, created.headers.location]).toEqual([
        201,
        `${origin}/wp-json/tribe/events/v1/events/1`,
      ])
      expect(created.body).toMatchObject({ featured: true, image: false, organizer: [] })
      await old('POST', '/events', 'title=Bare&start_date=2027-05-05&end_date=2027-05-05&all_day=true', form)
      expect((await old('GET', '/events/2')).body).toMatchObject({ venue: [], image: false, all_day: true })
      const linked = await old('POST', '/events', {
        ...anEvent({ title: 'Linked' }),
        venue: '1',
        organizer: '',
        categories: '1',
      })
      expect(linked.body.venue.id).toBe(1)
      const several = (list: string) => old('GET', `/events?include=${list}&orderby=id`)
      expect((await several('1,3')).body.events.map(({ id }: Json) => id)).toEqual([1, 3])
      expect((await old('GET', '/events?venue[]=1&featured=true')).body.total).toBe(1)
      expect((await old('GET', '/events?categories=fairs&featured=no')).body.total).toBe(1)
      const first = (await old('GET', '/events?per_page=2')).body
      expect(first.next_rest_url).toMatch(
        new RegExp(`^${origin}/wp-json/tribe/events/v1/events\\?.*per_page=2&page=2$`),
      )
      const last = (await service.ask('GET', first.next_rest_url.replace(origin, '/'))).body
      expect([last.events.length, 'next_rest_url' in last, last.total_pages]).toEqual([1, false, 2])
      expect((await old('DELETE', '/events/2')).body.status).toBe('trash')
      expect((await old('DELETE', '/events/2?force=true')).status).toBe(200)
      expect((await old('GET', '/events/2')).status).toBe(404)
      const changed = await old('POST', '/events/1', 'cost=%245&_method=PATCH', form)
      expect([changed.status, changed.body.cost]).toEqual([200, '$5'])
    })

    it('§0.1 return API addresses below the alias; pages, files and global ids keep the base address', async () => {
      await service.ask('POST', '//calendar/cal/events/v1/events', anEvent({ venue: { venue: 'Hall' } }))
      const { body, headers } = await old('GET', '/events/1')
      const ours = (await service.ask('GET', '//calendar/cal/events/v1/events/1')).body
      expect(body).toMatchObject({
        rest_url: `${origin}/wp-json/tribe/events/v1/events/1`,
        url: `${origin}/calendar/event/a/`,
        global_id: ours.global_id,
        venue: { rest_url: `${origin}/wp-json/tribe/events/v1/venues/1` },
      })
      expect(headers.link).toBe(`<${origin}/wp-json/>; rel="https://api.w.org/"`)
      expect((await service.ask('GET', '//calendar/old/v1/events/1')).body.rest_url).toBe(
        `${origin}/calendar/old/v1/events/1`,
      )
      const index = (await old('GET', '')).body
      expect(index.namespace).toBe('tribe/events/v1')
      expect(Object.keys(index.routes)).toContain('/tribe/events/v1/events')
      const root = (await service.ask('GET', '//wp-json/')).body
      expect([root.namespaces[0], root.url]).toEqual(['tribe/events/v1', `${origin}/calendar`])
      expect((await old('GET', '/doc')).body.servers).toEqual([{ url: `${origin}/wp-json/tribe/events/v1` }])
      const feed = String((await old('GET', '/events.ics')).body).replaceAll('\r\n ', '')
      expect(feed).toContain(`SOURCE;VALUE=URI:${origin}/wp-json/tribe/events/v1/events.ics`)
      expect(feed).toContain(`URL:${origin}/calendar/event/a/`)
    })

    it('§8 have separate entries in the response cache', async () => {
      await service.ask('POST', '//calendar/cal/events/v1/events', anEvent())
      const roots = [
        '/wp-json/tribe/events/v1',
        '/calendar/cal/events/v1',
        '/calendar/old/v1',
        '/calendar/de/cal/events/v1',
      ]
      for (const round of [1, 2])
        for (const root of roots) {
          const answered = await service.ask('GET', `/${root}/events`)
          expect([round, answered.body.events[0].rest_url]).toEqual([round, `${origin}${root}/events/1`])
        }
      expect((await service.ask('GET', '//wp-json/de/tribe/events/v1/events')).status).toBe(404)
    })
  })
}

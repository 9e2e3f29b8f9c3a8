import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { anImage } from '../support/images.ts'
import { anEvent, type Json } from '../support/service.ts'
import { ORIGIN, type PluginService, pluginService, TEC, TRIBE, WP } from './plugin.ts'

/** An event of `tec/v1` without the keys that only this namespace has. */
const asElsewhere = ({ link, venues, organizers, ...event }: Json): Json => {
  expect([link, venues, organizers]).toEqual([event.url, [event.venue].flat(), event.organizer])
  return event
}

for (const { name } of anyDialects()) {
  describe(`tec/v1 and wp/v2 on ${name}`, () => {
    let service: PluginService
    let admin: Record<string, string>
    beforeAll(async () => {
      service = await pluginService(name)
      admin = (await service.user('administrator', 'ada')).headers
    })
    afterAll(() => service.close())
    const ask = (method: string, path: string, body?: unknown, headers = admin) =>
      service.host(method, path, body, headers)

    it('§12 return bare lists in tec/v1, with WordPress’s totals and their own links', async () => {
      for (const title of ['One', 'Two', 'Three'])
        await ask(
          'POST',
          `${TEC}/events`,
          anEvent({ title, venue: { venue: 'Hall' }, organizer: { organizer: 'Org' } }),
        )
      for (const headers of [{}, admin]) {
        const { body, headers: sent } = await ask('GET', `${TEC}/events?per_page=2`, undefined, headers)
        expect(body.map(({ title }: Json) => title)).toEqual(['One', 'Two'])
        const whole = await ask('GET', `${TRIBE}/events?per_page=2`, undefined, headers)
        expect(body.map(asElsewhere)).toEqual(whole.body.events)
        expect([sent['x-wp-total'], sent['x-wp-totalpages'], sent['x-tec-total']]).toEqual(['3', '2', '3'])
        expect(sent.link).toContain(`<${ORIGIN}${TEC}/events?`)
        expect(sent.link).not.toContain('tribe')
        const next = /<([^>]+)>; rel="next"/.exec(sent.link ?? '')?.[1] ?? ''
        const second = await ask('GET', next.replace(ORIGIN, ''), undefined, headers)
        expect(second.body.map(({ title }: Json) => title)).toEqual(['Three'])
      }
      expect((await ask('GET', `${TEC}/events?_fields=id`, undefined, {})).body).toEqual([
        { id: 1 },
        { id: 2 },
        { id: 3 },
      ])
      for (const [path, key] of [
        ['venues', 'venue'],
        ['organizers', 'organizer'],
      ] as const) {
        const { body } = await ask('GET', `${TEC}/${path}`, undefined, {})
        expect([Array.isArray(body), body[0][key], body[0].author]).toEqual([
          true,
          key === 'venue' ? 'Hall' : 'Org',
          '1',
        ])
      }
    })

    it('§8 cache bare lists separately, and correctly after a write', async () => {
      const titles = async () => {
        const bare = await ask('GET', `${TEC}/events`, undefined, {})
        const whole = await ask('GET', `${TRIBE}/events`, undefined, {})
        expect(bare.headers.etag).not.toBe(whole.headers.etag)
        expect(bare.body.map(asElsewhere)).toEqual(whole.body.events)
        const known = await ask('GET', `${TEC}/events`, undefined, {
          'if-none-match': bare.headers.etag ?? '',
        })
        expect(known.status).toBe(304)
        return bare.body.map(({ title }: Json) => title)
      }
      await titles()
      await ask('PATCH', `${TEC}/events/1`, { title: 'Uno' })
      expect(await titles()).toEqual(['Uno', 'Two', 'Three'])
      expect(await titles()).toEqual(['Uno', 'Two', 'Three'])
    })

    it('§12 create, update and remove in tec/v1', async () => {
      const key = { ...admin, 'idempotency-key': 'tec' }
      const created = await ask('POST', `${TEC}/venues`, { venue: 'Park' }, key)
      expect([created.status, created.headers.location]).toEqual([
        201,
        `${ORIGIN}${TEC}/venues/${created.body.id}`,
      ])
      const again = await ask('POST', `${TEC}/venues`, { venue: 'Park' }, key)
      expect([again.body.id, again.headers['idempotency-replayed']]).toEqual([created.body.id, 'true'])
      const at = `${TEC}/venues/${created.body.id}`
      expect((await ask('PUT', at, { city: 'Rome' })).body.city).toBe('Rome')
      expect((await ask('DELETE', at)).body.status).toBe('trash')
      expect((await ask('DELETE', at)).status).toBe(410)
      expect((await ask('DELETE', `${at}?force=true`)).body).toMatchObject({
        deleted: true,
        previous: { venue: 'Park' },
      })
      expect((await ask('GET', at)).body.code).toBe('venue-not-found')
      const next = await ask('POST', `${TEC}/venues`, { venue: 'Lawn' })
      const dry = await ask('DELETE', `${TEC}/venues/${next.body.id}`, { force: true, dry_run: true })
      expect(dry.body).toMatchObject({ deleted: true, dry_run: true })
      const forced = await ask('DELETE', `${TEC}/venues/${next.body.id}`, { force: true })
      expect(forced.body.deleted).toBe(true)
      const third = await ask('POST', `${TEC}/venues`, { venue: 'Lane' })
      // In our own namespace the body of a DELETE says nothing but whether it is a rehearsal.
      expect(
        (await service.ask('DELETE', `/venues/${third.body.id}`, { force: true }, admin)).body.status,
      ).toBe('trash')
      expect((await ask('POST', `${TEC}/events`, anEvent(), {})).body.code).toBe('rest_not_logged_in')
    })

    it('§12 list and create terms as WordPress does', async () => {
      const created = await ask('POST', `${WP}/tags`, { name: 'Open &amp; air', description: 'x' })
      expect(created.status).toBe(201)
      expect(created.body).toMatchObject({
        name: 'Open & air',
        slug: 'open-air',
        taxonomy: 'post_tag',
        count: 0,
        meta: [],
        link: `${ORIGIN}/tag/open-air/`,
      })
      const twice = await ask('POST', `${WP}/tags`, { name: 'Open & air' })
      expect([twice.status, twice.body.code, twice.body.data.term_id]).toEqual([
        400,
        'term_exists',
        created.body.id,
      ])
      await ask('POST', `${WP}/tags`, { name: 'Zebra' })
      const listed = await ask('GET', `${WP}/tags?per_page=1`)
      expect(listed.body.map(({ name }: Json) => name)).toEqual(['Open & air'])
      expect([listed.headers['x-wp-total'], listed.headers['x-wp-totalpages']]).toEqual(['2', '2'])
      expect(listed.headers.link).toContain(`<${ORIGIN}${WP}/tags?`)
      for (const query of ['slug=open-air', 'search=open', `include=${created.body.id}`])
        expect((await ask('GET', `${WP}/tags?${query}`, undefined, {})).body[0]?.id, query).toBe(
          created.body.id,
        )
      for (const query of [
        'slug=zebra,open-air',
        'slug[]=zebra&slug[]=open-air',
        'slug[]=open-air&slug[]=none',
      ])
        expect(
          (await ask('GET', `${WP}/tags?${query}`, undefined, {})).body.map(({ slug }: Json) => slug),
          query,
        ).toEqual(query.includes('none') ? ['open-air'] : ['open-air', 'zebra'])
      expect((await ask('GET', `${WP}/tags?slug=none`)).body).toEqual([])
      expect((await ask('GET', `${WP}/tags?hide_empty=true`)).body).toEqual([])
      const category = await ask('POST', `${WP}/tribe_events_cat`, { name: 'Fairs', parent: 0 })
      expect(category.body).toMatchObject({ name: 'Fairs', taxonomy: 'tribe_events_cat', parent: 0 })
      expect((await ask('GET', `${WP}/tribe_events_cat`)).body[0].slug).toBe('fairs')
      expect((await ask('POST', `${WP}/tags`, { name: 'No' }, {})).status).toBe(401)
    })

    it('§12 return the current user', async () => {
      const { body, headers } = await ask('GET', `${WP}/users/me?context=edit`)
      expect(body).toMatchObject({ id: 1, name: 'ada', slug: 'ada', roles: ['administrator'] })
      expect([headers['cache-control'], JSON.stringify(body).includes('csrf')]).toEqual([
        'private, no-store',
        false,
      ])
      const nobody = await ask('GET', `${WP}/users/me`, undefined, {})
      expect([nobody.status, nobody.body.code]).toEqual([401, 'rest_not_logged_in'])
    })

    it('§12 upload, find and read media as WordPress does', async () => {
      const bytes = await anImage(8, 6)
      const raw = {
        ...admin,
        'content-type': 'image/png',
        'content-disposition': 'attachment; filename="Summer fair.png"',
      }
      const created = await ask('POST', `${WP}/media`, bytes, raw)
      expect([created.status, created.headers.location]).toEqual([
        201,
        `${ORIGIN}${WP}/media/${created.body.id}`,
      ])
      expect(created.body).toMatchObject({
        slug: 'summer-fair',
        title: { rendered: 'Summer fair' },
        alt_text: '',
        author: 1,
        media_type: 'image',
        mime_type: 'image/png',
      })
      const { source_url, media_details } = created.body
      expect(source_url).toMatch(`${ORIGIN}/media/`)
      expect(media_details.sizes.full.source_url).toBe(source_url)
      expect((await service.host('GET', source_url.replace(ORIGIN, ''))).status).toBe(200)
      const boundary = 'x0x'
      const part = (head: string, body: Buffer | string) =>
        Buffer.concat([
          Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
          Buffer.from(body),
          Buffer.from('\r\n'),
        ])
      const form = Buffer.concat([
        part('name="title"', 'Poster &amp; plan'),
        part('name="file"; filename="p.png"', bytes),
        Buffer.from(`--${boundary}--\r\n`),
      ])
      const multipart = await ask('POST', `${WP}/media`, form, {
        ...admin,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      })
      expect([multipart.status, multipart.body.title.rendered, multipart.body.slug]).toEqual([
        201,
        'Poster & plan',
        'poster-plan',
      ])
      const ids = async (query: string) =>
        (await ask('GET', `${WP}/media${query}`, undefined, {})).body.map(({ id }: Json) => id)
      const [first, second] = [created.body.id, multipart.body.id]
      expect([
        await ids(''),
        await ids('?slug=summer-fair'),
        await ids('?slug=poster-plan,summer-fair'),
      ]).toEqual([[second, first], [first], [second, first]])
      expect([await ids('?slug=summer'), await ids('?search=summer'), await ids('?slug=none')]).toEqual([
        [],
        [first],
        [],
      ])
      expect((await ask('GET', `${WP}/media/${first}`, undefined, {})).body.source_url).toBe(source_url)
      const event = await ask('POST', `${TRIBE}/events`, anEvent({ image: first }))
      expect(event.body.image.url).toBe(source_url)
      expect((await ask('POST', `${WP}/media`, bytes, { 'content-type': 'image/png' })).status).toBe(401)
      const large = { 'content-type': 'image/png', 'content-length': '5000000' }
      expect((await ask('POST', `${WP}/media`, Buffer.alloc(5_000_000), large)).status).toBe(401)
    })

    it('§12 have no other routes, and list their routes in the index', async () => {
      for (const [method, path] of [
        ['GET', `${WP}/comments`],
        ['GET', `${WP}/users`],
        ['GET', `${WP}/users/1`],
        ['GET', `${WP}/tags/x`],
        ['GET', `${WP}/categories`],
        ['POST', `${WP}/settings/x`],
        ['GET', `${TEC}/tags`],
        ['GET', `${TEC}/events/1/history`],
        ['GET', `${TEC}/events.ics`],
        ['POST', `${TEC}/import`],
        ['GET', '/wp-json/other/v1'],
      ] as const) {
        const { status, body } = await ask(method, path)
        expect([status, body.code, body.data?.status], path).toEqual([404, 'rest_no_route', 404])
      }
      for (const [path, allowed] of [
        ['media/1', 'GET, POST, PUT, PATCH, HEAD, OPTIONS'],
        ['tags/1', 'GET, HEAD, OPTIONS'],
        ['tribe_venue/1', 'GET, POST, PUT, PATCH, HEAD, OPTIONS'],
        ['settings', 'GET, HEAD, OPTIONS'],
      ] as const) {
        const refused = await ask('DELETE', `${WP}/${path}`)
        expect([refused.status, refused.body.code, refused.headers.allow], path).toEqual([
          405,
          'rest_method_not_allowed',
          allowed,
        ])
      }
      expect((await ask('OPTIONS', `${TEC}/events`)).body.namespace).toBe('tec/v1')
    })
  })
}

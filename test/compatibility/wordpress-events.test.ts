/** Events of `wp/v2`, as programs list and create them that know the plugin as posts of WordPress. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { anImage } from '../support/images.ts'
import { anEvent, type Json } from '../support/service.ts'
import { ORIGIN, type PluginService, pluginService, TEC, TRIBE, WP } from './plugin.ts'

const EVENTS = `${WP}/tribe_events`

for (const { name } of anyDialects()) {
  describe(`events as posts on ${name}`, () => {
    let service: PluginService
    let admin: Record<string, string>
    const ids: Record<string, number> = {}
    const ask = (method: string, path: string, body?: unknown, headers = admin) =>
      service.host(method, path, body, headers)
    const found = async (query: string, headers = {}) =>
      (await ask('GET', `${EVENTS}?${query}`, undefined, headers)).body.map((one: Json) => one.slug)
    beforeAll(async () => {
      service = await pluginService(name, { FASTI_NAME: 'Town' })
      admin = (await service.user('administrator', 'ada')).headers
      const image = (
        await ask('POST', `${WP}/media`, await anImage(8, 6), {
          ...admin,
          'content-type': 'image/png',
          'content-disposition': 'attachment; filename="Poster.png"',
        })
      ).body.id
      for (const [title, date, more] of [
        ['Past', '2026-03-01 23:00', { start_date: '2026-03-05 10:00', end_date: '2026-03-05 11:00' }],
        ['Far', '2026-05-01 10:00', { start_date: '2039-01-01 10:00', end_date: '2039-01-01 11:00' }],
        ['Fair', '2026-04-01 00:00', { categories: ['Markets'], tags: ['Out', 'In'], image }],
        ['Draft', '2026-06-01 10:00', { status: 'draft' }],
      ] as const) {
        const made = await ask('POST', `${TRIBE}/events`, anEvent({ title, date, ...more }))
        ids[title] = made.body.id
      }
      await ask('POST', `${TRIBE}/events`, anEvent({ title: 'Hidden', hide_from_listings: true }))
    })
    afterAll(() => service.close())

    it('§12 are listed for everybody, those of all times, the newest publication first', async () => {
      const { status, body, headers } = await ask('GET', `${EVENTS}?per_page=2`, undefined, {})
      expect([status, body.map((one: Json) => one.slug)]).toEqual([200, ['far', 'fair']])
      expect([headers['x-wp-total'], headers['x-wp-totalpages']]).toEqual(['3', '2'])
      expect(body[1]).toEqual((await ask('GET', `${EVENTS}/${ids.Fair}`, undefined, {})).body)
      const next = /<([^>]+)>; rel="next"/.exec(headers.link ?? '')?.[1] ?? ''
      expect(next).toContain(`${ORIGIN}${EVENTS}?`)
      const second = await ask('GET', next.replace(ORIGIN, ''), undefined, {})
      expect(second.body.map((one: Json) => one.slug)).toEqual(['past'])
      const past = await ask('GET', `${EVENTS}?page=3&per_page=2`, undefined, {})
      expect([past.status, past.body.code]).toEqual([400, 'rest_post_invalid_page_number'])
      expect((await service.host('GET', '/?rest_route=/wp/v2/tribe_events&per_page=1')).body[0].slug).toBe(
        'far',
      )
    })

    it('§12 are found by slug, words, ids, terms, author and status', async () => {
      const category = (await ask('GET', `${WP}/tribe_events_cat?slug=markets`)).body[0].id
      const tag = (await ask('GET', `${WP}/tags?slug=out`)).body[0].id
      for (const [query, slugs] of [
        ['slug=fair', ['fair']],
        ['slug=fair,past,none', ['fair', 'past']],
        ['slug=none', []],
        ['slug=draft', []],
        ['search=fair', ['fair']],
        [`include=${ids.Past}`, ['past']],
        [`include=${ids.Past}&slug=fair`, []],
        [`exclude=${ids.Far}`, ['fair', 'past']],
        [`tribe_events_cat=${category}`, ['fair']],
        [`tribe_events_cat=${category},99`, ['fair']],
        ['tribe_events_cat=99', []],
        [`tags=${tag}&tribe_events_cat=${category}`, ['fair']],
        ['author=1', ['far', 'fair', 'past']],
        ['orderby=title&order=asc', ['fair', 'far', 'past']],
        ['orderby=date&order=asc', ['past', 'fair', 'far']],
        ['orderby=id&order=asc', ['past', 'far', 'fair']],
        ['start_date=2039-01-01', ['far', 'fair', 'past']],
      ] as const)
        expect(await found(query), query).toEqual(slugs)
      expect(await found('status=publish,draft,private&search=draft', admin)).toEqual(['draft'])
      expect(await found('slug=draft&status=any', admin)).toEqual(['draft'])
      const refused = await ask('GET', `${EVENTS}?status=draft`, undefined, {})
      expect(refused.status).toBe(401)
      expect((await ask('GET', `${EVENTS}?orderby=menu`)).status).toBe(400)
    })

    it('§12 are found by when they were published, in the zone of the site, without the limits themselves', async () => {
      for (const [query, slugs] of [
        ['after=2026-03-31T23:59:59', ['far', 'fair']],
        ['after=2026-04-01T00:00:00', ['far']],
        ['after=2026-04-01T04:00:00Z', ['far']],
        ['before=2026-04-01T00:00:00', ['past']],
        ['before=2026-04-01T00:00:01', ['fair', 'past']],
        ['after=2026-03-01&before=2026-05-01', ['fair', 'past']],
        ['search=fair&after=2026-04-01T00:00:00', []],
      ] as const)
        expect(await found(query), query).toEqual(slugs)
      expect((await ask('GET', `${EVENTS}?after=soon`)).body.data.params).toHaveProperty('after')
      expect(await found('after=2026-04-01T05:00:00%2B01:00')).toEqual(['far'])
    })

    it('§12 bring their terms, picture and author where the query asks for it', async () => {
      const [fair] = (await ask('GET', `${EVENTS}?slug=fair&_embed`, undefined, {})).body
      expect(fair._embedded).toMatchObject({
        author: [{ id: 1, name: 'Town' }],
        'wp:featuredmedia': [{ id: fair.featured_media, media_type: 'image', alt_text: '' }],
        'wp:term': [
          [
            { name: 'In', taxonomy: 'post_tag' },
            { name: 'Out', taxonomy: 'post_tag' },
          ],
          [{ name: 'Markets', taxonomy: 'tribe_events_cat' }],
        ],
      })
      expect(fair._embedded['wp:featuredmedia'][0].source_url).toMatch(`${ORIGIN}/media/`)
      expect(JSON.stringify(fair)).not.toContain('ada')
      const one = await ask('GET', `${EVENTS}/${ids.Fair}?_embed=1`, undefined, {})
      expect(one.body).toEqual(fair)
      const [far] = (await ask('GET', `${EVENTS}?slug=far&_embed=wp:term,wp:featuredmedia`)).body
      expect(far._embedded).toEqual({ 'wp:term': [[], []] })
      expect((await ask('GET', `${EVENTS}?slug=far`)).body[0]).not.toHaveProperty('_embedded')
      await ask('PATCH', `${TRIBE}/events/${ids.Fair}`, { password: 'secret' })
      const [closed] = (await ask('GET', `${EVENTS}?slug=fair&_embed`, undefined, {})).body
      expect(closed._embedded).toMatchObject({ 'wp:term': [[], []] })
      expect(closed._embedded).not.toHaveProperty('wp:featuredmedia')
      await ask('PATCH', `${TRIBE}/events/${ids.Fair}`, { password: null })
    })

    it('§12 are created, and found again by the next request instead of being created twice', async () => {
      const sent = {
        title: 'Webinar',
        content: '<p>Online</p>',
        status: 'draft',
        meta: {
          _EventStartDate: '2027-03-01 10:00:00',
          _EventEndDate: '2027-03-01 11:00:00',
          odoo_webinar_id: '77',
          seats: 40,
          _tribe_modified_fields: {},
          _EventOrigin: 'import',
        },
      }
      const created = await ask('POST', EVENTS, sent)
      expect([created.status, created.headers.location]).toEqual([
        201,
        `${ORIGIN}${EVENTS}/${created.body.id}`,
      ])
      expect(created.body).toMatchObject({
        title: { raw: 'Webinar' },
        status: 'draft',
        meta: { odoo_webinar_id: '77', seats: 40, _EventStartDate: '2027-03-01 10:00:00' },
      })
      expect(created.body.meta).not.toHaveProperty('_EventOrigin')
      const listed = await ask('GET', `${EVENTS}?per_page=100&status=publish,draft,private`)
      expect(listed.body.find((one: Json) => one.id === created.body.id).meta.odoo_webinar_id).toBe('77')
      expect((await service.get(`/events/${created.body.id}`, admin)).body.custom_fields).toEqual({
        odoo_webinar_id: { label: 'odoo_webinar_id', value: '77' },
        seats: { label: 'seats', value: 40 },
      })
      expect((await ask('POST', EVENTS, { title: 'x' }, {})).status).toBe(401)
      const bare = await ask('POST', EVENTS, { title: 'No date' })
      expect([bare.status, bare.body.code]).toEqual([400, 'rest_missing_callback_param'])
    })

    it('§12 keep the meta of other plugins as custom fields, with the labels that these have', async () => {
      const at = `${EVENTS}/${ids.Far}`
      await ask('PATCH', `${TRIBE}/events/${ids.Far}`, {
        custom_fields: { stalls: { label: 'Stalls', value: 4 }, gone: 'x' },
      })
      const read = await ask('GET', at)
      expect(read.body.meta).toMatchObject({ stalls: 4, gone: 'x' })
      expect((await ask('PUT', at, read.body)).body).toEqual(read.body)
      const changed = await ask('POST', at, { meta: { stalls: 5, gone: null } })
      expect(changed.body.meta.stalls).toBe(5)
      expect((await service.get(`/events/${ids.Far}`)).body.custom_fields).toEqual({
        stalls: { label: 'Stalls', value: 5 },
      })
      for (const [meta, key] of [
        [{ 'seo-title': 'x' }, 'meta.seo-title'],
        [{ Odoo: 'x' }, 'meta.Odoo'],
        [{ list: ['x'] }, 'meta.list'],
        [{ constructor_of: { a: 1 } }, 'meta.constructor_of'],
      ] as const) {
        const refused = await ask('POST', at, { meta })
        expect([refused.status, Object.keys(refused.body.data.params)]).toEqual([400, [key]])
      }
    })

    it('§12 are found from the indexes of the namespaces, their types and taxonomies', async () => {
      for (const [path, namespace] of [
        [`${WP}/`, 'wp/v2'],
        [WP, 'wp/v2'],
        [`${TEC}/`, 'tec/v1'],
        ['/?rest_route=/wp/v2', 'wp/v2'],
      ] as const) {
        const { status, body } = await ask('GET', path, undefined, {})
        expect([status, body.namespace], path).toEqual([200, namespace])
        expect(body.routes).toHaveProperty([
          namespace === 'wp/v2' ? '/wp/v2/tribe_events' : '/tec/v1/events/(?P<id>\\d+)',
        ])
        expect(body._links.up).toEqual([{ href: `${ORIGIN}/wp-json/` }])
      }
      expect((await ask('GET', '/wp-json/')).body.routes).toHaveProperty(['/wp/v2'])
      const type = (await ask('GET', `${WP}/types/tribe_events`, undefined, {})).body
      expect(type).toMatchObject({
        rest_base: 'tribe_events',
        taxonomies: ['post_tag', 'tribe_events_cat'],
        _links: { 'wp:items': [{ href: `${ORIGIN}${EVENTS}` }] },
      })
      for (const unknown of ['post', 'constructor', '__proto__'])
        expect((await ask('GET', `${WP}/types/${unknown}`)).body.code, unknown).toBe('rest_no_route')
      const taxonomies = (await ask('GET', `${WP}/taxonomies`, undefined, {})).body
      expect(taxonomies).toMatchObject({
        tribe_events_cat: { hierarchical: true, rest_base: 'tribe_events_cat', types: ['tribe_events'] },
        post_tag: { hierarchical: false, rest_base: 'tags' },
      })
      expect((await ask('GET', `${WP}/taxonomies?type=tribe_events`)).body).toEqual(taxonomies)
      expect((await ask('GET', `${WP}/taxonomies?type=tribe_venue`)).body).toEqual({})
      for (const path of ['posts', 'pages?per_page=1', 'posts?page=2']) {
        const { status, body, headers } = await ask('GET', `${WP}/${path}`, undefined, {})
        expect([status, body, headers['x-wp-total'], headers['x-wp-totalpages']], path).toEqual([
          200,
          [],
          '0',
          '0',
        ])
      }
      expect((await ask('POST', `${WP}/posts`, { title: 'x' })).status).toBe(405)
    })
  })
}

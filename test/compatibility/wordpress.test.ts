/** `wp/v2`, as programs use it that create events by the plugin’s namespace and finish them by WordPress’s own. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { anImage } from '../support/images.ts'
import { anEvent, type Json } from '../support/service.ts'
import { ORIGIN, type PluginService, pluginService, TRIBE, WP } from './plugin.ts'

for (const { name } of anyDialects()) {
  describe(`programs for wp/v2 on ${name}`, () => {
    let service: PluginService
    let admin: Record<string, string>
    beforeAll(async () => {
      service = await pluginService(name, { FASTI_NAME: 'Town' })
      admin = (await service.user('administrator', 'ada')).headers
    })
    afterAll(() => service.close())
    const ask = (method: string, path: string, body?: unknown, headers = admin) =>
      service.host(method, path, body, headers)
    const upload = async (file: string) =>
      (
        await ask('POST', `${WP}/media`, await anImage(8, 6), {
          ...admin,
          'content-type': 'image/png',
          'content-disposition': `attachment; filename="${file}.png"`,
        })
      ).body.id

    it('§12 find images by the slugs of their titles in one statement, however many there are', async () => {
      const titled = [await upload('old-mill'), await upload('Old Mill'), await upload('new-mill')]
      const untitled = (await ask('POST', `${WP}/media/${await upload('x')}`, { title: '' })).body.id
      const lists = vi.spyOn(service.store, 'mediaOfSlugs')
      const idsOf = async (slugs: string) =>
        (await ask('GET', `${WP}/media?slug=${encodeURIComponent(slugs)}`)).body.map((one: Json) => one.id)
      expect((await idsOf('old-mill')).sort()).toEqual(titled.slice(0, 2))
      expect(await idsOf(`new-mill,media-${untitled}`)).toEqual([untitled, titled[2]])
      expect(await idsOf('nothing,of,that,name')).toEqual([])
      lists.mockClear()
      expect(await idsOf('a,b,c,d,e,f,old-mill,new-mill,i')).toHaveLength(3)
      expect(lists).toHaveBeenCalledTimes(1)
      lists.mockRestore()
      await ask('POST', `${WP}/media/${titled[2]}`, { title: 'Wind mill' })
      expect([await idsOf('new-mill'), await idsOf('wind-mill')]).toEqual([[], [titled[2]]])
    })

    it('§12 set the picture and the terms of an event that they created by the plugin’s namespace', async () => {
      const created = await ask('POST', `${TRIBE}/events`, anEvent({ title: 'Fair', description: 'Before' }))
      const image = await upload('fair')
      const category = (await ask('POST', `${WP}/tribe_events_cat`, { name: 'Markets' })).body.id
      const tag = (await ask('POST', `${WP}/tags`, { name: 'Out', parent: 0 })).body.id
      const at = `${WP}/tribe_events/${created.body.id}`
      const changed = await ask('POST', at, {
        featured_media: image,
        tags: [tag],
        tribe_events_cat: [category],
        title: { raw: 'Rock &amp; Roll' },
        content: 'After',
        status: 'draft',
      })
      expect(changed.status).toBe(200)
      expect(changed.body).toMatchObject({
        id: created.body.id,
        type: 'tribe_events',
        status: 'draft',
        slug: 'fair',
        link: `${ORIGIN}/event/fair/`,
        date: '2027-01-15T07:00:00',
        date_gmt: '2027-01-15T12:00:00',
        title: { rendered: 'Rock & Roll' },
        content: { rendered: 'After', protected: false },
        author: 1,
        featured_media: image,
        tags: [tag],
        tribe_events_cat: [category],
        _links: { self: [{ href: `${ORIGIN}${at}` }] },
      })
      const own = (await service.get(`/events/${created.body.id}`, admin)).body
      expect([own.title, own.description, own.image.id, own.categories[0].name, own.tags[0].name]).toEqual([
        'Rock & Roll',
        'After',
        image,
        'Markets',
        'Out',
      ])
      const read = await ask('GET', `${at}?context=edit`)
      expect([read.status, read.body]).toEqual([200, changed.body])
      // The next response comes from memory.
      expect((await ask('GET', at)).body).toEqual(changed.body)
      const again = await ask('PUT', at, read.body)
      expect([again.status, again.body]).toEqual([200, read.body])
      expect((await ask('GET', `${at}?_fields=id,title.rendered`)).body).toEqual({
        id: created.body.id,
        title: { rendered: 'Rock & Roll' },
      })
      const dry = await ask('POST', `${at}?dry_run=true`, { title: 'Other' })
      expect([dry.body.title.rendered, dry.body.dry_run]).toEqual(['Other', true])
      expect((await ask('POST', at, { status: 'trash' })).body.status).toBe('trash')
      expect((await ask('POST', at, { status: 'publish' })).body.status).toBe('publish')
      expect((await ask('DELETE', at)).body).toMatchObject({ status: 'trash', type: 'tribe_events' })
      expect((await ask('DELETE', at, { force: true })).body).toMatchObject({
        deleted: true,
        previous: { type: 'tribe_events', title: { rendered: 'Rock & Roll' } },
      })
      expect((await ask('GET', at)).status).toBe(404)
    })

    it('§12 find, create and change venues and organizers', async () => {
      for (const kind of ['venue', 'organizer'] as const) {
        const path = `${WP}/tribe_${kind}`
        const created = await ask('POST', path, {
          title: `Ben &amp; Sons ${kind}`,
          content: '<p>Big</p>',
          status: 'publish',
        })
        expect([created.status, created.headers.location]).toEqual([
          201,
          `${ORIGIN}${path}/${created.body.id}`,
        ])
        expect(created.body).toMatchObject({
          type: `tribe_${kind}`,
          title: { rendered: `Ben & Sons ${kind}` },
          content: { rendered: '<p>Big</p>' },
        })
        await ask('POST', path, { title: 'Draft', status: 'draft' })
        await ask('POST', path, { title: 'Zoo' })
        const slugs = async (query: string, headers = {}) =>
          (await ask('GET', `${path}?${query}`, undefined, headers)).body.map(({ slug }: Json) => slug)
        const slug = created.body.slug
        expect([
          await slugs('search=sons'),
          await slugs(`slug=${slug}`),
          await slugs(`slug=zoo,${slug}&orderby=title`),
          await slugs('slug=nothing'),
          await slugs('slug=draft'),
          await slugs('slug=draft&status=draft', admin),
          await slugs(`slug=${slug}&include=99`),
        ]).toEqual([[slug], [slug], [slug, 'zoo'], [], [], ['draft'], []])
        const at = `${path}/${created.body.id}`
        const changed = await ask('PUT', at, { title: { rendered: 'New &#8211; name' } })
        expect([changed.body.title.rendered, changed.body.content.rendered]).toEqual([
          'New – name',
          '<p>Big</p>',
        ])
        expect((await ask('GET', at, undefined, {})).body).toEqual(changed.body)
        expect((await ask('POST', path, { title: '' })).status).toBe(400)
        expect((await ask('POST', path, { title: 'No' }, {})).status).toBe(401)
      }
    })

    it('§12 keep the plugin’s fields that are sent and shown as meta', async () => {
      const sent = {
        _VenueAddress: '1 Main St',
        _VenueCity: 'Davis',
        _VenueStateProvince: 'CA',
        _VenueZip: '95616',
        _VenueCountry: 'United States',
        _VenuePhone: '',
        _VenueURL: '',
        _VenueShowMap: false,
        _VenueShowMapLink: true,
        _VenueLat: '38.5',
        _VenueLng: -121.7,
      }
      const venue = await ask('POST', `${WP}/tribe_venue`, {
        title: 'Station',
        status: 'publish',
        meta: { ...sent, _another_plugin: 'kept by nobody', constructor: 'x' },
      })
      expect(venue.status).toBe(201)
      expect(venue.body.meta).toEqual({
        ...sent,
        _VenueProvince: '',
        _VenueState: '',
        _VenueLat: 38.5,
      })
      const own = (await service.get(`/venues/${venue.body.id}`, admin)).body
      expect([own.address, own.city, own.zip, own.country, own.stateprovince, own.show_map]).toEqual([
        '1 Main St',
        'Davis',
        '95616',
        'United States',
        'CA',
        false,
      ])
      const organizer = await ask('POST', `${WP}/tribe_organizer`, {
        title: 'Signal box',
        meta: { _OrganizerEmail: 'box@example.org', _OrganizerPhone: '5', _OrganizerWebsite: '' },
      })
      expect((await service.get(`/organizers/${organizer.body.id}`, admin)).body).toMatchObject({
        email: 'box@example.org',
        phone: '5',
      })
      const other = await ask('POST', `${WP}/tribe_venue`, { title: 'Depot' })
      const venues = [venue.body.id, other.body.id]
      const event = await ask('POST', `${TRIBE}/events`, anEvent({ title: 'Journey' }))
      const at = `${WP}/tribe_events/${event.body.id}`
      const changed = await ask('POST', at, {
        meta: {
          _EventVenueID: venues,
          _EventOrganizerID: [String(organizer.body.id)],
          _EventStartDate: '2027-06-01 10:00:00',
          _EventEndDate: '2027-06-01 12:00:00',
          _EventCost: '5',
          _EventURL: 'https://journey.example/',
          _tribe_featured: '1',
        },
      })
      expect((await service.get(`/events/${event.body.id}`, admin)).body).toMatchObject({
        venue: venues.map((id) => ({ id })),
        organizer: [{ id: organizer.body.id }],
        start_date: '2027-06-01 10:00:00',
        end_date: '2027-06-01 12:00:00',
        cost: '5',
        website: 'https://journey.example/',
        featured: true,
      })
      // A post that is sent back changes nothing, and what is edited in it counts.
      for (const body of [changed.body, venue.body, organizer.body]) {
        const place = `${WP}/${body.type}/${body.id}`
        expect((await ask('PUT', place, body)).body).toEqual(body)
      }
      const edited = { ...changed.body, meta: { ...changed.body.meta, _EventVenueID: other.body.id } }
      expect((await ask('PUT', at, edited)).body.meta._EventVenueID).toBe(other.body.id)
      const described = await ask('PUT', at, { ...changed.body, description: 'By our name' })
      expect(described.body.content.rendered).toBe('By our name')
      expect((await ask('POST', at, { meta: [] })).body.meta._EventCost).toBe('5')
      for (const [body, name] of [
        [{ title: 'x', meta: { _VenueURL: 'nothing' } }, 'website'],
        [{ title: 'x', city: 'Rome', meta: { _VenueCity: 'Turin' } }, '_VenueCity'],
      ] as const) {
        const refused = await ask('POST', `${WP}/tribe_venue`, body)
        expect([refused.status, Object.keys(refused.body.data.params)]).toEqual([400, [name]])
      }
    })

    it('§12 search by the first words of a long text', async () => {
      const words = Array.from({ length: 25 }, (_, at) => `long${at}`).join('%20')
      for (const collection of ['media', 'tribe_venue', 'tribe_organizer', 'tags', 'tribe_events_cat']) {
        const { status, body } = await ask('GET', `${WP}/${collection}?search=${words}`, undefined, {})
        expect([status, body], collection).toEqual([200, []])
      }
    })

    it('§12 change media, read single terms, and list media by type', async () => {
      const image = await upload('poster')
      const changed = await ask('POST', `${WP}/media/${image}`, {
        alt_text: 'A poster',
        title: { raw: 'Poster &amp; plan' },
      })
      expect([changed.status, changed.body.alt_text, changed.body.title.rendered]).toEqual([
        200,
        'A poster',
        'Poster & plan',
      ])
      const ids = async (query: string) =>
        (await ask('GET', `${WP}/media?${query}`, undefined, {})).body.map(({ id }: Json) => id)
      expect(await ids('media_type=image')).toContain(image)
      const video = await ask('GET', `${WP}/media?media_type=video`, undefined, {})
      expect([video.body, video.headers['x-wp-total']]).toEqual([[], '0'])
      expect([
        await ids('mime_type=video/mp4'),
        await ids('media_type=image&mime_type=application/pdf'),
      ]).toEqual([[], []])
      expect(await ids('mime_type=image/png,video/mp4')).toContain(image)
      for (const [collection, taxonomy] of [
        ['tags', 'post_tag'],
        ['tribe_events_cat', 'tribe_events_cat'],
      ] as const) {
        const { body } = await ask('POST', `${WP}/${collection}`, { name: 'Single' })
        const one = await ask('GET', `${WP}/${collection}/${body.id}`, undefined, {})
        expect([one.status, one.body]).toEqual([200, body])
        expect([one.body.taxonomy, one.body.slug]).toEqual([taxonomy, 'single'])
        expect((await ask('GET', `${WP}/${collection}/999`)).status).toBe(404)
      }
      expect((await ask('POST', `${WP}/tags`, { name: 'Below', parent: 1 })).status).toBe(400)
    })

    it('§12 treat a page past the last as that interface does', async () => {
      const terms = await ask('GET', `${WP}/tags?per_page=1&page=9`, undefined, {})
      const all = await ask('GET', `${WP}/tags?per_page=1`, undefined, {})
      expect([terms.status, terms.body]).toEqual([200, []])
      expect(Number(all.headers['x-wp-total'])).toBeGreaterThan(1)
      for (const header of ['x-wp-total', 'x-wp-totalpages'])
        expect(terms.headers[header]).toBe(all.headers[header])
      expect(terms.headers.link).not.toContain('next')
      for (const path of ['media', 'tribe_venue', 'tribe_organizer']) {
        const past = await ask('GET', `${WP}/${path}?page=99`, undefined, {})
        expect([past.status, past.body.code, past.body.data.status], path).toEqual([
          400,
          'rest_post_invalid_page_number',
          400,
        ])
        expect((await ask('GET', `${WP}/${path}?page=0`)).body.code).toBe('rest_invalid_param')
      }
    })

    it('§12 name their types and their public settings', async () => {
      const types = (await ask('GET', `${WP}/types`, undefined, {})).body
      expect(Object.keys(types)).toEqual(['tribe_events', 'tribe_venue', 'tribe_organizer', 'attachment'])
      expect(types.tribe_events).toMatchObject({
        slug: 'tribe_events',
        rest_base: 'tribe_events',
        rest_namespace: 'wp/v2',
        taxonomies: ['post_tag', 'tribe_events_cat'],
      })
      expect((await ask('GET', `${WP}/settings`, undefined, {})).body).toEqual({
        title: 'Town',
        description: '',
        url: ORIGIN,
        timezone: 'America/New_York',
        language: 'en',
      })
      expect((await ask('GET', '/?rest_route=/wp/v2/settings', undefined, {})).body.title).toBe('Town')
    })

    it('§5 have the rights and scopes of the operations behind', async () => {
      const author = (await service.user('author', 'kim')).headers
      const scoped = (await service.user('administrator', 'sam', ['write:venues'])).headers
      const { body } = await ask('POST', `${TRIBE}/events`, anEvent({ title: 'Not theirs' }))
      for (const door of [WP, '/?rest_route=/wp/v2']) {
        const at = `${door}/tribe_events/${body.id}`
        for (const [headers, status] of [
          [{}, 401],
          [author, 403],
          [scoped, 403],
        ] as const) {
          expect((await ask('POST', at, { title: 'Mine' }, headers)).status, door).toBe(status)
          expect((await ask('POST', at, { status: 'trash' }, headers)).status, door).toBe(status)
          expect((await ask('DELETE', at, undefined, headers)).status, door).toBe(status)
        }
        expect((await ask('POST', `${door}/tribe_organizer`, { title: 'x' }, scoped)).status).toBe(403)
        expect((await ask('POST', `${door}/tribe_venue`, { title: 'x' }, scoped)).status).toBe(201)
      }
      await service.patch(`/events/${body.id}`, { password: 'open sesame', description: 'whispered' }, admin)
      const closed = await ask('GET', `${WP}/tribe_events/${body.id}`, undefined, {})
      expect([closed.status, JSON.stringify(closed.body).includes('whispered')]).toEqual([401, false])
      const open = await ask('GET', `${WP}/tribe_events/${body.id}?password=open%20sesame`, undefined, {})
      expect(open.body.content).toMatchObject({ rendered: 'whispered', protected: true })
    })
  })
}

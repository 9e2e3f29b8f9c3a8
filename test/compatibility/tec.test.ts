/** `tec/v1`, as programs for the newer interface of The Events Calendar use it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { anImage } from '../support/images.ts'
import { anEvent, type Json } from '../support/service.ts'
import { ORIGIN, type PluginService, pluginService, TEC, TRIBE, WP } from './plugin.ts'

for (const { name } of anyDialects()) {
  describe(`programs for tec/v1 on ${name}`, () => {
    let service: PluginService
    let admin: Record<string, string>
    let image: number
    beforeAll(async () => {
      service = await pluginService(name)
      admin = (await service.user('administrator', 'ada')).headers
      const raw = {
        ...admin,
        'content-type': 'image/png',
        'content-disposition': 'attachment; filename="a.png"',
      }
      image = (await service.host('POST', `${WP}/media`, await anImage(8, 6), raw)).body.id
    })
    afterAll(() => service.close())
    const ask = (method: string, path: string, body?: unknown, headers = admin) =>
      service.host(method, path, body, headers)

    it('§12 create venues, organizers and events under that interface’s names, and lose nothing', async () => {
      const venue = await ask('POST', `${TEC}/venues`, {
        title: 'Rock &amp; Hall',
        venue: 'Rock &amp; Hall',
        content: '<p>Big</p>',
        address: '1 Main St',
        city: 'Turin',
        state_province: 'TO',
        featured_media: image,
      })
      expect(venue.status).toBe(201)
      expect(venue.body).toMatchObject({
        venue: 'Rock & Hall',
        description: '<p>Big</p>',
        address: '1 Main St',
        city: 'Turin',
        stateprovince: 'TO',
        image: { id: image },
        link: `${ORIGIN}/venue/rock-hall/`,
      })
      const organizer = await ask('POST', `${TEC}/organizers`, {
        title: { raw: 'Jo' },
        email: 'jo@example.org',
      })
      expect([organizer.status, organizer.body.organizer, organizer.body.email]).toEqual([
        201,
        'Jo',
        'jo@example.org',
      ])
      const [category, tag] = [
        await ask('POST', `${WP}/tribe_events_cat`, { name: 'Music' }),
        await ask('POST', `${WP}/tags`, { name: 'Jazz' }),
      ]
      const event = await ask('POST', `${TEC}/events`, {
        ...anEvent({ title: 'Night' }),
        content: '<p>Come</p>',
        excerpt: { rendered: 'Short' },
        status: 'draft',
        featured_media: image,
        tribe_events_cat: [category.body.id],
        tags: [tag.body.id],
        venues: venue.body.id,
        organizers: [organizer.body.id],
        something_else: 1,
      })
      expect(event.status).toBe(201)
      expect(event.body).toMatchObject({
        title: 'Night',
        description: '<p>Come</p>',
        excerpt: 'Short',
        status: 'draft',
        image: { id: image },
        categories: [{ name: 'Music' }],
        tags: [{ name: 'Jazz' }],
        venue: { venue: 'Rock & Hall' },
        organizer: [{ organizer: 'Jo' }],
        venues: [{ venue: 'Rock & Hall' }],
        organizers: [{ organizer: 'Jo' }],
        link: `${ORIGIN}/event/night/`,
      })
      const inline = await ask('POST', `${TEC}/events`, anEvent({ venues: { title: 'New', city: 'Rome' } }))
      expect(inline.body.venue).toMatchObject({ venue: 'New', city: 'Rome' })
      const at = `${TEC}/events/${event.body.id}`
      const changed = await ask('PUT', at, {
        content: 'Other',
        venues: [],
        organizers: [],
        featured_media: 0,
      })
      expect(changed.body).toMatchObject({ description: 'Other', venues: [], organizers: [], image: false })
    })

    it('§12 create a venue and an organizer with an event, in the forms of their own routes', async () => {
      const { status, body } = await ask(
        'POST',
        `${TEC}/events`,
        anEvent({
          title: 'With all',
          venues: [
            {
              title: 'Old &amp; mill',
              content: { raw: '<p>Big</p>' },
              state_province: 'TO',
              featured_media: image,
            },
          ],
          organizers: {
            title: { rendered: 'Millers' },
            content: 'Who grind',
            phone: '1',
            link: 'https://a.example/',
          },
        }),
      )
      expect(status).toBe(201)
      expect(body).toMatchObject({
        venue: { venue: 'Old & mill', description: '<p>Big</p>', stateprovince: 'TO', image: { id: image } },
        organizer: [{ organizer: 'Millers', description: 'Who grind', phone: '1' }],
      })
      for (const [fields, name] of [
        [{ venues: { title: 'Mill', adress: 'Typed wrong' } }, 'venue[0].adress'],
        [{ venues: [body.venue.id, { title: 'Mill', toString: 1 }] }, 'venue[1].toString'],
        [{ organizers: [{ title: 'One', organizer: 'Other' }] }, 'organizer[0].title'],
        [{ organizer: [{ organizer: 'One', meta: {} }] }, 'organizer[0].meta'],
      ] as const) {
        const refused = await ask('POST', `${TEC}/events`, anEvent(fields))
        expect([refused.status, Object.keys(refused.body.data.params)]).toEqual([400, [name]])
      }
      const own = anEvent({ title: 'Own', venue: { venue: 'Mill', adress: 'Ignored' } })
      expect((await ask('POST', `${TRIBE}/events`, own)).status).toBe(201)
    })

    it('§12 refuse what can’t be understood', async () => {
      for (const [fields, names] of [
        [{ venues: ['Hall'] }, ['venue']],
        [{ organizers: { id: 99_999 } }, ['organizer']],
        [{ featured_media: {} }, ['image']],
        [{ content: { html: 'x' } }, ['description']],
        [{ content: 'one', description: 'two' }, ['content']],
        [{ venue: [1], venues: [2] }, ['venues']],
        [{ status: 'trash' }, ['status']],
      ] as const) {
        const { status, body } = await ask('POST', `${TEC}/events`, anEvent(fields))
        expect([status, Object.keys(body.data.params)], JSON.stringify(fields)).toEqual([400, names])
      }
      const missing = await ask('POST', `${TEC}/venues`, { city: 'Rome' })
      expect([missing.status, missing.body.code]).toEqual([400, 'rest_missing_callback_param'])
    })

    it('§4.2 take an edited representation back whole, in either name', async () => {
      const hall = await ask('POST', `${TEC}/venues`, { title: 'First' })
      const lawn = await ask('POST', `${TEC}/venues`, { title: 'Second' })
      const created = await ask('POST', `${TEC}/events`, anEvent({ title: 'Back', venues: [hall.body.id] }))
      const at = `${TEC}/events/${created.body.id}`
      const read = async () => (await ask('GET', at)).body
      const before = await ask('GET', at)
      expect((await ask('PUT', at, before.body)).status).toBe(200)
      expect((await ask('GET', at)).headers.etag).toBe(before.headers.etag)
      expect((await ask('PUT', at, { ...(await read()), venues: [lawn.body] })).body.venue.venue).toBe(
        'Second',
      )
      expect((await ask('PUT', at, { ...(await read()), venue: hall.body })).body.venues[0].venue).toBe(
        'First',
      )
      const both = await ask('PUT', at, { ...(await read()), venue: [], venues: [lawn.body.id] })
      expect([both.status, Object.keys(both.body.data.params)]).toEqual([400, ['venues']])
      expect((await ask('PUT', at, { ...(await read()), content: 'More' })).body.description).toBe('More')
    })

    it('§12 move items to the trash by their status, with the other fields', async () => {
      for (const [path, body] of [
        ['events', anEvent({ title: 'Gone' })],
        ['venues', { title: 'Gone' }],
        ['organizers', { title: 'Gone' }],
      ] as const) {
        const created = await ask('POST', `${TEC}/${path}`, body)
        const at = `${TEC}/${path}/${created.body.id}`
        const dry = await ask('POST', `${at}?dry_run=true`, { status: 'trash' })
        expect([dry.status, dry.body.status, dry.body.dry_run]).toEqual([200, 'trash', true])
        expect((await ask('GET', at)).body.status).toBe('publish')
        const wrong = await ask('POST', at, { status: 'trash', author: 'x' })
        expect([wrong.status, (await ask('GET', at)).body.status]).toEqual([400, 'publish'])
        const trashed = await ask('POST', at, { status: 'trash', content: 'Last words' })
        expect([trashed.status, trashed.body.status, trashed.body.description]).toEqual([
          200,
          'trash',
          'Last words',
        ])
        expect(trashed.headers['x-fasti-revision']).toBe(String(await service.store.revision()))
        expect((await ask('POST', at, { status: 'trash' })).body.status).toBe('trash')
        expect((await ask('POST', at, { status: 'publish' })).body.status).toBe('publish')
        const stale = await ask('POST', at, { status: 'trash' }, { ...admin, 'if-match': '"1-x"' })
        expect([stale.status, (await ask('GET', at)).body.status]).toEqual([412, 'publish'])
      }
    })

    it('§5 let nobody trash by a status what they may not remove', async () => {
      const { headers } = await service.user('contributor', 'kim')
      const scoped = await service.user('editor', 'sam', ['write:venues'])
      const created = await ask('POST', `${TEC}/events`, anEvent({ title: 'Mine' }))
      const at = `${TEC}/events/${created.body.id}`
      expect((await ask('POST', at, { status: 'trash' }, headers)).status).toBe(403)
      expect((await ask('POST', at, { status: 'trash' }, scoped.headers)).status).toBe(403)
      expect((await ask('POST', at, { status: 'trash' }, {})).status).toBe(401)
      expect((await ask('GET', at)).body.status).toBe('publish')
      const own: Json = (await ask('POST', `${TRIBE}/events/${created.body.id}`, { status: 'trash' })).body
      expect(own.code).toBe('rest_invalid_param')
    })

    it('§12 list everything by default, in that interface’s orders, and leave items out', async () => {
      const past = await ask('POST', `${TEC}/events`, {
        title: 'Past',
        start_date: '2001-05-04 18:00:00',
        end_date: '2001-05-04 20:00:00',
      })
      const later = await ask('POST', `${TEC}/events`, {
        title: 'Later',
        start_date: '2087-05-04 18:00:00',
        end_date: '2087-05-04 20:00:00',
      })
      const ids = async (query: string) =>
        (await ask('GET', `${TEC}/events?per_page=100&${query}`)).body.map(({ id }: Json) => id)
      const all = await ids('')
      expect([all[0], all.at(-1)]).toEqual([past.body.id, later.body.id])
      for (const orderby of ['event_date', 'menu_order', 'start_date'])
        expect(await ids(`orderby=${orderby}`), orderby).toEqual(all)
      expect(await ids('orderby=event_date&order=DESC')).toEqual(all.toReversed())
      expect((await ids('orderby=title'))[0]).not.toBe(past.body.id)
      expect(await ids(`exclude=${past.body.id},${later.body.id}`)).toEqual(all.slice(1, -1))
      expect(
        (await service.get(`/events?starts_before=9999-12-31&exclude=${past.body.id}&per_page=100`)).body
          .total,
      ).toBe(all.length - 1)
      expect(await ids('start_date=2080-01-01')).toEqual([later.body.id])
      expect(await ids('end_date=2002-01-01')).toEqual([past.body.id])
      expect(await ids(`include=${past.body.id}`)).toEqual([past.body.id])
      const first = await ask('GET', `${TEC}/events?per_page=1`)
      expect(first.headers['x-wp-total']).toBe(String(all.length))
      const next = /<([^>]+)>; rel="next"/.exec(first.headers.link ?? '')?.[1] ?? ''
      expect((await ask('GET', next.replace(ORIGIN, ''))).body[0].id).toBe(all[1])
      const total = async (path: string) => Number((await ask('GET', path)).headers['x-tec-total'])
      expect(await total(`${TRIBE}/events?per_page=1`)).toBeLessThan(all.length)
      const wrong = await ask('GET', `${TEC}/events?orderby=nothing`)
      expect(wrong.body.code).toBe('rest_invalid_param')
    })

    it('§12 read dates in UTC and durations', async () => {
      const made = async (fields: Json) => {
        const { status, body } = await ask('POST', `${TEC}/events`, {
          title: 'Dated',
          timezone: 'Europe/Rome',
          ...fields,
        })
        return status === 201
          ? [body.start_date, body.end_date]
          : Object.keys(body.data.invalid ?? body.data.params)
      }
      const utc = { start_date_utc: '2027-05-04 16:00:00', end_date_utc: '2027-05-04T18:00:00Z' }
      expect(await made(utc)).toEqual(['2027-05-04 18:00:00', '2027-05-04 20:00:00'])
      expect(await made({ ...utc, start_date: '2027-05-04 19:00:00' })).toEqual([
        '2027-05-04 19:00:00',
        '2027-05-04 20:00:00',
      ])
      expect(await made({ start_date: '2027-05-04 18:00:00', duration: 5400 })).toEqual([
        '2027-05-04 18:00:00',
        '2027-05-04 19:30:00',
      ])
      expect(await made({ ...utc, start_date_utc: 5 })).toEqual(['start_date_utc'])
      expect(await made({ start_date: '2027-05-04 18:00:00', duration: 'long' })).toEqual(['duration'])
      const { body } = await ask('POST', `${TEC}/events`, anEvent({ title: 'Longer' }))
      const changed = await ask('PUT', `${TEC}/events/${body.id}`, { duration: '3600' })
      expect([changed.body.start_date, changed.body.end_date]).toEqual([
        '2027-05-04 18:00:00',
        '2027-05-04 19:00:00',
      ])
    })

    it('§12 take names that every object has like any other', async () => {
      for (const [path, status] of [
        [`${TEC}/events?orderby=constructor`, 400],
        [`${TEC}/venues?orderby=__proto__`, 400],
        [`${TRIBE}/events?event_status=constructor`, 400],
        ['/events/list/?constructor=x&__proto__=y', 301],
        ['/wp-json/constructor/v1', 404],
      ] as const) {
        const { status: found, headers } = await ask('GET', path)
        expect([found, String(headers.location).includes('function')], path).toEqual([status, false])
      }
      for (const fields of [
        { recurrence: { type: 'constructor' } },
        { recurrence: { toString: 1 } },
        { event_status: 'constructor' },
      ])
        expect((await ask('POST', `${TEC}/events`, anEvent(fields))).status, JSON.stringify(fields)).toBe(400)
    })
  })
}

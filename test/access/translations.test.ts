import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { type Receiver, receiver } from '../support/receiver.ts'
import { federated } from '../support/remote-server.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

type Headers = Record<string, string>

/** Every text that a stranger may not read has this beginning, and says what it is. */
const secret = /zebra\w+/gi
const french = (state: string, ...names: readonly string[]) => ({
  fr: { state, ...Object.fromEntries(names.map((name) => [name, `Zebra${state}${name}`])) },
})
const draft = (...names: readonly string[]) => french('draft', ...names)
const published = (...names: readonly string[]) => french('published', ...names)
const texts = ['title', 'description', 'excerpt'] as const

/** Ways to read events and what is linked to them; each is asked in each language, and with all translations. */
const paths = [
  ...['/events', '/events?hide_from_listings=1', '/events?featured=1', '/events?available_in=fr', '/series'],
  ...['/venues', '/organizers', '/categories', '/tags', '/media', '/groups'],
  ...['/events.ics', '/events.rss', '/events.atom', '/events.json', '/events.csv', '/events.jsonl'],
  ...['/changes?since=0', '/venues/1/events.ics', '/categories/1/events.rss'],
]
/** Pages of a root. */
const pages = [
  ...['/calendar/', '/calendar/list/', '/calendar/month/', '/calendar/map/', '/calendar/search/?search=zeb'],
  ...[
    '/event/markt/',
    '/event/gala/',
    '/event/gast/',
    '/event/heimlich/',
    '/event/entwurf/',
    '/event/muell/',
  ],
  ...['/series/woche/', '/venue/halle/', '/organizer/verein/', '/category/fest/', '/tag/essen/'],
  ...['/venues/', '/organizers/', '/sitemap.xml', '/calendar/embed/', '/event/markt/share.png'],
]

for (const { name } of dialects)
  describe(`texts that a reader may not see, in another language, on ${name}`, () => {
    let service: TestService
    let host: Receiver
    let ada: Headers
    const readers: [string, Headers][] = [['anonymous', {}]]
    const ids: Record<string, number> = {}
    let series = 0

    const made = async (path: string, body: Json, as = ada) => {
      const answer = await service.post(path, body, as)
      expect([answer.status, answer.body]).toEqual([201, expect.anything()])
      return answer.body
    }

    const changed = async (id: unknown, change: Json) => {
      const { status } = await service.patch(`/events/${id}`, change, ada)
      expect([id, change, status]).toEqual([id, change, 200])
    }

    beforeAll(async () => {
      host = await receiver()
      service = await testService(name, {
        ...federated(),
        FASTI_CONTENT_LANGUAGES: 'de,fr',
        FASTI_LANGUAGE: 'de',
        FASTI_WEBHOOK_HOSTS: host.host,
        FASTI_ALIASES: '/wp-json:tribe/events/v1',
      })
      ada = (await service.user('administrator', 'ada')).headers
      for (const role of ['subscriber', 'contributor', 'author'] as const)
        readers.push([role, (await service.user(role)).headers])
      await made('/webhooks', { url: host.url })
      const linked = { venue: 1, organizer: 1, categories: [1], tags: [1] }
      await made('/venues', { venue: 'Halle', translations: draft('venue', 'description') })
      await made('/organizers', { organizer: 'Verein', translations: draft('organizer', 'description') })
      await made('/categories', { name: 'Fest', translations: draft('name', 'description') })
      await made('/tags', { name: 'Essen', translations: draft('name', 'description') })
      const all: Record<string, Json> = {
        Markt: { translations: draft(...texts), ...linked, featured: true },
        // The title of a protected event is public; the title of a draft is not.
        Gala: { status: 'draft', translations: { fr: { title: 'Gala', ...hidden } }, ...linked },
        Gast: { status: 'draft', translations: draft(...texts) },
        Heimlich: { status: 'private', translations: published(...texts) },
        Entwurf: { status: 'draft', translations: published(...texts) },
        Muell: { translations: published(...texts) },
      }
      for (const [title, more] of Object.entries(all))
        ids[title] = (await made('/events', anEvent({ title, ...more }))).id
      for (const id of [ids.Gala, ids.Gast]) {
        await changed(id, { password: 'sesame' })
        await changed(id, { status: 'publish' })
      }
      await service.webhooks.deliver()
      // Webhooks and followers were told of this one while it was public.
      await service.remove(`/events/${ids.Muell}`, ada)
      const recurrence = 'FREQ=WEEKLY;COUNT=3'
      const weekly = anEvent({ title: 'Woche', recurrence, translations: draft(...texts) })
      series = (await made('/events', weekly)).series.id
      const closed = { status: 'draft', translations: { fr: { title: 'Abend', ...hidden } } }
      const evening = await made('/events', anEvent({ title: 'Abend', recurrence, ...closed }))
      const { events } = (await service.get(`/events?series=${evening.series.id}&status=any`, ada)).body
      for (const { id } of events) await changed(id, { password: 'sesame' })
      await changed(evening.id, { status: 'publish', apply_to: 'all' })
    })
    afterAll(async () => {
      await service.close()
      await host.close()
    })

    /** The texts of a protected event, without its title. */
    const hidden = { description: 'Zebraprotected', excerpt: 'Zebraprotected' }
    const found = (body: unknown) => [
      ...new Set((typeof body === 'string' ? body : JSON.stringify(body)).match(secret)),
    ]
    const inEachLanguage = (path: string) => {
      const and = path.includes('?') ? '&' : '?'
      return [path, `${path}${and}lang=fr`, `${path}${and}translations=all`, `//fr/cal/events/v1${path}`]
    }
    const expectNothing = async (asked: readonly string[], headers: Headers) => {
      for (const path of asked) {
        const { status, body } = await service.get(path, headers)
        expect([path, status < 500, found(body)]).toEqual([path, true, []])
      }
    }

    it('shows all of them to an administrator, so that the words are there to be found', async () => {
      const { body } = await service.get('/events?translations=all&status=any', ada)
      expect(found(body).length).toBeGreaterThan(5)
      expect(found((await service.get(`/series/${series}?translations=all`, ada)).body)).toHaveLength(3)
    })

    for (const as of ['anonymous', 'subscriber', 'contributor', 'author']) {
      const headersOf = () => readers.find(([role]) => role === as)?.[1] ?? {}

      it(`§15 shows none to ${as} by lists, feeds, tables and changes`, async () => {
        for (const path of paths) await expectNothing(inEachLanguage(path), headersOf())
      })

      it(`§15 shows none to ${as} by single items, their history and their feeds`, async () => {
        const singles = Object.values(ids).flatMap((id) => [
          ...[`/events/${id}`, `/events/${id}.ics`, `/events/${id}/history`, `/events/${id}/review`],
          `/events/${id}?password=wrong`,
        ])
        const others = ['venues', 'organizers', 'categories', 'tags'].flatMap((one) => [
          `/${one}/1`,
          `/${one}/1/history`,
        ])
        const slugs = ['markt', 'gala', 'gast', 'heimlich', 'entwurf', 'muell']
        const asked = [...singles, ...others, ...slugs.map((slug) => `/events/by-slug/${slug}`)]
        for (const path of [...asked, '/series/1', '/series/2'])
          await expectNothing(inEachLanguage(path), headersOf())
      })

      it(`§15 finds none for ${as} by a search for a word that stands there alone`, async () => {
        const words = ['zebra', 'zebradrafttitle', 'zebraprotected', 'zebrapublishedtitle']
        const search = words.flatMap((word) => [
          ...[`/events?search=${word}`, `/events?search=${word}&orderby=relevance`],
          ...[`/events?search=${word}&search_in=title,text,venue,organizer,terms`, `/series?search=${word}`],
          ...['venues', 'organizers', 'categories', 'tags'].map((one) => `/${one}?search=${word}`),
        ])
        for (const path of search.flatMap(inEachLanguage)) {
          const { status, body } = await service.get(path, headersOf())
          expect([path, status, body.total]).toEqual([path, 200, 0])
        }
      })

      it(`§15 shows none to ${as} in other dialects`, async () => {
        const collections = ['events', 'venues', 'organizers', 'categories', 'tags'].flatMap((one) => [
          ...[`tribe/events/v1/${one}`, `tribe/events/v1/${one}/1`, `tribe/events/v1/${one}?search=zebra`],
          ...[`tec/v1/${one}`, `tec/v1/${one}?search=zebra`],
        ])
        const ofEvents = Object.values(ids).flatMap((id) => [
          ...[`wp/v2/tribe_events/${id}`, `tribe/events/v1/events/${id}`, `tec/v1/events/${id}`],
        ])
        const bridge = ['tags', 'tribe_events_cat', 'tribe_venue', 'tribe_organizer', 'media'].map(
          (one) => `wp/v2/${one}`,
        )
        const asked = [...collections, ...ofEvents, ...bridge].flatMap((path) => {
          const and = path.includes('?') ? '&' : '?'
          return ['', `${and}lang=fr`, `${and}translations=all`].map((query) => `//wp-json/${path}${query}`)
        })
        await expectNothing(asked, headersOf())
      })

      it(`§15 counts for ${as} by available_in what ${as} can read, and no draft`, async () => {
        const collections = [
          'events',
          'series',
          'venues',
          'organizers',
          'categories',
          'tags',
          'groups',
          'media',
        ]
        for (const collection of collections) {
          const all = (await service.get(`/${collection}?per_page=50&translations=all`, headersOf())).body
          const items: readonly Json[] = all[collection]
          const readable = items.filter(({ languages }) => (languages as string[]).includes('fr'))
          for (const query of ['available_in=fr', 'lang=fr&fallback=none']) {
            const { body } = await service.get(`/${collection}?${query}`, headersOf())
            expect([collection, query, body.total]).toEqual([collection, query, readable.length])
          }
        }
      })

      it(`§15 tells none to ${as} by tools`, async () => {
        const calls: [string, Json][] = [
          ['list_events', { translations: 'all', lang: 'fr' }],
          ['list_events', { search: 'zebra' }],
          ['get_event', { id: ids.Markt, translations: 'all' }],
          ['get_event', { id: ids.Gala, translations: 'all' }],
          ['list_venues', { translations: 'all' }],
        ]
        for (const [tool, args] of calls) {
          const { body } = await service.post(
            '/mcp',
            { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: args } },
            { ...headersOf(), accept: 'application/json, text/event-stream' },
          )
          expect([tool, args, found(body)]).toEqual([tool, args, []])
        }
      })
    }

    it('§15 shows none on a page', async () => {
      for (const root of ['', '/fr'])
        for (const page of pages) {
          const { statusCode, body } = await service.app.inject(`${root}${page}`)
          expect([root, page, statusCode < 500, found(body)]).toEqual([root, page, true, []])
        }
    })

    it('§15 names no language of a draft in hreflang, the sitemap and feeds in the head', async () => {
      const links = async (path: string) => {
        const { body } = await service.app.inject(path)
        return body.match(/<(xhtml:)?link[^>]*hreflang="fr"[^>]*>/g) ?? []
      }
      await made('/events', anEvent({ title: 'Offen', translations: { fr: { title: 'Ouvert' } } }))
      for (const root of ['', '/fr']) {
        expect(await links(`${root}/event/offen/`)).toContainEqual(
          expect.stringContaining('/fr/event/offen/'),
        )
        for (const page of ['event/markt', 'event/gast', 'venue/halle', 'organizer/verein', 'series/woche'])
          expect([root, page, (await links(`${root}/${page}/`)).filter((one) => one.includes(page))]).toEqual(
            [...[root, page, []]],
          )
      }
      const named = (await links('/sitemap.xml')).join()
      expect(named).toContain('/fr/event/offen/')
      for (const slug of ['markt', 'gast', 'halle', 'verein', 'woche', 'heimlich', 'entwurf', 'muell'])
        expect([slug, named.includes(`/${slug}/`)]).toEqual([slug, false])
    })

    it('§15 tells none to webhooks of everybody, nor to other servers', async () => {
      await service.webhooks.deliver()
      const told = host.received.filter(({ body }) => !JSON.stringify(body).includes('Muell'))
      expect(told.length).toBeGreaterThan(3)
      expect(found(told.map(({ body }) => body))).toEqual([])
      const there = ['/ap/calendar/outbox?page=1', '/ap/calendar/upcoming?page=1', `/ap/events/${ids.Markt}`]
      for (const path of there) {
        const { body } = await service.get(`/${path}`, { host: 'cal.example.org' })
        expect([path, found(body)]).toEqual([path, []])
      }
    })

    it('§15 shows the texts of a protected event to those who know its password, and no draft', async () => {
      const with_ = { 'x-event-password': 'sesame' }
      const gala = await service.get(`/events/${ids.Gala}?translations=all`, with_)
      expect(gala.body.translations.fr.excerpt).toBe('Zebraprotected')
      await expectNothing(inEachLanguage(`/events/${ids.Gast}`), with_)
    })
  })

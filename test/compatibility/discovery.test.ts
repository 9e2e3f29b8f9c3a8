import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'
import { ORIGIN, type PluginService, pluginService, TRIBE } from './plugin.ts'

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

for (const { name } of anyDialects()) {
  describe(`discovery of the API and the pages on ${name}`, () => {
    let service: PluginService
    let moved: PluginService
    let plain: TestService
    beforeAll(async () => {
      service = await pluginService(name, { FASTI_NAME: 'Town' })
      await service.post(
        '/events',
        anEvent({ title: 'Fair', categories: ['Music'], tags: ['out'], venue: { venue: 'Hall' } }),
      )
      moved = await pluginService(name, {
        FASTI_BASE_URL: 'https://town.example/calendar',
        FASTI_ALIASES: '/wp-json:tribe/events/v1,/wp-json:old/v1,/calendar:tribe/events/v1',
      })
      plain = await testService(name)
    })
    afterAll(async () => {
      await Promise.all([service, moved, plain].map((one) => one.close()))
    })

    it('§12 includes an index at the alias’s root, without the feeds of items', async () => {
      const { body } = await service.host('GET', '/wp-json/')
      expect(body).toMatchObject({
        ...{ name: 'Town', description: '', url: ORIGIN, home: ORIGIN },
        authentication: {
          'application-passwords': { endpoints: { authorization: `${ORIGIN}/desk/account` } },
        },
        ...{ gmt_offset: -5, timezone_string: 'America/New_York' },
        namespaces: ['tribe/events/v1', 'tec/v1', 'wp/v2'],
      })
      const routes = Object.keys(body.routes)
      for (const route of [
        '/tribe/events/v1/events/(?P<id>\\d+)',
        '/tec/v1/events/(?P<id>\\d+)',
        '/wp/v2/tags',
        '/wp/v2/tribe_events_cat',
        '/wp/v2/users/me',
        '/wp/v2/media/(?P<id>\\d+)',
      ])
        expect(routes).toContain(route)
      const index = Object.keys((await service.host('GET', TRIBE)).body.routes)
      expect(
        [...routes, ...index].filter((route) => /\)[^/]*\.ics|\).*\.(ics|rss|atom|json)$/.test(route)),
      ).toEqual([])
      expect(index).toContain('/tribe/events/v1/events.ics')
      expect(body.routes['/tec/v1/events'].namespace).toBe('tec/v1')
      const own = Object.keys((await service.get('')).body.routes)
      expect(own).toContain('/cal/events/v1/events/(?P<id>\\d+).ics')
      for (const path of ['/wp-json/', '/wp-json']) {
        const page = await service.host('GET', path, undefined, browser)
        expect([page.status, page.headers.location]).toEqual([302, '/calendar/'])
      }
    })

    it('§12 names every namespace of every alias on a path', async () => {
      expect((await moved.host('GET', '/wp-json/')).body.namespaces).toEqual([
        'tribe/events/v1',
        'old/v1',
        'tec/v1',
        'wp/v2',
      ])
      const own = (await moved.host('GET', '/calendar/')).body
      expect([own.namespaces, own.url]).toEqual([
        ['cal/events/v1', 'tribe/events/v1', 'tec/v1', 'wp/v2'],
        'https://town.example/calendar/',
      ])
      expect((await moved.host('GET', '/wp-json/', undefined, browser)).headers.location).toBe(
        '/calendar/calendar/',
      )
    })

    it('§12 links the API from pages, in their heads and headers', async () => {
      for (const path of ['/calendar/', '/event/fair/', '/de/calendar/agenda/']) {
        // The second response comes from the cache.
        for (const round of [1, 2]) {
          const { body, headers } = await service.host('GET', path, undefined, browser)
          expect(headers.link, `${path} ${round}`).toBe(`<${ORIGIN}/wp-json/>; rel="https://api.w.org/"`)
          expect([
            headers['x-tec-api-version'],
            headers['x-tec-api-root'],
            headers['x-tec-api-origin'],
          ]).toEqual(['v1', `${ORIGIN}${TRIBE}/`, ORIGIN])
          for (const link of [
            `<link rel="https://api.w.org/" href="${ORIGIN}/wp-json/">`,
            `<link rel="alternate" href="${ORIGIN}${TRIBE}/">`,
            '<meta name="tec-api-version" content="v1">',
            `<meta name="tec-api-origin" content="${ORIGIN}">`,
          ])
            expect(body).toContain(link)
        }
      }
      const { body, headers } = await plain.ask('GET', '//calendar/', undefined, browser)
      expect([body.includes('tec-api'), body.includes('api.w.org'), headers['x-tec-api-root']]).toEqual([
        false,
        false,
        undefined,
      ])
    })

    it('§12 redirects old page URLs to the pages', async () => {
      for (const [old, page] of [
        ['/events/', '/calendar/'],
        ['/events', '/calendar/'],
        ['/events/list/', '/calendar/agenda/'],
        ['/events/list/page/2/', '/calendar/agenda/'],
        ['/events/month/', '/calendar/'],
        ['/events/month/2027-05/', '/calendar/2027-05/'],
        ['/events/2027-05/', '/calendar/2027-05/'],
        ['/events/today/', '/calendar/day/'],
        ['/events/2027-05-04/', '/calendar/day/2027-05-04/'],
        ['/events/category/music/', '/category/music/'],
        ['/events/category/arts/music/list/', '/category/music/'],
        ['/events/tag/out/', '/tag/out/'],
        ['/events/category/music/2027-05/', '/category/music/'],
        ['/events/category/arts/music/month/2027-05/', '/category/music/'],
        ['/events/tag/out/day/2027-05-04/', '/tag/out/'],
        ['/events/week/2027-05-04/', '/calendar/week/?on=2027-05-04'],
        ['/events/list/2027-05/', '/calendar/agenda/?on=2027-05-01'],
        ['/event/fair/2027-05-04/', '/event/fair/'],
        ['/index.php', '/calendar/'],
      ] as const) {
        const { status, headers } = await service.host('GET', old)
        expect([status, headers.location], old).toEqual([301, page])
        expect((await service.host('GET', page)).status, page).toBe(200)
        expect((await moved.host('GET', old)).headers.location, old).toBe(`/calendar${page}`)
        expect((await plain.ask('GET', `/${old}`)).status, old).toBe(404)
      }
      for (const slug of ['event/fair', 'venue/hall', 'organizer/society']) {
        expect((await moved.host('GET', `/${slug}/`)).headers.location).toBe(`/calendar/${slug}/`)
      }
      for (const page of ['/event/fair/', '/venue/hall/'])
        expect((await service.host('GET', page)).status).toBe(200)
      expect((await service.host('GET', '/events/nothing/')).status).toBe(404)
    })

    it('§12 redirects ical=1 to the feed of the page', async () => {
      for (const [old, feed] of [
        ['/?post_type=tribe_events&ical=1', '/events.ics'],
        ['/index.php?post_type=tribe_events&ical=1', '/events.ics'],
        ['/events/?ical=1', '/events.ics'],
        ['/events/list/?tribe-bar-date=2027-05-01&ical=1', '/events.ics?start_date=2027-05-01'],
        ['/events/list/?tribe-bar-date=nonsense&ical=1', '/events.ics'],
        [
          '/events/month/2027-05/?ical=1&tribe-bar-search=fair',
          '/events.ics?search=fair&start_date=2027-05-01',
        ],
        [
          '/events/category/music/?ical=1&eventDate=2027-05-01&tag=out',
          '/events.ics?tags=out&start_date=2027-05-01&categories=music',
        ],
        [
          '/events/?ical=1&tribe_eventcategory%5B0%5D=1&tribe_eventcategory%5B1%5D=77',
          '/events.ics?categories=1%2C77',
        ],
        ['/calendar/agenda/?outlook-ical=1', '/events.ics'],
        [
          '/calendar/agenda/?search=fair&categories=music&on=2027-05-01&ical=1',
          '/events.ics?search=fair&categories=music&start_date=2027-05-01',
        ],
        ['/calendar/2027-05/?ical=1', '/events.ics?start_date=2027-05-01'],
        ['/calendar/day/2027-05-04/?ical=1', '/events.ics?start_date=2027-05-04'],
        ['/events/category/music/2027-05-04/?ical=1', '/events.ics?start_date=2027-05-04&categories=music'],
        ['/event/fair/?ical=1', '/events/by-slug/fair.ics'],
        ['/de/event/fair/?ical=1', '/events/by-slug/fair.ics'],
        ['/events/category/music/?ical=1', '/events.ics?categories=music'],
        ['/events/tag/out/list/?ical=1', '/events.ics?tags=out'],
        ['/venue/hall/?ical=1', '/events.ics?venue=hall'],
      ] as const)
        for (const round of [1, 2]) {
          const { status, headers } = await service.host('GET', old, undefined, browser)
          expect([status, headers.location], `${old} ${round}`).toEqual([302, `${TRIBE}${feed}`])
          const calendar = await service.host('GET', `${TRIBE}${feed}`)
          expect([calendar.status, String(calendar.body).includes('SUMMARY:Fair')], old).toEqual([200, true])
        }
      for (const path of [
        '/cal/events/v1/events?ical=1',
        `${TRIBE}/events?ical=1`,
        '/calendar/?ical=0',
        '/healthz?ical=1',
      ])
        expect((await service.host('GET', path)).status, path).toBe(200)
      expect((await plain.ask('GET', '//calendar/?ical=1')).status).toBe(200)
    })

    it('§12 leads from the addresses of a series to its page, and with ical=1 to its calendar', async () => {
      await service.post(
        '/events',
        anEvent({ title: 'Class', slug: 'weekly-class', recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3' }),
      )
      const series = (await service.get('/series')).body.series[0]
      const feed = `${TRIBE}/events.ics?series=${series.id}`
      for (const [old, status, to] of [
        [`/event/${series.slug}/`, 301, `${ORIGIN}/series/${series.slug}/`],
        [`/event/${series.slug}/all/`, 301, `/series/${series.slug}/`],
        [`/event/${series.slug}/?ical=1`, 302, feed],
        [`/event/${series.slug}/all/?ical=1`, 302, feed],
        ['/event/fair/all/', 301, '/event/fair/'],
        ['/event/fair/all/?ical=1', 302, `${TRIBE}/events/by-slug/fair.ics`],
        ['/event/nothing/?ical=1', 302, `${TRIBE}/events/by-slug/nothing.ics`],
      ] as const) {
        const { status: found, headers } = await service.host('GET', old, undefined, browser)
        expect([found, headers.location], old).toEqual([status, to])
      }
      expect((await service.host('GET', feed)).body).toContain('RRULE:FREQ=WEEKLY;COUNT=3')
      const own = (await service.get(`/events?series=${series.id}`)).body.events[0]
      expect((await service.host('GET', `/event/${own.slug}/all/`)).headers.location).toBe(
        `/series/${series.slug}/`,
      )
      await service.patch(`/series/${series.id}`, { status: 'draft' })
    })

    it('§12 holds in the calendar what is on, in the news feed of old addresses the start as its date', async () => {
      await service.post(
        '/events',
        anEvent({ title: 'Exhibition', start_date: '2026-12-01 10:00:00', end_date: '2027-02-01 18:00:00' }),
      )
      const calendar = (await service.host('GET', '/events/?ical=1')).headers.location ?? ''
      expect((await service.host('GET', calendar)).body).toContain('SUMMARY:Exhibition')
      const dateIn = async (path: string) =>
        /<title>Fair<[\s\S]*?<pubDate>(.*?)</.exec((await service.host('GET', path)).body)?.[1]
      for (const old of [
        '/events/feed/',
        '/?feed=rss2&post_type=tribe_events',
        '/events/category/music/feed/',
      ])
        expect(await dateIn((await service.host('GET', old)).headers.location ?? ''), old).toBe(
          '04 May 2027 22:00:00 +0000',
        )
      expect(await dateIn('/cal/events/v1/events.rss')).toBe('15 Jan 2027 12:00:00 +0000')
    })

    it('§12 lets pages of other origins ask for the roots, with the headers of WordPress’s programs', async () => {
      for (const path of ['/', '/de/', '/wp-json/', '/wp-json', '/?rest_route=/']) {
        const { status, headers } = await service.host('OPTIONS', path, undefined, {
          origin: 'https://a.example',
          'access-control-request-method': 'GET',
          'access-control-request-headers': 'authorization',
        })
        expect([200, 204], path).toContain(status)
        expect(headers['access-control-allow-origin'], path).toBe('*')
        expect(headers['access-control-allow-methods'], path).toContain('GET')
        for (const header of ['Authorization', 'X-WP-Nonce', 'X-TEC-EEA', 'Content-Disposition'])
          expect(headers['access-control-allow-headers'], path).toContain(header)
      }
    })

    it('§12 leads to the API from every address outside of it, in every form', async () => {
      for (const [method, path, headers] of [
        ['GET', '/', {}],
        ['HEAD', '/', {}],
        ['GET', '/', { accept: '*/*' }],
        ['GET', '/', { accept: 'application/json' }],
        ['GET', '/', browser],
        ['HEAD', '/', browser],
        ['GET', '/de/', browser],
        ['GET', '/events/list/', {}],
        ['GET', '/events/?ical=1', {}],
        ['GET', '/nothing', {}],
        ['GET', '/nothing', browser],
        ['GET', '/event/none/', browser],
        ['GET', '/desk', browser],
        ['GET', '/wp-json/', {}],
      ] as const) {
        const { headers: sent } = await service.host(method, path, undefined, headers)
        const where = `${method} ${path} ${JSON.stringify(headers)}`
        expect(
          [sent.link, sent['x-tec-api-root'], sent['x-tec-api-version'], sent['x-tec-api-origin']],
          where,
        ).toEqual([`<${ORIGIN}/wp-json/>; rel="https://api.w.org/"`, `${ORIGIN}${TRIBE}/`, 'v1', ORIGIN])
        const { headers: none } = await plain.ask(method, `/${path}`, undefined, headers)
        expect([none['x-tec-api-root'], String(none.link).includes('wp-json')], where).toEqual([
          undefined,
          false,
        ])
      }
      // The interface itself keeps its own root.
      expect((await service.get('/events')).headers.link).toContain(`<${ORIGIN}/>; rel="https://api.w.org/"`)
      const own = (await service.host('GET', '/')).body
      expect(own).toEqual((await service.host('GET', '/', undefined, { accept: 'application/json' })).body)
      expect(own.namespaces).toEqual(['cal/events/v1'])
    })

    it('§12 marks pages for detectors, and has the events of lists as linked data', async () => {
      const classes = '<body class="tribe-events the-events-calendar" '
      for (const path of ['/calendar/', '/calendar/agenda/', '/event/fair/', '/nothing/'])
        expect((await service.host('GET', path, undefined, browser)).body, path).toContain(classes)
      const fair = {
        '@context': 'https://schema.org',
        '@type': 'Event',
        name: 'Fair',
        url: `${ORIGIN}/event/fair/`,
        startDate: '2027-05-04T18:00:00-04:00',
        endDate: '2027-05-04T20:00:00-04:00',
        location: { '@type': 'Place', name: 'Hall' },
      }
      const linkedIn = async (path: string) => {
        const list = (await service.host('GET', path, undefined, browser)).body
        const [, json = '[]'] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(list) ?? []
        return [path, JSON.parse(json)]
      }
      for (const path of [
        'agenda/',
        '2027-05/',
        'week/2027-W18/',
        'day/2027-05-04/',
        'search/?search=fair',
        'search/?from=2027-05-01',
      ])
        expect(await linkedIn(`/calendar/${path}`)).toMatchObject([`/calendar/${path}`, [fair]])
      expect(await linkedIn('/venue/hall/')).toMatchObject([
        '/venue/hall/',
        [{ '@type': 'Place', name: 'Hall' }, fair],
      ])
      expect(await linkedIn('/calendar/2027-09/')).toEqual(['/calendar/2027-09/', []])
      const without = (await plain.ask('GET', '//calendar/agenda/', undefined, browser)).body
      expect([without.includes('tribe-events'), without.includes('ld+json')]).toEqual([false, false])
    })

    it('§12 redirects feeds where programs look for them', async () => {
      for (const [old, feed] of [
        ['/events/feed/', '/events.rss'],
        ['/events/feed', '/events.rss'],
        ['/events/feed/atom/', '/events.atom'],
        ['/events/list/feed/?tribe-bar-date=2027-05-01', '/events.rss?start_date=2027-05-01'],
        ['/events/category/music/feed/', '/events.rss?categories=music'],
        ['/de/events/feed/', '/events.rss'],
        ['/?feed=rss2&post_type=tribe_events', '/events.rss'],
        ['/index.php?post_type=tribe_events&feed=rss2', '/events.rss'],
        ['/feed/?post_type=tribe_events', '/events.rss'],
        ['/events/?feed=atom', '/events.atom'],
      ] as const) {
        const { status, headers } = await service.host('GET', old)
        expect([status, headers.location], old).toEqual([302, `${TRIBE}${feed}`])
        const { status: found, body } = await service.host('GET', `${TRIBE}${feed}`)
        expect([found, String(body).includes('Fair')], feed).toEqual([200, true])
      }
      for (const path of ['/?feed=rss2', '/calendar/?feed=nonsense', '/cal/events/v1/events?feed=rss2'])
        expect((await service.host('GET', path)).status, path).toBe(200)
      expect((await service.host('GET', '/feed/')).status).toBe(404)
      expect((await plain.ask('GET', '//events/feed/')).status).toBe(404)
    })

    it('§12 keeps the view, the day and the filters of old pages', async () => {
      for (const [old, page] of [
        ['/events/?eventDisplay=list', '/calendar/agenda/'],
        ['/events/?eventDisplay=month&eventDate=2027-05', '/calendar/2027-05/'],
        ['/events/?eventDisplay=day&eventDate=2027-05-04', '/calendar/day/2027-05-04/'],
        ['/events/?eventDisplay=past', '/calendar/agenda/?past=1'],
        ['/events/list/?tribe-bar-date=2027-05-01', '/calendar/agenda/?on=2027-05-01'],
        ['/events/?tribe-bar-date=2027-05-01', '/calendar/agenda/?on=2027-05-01'],
        ['/events/week/?tribe-bar-date=2027-05-04', '/calendar/week/?on=2027-05-04'],
        ['/events/month/?tribe-bar-search=fair', '/calendar/?search=fair'],
        ['/events/list/?tribe_eventcategory[]=1', '/calendar/agenda/?categories=1'],
        ['/events/?eventDisplay=nonsense', '/calendar/'],
        ['/index.php?post_type=tribe_events&eventDisplay=list', '/calendar/agenda/'],
      ] as const) {
        const { status, headers } = await service.host('GET', old)
        expect([status, headers.location], old).toEqual([301, page])
        expect((await service.host('GET', page, undefined, browser)).status, page).toBe(200)
      }
    })

    it('§12 leads from a series and a day to the occurrence of that day', async () => {
      const created = await service.post(
        '/events',
        anEvent({
          title: 'Choir',
          start_date: '2027-06-01 23:30:00',
          end_date: '2027-06-02 00:30:00',
          recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3',
        }),
      )
      const { body } = await service.get(`/events?series=${created.body.series.id}`)
      const [first, second] = body.events.map(({ slug }: { slug: string }) => slug)
      const series = (await service.get(`/series/${created.body.series.id}`)).body.slug
      for (const [old, page] of [
        [`/event/${first}/2027-06-08/`, `/event/${second}/`],
        [`/event/${second}/2027-06-08/`, `/event/${second}/`],
        [`/event/${series}/2027-06-08/`, `/event/${second}/`],
        [`/event/${first}/2027-06-09/`, `/event/${first}/`],
        ['/event/nothing/2027-06-08/', '/event/nothing/'],
      ] as const) {
        const { status, headers } = await service.host('GET', old)
        expect([[301, 302].includes(status), headers.location], old).toEqual([true, page])
      }
      // The calendar of an occurrence is that of its page.
      const occurrence = await service.host('GET', `/event/${series}/2027-06-08/?ical=1`)
      expect(occurrence.headers.location).toBe(`/event/${second}/?ical=1`)
      await service.patch(`/events/${created.body.id}`, { status: 'draft', apply_to: 'all' })
      await service.user('administrator', 'last')
      expect((await service.host('GET', `/event/${first}/2027-06-08/`)).headers.location).toBe(
        `/event/${first}/`,
      )
    })
  })
}

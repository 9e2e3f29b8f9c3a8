import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import type { Json } from '../support/service.ts'
import { type TestSite, testSite } from '../support/site.ts'

const at = (day: string, from = '10:00', to = '12:00') => ({
  start_date: `${day} ${from}`,
  end_date: `${day} ${to}`,
})

for (const { name } of anyDialects()) {
  describe(`the filters of the web calendar on ${name}`, () => {
    let site: TestSite
    const titles = (html: string) =>
      [...html.matchAll(/<(?:span class="name"|a href="[^"]*\/event\/[^"]*")[^>]*>([^<]+)</g)].map(
        ([, title]) => title,
      )
    const shown = async (path: string) => {
      const { status, body } = await site.page(`/${path}`)
      expect([path, status]).toEqual([path, 200])
      return body as string
    }
    const found = async (path: string) => titles(await shown(path))

    beforeAll(async () => {
      site = await testSite(name)
      const events: readonly Json[] = [
        {
          ...{ title: 'Jazz night', ...at('2027-01-22'), categories: ['Jazz'], cost: 'free' },
          venue: { venue: 'Komedia', city: 'Brighton' },
        },
        { title: 'Opera', ...at('2027-01-22'), categories: ['Opera'], venue: { venue: 'Old Komedia' } },
        { title: 'Stream', ...at('2027-01-23'), categories: ['Jazz'], attendance_mode: 'online' },
        { title: 'Off', ...at('2027-01-24'), event_status: 'cancelled' },
        { title: 'Exhibition', start_date: '2027-01-05', end_date: '2027-03-01', all_day: true },
      ]
      for (const event of events) await site.create(event)
    })
    afterAll(() => site.service.close())

    const views = [
      ...['calendar/2027-01/', 'calendar/week/2027-W03/', 'calendar/day/2027-01-22/'],
      ...['calendar/weekend/2027-01-23/', 'calendar/agenda/', 'calendar/search/', 'calendar/map/'],
      ...['calendar/week/2027-W03/?as=hours', 'calendar/agenda/?as=cards'],
    ]
    const withQuery = (path: string, query: string) => `${path}${path.includes('?') ? '&' : '?'}${query}`

    it('apply to every view, and stay in the links to the others', async () => {
      for (const view of views) {
        const html = await shown(withQuery(view, 'categories=jazz'))
        expect([view, titles(html).filter((title) => title === 'Opera')]).toEqual([view, []])
        const links = [...html.matchAll(/<header class="site-head".*?class="languages"/gs)].join()
        // Five views, two of them also in the menu of narrow telephones, and the search.
        expect([view, links.match(/categories=jazz/g)?.length]).toEqual([view, 8])
        expect([view, /events\.ics\?categories=\d+"/.test(html)]).toEqual([view, true])
        expect([view, html.includes('Subscribe to this selection')]).toEqual([view, true])
      }
    })

    it('stay in the links to other languages, with the layout of the view and the days of a search', async () => {
      const german = async (path: string) =>
        /<a href="([^"]*)" hreflang="de"/.exec(await shown(path))?.[1]?.replaceAll('&amp;', '&')
      expect(await german('calendar/2027-01/?categories=jazz&free=1')).toBe(
        '/de/calendar/?categories=jazz&free=1',
      )
      expect(await german('calendar/week/2027-W03/?as=hours&search=night')).toBe(
        '/de/calendar/week/2027-W03/?search=night&as=hours',
      )
      expect(await german('calendar/search/?from=2027-01-02&categories=jazz&as=cards')).toBe(
        '/de/calendar/search/?categories=jazz&from=2027-01-02&as=cards',
      )
      expect(await german('event/market-day/')).toBe('/de/event/market-day/')
    })

    it('have a legend of category colours beside them in every view, if there are at least two', async () => {
      const legendOf = (html: string) => {
        const [list = ''] = /class="legend-of-colours".*?<\/ul>/s.exec(html) ?? []
        return [...list.matchAll(/dir="auto">([^<]*)/g)].map(([, category]) => category)
      }
      for (const view of views.filter((one) => one !== 'calendar/map/'))
        expect([view, legendOf(await shown(view))]).toEqual([
          view,
          view.includes('weekend') ? [] : expect.arrayContaining(['Jazz', 'Opera']),
        ])
      expect(legendOf(await shown('calendar/2027-01/?categories=jazz'))).toEqual([])
    })

    it('are shown in words, each with a link that removes it', async () => {
      const html = await shown('calendar/2027-01/?categories=jazz&free=1&search=night')
      const chips = [...html.matchAll(/<a class="chip on" href="([^"]*)"[^>]*>.*?<bdi>(.*?)<\/bdi>/g)]
      expect(chips.map(([, href, text]) => [text, href])).toEqual([
        ['“night”', '/calendar/?categories=jazz&amp;free=1'],
        ['Jazz', '/calendar/?search=night&amp;free=1'],
        ['Free only', '/calendar/?search=night&amp;categories=jazz'],
      ])
      expect(html).toMatch(/<a class="clear" href="\/calendar\/">/)
    })

    it('find venues by slug, by name and by words, and show their number', async () => {
      expect(await found('calendar/2027-01/?venue=komedia')).toEqual(['Jazz night'])
      expect(await found('calendar/2027-01/?venue=KOMEDIA')).toEqual(['Jazz night'])
      expect(await found('calendar/2027-01/?venue=old+komedia')).toEqual(['Opera'])
      expect(await found('calendar/2027-01/?venue=brighton')).toEqual(['Jazz night'])
      const html = await shown('calendar/2027-01/?venue=komed')
      expect(titles(html)).toEqual(['Jazz night', 'Opera'])
      expect(html).toMatch(/events\.ics\?venue=\d+%2C\d+"/)
      expect(html).toContain('<bdi>Komedia, Old Komedia</bdi>')
    })

    it('that are invalid are named one by one, above what the others find', async () => {
      const all = await found('calendar/2027-01/')
      for (const query of [
        'venue=nowhere+at+all',
        'categories=nothing',
        'featured=maybe',
        'event_status=off',
      ]) {
        const { status, body } = await site.page(`/calendar/2027-01/?${query}`)
        expect([query, status]).toEqual([query, 400])
        expect(body).toMatch(
          /role="alert">(?:Not found here: [^.]+|There is no category “nothing”)\. Showing events/,
        )
        expect(titles(body)).toEqual(all)
      }
    })

    it('select events that are free, online or not cancelled', async () => {
      expect(await found('calendar/2027-01/?free=1')).toEqual(['Jazz night'])
      expect(await found('calendar/2027-01/?attendance_mode=online,mixed')).toEqual(['Stream'])
      expect(await found('calendar/2027-01/?event_status=cancelled')).toEqual(['Off'])
    })

    it('search words also in venues and terms, with the best match first', async () => {
      expect(await found('calendar/search/?search=jazz')).toEqual(['Jazz night', 'Stream'])
      expect(await found('calendar/search/?search=komedia')).toEqual(['Jazz night', 'Opera'])
      const html = await shown('calendar/search/?search=jazz&order=date')
      expect(html).toMatch(/<a class="button" href="[^"]*order=date[^"]*" aria-current="true">/)
    })

    it('stand in one row of chips behind today, tonight, tomorrow, this weekend and any day', async () => {
      const [today, tonight] = ['day/2027-01-15/', 'day/2027-01-15/?part=evening']
      for (const view of views) {
        const html = await shown(view)
        const row = /<ul class="row".*<\/ul><details class="filtering/s.exec(html)?.[0] ?? html
        // The chip of the current page is filled, and leads away from it.
        for (const path of [today, tonight, 'day/2027-01-16/', 'weekend/2027-01-16/'])
          if (view !== `calendar/${path}`)
            expect([view, path, row.includes(`href="/calendar/${path}"`)]).toEqual([view, path, true])
        expect([view, row]).toEqual([
          view,
          expect.stringMatching(/href="[^"]*categories=jazz[^"]*"><bdi>Jazz</),
        ])
        expect([view, row]).toEqual([view, expect.stringMatching(/class="chip" href="[^"]*free=1"/)])
      }
      expect(await shown(`calendar/${today}`)).toMatch(
        /class="chip on" href="\/calendar\/agenda\/"[^>]*>.*?<bdi>Today</,
      )
      expect(await shown('calendar/day/2027-02-01/')).toMatch(/class="chip on".*?<bdi>Feb 1</)
      expect(await shown('calendar/week/?on=2027-01-22')).toContain('Week 3')
      expect(await shown('calendar/?on=2027-03-22')).toContain('<h1>March 2027</h1>')
      expect(await found('calendar/agenda/?on=2027-01-23')).toEqual([
        'Exhibition',
        'Stream',
        'Off',
        'Market day',
      ])
      expect(await found('calendar/weekend/2027-01-24/')).toEqual(['Stream', 'Off', 'Exhibition'])
      expect((await site.page('/calendar/weekend/2027-02-30/')).status).toBe(404)
    })

    it('show long-running events in a separate band', async () => {
      for (const path of ['calendar/agenda/', 'calendar/search/']) {
        const html = await shown(path)
        expect(html).toMatch(/<section class="band".*?Exhibition.*?<\/section>.*Jazz night/s)
        expect(titles(html).filter((title) => title === 'Exhibition')).toHaveLength(1)
      }
    })

    it('begin month and week at today on phones, and show events that continue', async () => {
      const html = await shown('calendar/')
      expect(html.match(/class="day[^"]* gone/g)).toHaveLength(19)
      expect(html).toMatch(/<section class="band".*?Exhibition/s)
      expect(await shown('calendar/?whole=1')).not.toContain(' gone')
      expect((await shown('calendar/week/')).match(/class="day[^"]* gone/g)).toHaveLength(5)
      const hours = await shown('calendar/week/?as=hours')
      expect(hours.match(/class="day[^"]* gone/g)).toHaveLength(5)
      expect(hours).toMatch(/<a href="[^"]*as=hours&amp;whole=1">Earlier this week/)
      expect(await shown('calendar/week/?as=hours&whole=1')).not.toContain(' gone')
      expect(await shown('calendar/2027-02/')).not.toContain(' gone')
    })

    it('never hide featured and pinned events, and expand the others in place', async () => {
      for (let hour = 0; hour < 9; hour += 1)
        await site.create({ title: `Talk ${hour}`, ...at('2027-04-06', `0${hour}:00`, `0${hour}:30`) })
      await site.create({ title: 'Gala', ...at('2027-04-06', '20:00', '22:00'), featured: true })
      await site.create({ title: 'Notice', ...at('2027-04-06', '21:00', '22:00'), sticky: true })
      const html = await shown('calendar/2027-04/')
      const [, before = '', opened = ''] =
        /<time datetime="2027-04-06">(.*?)<details class="more">(.*?)<\/details>/s.exec(html) ?? []
      expect(titles(before)).toEqual(['Notice', 'Talk 0', 'Talk 1', 'Talk 2', 'Talk 3', 'Gala'])
      expect(titles(opened)).toEqual(['Talk 4', 'Talk 5', 'Talk 6', 'Talk 7', 'Talk 8'])
      expect(opened).toContain('5 more')
    })
  })
}

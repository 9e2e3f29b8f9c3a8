import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'
import { browser } from '../support/site.ts'

/** Today is Friday, 15 January 2027, noon. */
const evening = (day: string) => ({ start_date: `${day} 19:00:00`, end_date: `${day} 21:00:00` })

const linesIn = (body: string) =>
  [...body.matchAll(/<span class="name" dir="auto">([^<]*)<\/span>.*?<\/li>/g)].map(([line = '', name]) => [
    name,
    /<span class="ahead">([^<]*)/.exec(line)?.[1] ?? '',
  ])

for (const { name } of dialects) {
  describe(`the lists of places and other items on ${name}`, () => {
    let service: TestService
    let editor: Record<string, string>
    const page = async (path: string): Promise<string> => (await service.get(`/${path}`, browser)).body
    const create = async (more: Json) => {
      const { status, body } = await service.post('/events', anEvent(more), editor)
      expect([body.message, status]).toEqual([undefined, 201])
      return body
    }
    beforeAll(async () => {
      service = await testService(name)
      editor = (await service.user('editor')).headers
      const pier = { venue: 'Pier <1>', city: 'Alderhaven', geo_lat: 52, geo_lng: 3.6 }
      const first = await create({
        ...evening('2027-01-20'),
        venue: pier,
        organizer: { organizer: 'Éclair Choir' },
        categories: ['Music'],
        tags: ['brass'],
      })
      const same = { venue: first.venue.id, organizer: first.organizer[0].id }
      await create({ ...evening('2027-01-21'), ...same })
      await create({ ...evening('2027-01-10'), ...same })
      await create({ ...evening('2027-01-22'), ...same, status: 'draft' })
      await create({ ...evening('2027-01-22'), ...same, hide_from_listings: true })
      const hidden = await create({ ...evening('2027-01-23'), ...same, status: 'draft' })
      const opened = { password: 'secret', status: 'publish' }
      expect((await service.patch(`/events/${hidden.id}`, opened, editor)).status).toBe(200)
      await create({ ...evening('2027-01-10'), venue: { venue: 'Anchor' } })
      const { body } = await service.post(
        '/categories',
        { name: 'Jazz', parent: first.categories[0].id },
        editor,
      )
      await create({ ...evening('2027-01-20'), categories: [body.id] })
      await create({
        ...evening('2027-01-18'),
        title: 'Rehearsal',
        recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'],
      })
    })
    afterAll(() => service.close())

    it('show every public place, those with events to come first, also without coordinates', async () => {
      const body = await page('/venues/')
      expect(linesIn(body)).toEqual([
        ['Pier &lt;1&gt;', '2 events'],
        ['Anchor', ''],
      ])
      expect(body).toContain('<link rel="canonical" href="http://127.0.0.1:3000/venues/">')
      expect(body).toContain('"@type":"CollectionPage"')
    })

    it('count the events of organizers, tags, and of categories with those below them', async () => {
      expect(linesIn(await page('/organizers/'))).toEqual([['Éclair Choir', '2 events']])
      expect(linesIn(await page('/tags/'))).toEqual([['brass', '1 event']])
      const tiles = [
        ...(await page('/categories/')).matchAll(/<a class="tile".*?dir="auto">([^<]*).*?ahead">([^<]*)/g),
      ]
      expect(tiles.map(([, title, count]) => [title, count])).toEqual([
        ['Music', '2 events'],
        ['Jazz', '1 event'],
      ])
    })

    it('show series with their rhythm and next date, the soonest first', async () => {
      const body = await page('/series/')
      expect(linesIn(body)).toEqual([['Rehearsal', 'next: Jan 18']])
      expect(body).toContain('<span class="where" dir="auto">Every Monday, 3 times</span>')
    })

    it('find names by a part of them, and say what to do where nothing is found', async () => {
      expect(linesIn(await page('/venues/?search=pier'))).toHaveLength(1)
      expect(linesIn(await page('/tags/?search=BRASS'))).toHaveLength(1)
      for (const path of ['/venues/?search=zz', '/tags/?search=zz', '/venues/?search=%00%27%22<script>']) {
        const { status, body } = await service.get(`/${path}`, browser)
        expect([path, status]).toEqual([path, 200])
        expect(body).toContain('Nothing found with this name')
        expect(body).toContain('<meta name="robots" content="noindex, nofollow">')
        expect(body).not.toContain('<script>')
      }
    })

    it('show a change at once, and answer 404 past the last page', async () => {
      const { body } = await service.get('/events?per_page=50', editor)
      const last = body.events.find(({ start_date }: Json) => start_date === '2027-01-21 19:00:00')
      await service.remove(`/events/${last.id}`, editor)
      expect(linesIn(await page('/venues/'))[0]).toEqual(['Pier &lt;1&gt;', '1 event'])
      expect((await service.get('//venues/?page=2', browser)).status).toBe(404)
      expect((await service.get('//series/?page=2', browser)).status).toBe(404)
      expect((await service.get('//venues/?page=-1', browser)).status).toBe(200)
    })

    it('begin with what has most events where there are many, and go on by letters, page by page', async () => {
      for (let number = 1; number <= 62; number += 1) {
        const venue = `${String.fromCharCode(65 + (number % 3))}${number} Hall`
        expect((await service.post('/venues', { venue, status: 'publish' }, editor)).status).toBe(201)
      }
      await create({ ...evening('2027-01-25'), venue: { venue: 'Zeughaus' } })
      const body = await page('/venues/')
      const [busy = '', rest = ''] = body.split('A to Z')
      expect(linesIn(busy).map(([title]) => title)).toEqual(['Pier &lt;1&gt;', 'Zeughaus'])
      expect([...rest.matchAll(/<h3>(.)<\/h3>/g)].map(([, letter]) => letter)).toEqual(['A', 'B', 'C'])
      expect(await page('/venues/?page=2')).not.toContain('Most going on')
    })

    it('are linked from the front page, the foot of every page and the pages of items', async () => {
      for (const path of ['/', '/calendar/', '/fr/']) {
        const root = path === '/fr/' ? '/fr' : ''
        for (const list of ['venues', 'organizers', 'categories', 'tags', 'series'])
          expect(await page(path), path).toContain(`href="${root}/${list}/"`)
      }
      expect(await page('/venue/pier-1/')).toContain('<a href="/venues/">Venue</a>')
      expect(await page('/sitemap.xml')).toContain('<loc>http://127.0.0.1:3000/venues/</loc>')
    })

    it('have pages of items with a head: address, the menu that follows it, directions, and past events last', async () => {
      const body = await page('/venue/pier-1/')
      const head = /<header class="hero">.*?<\/header>/s.exec(body)?.[0] ?? ''
      expect(head).toContain('Alderhaven')
      expect(head).toMatch(/href="webcal:[^"]*\/venues\/\d+\/events\.ics"/)
      expect(head).toContain('name=Pier+%3C1%3E')
      expect(head).toContain('openstreetmap.org/directions?to=52%2C3.6')
      expect(body.indexOf('<h2>Past events</h2>')).toBeGreaterThan(body.indexOf('data-event='))
      expect(body).toContain('href="/venue/pier-1/?past=1"')
    })
  })
}

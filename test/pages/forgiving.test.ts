import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'
import { browser } from '../support/site.ts'

/** Today is Friday, 15 January 2027, noon. */
const evening = (day: string) => ({ start_date: `${day} 19:00:00`, end_date: `${day} 21:00:00` })

const textOf = (markup: string) => markup.replace(/<[^>]*>/g, '').trim()

for (const { name } of dialects) {
  describe(`what pages search on ${name}`, () => {
    let service: TestService
    let editor: Record<string, string>
    const page = async (path: string): Promise<string> => (await service.get(`//${path}`, browser)).body
    /** The venues, organizers, categories and tags among the results. */
    const named = async (search: string): Promise<readonly string[]> => {
      const body = await page(`calendar/search/?search=${encodeURIComponent(search)}`)
      const [, items = ''] = /<ul class="buttons found-items">(.*?)<\/ul>/s.exec(body) ?? []
      return [...items.matchAll(/<li>(.*?)<\/li>/gs)].map(([, item = '']) => textOf(item))
    }
    const listed = async (path: string): Promise<readonly string[]> =>
      [...(await page(path)).matchAll(/<span class="name" dir="auto">([^<]*)<\/span>/g)].map(
        ([, own = '']) => own,
      )
    const create = async (more: Json) => {
      const { status, body } = await service.post('/events', anEvent(more), editor)
      expect([body.message, status]).toEqual([undefined, 201])
      return body
    }
    beforeAll(async () => {
      service = await testService(name)
      editor = (await service.user('editor')).headers
      await create({
        ...evening('2027-01-16'),
        title: 'Late show',
        venue: { venue: 'Komedia', city: 'Brighton' },
        organizer: { organizer: 'Saint Anne’s Choir' },
        categories: ['Concert'],
        tags: ['families'],
      })
      await create({
        ...evening('2027-01-17'),
        title: 'Fair',
        venue: { venue: 'Town hall' },
        categories: ['Markets'],
      })
      await create({ ...evening('2027-01-20'), title: 'Ball', categories: ['Dance'] })
      await service.post('/venues', { venue: 'Bassin', status: 'draft' }, editor)
    })
    afterAll(() => service.close())

    it('finds venues, organizers, categories and tags beside events with a letter wrong', async () => {
      expect(await named('komdia')).toEqual(['Venue: Komedia'])
      expect(await named('brighton komdia')).toEqual(['Venue: Komedia'])
      expect(await named('saint annes')).toEqual(['Organizer: Saint Anne’s Choir'])
      expect(await named('concrt')).toEqual(['Category: Concert'])
      expect(await named('famlies')).toEqual(['Tag: families'])
      expect(await page('calendar/search/?search=komdia')).toContain('Late show')
    })

    it('asks the database once for the names that have a word, however often the page searches', async () => {
      const queries = async (search: string) => {
        const before = service.store.measures().queries
        expect(await page(`calendar/search/?search=${search}`)).toContain('<h1')
        return service.store.measures().queries - before
      }
      await queries('warmth')
      const [one, two] = [await queries('komdiax'), await queries('komdiay+famliesz')]
      // 43 for another word, and as many for each of two searches for what has only one of them.
      expect(two - one).toBeLessThan(140)
    })

    it('shows a series once, with its rhythm and its next date', async () => {
      const recurrence = 'RRULE:FREQ=WEEKLY;BYDAY=SA;COUNT=3'
      const { id } = await create({ ...evening('2027-01-16'), title: 'Flea fair', recurrence })
      const circus = await create({ ...evening('2027-01-18'), title: 'Flea circus' })
      const body = await page('calendar/search/?search=flea')
      const entries = body.split('<li data-event=').slice(1)
      expect(entries.map((entry) => /<span class="rhythm">([^<]*)/.exec(entry)?.[1])).toEqual([
        'Every Saturday, 3 times',
        undefined,
      ])
      expect(entries[0]).toContain(`>Sat, Jan 16, <span class="whole">`)
      await service.remove(`/events/${id}?force=true&apply_to=all`, editor)
      await service.remove(`/events/${circus.id}?force=true`, editor)
      expect(await page('calendar/search/?search=flea')).not.toContain('rhythm')
    })

    it('finds them by other forms of a word', async () => {
      expect(await named('komedias')).toEqual(['Venue: Komedia'])
      expect(await named('concerts')).toEqual(['Category: Concert'])
      expect(await named('choirs')).toEqual(['Organizer: Saint Anne’s Choir'])
    })

    it('finds the categories of a kind by other words for it, and days by their names', async () => {
      const { id } = await create({ ...evening('2027-01-17'), title: 'Puppets', categories: ['Families'] })
      expect(await named('kids')).toEqual(['Category: Families'])
      expect(await named('Kinder')).toEqual(['Category: Families'])
      expect(await named('tonight')).toEqual(['Date: Tonight'])
      expect(await page('calendar/search/?search=sunday')).toContain('href="/calendar/day/2027-01-17/"')
      expect(await page('de/calendar/search/?search=Sonntag')).toContain(
        'href="/de/calendar/day/2027-01-17/"',
      )
      await service.remove(`/events/${id}?force=true`, editor)
    })

    it('takes days, months, states and kinds of categories as words, alone and beside others', async () => {
      const puppets = await create({ ...evening('2027-01-17'), title: 'Puppets', categories: ['Families'] })
      const off = await create({ ...evening('2027-02-03'), title: 'Folk club', event_status: 'cancelled' })
      const titles = async (path: string) =>
        [...(await page(path)).matchAll(/<h2 class="title">.*?<a [^>]*>([^<]*)/g)].map(([, title]) => title)
      expect(await titles('calendar/search/?search=kids+sunday')).toEqual(['Puppets'])
      expect(await titles('calendar/search/?search=february')).toEqual(['Folk club'])
      expect(await titles('calendar/search/?search=folk+cancelled')).toEqual(['Folk club'])
      expect(await page('calendar/search/?search=folk+cancelled')).toContain('“folk” · Cancelled')
      expect(await titles('de/calendar/search/?search=Kinder')).toEqual(['Puppets'])
      expect(await titles('de/calendar/search/?search=folk+abgesagt')).toEqual(['Folk club'])
      expect(await titles('ja/calendar/search/?search=2%E6%9C%88')).toEqual(['Folk club'])
      // Nothing is there for kids on Monday: what is there for kids at all.
      expect(await titles('calendar/search/?search=kids+monday')).toEqual(['Puppets'])
      await service.remove(`/events/${puppets.id}?force=true`, editor)
      await service.remove(`/events/${off.id}?force=true`, editor)
    })

    it('takes “sold out” as words, for events of which all tickets are sold and that take place', async () => {
      const tickets = (...states: readonly string[]) => ({
        tickets: states.map((availability, at) => ({
          name: `Row ${at}`,
          price: '9',
          currency: 'EUR',
          availability,
        })),
      })
      const made = [
        await create({ ...evening('2027-01-18'), title: 'Jazz gala', ...tickets('sold_out', 'sold_out') }),
        await create({ ...evening('2027-01-18'), title: 'Jazz brunch', ...tickets('in_stock', 'sold_out') }),
        await create({
          ...{ ...evening('2027-01-18'), title: 'Jazz night', event_status: 'cancelled' },
          ...tickets('sold_out'),
        }),
        await create({ ...evening('2027-01-19'), title: 'Jazz picnic', event_status: 'rescheduled' }),
      ]
      const titles = async (path: string) =>
        [...(await page(path)).matchAll(/<h2 class="title">.*?<a [^>]*>([^<]*)/g)].map(([, title]) => title)
      for (const path of [
        'calendar/search/?search=sold+out',
        'calendar/search/?search=jazz+sold+out',
        'de/calendar/search/?search=ausgebucht',
        'fr/calendar/search/?search=jazz+complet',
        'ja/calendar/search/?search=%E6%BA%80%E5%B8%AD',
      ])
        expect([path, ...(await titles(path))]).toEqual([path, 'Jazz gala'])
      expect(await page('calendar/search/?search=jazz+sold+out')).toContain('“jazz” · Sold out')
      expect(await titles('calendar/search/?search=jazz+rescheduled')).toEqual(['Jazz picnic'])
      for (const { id } of made) await service.remove(`/events/${id}?force=true`, editor)
    })

    it('shows what has some of the words where nothing has all of them', async () => {
      const body = await page('calendar/search/?search=late+show+cancelled')
      expect(body).toContain('No event has all of these words. With “late show”:')
      expect(body).toContain('>Late show</a>')
      expect(await page('calendar/search/?search=zzzz+yyyy')).not.toContain('No event has all')
    })

    it('takes similar words only where nothing has the word itself', async () => {
      await service.post('/venues', { venue: 'Komdia' }, editor)
      expect(await named('komdia')).toEqual(['Venue: Komdia'])
      const { body } = await service.get('/venues?search=komdia')
      expect(body.venues).toHaveLength(1)
      await service.remove(`/venues/${body.venues[0].id}?force=true`, editor)
    })

    it('neither finds drafts nor takes words from them', async () => {
      expect(await named('basin')).toEqual([])
      expect(await named('bassin')).toEqual([])
    })

    it('takes a number for a word, not for the id of a venue or an organizer', async () => {
      const { body } = await service.get('/venues?search=komedia')
      expect(await named(String(body.venues[0].id))).toEqual([])
      expect(await page(`calendar/agenda/?venue=${body.venues[0].id}`)).toContain('Late show')
    })

    it('forgives in the lists of items and in filters', async () => {
      expect(await listed('venues/?search=komdia')).toEqual(['Komedia'])
      expect(await listed('organizers/?search=chior')).toEqual(['Saint Anne’s Choir'])
      for (const [path, own] of [
        ['categories/?search=concrt', 'Concert'],
        ['tags/?search=famlies', 'families'],
      ] as const)
        expect(await page(path)).toContain(`dir="auto">${own}</`)
      const filtered = await page('calendar/weekend/?venue=komdia')
      expect(filtered).toContain('Late show')
      expect(filtered).not.toContain('Fair')
    })

    it('forgives on the pages of days and on the map, too', async () => {
      for (const path of ['weekend/', '', 'week/2027-W02/', 'agenda/', 'map/'])
        expect([path, (await page(`calendar/${path}?search=komdia`)).includes('Late show')]).toEqual([
          path,
          true,
        ])
      expect(await page('calendar/2027-03/?search=komdia')).not.toContain('Late show')
    })

    it('reads over the signs of sentences', async () => {
      for (const text of ['late, show!', '(late) – show.', '“komdia,”', 'Komedia; show?']) {
        const body = await page(`calendar/search/?search=${encodeURIComponent(text)}`)
        expect([text, body.includes('Late show'), body.includes('Ball')]).toEqual([text, true, false])
      }
      expect(await named('komedia, brighton')).toEqual(['Venue: Komedia'])
    })

    it('shows the next events where a search finds none', async () => {
      const nothing = await page('calendar/search/?search=zzzz')
      expect([...nothing.matchAll(/<h2>Upcoming<\/h2>/g)]).toHaveLength(1)
      for (const title of ['Late show', 'Fair', 'Ball']) expect(nothing).toContain(title)
      expect(await page('calendar/search/?search=fair')).not.toContain('<h2>Upcoming</h2>')
      expect(await page('calendar/search/?categories=nothing')).not.toContain('<h2>Upcoming</h2>')
    })

    it('shows the latest past events that a search finds where it finds no others', async () => {
      await create({ ...evening('2026-11-04'), title: 'Bygone gala' })
      const past = await page('calendar/search/?search=gala')
      expect(past).toMatch(/<h2>Past events<\/h2>.*Bygone gala/s)
      expect(past).toContain('href="/calendar/search/?search=gala&amp;to=2027-01-14"')
      expect(await page('calendar/search/?search=gala&to=2027-01-14')).not.toContain('<h2>Past events</h2>')
      expect(await page('calendar/search/?search=gala&from=2027-01-01')).not.toContain('Bygone gala')
      expect(await page('calendar/search/?search=zzzz')).not.toContain('<h2>Past events</h2>')
    })

    it('marks the field of a category that there is not', async () => {
      const { status, body } = await service.get('//calendar/agenda/?categories=nothing', browser)
      expect([status, body.includes('name="categories" aria-invalid="true"')]).toEqual([400, true])
      expect(body).toContain('There is no category “nothing”. Showing events of all categories.')
      const long = await service.get(`//calendar/agenda/?categories=${'x'.repeat(3000)}`, browser)
      expect(long.body).toContain(`There is no category “${'x'.repeat(60)}…”.`)
      expect(body).toContain('Late show')
      const two = await service.get('//calendar/agenda/?categories=nothing&search=ball', browser)
      expect([two.status, two.body.includes('Late show'), two.body.includes('Ball')]).toEqual([
        400,
        false,
        true,
      ])
    })

    it('leads from a page that a list has not to its first one', async () => {
      for (const [path, first] of [
        ['calendar/agenda/?page=99', '/calendar/agenda/'],
        [
          'calendar/agenda/?categories=concert&page=99&as=cards',
          '/calendar/agenda/?categories=concert&amp;as=cards',
        ],
        ['de/calendar/search/?page=2', '/de/calendar/search/'],
      ] as const) {
        const { status, body } = await service.get(`//${path}`, browser)
        expect([status, body.includes(`<a class="button strong" href="${first}">`)]).toEqual([404, true])
      }
      expect((await service.get('//calendar/2026-13/', browser)).body).not.toContain('First page')
    })

    it('survives hostile texts', async () => {
      for (const text of [
        '%',
        "';--",
        '-komdia',
        '"komdia',
        'a'.repeat(200),
        '\\',
        '🎷🎷🎷🎷🎷',
        'ﷺ'.repeat(20),
      ])
        expect((await service.get(`//venues/?search=${encodeURIComponent(text)}`, browser)).status).toBe(200)
    })

    it('does not change the searches of the API', async () => {
      for (const path of ['venues', 'organizers', 'categories', 'tags'])
        expect((await service.get(`/${path}?search=komdia`)).body[path]).toEqual([])
    })
  })

  describe(`the row of chips of chosen days on ${name}`, () => {
    let service: TestService
    const row = async (path: string) => {
      const { body } = await service.get(`//${path}`, browser)
      const [, chips = ''] =
        /<ul class="row"[^>]*>(.*?)<\/ul><details class="filtering menu/s.exec(body) ?? []
      return chips
    }
    beforeAll(async () => {
      service = await testService(name)
      const { headers } = await service.user('editor')
      const send = async (day: string, categories: readonly string[]) =>
        service.post('/events', anEvent({ ...evening(day), categories }), headers)
      for (const day of ['2027-01-16', '2027-01-17', '2027-01-17']) await send(day, ['Music'])
      await send('2027-01-16', ['Families'])
      await send('2027-01-20', ['Dance'])
    })
    afterAll(() => service.close())

    it('offers the categories of the events, the most frequent first, and all others in a menu', async () => {
      const chips = await row('calendar/weekend/')
      expect(
        [...chips.matchAll(/<a class="chip" href="[^"]*\?categories=([^"]*)"/g)].map(([, one]) => one),
      ).toEqual(['music', 'families'])
      expect(chips).toContain('?categories=dance')
    })

    it('has the chosen days alone, and other days in the menu of dates', async () => {
      const chips = await row('calendar/weekend/')
      expect(chips.match(/class="chip on"/g)).toHaveLength(1)
      expect(chips).toMatch(
        /<div class="panel"><div class="sheet-head".*?<\/div><ul><li><a href="\/calendar\/day\/2027-01-15\/">Today<\/a><\/li>/,
      )
      expect(await row('calendar/day/2027-01-15/?part=evening')).toContain('>Tonight</bdi>')
      expect(await row('calendar/week/')).toContain(
        '<a class="chip" href="/calendar/day/2027-01-15/">Today</a>',
      )
    })

    it('combines with what is chosen', async () => {
      const chips = await row('calendar/weekend/2027-01-16/?categories=music')
      expect(chips).not.toContain('categories=families')
      expect(chips).toMatch(/href="[^"]*\?categories=music&amp;free=1"/)
    })
  })
}

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { countsOfNotes, importing } from '../support/importing.ts'
import {
  decideWhetherToKeepIds,
  importDueSubscriptions,
  moveCalendarFrom,
  type SourceSite,
} from '../support/inside/exchange.ts'
import { importCalendar } from '../support/inside/formats.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

/** Imports like a move with `fasti import`: with new ids, unless it may keep the ids of the site. */
const inStep = (service: TestService, keepsIds = false) => importing(service, { keepsIds })

/** A service as a site to move from. */
function siteOf(service: TestService): SourceSite {
  return {
    address: 'https://there.example/cal/events/v1',
    async request(address) {
      const { status, body } = await service.get(address.replace('https://there.example/cal/events/v1', ''))
      return { status, body }
    },
  }
}

/** A server with the given responses by path, and 404 for other paths. */
function oddSite(answers: Readonly<Record<string, unknown>>, asked: string[] = []): SourceSite {
  return {
    address: 'https://odd.example/wp-json/tribe/events/v1',
    async request(address) {
      const { pathname, searchParams } = new URL(address)
      const page = searchParams.get('page') ?? '1'
      const path = pathname.slice('/wp-json/tribe/events/v1/'.length)
      asked.push(`${path} ${page}`)
      const body = answers[`${path} ${page}`]
      if (body instanceof Error) throw body
      return body === undefined ? { status: 404, body: { code: 'past-the-end' } } : { status: 200, body }
    },
  }
}

/** The values that a move copies: all except those that depend on the calendar. */
function moving(item: Json): Json {
  const given = /^(id|global_id.*|url|rest_url|modified.*|urls|json_ld|author|post_parent|parent|count)$/
  return JSON.parse(JSON.stringify(item, (key, value) => (given.test(key) ? undefined : value)))
}

const event = (id: number, more: Json = {}) => ({
  id,
  title: `Event ${id}`,
  start_date: '2027-05-04 18:00:00',
  end_date: '2027-05-04 20:00:00',
  timezone: 'Europe/Rome',
  status: 'publish',
  date_utc: '2026-01-01 00:00:00',
  ...more,
})

for (const { name } of anyDialects()) {
  describe(`a move from another server on ${name}`, () => {
    let here: TestService
    beforeEach(async () => {
      here = await testService(name)
    })
    afterEach(() => here.close())

    it('copies everything that the other service shows, once', async () => {
      const there = await testService(name)
      await there.post('/categories', { name: 'Music' })
      await there.post('/categories', { name: 'Jazz', parent: 1 })
      await there.post(
        '/events',
        anEvent({ title: 'Gone', start_date: '2001-01-01', end_date: '2001-01-02' }),
      )
      await there.remove('/events/1?force=true')
      const furnished = {
        title: 'Furnished',
        slug: 'own-slug',
        date: '2026-12-01 10:00:00',
        description: '<p>With <b>bold</b></p>',
        venue: [{ venue: 'Hall', city: 'Turin', geo_lat: 45.07, geo_lng: 7.69 }, { venue: 'Yard' }],
        organizer: [{ organizer: 'Org', email: 'o@x.test' }],
        categories: ['Jazz'],
        tags: ['loud'],
        cost: '€5 – €10',
        timezone: 'Europe/Rome',
        custom_fields: { stalls: 40 },
        featured: true,
      }
      await there.post('/events', anEvent(furnished))
      await there.post(
        '/events',
        anEvent({ title: 'Long ago', start_date: '1999-01-01', end_date: '1999-01-02' }),
      )
      await there.post('/events', anEvent({ title: 'Draft', status: 'draft' }))
      await there.post('/events', anEvent({ title: 'Child', post_parent: 2, all_day: true }))
      await here.post('/events', anEvent({ title: 'Own' }))
      const tally = await moveCalendarFrom(siteOf(there), inStep(here))
      expect([tally.created, tally.refused, [...tally.notes]]).toEqual([10, 0, []])
      const all = async (service: TestService): Promise<readonly Json[]> => {
        const { events } = (await service.get('/events?start_date=1900-01-01&status=any&orderby=title')).body
        return events.filter(({ title }: Json) => title !== 'Own')
      }
      const [theirs, ours] = [await all(there), await all(here)]
      expect(ours.map(moving)).toEqual(theirs.map(moving))
      const found = ours.find(({ title }) => title === 'Furnished')
      expect(found?.global_id_lineage).toEqual([
        found?.global_id,
        'there.example/cal/events/v1?id=2',
        '127.0.0.1:3000?id=2',
      ])
      expect(ours.find(({ title }) => title === 'Child')?.post_parent).toBe(found?.id)
      const terms = '?hide_empty=false'
      expect((await here.get(`/categories${terms}`)).body.categories.map(moving)).toEqual(
        (await there.get(`/categories${terms}`)).body.categories.map(moving),
      )
      const { categories } = (await here.get(`/categories${terms}`)).body
      expect(categories.map((one: Json) => one.parent)).toEqual([categories[1].id, 0])
      const again = await moveCalendarFrom(siteOf(there), inStep(here))
      expect([again.created, again.updated, again.refused]).toEqual([0, 0, 0])
      await there.patch('/events/2', { title: 'Changed' })
      expect((await moveCalendarFrom(siteOf(there), inStep(here))).updated).toBe(1)
      expect((await here.get(`/events/${found?.id}`)).body).toMatchObject({
        title: 'Changed',
        slug: 'own-slug',
      })
      await there.close()
    })

    it('copies the UID of an event, so that an import of its calendar finds it', async () => {
      const there = await testService(name)
      const text = (title: string) =>
        ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:opera-7@house.example', 'DTSTART:20270504T180000Z']
          .concat(`SUMMARY:${title}`, 'END:VEVENT', 'END:VCALENDAR', '')
          .join('\r\n')
      const source = { name: 'season.ics', isConfined: false }
      await importCalendar(text('Aida'), source, importing(there))
      await there.post('/events', anEvent({ title: 'Made there' }))
      const { events } = (await there.get('/events?orderby=id')).body
      const uids = events.map(({ external_id }: Json) => external_id)
      expect(uids).toEqual(['opera-7@house.example', expect.stringMatching(/./)])
      await moveCalendarFrom(siteOf(there), inStep(here))
      const ours = async () => (await here.get('/events?orderby=title')).body.events
      expect((await ours()).map(({ external_id }: Json) => external_id)).toEqual(uids)
      expect(await importCalendar(text('Aida in the park'), source, importing(here))).toMatchObject({
        ...{ created: 0, updated: 1 },
      })
      const feed = String((await there.get('/events.ics')).body)
      expect((await importCalendar(feed, { ...source, name: 'feed.ics' }, importing(here))).created).toBe(0)
      expect(await ours()).toHaveLength(2)
      await there.close()
    })

    it('lets an import find an event by its page, if the other server did not send its UID', async () => {
      const moved = event(1, {
        slug: 'opening-night',
        website: 'https://opera.example/',
        global_id: 'odd.example?id=1',
      })
      await moveCalendarFrom(oddSite({ 'events 1': { events: [moved] } }), inStep(here))
      const text = (url: string, uid: string) =>
        ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', `UID:${uid}`, 'DTSTART;TZID=Europe/Rome:20270504T180000']
          .concat('DTEND;TZID=Europe/Rome:20270504T200000', 'SUMMARY:Event 1', `URL:${url}`)
          .concat('END:VEVENT', 'END:VCALENDAR', '')
          .join('\r\n')
      const source = { name: 'season.ics', isConfined: false }
      const ours = async () => (await here.get('/events')).body.events
      const page = 'https://odd.example/event/opening-night/'
      expect((await importCalendar(text(page, '1-2@odd.example'), source, importing(here))).created).toBe(0)
      expect(await ours()).toMatchObject([
        { external_id: '1-2@odd.example', website: 'https://opera.example/' },
      ])
      const other = text('https://other.example/event/opening-night/', 'x@other.example')
      expect((await importCalendar(other, source, importing(here))).created).toBe(1)
      expect(await ours()).toHaveLength(2)
    })

    it('lets an import find events by their pages however the addresses are written, also of many at once', async () => {
      const moved = (id: number, slug: string) => event(id, { slug, global_id: `odd.example?id=${id}` })
      const events = [moved(1, 'old-fair'), moved(2, 'がっき')]
      await moveCalendarFrom(oddSite({ 'events 1': { events } }), inStep(here))
      const component = (uid: string, page: string) => [
        ...['BEGIN:VEVENT', `UID:${uid}@odd.example`, 'DTSTART;TZID=Europe/Rome:20270504T180000'],
        ...['DTEND;TZID=Europe/Rome:20270504T200000', `SUMMARY:Event ${uid}`],
        ...[`URL:https://odd.example/events/${page}`, 'END:VEVENT'],
      ]
      const text = [
        'BEGIN:VCALENDAR',
        ...component('1', 'Old-Fair'),
        ...component('2', encodeURIComponent('がっき'.normalize('NFD'))),
      ]
        .concat(component('3', 'a%00b'), 'END:VCALENDAR', '')
        .join('\r\n')
      const before = await here.store.revision()
      const tally = await importCalendar(text, { name: 'season.ics', isConfined: false }, importing(here))
      expect([tally.created, tally.refused]).toEqual([1, 0])
      // None of the addresses fails for the lot, whose lines would be imported one by one then.
      expect(await here.store.revision()).toBe(before + 1)
      const ours = (await here.get('/events?orderby=id&order=asc')).body.events
      expect(ours.map((one: Json) => [one.slug, one.external_id])).toEqual([
        ['old-fair', '1@odd.example'],
        ['がっき', '2@odd.example'],
        ['event-3', '3@odd.example'],
      ])
    })

    it('lets a subscription to the calendar of the other server take over its events, by UID or by page', async () => {
      const page = 'https://odd.example/event/second-night/'
      const events = [
        event(1, { external_id: 'night-1@odd.example' }),
        event(2, { slug: 'second-night', url: page, global_id: 'odd.example?id=2' }),
      ]
      await moveCalendarFrom(oddSite({ 'events 1': { events } }), inStep(here))
      await here.post('/events', anEvent({ title: 'Own' }))
      const own = String((await here.get('/events/3')).body.external_id)
      const component = (uid: string, title: string, ...more: readonly string[]) => [
        ...['BEGIN:VEVENT', `UID:${uid}`, 'DTSTART;TZID=Europe/Rome:20270504T190000'],
        ...['DTEND;TZID=Europe/Rome:20270504T210000', `SUMMARY:${title}`, ...more, 'END:VEVENT'],
      ]
      const textOf = (...lines: readonly string[]) =>
        ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n')
      const first = component('night-1@odd.example', 'First')
      const second = component('2-x@odd.example', 'Second', `URL:${page}`)
      let text = textOf(...first, ...second, ...component(own, 'Stolen'))
      const subscription = { address: 'https://odd.example/all.ics', categories: [], every_seconds: 3600 }
      const importer = inStep(here)
      const writer = { actor: importer.caller.actor, moment: importer.now() }
      await here.store.subscriptions.add({ ...subscription, prunes: true, login: '' }, writer)
      const followed = async () => {
        const results: string[] = []
        const fetch = async () => ({ text, etag: '', lastModified: '' })
        for await (const { settled } of importDueSubscriptions(fetch, importer, 1))
          results.push(settled.result)
        return results.join()
      }
      expect(await followed()).toMatch(
        /^0 created, 2 updated, 0 unchanged, 0 removed, 1 refused: .*was made here/,
      )
      const titles = async () =>
        (await here.get('/events')).body.events.map(({ title }: Json) => title).sort()
      expect(await titles()).toEqual(['First', 'Own', 'Second'])
      text = textOf(...first)
      expect(await followed()).toBe('0 created, 0 updated, 1 unchanged, 1 removed, 0 refused')
      expect(await titles()).toEqual(['First', 'Own'])
    })

    it('gives a new UID to an event whose UID is missing or too long', async () => {
      const events = [event(1), event(2, { external_id: 'x'.repeat(256) }), event(3, { external_id: ' ' })]
      const tally = await moveCalendarFrom(oddSite({ 'events 1': { events } }), inStep(here))
      expect([tally.created, tally.refused]).toEqual([3, 0])
      const found = (await here.get('/events')).body.events.map(({ external_id }: Json) => external_id)
      expect(new Set(found).size).toBe(3)
    })

    it('copies the events of a service in any zone', async () => {
      for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
        const there = await testService(name, { FASTI_TIME_ZONE: zone })
        await there.post('/events', anEvent({ title: zone }))
        const tally = await moveCalendarFrom(siteOf(there), inStep(here))
        expect([zone, tally.created + tally.updated, tally.refused]).toEqual([zone, 1, 0])
        await there.close()
      }
    })

    it('keeps ids if the calendar is empty, also when it is continued', async () => {
      const site = oddSite({ 'events 1': { events: [event(70), event('71' as unknown as number)] } })
      expect(await decideWhetherToKeepIds(site, inStep(here))).toBe(true)
      await moveCalendarFrom(site, inStep(here, true))
      expect((await here.get('/events/71')).body.title).toBe('Event 71')
      expect(await decideWhetherToKeepIds(site, inStep(here))).toBe(true)
      const other = { ...site, address: 'https://other.example/v1' }
      expect(await decideWhetherToKeepIds(other, inStep(here))).toBe(false)
      expect((await here.post('/events', anEvent())).body.id).toBe(72)
    })

    it('accepts deviations of servers, and reports what it leaves out', async () => {
      const hall = {
        id: '9',
        venue: 'Caf&eacute; &#8220;Hall&#8221;',
        slug: '%E9%9F%B3%E6%A5%BD',
        geo_lat: '45.5',
        geo_lng: 7,
        image: false,
      }
      const site = oddSite({
        'categories 1': {
          categories: [
            { id: 2, name: 'Below', parent: '1' },
            { id: 1, name: 'Above &amp; more' },
          ],
        },
        'tags 1': [{ id: '3', name: 'plain list' }],
        'venues 1': { venues: { 0: hall } },
        'events 1': {
          events: [
            event(1, {
              title: { rendered: 'Rock &#038; Roll &lt;3' },
              venue: hall,
              organizer: [{ id: 4, organizer: 'Embedded alone' }],
              categories: [{ id: 2, name: 'Below', parent: '1' }],
              tags: [],
              website: 'javascript:alert(1)',
              featured: '1',
              post_parent: '2',
            }),
            event(2, {
              timezone: 'nonsense',
              utc_start_date: '2027-05-04 13:00:00',
              venue: [],
              image: { id: '8', url: 'http://127.0.0.1:1/a.png' },
            }),
            event(3, { start_date: 'never' }),
            { title: 'no id' },
          ],
          next_rest_url: 'https://odd.example/next',
        },
        'events 2': {
          events: [event(5, { end_date: '2027-05-01 00:00:00', status: 'odd', date_utc: null })],
        },
      })
      const tally = await moveCalendarFrom(site, inStep(here))
      expect(tally.refusals).toMatchObject([{ line: 3, reason: expect.stringContaining('start_date') }])
      expect(countsOfNotes(tally)).toEqual([
        ['event image', 1],
        ['event website', 1],
      ])
      const { events } = (await here.get('/events?start_date=1990-01-01&orderby=id&order=asc')).body
      expect(events.map(({ title }: Json) => title)).toEqual(['Rock & Roll <3', 'Event 2', 'Event 5'])
      const [first, second, last] = events
      expect(first).toMatchObject({
        venue: { venue: 'Café “Hall”', slug: '音楽', geo_lat: 45.5, geo_lng: 7, image: false },
        organizer: [{ organizer: 'Embedded alone' }],
        categories: [{ name: 'Below' }],
        website: '',
        featured: true,
        post_parent: second.id,
      })
      expect(second).toMatchObject({ timezone: 'UTC+5:00', utc_start_date: '2027-05-04 13:00:00', venue: [] })
      expect(last).toMatchObject({
        status: 'publish',
        end_date: last.start_date,
        date_utc: '1970-01-01 00:00:00',
      })
      const { categories } = (await here.get('/categories?hide_empty=false&orderby=id')).body
      expect(categories.map((one: Json) => [one.name, one.parent])).toEqual([
        ['Below', categories[1].id],
        ['Above & more', 0],
      ])
      const again = await moveCalendarFrom(site, inStep(here))
      expect([again.created, again.updated]).toEqual([0, 0])
    })

    it('continues where it stopped', async () => {
      const pages = Object.fromEntries(
        [1, 2, 3, 4].map((page) => [`events ${page}`, { events: [event(page)], total_pages: '4' }]),
      )
      const asked: string[] = []
      const broken = oddSite({ ...pages, 'events 3': new Error('gone') })
      await expect(moveCalendarFrom(broken, inStep(here))).rejects.toThrow('gone')
      const tally = await moveCalendarFrom(oddSite(pages, asked), inStep(here))
      expect([tally.created, tally.unchanged]).toEqual([2, 1])
      expect(asked.filter((one) => one.startsWith('events'))).toEqual(['events 2', 'events 3', 'events 4'])
      asked.length = 0
      expect((await moveCalendarFrom(oddSite(pages, asked), inStep(here))).unchanged).toBe(4)
      expect(asked).toContain('events 1')
    })
  })
}

describe('a move from a hostile server', () => {
  it('ends when pages repeat, and reports the page that makes no sense', async () => {
    const here = await testService('sqlite')
    const endless = oddSite(
      new Proxy({}, { get: () => ({ events: [event(1)], venues: [], total_pages: 1e9 }) }) as Record<
        string,
        unknown
      >,
    )
    expect((await moveCalendarFrom(endless, inStep(here))).created).toBe(1)
    const failing: SourceSite = {
      address: 'https://x.example/v1',
      request: async () => ({ status: 500, body: undefined }),
    }
    await expect(moveCalendarFrom(failing, inStep(here))).rejects.toThrow(
      'https://x.example/v1/categories, page 1: it returned 500. Run the same again to go on from there.',
    )
    await here.close()
  })
})

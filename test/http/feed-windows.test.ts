import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readByIcalJs, readXml, textsOf } from '../support/calendars.ts'
import { anyDialects } from '../support/dialects.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

/** Saturday noon in the zone of the site, UTC−5. */
const NOW = '2027-01-16T17:00:00Z'

/** Titles by what they are at that moment, in the order of their starts. */
const times = {
  'Ended 91 days ago': ['2026-10-17 20:00', '2026-10-17 23:59:59'],
  'Ended 90 days ago': ['2026-10-17 22:00', '2026-10-18 00:00'],
  'Exhibition of a year': ['2026-11-01 10:00', '2027-10-31 18:00'],
  'Loan of a decade': ['2026-12-01 10:00', '2036-12-01 18:00'],
  'Ended yesterday': ['2027-01-15 18:00', '2027-01-15 21:00'],
  'Night that ended today': ['2027-01-15 22:00', '2027-01-16 04:00'],
  'Festival of days': ['2027-01-15 23:00', '2027-01-18 23:00'],
  'Market until now': ['2027-01-16 08:00', '2027-01-16 12:00'],
  'Market until one': ['2027-01-16 09:00', '2027-01-16 13:00'],
  Tonight: ['2027-01-16 20:00', '2027-01-16 22:00'],
  'In two years, over midnight': ['2029-01-16 23:00', '2029-01-17 02:00'],
  'In two years and a day': ['2029-01-17 00:00', '2029-01-17 02:00'],
} as const

const titles = Object.keys(times)
const without = (...left: readonly string[]) => titles.filter((title) => !left.includes(title))
const inCalendars = without('Ended 91 days ago', 'In two years and a day')
const inFiles = inCalendars.filter((title) => !['Ended 90 days ago', 'Ended yesterday'].includes(title))
const inNews = inFiles.filter((title) => !['Night that ended today', 'Market until now'].includes(title))

for (const { name } of anyDialects())
  describe(`the windows of feeds and files on ${name}`, () => {
    let service: TestService
    let secret: string
    let group: number
    beforeAll(async () => {
      service = await testService(name)
      service.at(NOW)
      const admin = await service.user('administrator')
      group = (await service.post('/groups', { name: 'Choirs' }, admin.headers)).body.id
      for (const [title, [start_date, end_date]] of Object.entries(times)) {
        const links = { venue: { venue: 'Hall' }, organizer: { organizer: 'Club' }, group }
        const sent = {
          title,
          start_date,
          end_date,
          in_main: true,
          categories: ['Music'],
          tags: ['loud'],
          ...links,
        }
        expect((await service.post('/events', anEvent(sent), admin.headers)).status).toBe(201)
      }
      const { body } = await service.post(
        `/users/${admin.id}/feeds`,
        { name: 'Phone', status: ['publish'] },
        admin.headers,
      )
      secret = new URL(body.address).pathname.replace(/^.*(?=\/feeds\/)/, '')
    })
    afterAll(() => service.close())

    const text = async (path: string, headers?: Record<string, string>) => {
      const answered = await service.get(path, headers)
      expect([path, answered.status]).toEqual([path, 200])
      return answered.body
    }
    const readers = {
      ics: (body: string) => readByIcalJs(body).map(({ title }) => title),
      rss: (body: string) => textsOf(readXml(body), 'title').slice(1),
      atom: (body: string) => textsOf(readXml(body), 'title').slice(1),
      'feed.json': (body: string) =>
        JSON.parse(body).items.map(({ title }: { readonly title: string }): string => title),
      csv: (body: string) => titles.filter((title) => body.includes(title)),
      jsonl: (body: string) =>
        body
          .split('\n')
          .filter((line) => line !== '')
          .map((line): string => JSON.parse(line).title),
    }
    type Format = keyof typeof readers
    const shown = async (path: string, format: Format, query = '') =>
      readers[format](await text(`${path}.${format}${query}`))
    const sorted = (some: readonly string[]) => some.toSorted()

    const everywhere = [
      '/events',
      ...['venues', 'organizers', 'categories', 'tags'].map((one) => `/${one}/1/events`),
    ]

    it('§3.1 have what is on, what comes within two years and, in calendars, what ended in 90 days', async () => {
      for (const path of everywhere) {
        expect([path, await shown(path, 'ics')]).toEqual([path, inCalendars])
        for (const format of ['rss', 'atom', 'feed.json'] as const)
          expect([path, format, sorted(await shown(path, format))]).toEqual([path, format, sorted(inNews)])
      }
      for (const format of ['csv', 'jsonl'] as const)
        expect([format, await shown('/events', format)]).toEqual([format, inFiles])
    })

    it('§3.1 have it with filters, at secret addresses and for Accept: text/calendar', async () => {
      const filters = [
        '?categories=music',
        '?tags=loud',
        '?venue=1',
        '?organizer=1',
        `?group=${group}`,
        '?status=publish',
        '?strict_dates=true',
      ]
      for (const query of filters) {
        expect([query, await shown('/events', 'ics', query)]).toEqual([query, inCalendars])
        expect([query, await shown('/events', 'jsonl', query)]).toEqual([query, inFiles])
        expect([query, sorted(await shown('/events', 'rss', query))]).toEqual([query, sorted(inNews)])
      }
      expect(await shown('/events', 'ics', '?search=festival')).toEqual(['Festival of days'])
      expect(readers.ics(await text(secret))).toEqual(inCalendars)
      expect(readers.ics(await text('/events', { accept: 'text/calendar' }))).toEqual(inCalendars)
    })

    it('§3.1 have exactly the window of the list with any date', async () => {
      const dates = [
        ...[
          'start_date=2027-01-16',
          'end_date=2027-01-31',
          'starts_before=2027-01-15',
          'starts_after=2027-01-16',
        ],
        ...['ends_before=yesterday', 'ends_after=yesterday', 'start_date=now&strict_dates=true'],
      ]
      for (const query of dates) {
        const { body } = await service.get(`/events?per_page=50&${query}`)
        const listed = body.events.map(({ title }: { readonly title: string }) => title)
        for (const format of ['ics', 'jsonl', 'rss'] as const)
          expect([query, format, sorted(await shown('/events', format, `?${query}`))]).toEqual([
            query,
            format,
            sorted(listed),
          ])
      }
    })

    it('§3.1 have events that are named whenever they are', async () => {
      const [, uid = ''] = /^UID:(.*)$/m.exec(String(await text('/events/1.ics'))) ?? []
      const named = ['include=1', `external_id=${encodeURIComponent(uid.trim())}`]
      for (const format of ['ics', 'csv', 'jsonl', 'rss', 'feed.json'] as const)
        for (const query of named)
          expect(await shown('/events', format, `?${query}`)).toEqual(['Ended 91 days ago'])
    })

    it('§3.1 have in news what was published last first, unless they are asked for another order', async () => {
      expect(await shown('/events', 'rss')).toEqual(inNews.toReversed())
      for (const format of ['rss', 'atom', 'feed.json'] as const) {
        expect(await shown('/events', format, '?orderby=start_date')).toEqual(inNews)
        expect(await shown('/events', format, '?orderby=start_date&order=desc')).toEqual(inNews.toReversed())
        expect(await shown('/events', format, '?orderby=title')).toEqual(sorted(inNews))
      }
      expect((await service.get('/events.rss?orderby=loudness')).body.data.params).toHaveProperty('orderby')
    })

    it('§3.1 leave out of news what is over from its end on, without a write', async () => {
      const market = async () => (await shown('/events', 'rss')).includes('Market until one')
      service.at('2027-01-16T17:59:59Z')
      expect(await market()).toBe(true)
      service.at('2027-01-16T18:00:00Z')
      expect(await market()).toBe(false)
      service.at(NOW)
    })
  })

for (const { name } of anyDialects())
  describe(`series in feeds and files on ${name}`, () => {
    let service: TestService
    beforeAll(async () => {
      service = await testService(name)
      service.at('2027-01-01T12:00:00Z')
      const series = async (title: string, start: string, count: number) =>
        service.post(
          '/events',
          anEvent({
            title,
            start_date: `${start} 18:00`,
            end_date: `${start} 19:00`,
            recurrence: `RRULE:FREQ=DAILY;COUNT=${count}`,
          }),
        )
      await series('Course', '2027-01-14', 4)
      await series('Over', '2027-01-10', 3)
      await service.post(
        '/events',
        anEvent({ title: 'Talk', start_date: '2027-01-15 20:00', end_date: '2027-01-15 21:00' }),
      )
      service.at(NOW)
    })
    afterAll(() => service.close())
    const linesOf = async (query: string) =>
      String((await service.get(`/events.jsonl${query}`)).body)
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line))
        .map(({ title, start_date }) => `${title} ${start_date.slice(8, 10)}`)

    it('§3.1 are whole in lines where one date is within, in the order of the list, but not with dates', async () => {
      const whole = ['Course 14', 'Course 15', 'Course 16', 'Course 17']
      expect(await linesOf('')).toEqual(whole)
      expect(await linesOf('?order=desc')).toEqual(whole.toReversed())
      expect(await linesOf('?orderby=title&order=desc')).toEqual(whole.toReversed())
      expect(await linesOf('?search=course')).toEqual(whole)
      expect(await linesOf('?collapse=series')).toEqual(['Course 14'])
      expect(await linesOf('?ends_after=yesterday')).toEqual(['Course 16', 'Course 17'])
      expect(await linesOf('?series=2')).toEqual(['Over 10', 'Over 11', 'Over 12'])
    })

    it('§10.4 are whole in calendars where one date is within, and their dates in tables are those within', async () => {
      const calendar = String((await service.get('/events.ics')).body)
      expect(calendar).toMatch(/DTSTART;TZID=America\/New_York:20270114T180000/)
      expect(String((await service.get('/events.csv')).body).match(/Course/g)).toHaveLength(2)
    })
  })

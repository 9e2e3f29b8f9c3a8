/** What a calendar marks private: whole events, single dates of series, from the beginning or later (contract §10.4). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { type Json, type TestService, testService } from '../support/service.ts'

const calendarOf = (...components: readonly string[]) =>
  ['BEGIN:VCALENDAR', ...components, 'END:VCALENDAR', ''].join('\r\n')
const eventOf = (...lines: readonly string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n')
const single = (...lines: readonly string[]) =>
  eventOf('UID:single', 'DTSTART:20270504T180000Z', 'DURATION:PT1H', ...lines)
const weekly = (...lines: readonly string[]) =>
  eventOf(
    ...['UID:weekly', 'DTSTART:20270504T180000Z', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=3'],
    ...(lines.some((line) => line.startsWith('SUMMARY')) ? lines : ['SUMMARY:Choir', ...lines]),
  )
const second = (...lines: readonly string[]) =>
  eventOf(
    ...['UID:weekly', 'RECURRENCE-ID:20270511T180000Z', 'DTSTART:20270511T180000Z', 'DURATION:PT1H'],
    ...lines,
  )

const MARKED = 'an event or a date of a series that its calendar marks private: it is private here'
const SHOWN =
  'an event that its calendar marks private, and that somebody here shows: only its times and its cancellation are read'

for (const { name: dialect } of anyDialects()) {
  describe(`private events of calendars on ${dialect}`, () => {
    let service: TestService
    let admin: Record<string, string>
    beforeEach(async () => {
      service = await testService(dialect, { FASTI_TIME_ZONE: 'Europe/Rome' })
      service.at('2027-01-10T11:00:00Z')
      admin = (await service.user('administrator', 'administrator')).headers
    })
    afterEach(() => service.close())

    const send = async (text: string, options = '') => {
      const headers = { ...admin, 'content-type': 'text/calendar; charset=utf-8' }
      const { status, body } = await service.ask('POST', `/import?source=a${options}`, text, headers)
      expect([status, body.refused]).toEqual([200, 0])
      const { created, updated, unchanged, notes } = body
      return { created, updated, unchanged, notes: notes.map(({ what, count }: Json) => [what, count]) }
    }
    const all = async () => {
      const { body } = await service.get('/events?starts_after=2027-01-01&status=any', admin)
      return body.events.map(({ title, status }: Json) => `${title}: ${status}`)
    }
    const shownToAll = async () => {
      const { body } = await service.get('/events?starts_after=2027-01-01&orderby=id')
      return JSON.stringify(body.events)
    }
    const idOf = async (title: string) => {
      const { body } = await service.get('/events?starts_after=2027-01-01&status=any&per_page=50', admin)
      return body.events.find((one: Json) => one.title === title)?.id
    }

    it('make one date of a series private, on the first import and on a later one', async () => {
      for (const klass of ['PRIVATE', 'confidential']) {
        const lawyer = second('SUMMARY:Meeting with the lawyer', `CLASS:${klass}`)
        const text = calendarOf(weekly(), lawyer).replaceAll('UID:weekly', `UID:${klass}`)
        expect(await send(text)).toMatchObject({ created: 1, notes: [[MARKED, 1]] })
        expect(await send(text)).toMatchObject({ unchanged: 1, notes: [] })
      }
      expect(await shownToAll()).not.toContain('lawyer')
      await send(calendarOf(weekly()))
      expect(
        await send(calendarOf(weekly(), second('SUMMARY:At the lawyer’s', 'CLASS:PRIVATE'))),
      ).toMatchObject({
        updated: 1,
        notes: [[MARKED, 1]],
      })
      expect(await shownToAll()).not.toContain('lawyer')
      expect((await all()).filter((one: string) => one.includes('lawyer'))).toEqual([
        'Meeting with the lawyer: private',
        'Meeting with the lawyer: private',
        'At the lawyer’s: private',
      ])
    })

    it('keep a whole private series private with all that changes it', async () => {
      const later = eventOf(
        ...['UID:weekly', 'RECURRENCE-ID;RANGE=THISANDFUTURE:20270518T180000Z'],
        ...['DTSTART:20270518T190000Z', 'DURATION:PT1H', 'SUMMARY:Later secret'],
      )
      await send(calendarOf(weekly('CLASS:PRIVATE'), second('SUMMARY:Secret', 'CLASS:PUBLIC'), later))
      expect(await all()).toEqual(['Choir: private', 'Secret: private', 'Later secret: private'])
      await send(
        calendarOf(
          single('SUMMARY:Once', 'CLASS:PRIVATE'),
          single('SUMMARY:Again', 'RECURRENCE-ID:20270511T180000Z'),
        ),
      )
      expect(await shownToAll()).toBe('[]')
    })

    it('become private when their calendar marks them, with the title that comes then', async () => {
      await send(calendarOf(single('SUMMARY:Dinner'), weekly()))
      expect(await send(calendarOf(single('SUMMARY:Dinner', 'CLASS:PRIVATE'), weekly()))).toEqual({
        ...{ created: 0, updated: 1, unchanged: 1 },
        notes: [[MARKED, 1]],
      })
      const secret = calendarOf(
        single('SUMMARY:Secret dinner', 'CLASS:PRIVATE'),
        weekly('SUMMARY:Secret choir', 'CLASS:CONFIDENTIAL'),
      )
      expect(await send(secret)).toMatchObject({ updated: 2, notes: [[MARKED, 1]] })
      expect(await shownToAll()).toBe('[]')
      expect(await all()).toEqual([
        'Secret dinner: private',
        ...Array.from({ length: 3 }, () => 'Secret choir: private'),
      ])
      expect(await send(secret)).toMatchObject({ unchanged: 2, notes: [] })
    })

    it('stay as a person here chose, and what is public keeps its texts of before', async () => {
      await send(
        calendarOf(single('SUMMARY:Dinner', 'CLASS:PRIVATE'), weekly(), second('SUMMARY:B', 'CLASS:PRIVATE')),
      )
      for (const title of ['Dinner', 'B'])
        await service.patch(`/events/${await idOf(title)}`, { status: 'publish' }, admin)
      const secret = [
        single('SUMMARY:Secret', 'LOCATION:Secret place', 'CLASS:PRIVATE').replace('T18', 'T19'),
        second('SUMMARY:Secret', 'CLASS:PRIVATE'),
      ]
      const sent = await send(calendarOf(weekly(), ...secret))
      expect(sent).toMatchObject({ updated: 1, notes: [[SHOWN, 2]] })
      expect(await shownToAll()).not.toContain('Secret')
      expect(await shownToAll()).toContain('"start_date":"2027-05-04 19:00:00"')
      expect(await all()).toEqual(['Choir: publish', 'Dinner: publish', 'B: publish', 'Choir: publish'])
    })

    it('keep the texts of a series, or of a date of it, that a person here shows', async () => {
      await send(calendarOf(weekly('CLASS:PRIVATE'), second('SUMMARY:B')))
      const first = await idOf('Choir')
      await service.patch(`/events/${first}`, { status: 'publish' }, admin)
      const secret = calendarOf(weekly('SUMMARY:Secret', 'CLASS:PRIVATE'), second('SUMMARY:Secret'))
      expect(await send(secret)).toMatchObject({ notes: [[SHOWN, 1]] })
      expect(await shownToAll()).not.toContain('Secret')
      await service.patch(`/events/${first}`, { status: 'publish', apply_to: 'all' }, admin)
      await send(secret.replaceAll('Secret', 'More secret'))
      expect(await shownToAll()).not.toContain('ecret')
    })

    it('that the import left as drafts become private, and published ones stay', async () => {
      const drafts = ['a', 'b'].map((uid) => single(`SUMMARY:${uid}`).replace('UID:single', `UID:${uid}`))
      await send(calendarOf(...drafts), '&status=draft')
      await service.patch(`/events/${await idOf('b')}`, { status: 'publish' }, admin)
      const text = calendarOf(...drafts).replaceAll('END:VEVENT', 'CLASS:PRIVATE\r\nEND:VEVENT')
      expect(await send(text)).toMatchObject({
        updated: 1,
        notes: [
          [MARKED, 1],
          [SHOWN, 1],
        ],
      })
      expect(await all()).toEqual(['a: private', 'b: publish'])
    })

    it('leave what a person made here as a draft, and come back from the trash private', async () => {
      const event = {
        title: 'Mine',
        start_date: '2027-05-04 18:00',
        end_date: '2027-05-04 19:00',
        status: 'draft',
      }
      const { body } = await service.post('/events', event, admin)
      const mine = single('SUMMARY:Mine!', 'CLASS:PRIVATE').replace('UID:single', `UID:${body.external_id}`)
      await send(calendarOf(mine))
      expect(await all()).toEqual(['Mine!: draft'])
      await send(calendarOf(single('SUMMARY:Dinner')))
      await send(calendarOf(mine), '&prune=true')
      expect(await all()).toEqual(['Mine!: draft'])
      await send(calendarOf(mine, single('SUMMARY:Secret', 'CLASS:PRIVATE')))
      expect(await all()).toEqual(['Mine!: draft', 'Secret: private'])
    })

    it('of another Fasti are private here, draft and private dates of its series, too', async () => {
      const other = await testService(dialect, { FASTI_TIME_ZONE: 'Europe/Rome' })
      try {
        other.at('2027-01-10T11:00:00Z')
        const headers = (await other.user('administrator', 'administrator')).headers
        const choir = { title: 'Choir', start_date: '2027-05-04 18:00', end_date: '2027-05-04 19:00' }
        await other.post('/events', { ...choir, recurrence: 'RRULE:FREQ=WEEKLY;COUNT=4' }, headers)
        const { body } = await other.get('/events?starts_after=2027-01-01', headers)
        const [, b, c, d] = body.events.map(({ id }: Json) => id)
        await other.patch(`/events/${b}`, { title: 'Draft', status: 'draft' }, headers)
        await other.patch(`/events/${c}`, { title: 'Hidden', status: 'private' }, headers)
        await other.patch(`/events/${d}`, { title: 'Waiting', status: 'pending' }, headers)
        const feed = (await other.get('/events.ics?starts_after=2027-01-01&status=any', headers)).body
        expect(feed).toContain('STATUS:TENTATIVE')
        expect(await send(feed)).toMatchObject({ created: 1, notes: [[MARKED, 3]] })
        expect(await all()).toEqual([
          'Choir: publish',
          'Draft: private',
          'Hidden: private',
          'Waiting: private',
        ])
      } finally {
        await other.close()
      }
    })
  })
}

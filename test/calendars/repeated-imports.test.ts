/** Imports that are undone and repeated. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { type Json, type TestService, testService } from '../support/service.ts'

const calendar = [
  ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//y//EN'],
  ...['BEGIN:VEVENT', 'UID:one@x', 'DTSTAMP:20260101T000000Z', 'SUMMARY:Choir'],
  ...['DTSTART:20270504T180000Z', 'DTEND:20270504T190000Z', 'CATEGORIES:Music', 'END:VEVENT'],
  ...['BEGIN:VEVENT', 'UID:many@x', 'DTSTAMP:20260101T000000Z', 'SUMMARY:Yoga'],
  ...['DTSTART:20270505T180000Z', 'DTEND:20270505T190000Z', 'RRULE:FREQ=WEEKLY;COUNT=3', 'END:VEVENT'],
  ...['END:VCALENDAR', ''],
].join('\r\n')
const line = {
  title: 'Choir',
  start_date: '2027-05-04 20:00',
  end_date: '2027-05-04 21:00',
  categories: ['Music'],
}

for (const { name } of dialects) {
  describe(`an import that is undone and repeated on ${name}`, () => {
    let service: TestService
    let headers: Record<string, string>
    beforeEach(async () => {
      service = await testService(name)
      headers = (await service.user('editor')).headers
    })
    afterEach(() => service.close())
    const imported = async (type: string, text: string): Promise<readonly number[]> => {
      const { status, body } = await service.ask('POST', '/import', text, {
        ...headers,
        'content-type': type,
      })
      expect([status, body.refused], JSON.stringify(body)).toEqual([200, 0])
      return body.revisions
    }
    const undo = async (revisions: readonly number[]) => {
      const undone: number[] = []
      for (const revision of revisions.toReversed()) {
        const answer = await service.post('/undo', { revision }, headers)
        expect(answer.status, JSON.stringify(answer.body)).toBe(200)
        undone.push(Number(answer.headers['x-fasti-revision']))
      }
      return undone
    }
    const shown = async () => {
      const path = '/events?status=publish&starts_after=2020-01-01&orderby=start_date'
      const { events } = (await service.get(path, headers)).body
      return events.map(({ title, status, start_date, categories }: Json) => ({
        ...{ title, status, start_date },
        categories: Object.values(Object(categories)).map((one) => Object(one).name),
      }))
    }

    it.each([
      ['a calendar', 'text/calendar', calendar],
      ['a table', 'text/csv', 'title,start_date,categories\r\nChoir,2027-05-04 20:00,Music\r\n'],
      ['a table with UIDs', 'text/csv', 'title,start_date,uid\r\nChoir,2027-05-04 20:00,one@x\r\n'],
      ['lines', 'application/x-ndjson', `${JSON.stringify(line)}\n`],
    ])('leaves all events of %s as the first import did, as often as it is undone', async (_, type, text) => {
      const first = await imported(type, text)
      const before = await shown()
      expect(before.length).toBeGreaterThan(0)
      let revisions = first
      for (let times = 1; times <= 3; times += 1) {
        await undo(revisions)
        expect(await shown()).toEqual([])
        revisions = await imported(type, text)
        expect(await shown(), `after ${times}`).toEqual(before)
      }
      // So it is where the undoing is undone, and that, too.
      await undo(await undo(await undo(revisions)))
      expect(await shown()).toEqual([])
      await imported(type, text)
      expect(await shown()).toEqual(before)
    })

    /** The names of all categories, tags, venues and organizers that are not in the trash. */
    const named = async () => {
      const names: unknown[] = []
      for (const collection of ['categories', 'tags', 'venues', 'organizers']) {
        const { body } = await service.get(`/${collection}?hide_empty=false&per_page=50`, headers)
        names.push(...body[collection].map(({ name, venue, organizer }: Json) => name ?? venue ?? organizer))
      }
      return names.toSorted()
    }
    const lines = [
      { ...line, categories: ['Music'], tags: ['loud'], venue: { venue: 'Aula' } },
      { ...line, title: 'Band', tags: ['loud', 'new'], organizer: { organizer: 'Society' } },
    ]
    const season = `${lines.map((one) => JSON.stringify(one)).join('\n')}\n`

    it('takes along what it made and nothing uses, and gives that back with the events', async () => {
      const first = await imported('application/x-ndjson', season)
      const all = await named()
      expect(all).toEqual(['Aula', 'Music', 'Society', 'loud', 'new'])
      const before = await shown()
      let revisions = await undo(first)
      expect(await named()).toEqual([])
      const author = (await service.user('author')).headers
      // Others don't learn of what is in the trash.
      expect((await service.post('/undo', { revision: revisions[0] }, author)).status).toBe(410)
      expect(await named()).toEqual([])
      for (const _times of [1, 2]) {
        revisions = await undo(revisions)
        expect([await named(), await shown()]).toEqual([all, before])
        revisions = await undo(revisions)
        expect([await named(), await shown()]).toEqual([[], []])
      }
    })

    it('leaves what something else uses by now', async () => {
      const revisions = await imported('application/x-ndjson', season)
      const aula = (await service.get('/venues?search=Aula', headers)).body.venues[0].id
      const times = { start_date: '2027-06-04 20:00', end_date: '2027-06-04 21:00' }
      const other = { title: 'Fair', ...times, tags: ['loud'], venue: [{ id: aula }] }
      expect((await service.post('/events', other, headers)).status).toBe(201)
      const music = (await service.get('/categories?hide_empty=false', headers)).body.categories[0].id
      await service.post('/categories', { name: 'Choirs', parent: music }, headers)
      const undone = await undo(revisions)
      expect(await named()).toEqual(['Aula', 'Choirs', 'Music', 'loud'])
      await undo(undone)
      expect(await named()).toEqual(['Aula', 'Choirs', 'Music', 'Society', 'loud', 'new'])
    })

    it.each([
      ['venues', { venue: 'Solo' }, 'venue'],
      ['tags', { name: 'Solo' }, 'tags'],
    ])(
      'is refused for one of the %s that was made alone and that an event has',
      async (collection, body, arg) => {
        const { headers: written, body: item } = await service.post(`/${collection}`, body, headers)
        const times = { start_date: '2027-06-04 20:00', end_date: '2027-06-04 21:00' }
        const event = await service.post('/events', { title: 'Fair', ...times, [arg]: [item.id] }, headers)
        const undone = () => service.post('/undo', { revision: Number(written['x-fasti-revision']) }, headers)
        const refused = await undone()
        expect([refused.status, refused.body.code]).toEqual([409, 'change-overtaken'])
        expect(refused.body.message).toContain('Solo')
        await service.remove(`/events/${event.body.id}`, headers)
        expect((await undone()).status).toBe(200)
        expect(await named()).toEqual([])
      },
    )

    it('is not brought back where another category has its name by now', async () => {
      const undone = await undo(await imported('application/x-ndjson', season))
      await service.post('/categories', { name: 'music' }, headers)
      const refused = await service.post('/undo', { revision: undone[0] }, headers)
      expect([refused.status, refused.body.code]).toEqual([409, 'term_exists'])
      expect(await shown()).toEqual([])
    })
  })
}

/** Terms whose names are digits: in files, a text is a name (contract §2.5). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { type Json, type TestService, testService } from '../support/service.ts'

for (const { name: dialect } of anyDialects()) {
  describe(`terms named by digits on ${dialect}`, () => {
    let service: TestService
    let other: TestService
    beforeEach(async () => {
      service = await testService(dialect)
      other = await testService(dialect)
      // Ids that the names below could be taken for.
      for (const to of [service, other])
        for (const title of ['A', 'B', 'C']) await to.post('/categories', { name: title })
    })
    afterEach(() => Promise.all([service.close(), other.close()]))

    const load = (to: TestService, text: string, type: string) =>
      to.ask('POST', '/import?source=own', text, { 'content-type': `${type}; charset=utf-8` })
    const names = (all: readonly Json[]) => all.map(({ name }) => name).sort()
    const terms = async (of: TestService) => {
      const { events } = (await of.get('/events?start_date=2027-01-01&status=any&orderby=id')).body
      return events.map(({ categories, tags }: { categories: Json[]; tags: Json[] }) => [
        names(categories),
        names(tags),
      ])
    }
    const make = async () => {
      for (const name of ['2027', 'Music']) await service.post('/categories', { name })
      for (const name of ['2', '1984']) await service.post('/tags', { name })
      const [categories, tags] = await Promise.all(
        ['categories', 'tags'].map(
          async (path) => (await service.get(`/${path}?hide_empty=false`)).body[path],
        ),
      )
      const idsOf = (all: readonly Json[], ...wanted: readonly string[]) =>
        all.filter(({ name }) => wanted.includes(String(name))).map(({ id }) => id)
      await service.post('/events', {
        ...{ title: 'Year', start_date: '2027-05-04 18:00', end_date: '2027-05-04 19:00' },
        ...{ categories: idsOf(categories, '2027', 'Music'), tags: idsOf(tags, '2', '1984') },
      })
    }
    const kept = [
      [
        ['2027', 'Music'],
        ['1984', '2'],
      ],
    ]

    it('come back from an own calendar, into the same calendar and into another', async () => {
      await make()
      const feed = String((await service.get('/events.ics?start_date=2027-01-01')).body)
      for (const to of [service, other]) {
        expect((await load(to, feed, 'text/calendar')).body).toMatchObject({ refused: 0, notes: [] })
        expect(await terms(to)).toEqual(kept)
      }
    })

    it('are those of other people’s calendars, tables and lines', async () => {
      const calendar = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:n', 'SUMMARY:One', 'DTSTART:20270504T180000Z']
      const ics = [...calendar, 'CATEGORIES:1,2027', 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n')
      expect((await load(other, ics, 'text/calendar')).body).toMatchObject({ created: 1, notes: [] })
      const table =
        'title,start_date,categories,tags\nTwo,2027-05-05,"1, 18",3\nThree,2027-05-06,18,"16, 18+"\n'
      expect((await load(other, table, 'text/csv')).body).toMatchObject({ created: 2, refused: 0 })
      const line = {
        title: 'Four',
        start_date: '2027-05-07',
        end_date: '2027-05-07',
        categories: ['1', '2027'],
      }
      const numbers = {
        ...line,
        title: 'Five',
        start_date: '2027-05-08',
        end_date: '2027-05-08',
        categories: [1],
      }
      const lines = [line, numbers].map((one) => `${JSON.stringify(one)}\n`).join('')
      expect((await load(other, lines, 'application/x-ndjson')).body).toMatchObject({
        created: 2,
        refused: 0,
      })
      expect(await terms(other)).toEqual([
        [['1', '2027'], []],
        [['1', '18'], ['3']],
        [['18'], ['16', '18+']],
        [['1', '2027'], []],
        [['A'], []],
      ])
    })

    it('are ids in requests, as before', async () => {
      const body = { title: 'A', start_date: '2027-05-04', end_date: '2027-05-04' }
      expect((await service.post('/events', { ...body, categories: '1' })).body.categories).toMatchObject([
        { name: 'A' },
      ])
      expect((await service.post('/events', { ...body, categories: '2027' })).status).toBe(400)
    })
  })
}

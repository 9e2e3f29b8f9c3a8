import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'
import { browser } from '../support/site.ts'

const at = (start_date: string, end_date: string) => ({ start_date, end_date })

for (const { name: dialect } of anyDialects())
  describe(`events over midnight on ${dialect}`, () => {
    let service: TestService
    let editor: Record<string, string>
    const page = async (path: string): Promise<string> => (await service.get(`/${path}`, browser)).body
    const main = async (path: string) => /<main[^>]*>(.*?)<\/main>/s.exec(await page(path))?.[1] ?? ''
    const create = async (more: Json) => {
      const { status, body } = await service.post('/events', anEvent(more), editor)
      expect([body.message, status]).toEqual([undefined, 201])
    }
    beforeAll(async () => {
      service = await testService(dialect, { FASTI_TIME_ZONE: 'Europe/Berlin', FASTI_REGION: 'US' })
      service.at('2027-01-16T11:00:00Z')
      editor = (await service.user('editor')).headers
      await create({ ...at('2027-01-16 19:30', '2027-01-17 01:15'), title: 'Dance', categories: ['Night'] })
      await create({
        ...at('2027-01-16 23:00', '2027-01-17 06:00'),
        title: 'Till six',
        categories: ['Night'],
      })
      await create({
        ...at('2027-01-16 23:00', '2027-01-17 06:01'),
        title: 'Past six',
        categories: ['Night'],
      })
      await create({
        ...at('2027-01-15 18:00', '2027-01-17 03:00'),
        title: 'Festival',
        categories: ['Night'],
      })
      await create({
        ...at('2027-01-17 00:30', '2027-01-17 03:00'),
        title: 'After hours',
        categories: ['Night'],
      })
    })
    afterAll(() => service.close())

    const titles = ['Dance', 'Till six', 'Past six', 'Festival', 'After hours']
    const shownOn = async (path: string) => {
      const body = await main(path)
      return titles.filter((title) => body.includes(`>${title}<`))
    }

    it('§3.1 belong to the day on which they begin, and to the next one if they go on after six', async () => {
      service.at('2027-01-16T11:00:00Z')
      const saturday = ['Dance', 'Till six', 'Past six', 'Festival']
      const sunday = ['Past six', 'Festival', 'After hours']
      for (const as of ['', '?as=hours']) {
        expect(await shownOn(`/calendar/day/2027-01-16/${as}`)).toEqual(saturday)
        expect(await shownOn(`/calendar/day/2027-01-17/${as}`)).toEqual(sunday)
      }
      for (const query of ['from=2027-01-17&to=2027-01-17', 'from=2027-01-17&to=2027-01-17&search=night'])
        expect([query, await shownOn(`/calendar/search/?${query}`)]).toEqual([query, sunday])
      expect(await shownOn('/calendar/search/?from=2027-01-16&to=2027-01-16')).toEqual(saturday)
      expect(await shownOn('/calendar/programme/?from=2027-01-17&to=2027-01-17')).toEqual(sunday)
    })

    it('show their hours on cards, in lists and on their pages', async () => {
      service.at('2027-01-16T11:00:00Z')
      const hours = /7:30\s*PM\s*–\s*1:15\s*AM/
      for (const path of [
        '/',
        '/calendar/day/',
        '/calendar/agenda/?as=cards',
        '/event/dance/',
        '/calendar/programme/',
      ])
        expect([path, hours.test(await main(path))]).toEqual([path, true])
      expect(await main('/event/dance/')).toMatch(/Saturday, January 16, 2027, [^<]*(<span[^>]*>)?7:30/)
    })

    it('are one line of one day in the month', async () => {
      const body = await main('/calendar/2027-01/')
      const [, line = ''] = /<li class="([^"]*)"><a href="\/event\/dance\/">/.exec(body) ?? []
      expect(line.split(' ')).toContain('span-1')
      expect(line.split(' ')).not.toContain('goes-on')
    })

    it('go on in the night: the page says so, and the front page has them', async () => {
      service.at('2027-01-16T23:30:00Z')
      expect(await page('/event/dance/')).not.toContain('This event is over.')
      for (const path of ['/', '/calendar/agenda/']) expect(await shownOn(path)).toContain('Dance')
      service.at('2027-01-17T00:15:00Z')
      expect(await page('/event/dance/')).toContain('This event is over.')
      for (const path of ['/', '/calendar/agenda/']) expect(await shownOn(path)).not.toContain('Dance')
    })

    it('stay in the API and in feeds as they were sent', async () => {
      service.at('2027-01-16T11:00:00Z')
      const { body } = await service.get(
        '/events?start_date=2027-01-16&ends_after=2027-01-16&starts_before=2027-01-17',
      )
      const dance = body.events.find(({ title }: Json) => title === 'Dance')
      expect([dance.start_date, dance.end_date]).toEqual(['2027-01-16 19:30:00', '2027-01-17 01:15:00'])
    })
  })

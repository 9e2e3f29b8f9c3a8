import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { interfaceLanguageCodes } from '../support/inside/api.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'
import { browser } from '../support/site.ts'

const at = (start_date: string, end_date: string) => ({ start_date, end_date })

/** The titles of the links to events below each label or heading that says “Earlier today”, and of those before. */
function titlesAround(body: string): {
  readonly ahead: readonly string[]
  readonly earlier: readonly string[]
} {
  const main = /<main[^>]*>(.*?)<\/main>/s.exec(body)?.[1] ?? ''
  const titles = (text: string) =>
    [...text.matchAll(/<a href="[^"]*\/event\/[^"]*"[^>]*>(?:<span[^>]*>[^<]*<\/span> ?)*([^<]+)/g)].map(
      ([, title = '']) => title.trim(),
    )
  const [before = '', ...after] = main.split(/>Earlier today</)
  return { ahead: titles(before), earlier: after.flatMap(titles) }
}

for (const { name: dialect } of anyDialects())
  describe(`what is over on ${dialect}`, () => {
    let service: TestService
    let editor: Record<string, string>
    const page = async (path: string): Promise<string> => (await service.get(`/${path}`, browser)).body
    const create = async (more: Json) => {
      const { status, body } = await service.post('/events', anEvent(more), editor)
      expect([body.message, status]).toEqual([undefined, 201])
      return body
    }
    let market: Json
    beforeAll(async () => {
      service = await testService(dialect, { FASTI_TIME_ZONE: 'Europe/Berlin' })
      service.at('2027-01-16T07:00:00Z')
      editor = (await service.user('editor')).headers
      const venue = { venue: 'Square', city: 'Alder', address: 'Street 1' }
      market = await create({
        ...at('2027-01-16 08:00', '2027-01-16 13:00'),
        ...{ title: 'Market', featured: true, sticky: true, categories: ['Town'], venue },
      })
      await create({
        ...at('2027-01-16 16:00', '2027-01-16 18:00'),
        ...{ title: 'Talk', categories: ['Town'], venue: (market.venue as Json).id },
      })
      await create({ ...at('2027-01-16 14:00', '2027-01-16 14:00'), title: 'Meeting', categories: ['Town'] })
      await create({ ...at('2027-01-18 16:00', '2027-01-18 18:00'), title: 'Monday', categories: ['Town'] })
    })
    afterAll(() => service.close())

    const lists = [
      '/',
      '/calendar/day/',
      '/calendar/weekend/',
      '/calendar/week/',
      '/calendar/agenda/',
      '/calendar/agenda/?as=cards',
      '/calendar/search/?categories=town',
      '/category/town/',
    ]

    it.each(lists)('comes last, under “Earlier today”, on %s, and before its end does not', async (path) => {
      service.at('2027-01-16T11:59:59Z')
      const before = titlesAround(await page(path))
      expect(before.ahead).toContain('Market')
      expect(before.earlier).toEqual([])
      service.at('2027-01-16T12:00:00Z')
      const after = titlesAround(await page(path))
      expect([after.ahead.includes('Market'), after.earlier[0]]).toEqual([false, 'Market'])
      expect(after.ahead).toContain('Talk')
    })

    it('is the last of its day in the month and the grid of hours, and marked there', async () => {
      service.at('2027-01-16T16:04:00Z')
      const month = await page('/calendar/')
      const [, day = ''] = /id="d-2027-01-16">(.*?)<\/ol>/s.exec(month) ?? []
      const lines = [...day.matchAll(/<li class="([^"]*)">.*?class="name"[^>]*>([^<]*)/g)]
      expect(lines.map(([, classes = '', title]) => [title, classes.includes('ended')])).toEqual([
        ['Meeting', false],
        ['Talk', false],
        ['Market', true],
      ])
      expect(await page('/calendar/day/?as=hours')).toMatch(
        /class="slot ended [^"]*"><a href="\/event\/market\//,
      )
    })

    it('is not searched for by words, but found among what is over where nothing else has them', async () => {
      service.at('2027-01-16T16:04:00Z')
      const body = await page('/calendar/search/?search=market')
      expect(body).toContain('<h2>Past events</h2>')
      expect(body.indexOf('/event/market/')).toBeGreaterThan(body.indexOf('<h2>Past events</h2>'))
    })

    it('is among the past favourites', async () => {
      service.at('2027-01-16T11:30:00Z')
      const path = `/favourites/?ids=${market.id}`
      expect(await page(path)).not.toContain('<h2>Past events</h2>')
      service.at('2027-01-16T12:30:00Z')
      expect(await page(path)).toContain('<h2>Past events</h2>')
    })

    it('is said at once on its page, which can then only be shared', async () => {
      service.at('2027-01-16T11:30:00Z')
      const before = await page('/event/market/')
      expect(before).not.toContain('This event is over.')
      expect(before).toContain('Add to calendar')
      expect(before).toContain('Directions')
      expect(before).toContain('· today')
      service.at('2027-01-16T12:00:00Z')
      const after = await page('/event/market/')
      expect(after).toContain('This event is over.')
      expect(after).not.toContain('Add to calendar')
      expect(after).not.toContain('Directions')
      expect(after).not.toContain('· today')
    })

    it('does not concern an event whose end nobody said, until its day is over', async () => {
      service.at('2027-01-16T16:04:00Z')
      expect(await page('/event/meeting/')).not.toContain('This event is over.')
      for (const path of lists)
        expect([path, titlesAround(await page(path)).ahead]).toEqual([
          path,
          expect.arrayContaining(['Meeting']),
        ])
      service.at('2027-01-16T23:04:00Z')
      expect(await page('/event/meeting/')).toContain('This event is over.')
    })

    it('leaves nothing for the rest of the day, of which the pages say when it goes on', async () => {
      service.at('2027-01-16T22:30:00Z')
      for (const path of ['/calendar/day/', '/']) {
        const { ahead, earlier } = titlesAround(await page(path))
        expect([path, earlier.includes('Talk'), ahead.includes('Talk')]).toEqual([path, true, false])
      }
      service.at('2027-01-18T21:00:00Z')
      const body = await page('/')
      expect(body).toContain('Nothing more today.')
      expect(titlesAround(body).earlier).toEqual(['Monday'])
    })

    it('leads no page on a Sunday evening, when nothing is left of the weekend', async () => {
      service.at('2027-01-17T08:00:00Z')
      const { id } = await create({
        ...at('2027-01-17 10:00', '2027-01-17 12:00'),
        title: 'Brunch',
        featured: true,
      })
      service.at('2027-01-17T20:30:00Z')
      for (const path of ['/', '/calendar/weekend/', '/calendar/week/', '/calendar/agenda/']) {
        const { ahead, earlier } = titlesAround(await page(path))
        expect([path, ahead.includes('Brunch'), earlier]).toEqual([path, false, ['Brunch']])
      }
      expect(await page('/')).toMatch(/Nothing more today\. <a [^>]*>[^<]*Monday/)
      await service.remove(`/events/${id}`, editor)
    })

    it('is kept by no cache beyond an end, neither for lists nor for pages of their own', async () => {
      service.at('2027-01-16T11:00:00Z')
      const unlisted = await create({
        ...at('2027-01-16 10:00', '2027-01-16 12:45'),
        ...{ title: 'Hidden', hide_from_listings: true },
      })
      const path = new URL(String(unlisted.url)).pathname
      for (const of of [path, path]) expect(await page(of)).not.toContain('This event is over.')
      service.at('2027-01-16T11:45:00Z')
      expect(await page(path)).toContain('This event is over.')
      expect(await page('/venues/')).toContain('2 events')
      service.at('2027-01-16T12:00:01Z')
      expect(await page('/venues/')).toContain('1 event')
    })

    it('is said in every language', async () => {
      service.at('2027-01-16T12:30:00Z')
      const said = new Set<string>()
      for (const language of interfaceLanguageCodes) {
        const body = await page(`/${language}/calendar/day/`)
        said.add(/<p class="label" aria-hidden="true">([^<]*)</.exec(body)?.[1] ?? '')
      }
      expect(said.size).toBe(interfaceLanguageCodes.length)
    })
  })

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { weekLayouts } from '../support/inside/site.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'
import { browser } from '../support/site.ts'

/** Today is Friday, 15 January 2027. */
const evening = (day: string) => ({ start_date: `${day} 19:00:00`, end_date: `${day} 21:00:00` })

const pricesOf = (body: string) =>
  [...body.matchAll(/class="cost">([^<]*)/g)].map(([, text = '']) => text.replace(/\s/g, ' '))

describe('pages', () => {
  let service: TestService
  const page = async (path: string): Promise<string> => (await service.get(`/${path}`, browser)).body
  const create = async (more: Json) => {
    const { status, body } = await service.post('/events', anEvent(more))
    expect([body.message, status]).toEqual([undefined, 201])
    return body
  }
  beforeAll(async () => {
    service = await testService('sqlite')
    await create({ ...evening('2027-01-20'), title: 'One', cost: '12.50 €', categories: ['Music'] })
    await create({ ...evening('2027-01-20'), title: 'Two', cost: '€8 - €14', categories: ['Talks'] })
    await create({ ...evening('2027-01-20'), title: 'Three', cost: 'free, 5€' })
    await create({ ...evening('2027-01-20'), title: 'Four', cost: 'from 12 €' })
    await create({ ...evening('2027-01-20'), title: 'Five', cost: '0 €' })
    await create({ ...evening('2027-01-20'), title: 'Six', cost: '20' })
    await create({ ...evening('2026-11-20'), title: 'Long ago', categories: ['Cinema'] })
  })
  afterAll(() => service.close())

  it('write prices in one way, that of the language', async () => {
    expect(pricesOf(await page('/calendar/day/2027-01-20/'))).toEqual([
      ...['€12.50', '€8 – €14', 'Free – €5'],
      ...['from 12 €', 'Free', '20'],
    ])
    expect(pricesOf(await page('/de/calendar/day/2027-01-20/'))).toEqual([
      ...['12,50 €', '8–14 €', 'Kostenlos – 5 €'],
      ...['from 12 €', 'Kostenlos', '20'],
    ])
  })

  it('show the past events of a category that has no others', async () => {
    const body = await page('/category/cinema/')
    expect(body).toContain('There are no events here.')
    expect(body).toMatch(/<h2>Past events<\/h2>.*Long ago/s)
    expect(await page('/category/music/')).not.toContain('<h2>Past events</h2>')
  })

  it('have no days after the last one', async () => {
    for (const path of ['9999-12', 'day/9999-12-31', 'weekend/9999-12-25', '1000-01', 'day/1000-01-01'])
      expect([path, (await service.get(`//calendar/${path}/`, browser)).status]).toEqual([path, 200])
    const last = '//calendar/programme/?from=9999-12-31&to=9999-12-31'
    expect((await service.get(last, browser)).status).toBe(200)
    const body = await page('/calendar/9999-12/')
    expect(body).toContain('<time datetime="9999-12-31">')
    expect(body).not.toMatch(/-0<|NaN|datetime=""/)
  })

  it('keep the days of a view in the links of the legend', async () => {
    for (const [path, query] of [
      ['/calendar/day/2027-01-20/', '?categories=music'],
      ['/calendar/day/2027-01-20/?as=hours', '?as=hours&amp;categories=music'],
      ['/calendar/search/?from=2027-01-20', '?from=2027-01-20&amp;categories=music'],
    ] as const)
      expect(await page(path)).toContain(`<a href="${query}" dir="auto">Music</a>`)
  })

  it('have their languages in the head, above all results', async () => {
    for (const path of ['/', '/calendar/search/?search=one', '/calendar/agenda/']) {
      const [head = ''] = (await page(path)).split('<main')
      for (const language of ['de', 'fr', 'es', 'it', 'nl', 'pt-br', 'ja'])
        expect([path, head.includes(` lang="${language}"`)]).toEqual([path, true])
    }
  })

  it('have an image in their linked data where the event has no picture', async () => {
    const { url } = await create({ ...evening('2027-02-03'), title: 'Bare' })
    const { pathname } = new URL(url)
    expect(await page(pathname)).toMatch(/"image":\[?"[^"]*\/event\/bare\/share\.png"/)
  })

  it('say in the language of the page alone that there is none', async () => {
    const body = await page('/de/event/nothing/')
    const [, problem = ''] = /<div class="problem">(.*?)<\/div>/s.exec(body) ?? []
    expect(problem).toContain('Seite nicht gefunden')
    expect(problem).not.toMatch(/lang="en"|slug|route/)
  })

  it('find places, organizers and categories among the results of a search, and a series once', async () => {
    const weekly = {
      recurrence: 'RRULE:FREQ=WEEKLY;COUNT=4',
      title: 'Chorus',
      venue: { venue: 'Komedia Hall' },
    }
    await create({ ...evening('2027-01-19'), ...weekly, organizer: { organizer: 'Komedia Players' } })
    const body = await page('/calendar/search/?search=komedia')
    const [, items = ''] = /<ul class="buttons found-items">(.*?)<\/ul>/s.exec(body) ?? []
    expect([...items.matchAll(/<a class="button" href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      '/venue/komedia-hall/',
      '/organizer/komedia-players/',
    ])
    expect(body.match(/<li data-event="\d+" class="entry/g)).toHaveLength(1)
    expect(await page('/calendar/search/?search=mus')).toContain('href="/category/music/"')
    expect(await page('/calendar/search/?search=mus&page=2')).not.toContain('found-items')
  })

  it('begin the current month at this week, and show the whole of it when asked', async () => {
    const [cells, whole] = [await page('/calendar/'), await page('/calendar/?whole=1')]
    const over = (body: string) =>
      [...body.matchAll(/<li class="day[^"]* over[^"]*"[^>]*><h2>.*?datetime="([^"]*)"/g)].map(
        ([, day]) => day,
      )
    expect([over(cells)[0], over(cells).at(-1)]).toEqual(['2026-12-27', '2027-01-09'])
    expect(cells).toContain('class="earlier for-all"')
    expect(over(whole)).toEqual([])
  })

  it('name a feed after its filters, and then after the calendar', async () => {
    const nameOf = async (query: string) =>
      /^NAME:(.*)\r$/m.exec(String((await service.get(`/events.ics${query}`)).body))?.[1]
    expect(await nameOf('')).toBe('Fasti')
    expect(await nameOf('?categories=music')).toBe('Music · Fasti')
    expect(await nameOf('?categories=music&search=one')).toBe('Music\\, “one” · Fasti')
    const body = await page('/calendar/?categories=music')
    expect(body).toContain('title="Music · Fasti"')
    expect(body).toMatch(/outlook\.live\.com[^"]*name=Music\+%C2%B7\+Fasti"/)
  })

  it('lead from the start of the month to today', async () => {
    expect(await page('/calendar/')).toMatch(
      /<a class="skip" href="#(d-2027-01-15)">.*<li class="day today[^"]*" id="\1"/s,
    )
    expect(await page('/calendar/2027-03/')).not.toContain('Skip to today')
  })

  it('name the calendar of an event after the event', async () => {
    const { id } = await create({ ...evening('2027-02-01'), title: 'Jazz night' })
    const { id: other } = await create({ ...evening('2027-02-01'), title: '夜市' })
    const nameOf = async (path: string) => (await service.get(path)).headers['content-disposition']
    expect(await nameOf(`/events/${id}.ics`)).toBe('inline; filename="jazz-night.ics"')
    expect(await nameOf(`/events/${other}.ics`)).toBe(
      `inline; filename="events.ics"; filename*=UTF-8''${encodeURIComponent('夜市')}.ics`,
    )
    expect(await nameOf('/events.ics')).toBe('inline; filename="events.ics"')
  })
})

describe('the events of a day that a week does not show at once', () => {
  const days = ['2027-01-18', '2027-01-19', '2027-01-20']
  const span = (id: number, first: string, last: string) => {
    const times = { start_date: `${first} 10:00:00`, end_date: `${last} 11:00:00`, all_day: false }
    const event = { id, ...times, sticky: false, featured: false }
    return { event: event as never, first, last, isEarlier: false }
  }

  it('open below the bars that pass through the day', () => {
    const bars = Array.from({ length: 12 }, (_, at) => span(at, '2027-01-18', '2027-01-20'))
    const [first, second] = weekLayouts([days], bars)
    const lanes = first?.placed.length ?? 0
    expect(lanes).toBeGreaterThan(0)
    expect([second?.placed.length, second?.rest.length, second?.free]).toEqual([0, 12 - lanes, lanes])
    const one = span(20, '2027-01-19', '2027-01-19')
    const [, busy] = weekLayouts([days], [...bars, one])
    expect([busy?.placed.map(({ skip }) => skip), busy?.free]).toEqual([[lanes], 0])
  })

  it('stay in their lane from week to week', () => {
    const next = ['2027-01-21', '2027-01-22', '2027-01-23']
    const [ends, stays] = [span(1, '2027-01-18', '2027-01-19'), span(2, '2027-01-19', '2027-01-23')]
    const begins = span(3, '2027-01-21', '2027-01-22')
    const cells = weekLayouts([days, next], [ends, stays, begins])
    const skips = cells[3]?.placed.map(({ event, skip }) => [event.id, skip])
    // What began in the second lane leaves the first one to what begins now.
    expect(skips).toEqual([
      [3, 0],
      [2, 0],
    ])
  })
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser, desktop, phone } from '../support/browser.ts'
import { crowdDay } from '../support/crowded-day.ts'
import { type FreshDatabase, freshSqliteFile } from '../support/dialects.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'
import { overflows } from '../support/sides.ts'
import { browser } from '../support/site.ts'

/** Today is Friday, 15 January 2027. One day of February has 300 events. */
describeInBrowser('the month of a calendar', (open) => {
  let database: FreshDatabase
  let service: TestService
  let url: string
  const create = async (more: Json) =>
    expect((await service.post('/events', anEvent(more))).body.message).toBeUndefined()
  const page = async (path: string): Promise<string> => (await service.get(`/${path}`, browser)).body
  beforeAll(async () => {
    database = await freshSqliteFile()
    service = await testService('sqlite', { DATABASE_URL: database.url, FASTI_TIME_ZONE: 'UTC' })
    await create({ title: 'Show', start_date: '2027-02-10 18:00:00', end_date: '2027-02-10 19:00:00' })
    await crowdDay(database.url, 300)
    for (const [day, title] of [
      ['2027-01-05', 'Gone'],
      ['2027-01-15', 'Now'],
      ['2027-02-03', 'Early'],
      ['2027-02-25', 'Late'],
    ] as const)
      await create({
        title,
        start_date: `${day} 18:00:00`,
        end_date: `${day} 19:00:00`,
        categories: ['Music'],
      })
    await create({ title: 'Camp', start_date: '2027-01-20', end_date: '2027-01-22', all_day: true })
    await service.app.listen({ port: 0, host: '127.0.0.1' })
    const address = service.app.server.address()
    url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  })
  afterAll(async () => {
    await service.close()
    await database.drop()
  })

  it('hides no day that has events, and counts those of a day that has more than it shows', async () => {
    const body = await page('/calendar/2027-02/')
    const shown = [...body.matchAll(/<li class="day([^"]*)" id="d-(2027-02-\d\d)"/g)]
      .filter(([, classes = '']) => !classes.includes('quiet'))
      .map(([, , day]) => day)
    expect(shown).toEqual(['2027-02-03', '2027-02-10', '2027-02-25'])
    expect(body.match(/All events of the day<span class="unseen">, [^<]*<\/span> \(\d+\)/g)).toEqual([
      'All events of the day<span class="unseen">, Wednesday, February 10, 2027</span> (300)',
    ])
    for (const title of ['Early', 'Late']) expect(body).toContain(`dir="auto">${title}<`)
    // A day in the middle of a longer event has no line of its own.
    const middle = /<li class="day" id="d-2027-01-21">.*?<\/li>/s.exec(await page('/calendar/'))?.[0]
    expect(middle).toContain('Already under way (1)')
  })

  it('leads to all events of a day, by pages, each once and in their order', async () => {
    const titles = (body: string) =>
      [...body.matchAll(/<h2 class="title"><a [^>]*>([^<]*)/g)].map(([, title]) => title)
    const pages = await Promise.all(
      ['', '?page=2', '?page=3'].map((query) => page(`/calendar/day/2027-02-10/${query}`)),
    )
    const all = pages.flatMap(titles)
    expect([pages.map((body) => titles(body).length), new Set(all).size]).toEqual([[100, 100, 100], 300])
    expect(all.slice(0, 2)).toEqual(['Show', 'Show 2'])
    expect(pages[1]).toContain('Page 2 of 3')
    expect(pages[1]).toMatch(/rel="prev" href="\/calendar\/day\/2027-02-10\/"/)
    expect(pages[1]).toContain('300 events')
    const { status } = await service.get('//calendar/day/2027-02-10/?page=4', browser)
    expect([status, (await page('/calendar/day/2027-02-11/')).includes('class="pager"')]).toEqual([
      404,
      false,
    ])
    expect(titles(await page('/calendar/day/2027-02-10/?page=2&part=evening'))[0]).toBe('Show 101')
    for (const wrong of ['page=0', 'page=-1', 'page=x', 'part=night'])
      expect([wrong, titles(await page(`/calendar/day/2027-02-10/?${wrong}`)).length]).toEqual([wrong, 100])
  })

  it('keeps the hours of a day with many events in sight', async () => {
    const view = await open({ ...desktop, javaScriptEnabled: false })
    await view.goto(`${url}/calendar/day/2027-02-10/?as=hours`)
    expect((await view.locator('.slots').boundingBox())?.y).toBeLessThan(desktop.viewport.height / 2)
    expect(await view.locator('.slot').count()).toBe(3)
    await view.getByText('297 more').click()
    expect(await view.locator('.above .line').filter({ visible: true }).count()).toBe(297)
  })

  it('draws bars across the days of a week, which on a telephone are entries of each day', async () => {
    const view = await open(desktop)
    await view.goto(`${url}/calendar/week/2027-W03/`)
    const bar = view.locator('.week-bars').getByRole('link', { name: 'Camp' })
    const [box, day] = [await bar.boundingBox(), await view.locator('.week .day').nth(2).boundingBox()]
    // From Wednesday to Friday.
    expect(Math.abs((box?.x ?? 0) - (day?.x ?? 0))).toBeLessThan(6)
    expect((box?.width ?? 0) / (day?.width ?? 1)).toBeCloseTo(3, 0)
    expect(await view.locator('.week').getByRole('link', { name: 'Camp' }).count()).toBe(0)
    await view.setViewportSize(phone.viewport)
    expect(await view.locator('.week').getByRole('link', { name: 'Camp' }).count()).toBe(3)
    expect(await view.locator('.week-bars').isVisible()).toBe(false)
    expect(await overflows(view)).toEqual([])
  })

  it('draws the present among the hours of today, and of no other day', async () => {
    const noon = Date.parse('2027-01-15T12:00:00Z')
    const view = await open(
      desktop,
      `{
        const clock = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, 'format').get
        Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', {
          get() { return (time = ${noon}) => clock.call(this)(time) },
        })
      }`,
    )
    await view.goto(`${url}/calendar/week/?as=hours`)
    const line = view.locator('.now-line')
    const [box, slots] = [await line.boundingBox(), await view.locator('.day.today .slots').boundingBox()]
    // Noon is eight half hours below eight o'clock, each 1.5 rem high.
    expect(Math.round((box?.y ?? 0) - (slots?.y ?? 0))).toBe(8 * 24)
    await view.goto(`${url}/calendar/day/2027-01-16/?as=hours`)
    expect(await line.count()).toBe(0)
  })

  it('begins at this week in a wide window, and dims the days that are over', async () => {
    const view = await open(desktop)
    await view.goto(`${url}/calendar/`)
    const days = view.locator('.month .day').filter({ visible: true })
    expect(await days.first().getAttribute('id')).toBe('d-2027-01-11')
    expect(await view.locator('.small-month').isVisible()).toBe(false)
    expect(await overflows(view, undefined, ['ltr'])).toEqual([])
    await view.getByRole('link', { name: 'Earlier this month' }).click()
    expect(await days.first().getAttribute('id')).toBe('d-2026-12-28')
    expect(await view.getByRole('link', { name: 'Gone' }).isVisible()).toBe(true)
  })

  it('is a small month on a telephone, whose days lead to their events', async () => {
    const view = await open({ ...phone, javaScriptEnabled: false })
    await view.goto(`${url}/calendar/`)
    const small = view.locator('.small-month')
    expect(await small.getByRole('link').count()).toBe(35)
    const now = small.getByRole('link', { name: 'Friday, January 15, 2027, 1 event' })
    expect([await now.getAttribute('aria-current'), await now.locator('.dots i').count()]).toEqual([
      'date',
      1,
    ])
    await small.getByRole('link', { name: /January 21/ }).click()
    expect(new URL(view.url()).hash).toBe('#d-2027-01-21')
    expect(await view.locator('.day:target').isVisible()).toBe(true)
    // What is over, and what has nothing, is on the page of the day.
    await small.getByRole('link', { name: /January 5/ }).click()
    expect(new URL(view.url()).pathname).toBe('/calendar/day/2027-01-05/')
    expect(await view.getByRole('link', { name: 'Gone' }).isVisible()).toBe(true)
  })
})

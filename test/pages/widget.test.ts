import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { violations } from '../support/axe.ts'
import { describeInBrowser, desktop, phone } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { anImage } from '../support/images.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

/** Pages whose clock is set keep it: no other test has pages with this zone. */
const clocked = { timezoneId: 'Europe/Paris' } as const

describeInBrowser('the calendar on another site', (open) => {
  let service: TestService
  let other: Server
  let site: string
  beforeAll(async () => {
    const port = String(await freePort())
    service = await testService('sqlite', { PORT: port, FASTI_TIME_ZONE: 'Europe/Paris', FASTI_REGION: 'GB' })
    const create = (title: string, first: string, last: string, more = {}) =>
      service.post('/events', anEvent({ title, start_date: first, end_date: last, all_day: true, ...more }))
    await service.post('/categories', { name: 'Music', color: '#0a7d5a' })
    await create('Fair', '2027-01-13', '2027-01-20', { categories: ['Music'] })
    await create('Camp', '2027-01-14', '2027-01-15')
    await create('Market', '2027-01-14', '2027-01-14', { categories: ['Food'] })
    await service.app.listen({ port: Number(port), host: '127.0.0.1' })
    const url = `http://127.0.0.1:${port}`
    other = createServer((request, response) => {
      const attributes = decodeURIComponent(request.url?.slice(2) ?? '')
      response
        .setHeader('content-type', 'text/html')
        .end(
          `<!doctype html><html lang="en"><title>Town</title><main><h1>On</h1><fasti-calendar ${attributes}></fasti-calendar></main><script type="module" src="${url}/widget.js"></script></html>`,
        )
    })
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
    site = `http://127.0.0.1:${(other.address() as AddressInfo).port}/?`
  })
  afterAll(async () => {
    other.close()
    await service.close()
  })
  const at = (attributes: string) => site + encodeURIComponent(attributes)

  it('shows events of several days as bars, each once in a week', async () => {
    const page = await open({ ...desktop, colorScheme: 'light' })
    await page.goto(at('view="month" month="2027-01"'))
    const bars = page.locator('.bar')
    await bars.first().waitFor()
    expect(await page.locator('.bar a').allTextContents()).toEqual(['Fair', 'Camp', 'Fair'])
    const [day, bar] = [await page.locator('.day').first().boundingBox(), await bars.first().boundingBox()]
    // From Wednesday to Sunday.
    expect(Math.round((bar?.width ?? 0) / (day?.width ?? 1))).toBe(5)
    const inside = "document.querySelector('fasti-calendar').shadowRoot"
    expect(
      await page.evaluate(`getComputedStyle(${inside}.querySelector('.bar')).borderInlineStartColor`),
    ).toBe('rgb(10, 119, 86)')
    const tops = await page.evaluate(
      `[...document.querySelector('fasti-calendar').shadowRoot.querySelectorAll('.bar a, li:not(.bar) > a[href*=market]')].map((one) => [one.textContent, Math.round(one.getBoundingClientRect().top)])`,
    )
    const [fair, camp, market] = ['Fair', 'Camp', 'Market'].map(
      (name) => (tops as [string, number][]).find(([title]) => title === name)?.[1] ?? 0,
    )
    expect([(fair ?? 0) < (camp ?? 0), (camp ?? 0) < (market ?? 0)]).toEqual([true, true])
    expect(await violations(page)).toEqual([])
    await page.setViewportSize(phone.viewport)
    expect(await page.locator('.space').filter({ visible: true }).count()).toBe(0)
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
  })

  it('begins today, with what has begun before, and shows pictures, prices and the hues of categories', async () => {
    const page = await open({ ...phone, ...clocked, colorScheme: 'dark' })
    const { body: image } = await service.ask('POST', '/media', Buffer.from(await anImage(800, 600)), {
      'content-type': 'image/png',
      'content-disposition': 'attachment; filename="sea.png"',
    })
    const times = { start_date: '2027-01-16 19:00', end_date: '2027-01-16 21:00' }
    const priced = { cost: '€8 – €14', categories: ['Theatre'], image: image.id }
    await service.post('/events', anEvent({ title: 'Play', ...times, ...priced }))
    await page.clock.setFixedTime('2027-01-15T12:00:00Z')
    await page.goto(at(''))
    await page.evaluate("document.documentElement.style.cssText = 'color-scheme: dark; background: #121212'")
    await page.getByRole('link', { name: 'Play' }).waitFor()
    const days = await page.locator('.list > .day').allInnerTexts()
    expect(days[0]).toMatch(/^Today · Fri 15 Jan\s.*14\W+15 Jan\s+Camp$/s)
    expect(days[1]).toMatch(/^Tomorrow · Sat 16 Jan\s.*19:00\W+21:00\s+Play\s+€8\W+€14$/s)
    // What runs for a week or more is folded, so that it does not bury the day.
    expect(await page.locator('details.band').innerText()).toMatch(/\(1\)/)
    expect(await page.locator('details.band').textContent()).toContain('Fair')
    const inside = "document.querySelector('fasti-calendar').shadowRoot"
    const [shown, hue] = await page.evaluate<readonly string[]>(
      `(async () => {
        const [card] = [...${inside}.querySelectorAll('.card')].filter((one) => one.textContent.includes('Play'))
        const picture = card.querySelector('img')
        picture.loading = 'eager'
        await picture.decode()
        return [picture.naturalWidth > 190, getComputedStyle(card).borderInlineStartColor].map(String)
      })()`,
    )
    expect(shown).toBe('true')
    expect(hue).not.toBe('rgb(141, 131, 115)')
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
  })

  it('leaves out the weeks of the current month that are over', async () => {
    const page = await open({ ...desktop, ...clocked })
    await page.clock.setFixedTime('2027-01-15T12:00:00Z')
    await page.goto(at('view="month"'))
    await page.locator('.bar').first().waitFor()
    expect(await page.locator('.day').first().locator('time').getAttribute('datetime')).toBe('2027-01-11')
    await page.locator('button.before').click()
    await expect
      .poll(() => page.locator('.day').first().locator('time').getAttribute('datetime'))
      .toBe('2026-11-30')
  })

  it('says what is over by the minute, shows nights by their hours on their day, and what is sold out or postponed', async () => {
    const times = (start_date: string, end_date: string) => ({ start_date, end_date })
    const { status } = await service.post('/events', {
      ...anEvent({ title: 'Breakfast', ...times('2027-01-15 08:00', '2027-01-15 09:00') }),
      sticky: true,
    })
    expect(status).toBe(201)
    const ticket = { name: 'Seat', price: '5', currency: 'EUR', availability: 'sold_out' }
    const create = (more: Record<string, unknown>) => service.post('/events', anEvent(more))
    await create({ title: 'Dance', ...times('2027-01-15 19:30', '2027-01-16 01:15'), tickets: [ticket] })
    await create({
      title: 'Reading',
      ...times('2027-01-15 20:00', '2027-01-15 21:00'),
      event_status: 'postponed',
    })
    const page = await open({ ...desktop, ...clocked })
    await page.clock.setFixedTime('2027-01-15T07:59:59Z')
    await page.goto(at('count="3"'))
    await page.getByRole('link', { name: 'Breakfast' }).waitFor()
    expect(await page.locator('.list > .day > .name').allInnerTexts()).not.toContain('Earlier today')
    await page.clock.setFixedTime('2027-01-15T08:00:00Z')
    await page.goto(at(''))
    await page.getByRole('link', { name: 'Breakfast' }).waitFor()
    const days = await page.locator('.list > .day').allInnerTexts()
    expect(days[0]).toMatch(
      /^Today · Fri 15 Jan\s.*19:30\W+01:15\s+Sold out\s+Dance.*20:00\W+21:00\s+Postponed\s+Reading/s,
    )
    expect(days.filter((text) => text.includes('Dance'))).toHaveLength(1)
    expect(days.at(-1)).toMatch(/^Earlier today\s.*08:00\W+09:00\s+Breakfast$/s)
    const decoration = await page.evaluate(
      `getComputedStyle(document.querySelector('fasti-calendar').shadowRoot.querySelector('.postponed .when')).textDecorationLine`,
    )
    expect(decoration).toBe('line-through')
  })

  it('has a script of at most 9.5 kB', async () => {
    const { body } = await service.get('//widget.js')
    expect(gzipSync(String(body)).length).toBeLessThan(9500)
  })

  it('has a search and filters, if the page enables them', async () => {
    const page = await open({ ...desktop, colorScheme: 'light' })
    await page.goto(at('controls'))
    await page.getByRole('link', { name: 'Market' }).waitFor()
    await page.getByLabel('Category').selectOption('music')
    await expect.poll(() => page.getByRole('link', { name: 'Market' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Fair' }).waitFor()
    await page.getByLabel('Category').selectOption('')
    await page.getByLabel('Search').fill('market')
    await expect.poll(() => page.getByRole('link', { name: 'Fair' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Market' }).waitFor()
    expect(await violations(page)).toEqual([])
  })

  it('shows the category that the page names in any way', async () => {
    const page = await open({ ...desktop, colorScheme: 'light' })
    const chosen = async (categories: string) => {
      await page.goto(at(`controls categories="${categories}"`))
      await page.getByRole('link', { name: 'Fair' }).waitFor()
      await page
        .getByLabel('Category')
        .getByRole('option', { name: 'Food', exact: true })
        .waitFor({ state: 'attached' })
      return page.getByLabel('Category').locator('option:checked').textContent()
    }
    expect([await chosen('music'), await chosen('Music'), await chosen('1')]).toEqual([
      'Music',
      'Music',
      'Music',
    ])
    expect(await chosen('music,food')).toBe('music,food')
  })

  it('leads to the days of a month that has more events than it loads', async () => {
    const page = await open({ ...desktop, colorScheme: 'light' })
    const eventOn = (day: string) => ({
      title: 'Busy',
      url: 'http://127.0.0.1/event/busy/',
      all_day: false,
      ...{ start_date: `${day} 18:00:00`, end_date: `${day} 19:00:00`, timezone: 'Europe/Paris' },
      ...{ timezone_abbr: 'CET', venue: [], featured: false, sticky: false, event_status: 'scheduled' },
    })
    await page.route('**/cal/events/v1/events?*', (route) => {
      const events = Array.from({ length: 100 }, () => eventOn('2027-01-12'))
      const body = JSON.stringify({ events, next_rest_url: route.request().url() })
      return route.fulfill({
        contentType: 'application/json',
        headers: { 'access-control-allow-origin': '*' },
        body,
      })
    })
    await page.goto(at('view="month" month="2027-01"'))
    const links = page.getByRole('link', { name: 'All events of the day' })
    await links.first().waitFor()
    // From 12 January, on which the events were cut, to the 31st.
    expect(await links.count()).toBe(20)
    expect(await links.first().getAttribute('href')).toMatch(/\/calendar\/day\/2027-01-12/)
    await page.unroute('**/cal/events/v1/events?*')
  })

  it('has the theme of the calendar, or its own', async () => {
    const page = await open({ ...desktop, colorScheme: 'light' })
    const accent = () =>
      page.evaluate(`getComputedStyle(document.querySelector('fasti-calendar')).getPropertyValue('--red')`)
    await service.patch('/settings', { theme: 'slate' })
    await page.goto(at(''))
    await page.getByRole('link', { name: 'Fair' }).waitFor()
    expect(await accent()).toMatch(/#1d4f91/)
    await page.goto(at('theme="meadow"'))
    await page.getByRole('link', { name: 'Fair' }).waitFor()
    expect(await accent()).toMatch(/#216339/)
  })

  it('reports an invalid request, and a calendar that does not respond', async () => {
    const page = await open(desktop)
    await page.goto(at('categories="nothing"'))
    const alert = page.getByRole('alert')
    await alert.waitFor()
    expect(await alert.textContent()).toMatch(/^This request is not valid\ncategories: /)
    const events = '**/cal/events/v1/events?*'
    await page.route(events, (route) => route.fulfill({ status: 429, body: '{}' }))
    await page.goto(at(''))
    await page.getByText('Too many requests').waitFor()
    await page.unroute(events)
    await page.route(events, (route) => route.abort())
    await page.goto(at(''))
    await page.getByText('The calendar is not responding. Try again later.').waitFor()
  })
})

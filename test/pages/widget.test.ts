import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { violations } from '../support/axe.ts'
import { describeInBrowser, desktop, phone } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

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
    ).toBe('rgb(10, 125, 90)')
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
      page.evaluate(
        `getComputedStyle(document.querySelector('fasti-calendar')).getPropertyValue('--own-accent')`,
      )
    await service.patch('/settings', { theme: 'slate' })
    await page.goto(at(''))
    await page.getByRole('link', { name: 'Fair' }).waitFor()
    expect(await accent()).toBe('#1d4f91')
    await page.goto(at('theme="meadow"'))
    await page.getByRole('link', { name: 'Fair' }).waitFor()
    expect(await accent()).toBe('#216339')
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

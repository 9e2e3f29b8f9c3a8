import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { looks, violations } from '../support/axe.ts'
import { describeInBrowser, desktop, phone, zoomed } from '../support/browser.ts'
import { isLong } from '../support/dialect-names.ts'
import { freePort } from '../support/free-port.ts'
import { inRotation } from '../support/in-rotation.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'
import { layoutShift } from '../support/shifts.ts'
import { beyondSides, fromTheRight, overflows } from '../support/sides.ts'
import { lowTargets } from '../support/targets.ts'
import { blocksOf } from '../support/transcript.ts'

/** The page in the documentation. */
const howTo = readFileSync(new URL('../../docs/how-to/embed.md', import.meta.url), 'utf8')
const example = blocksOf(howTo).find(({ language }) => language === 'html')?.text ?? ''

/** Maximum transferred bytes of style and script together. */
const MAX_BYTES = 23_000
/** Requests of a page: the page, style, script and font. */
const MAX_REQUESTS = 4

/** In a printed page: its background, and the texts that are too light for a printer. */
const printedColours = `({
  paper: getComputedStyle(document.body).backgroundColor,
  faint: [...document.querySelectorAll('main *, .site-name a')]
    .filter((one) => one.checkVisibility() && [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ''))
    .filter((one) => one.closest('svg, .number, .button, [hidden]') === null)
    .filter((one) => getComputedStyle(one).color.match(/[\\d.]+/g).slice(0, 3).some((part, at) => Number(part) > (at === 0 ? 130 : 90)))
    .map((one) => one.outerHTML.slice(0, 200)),
})`

type Device = typeof phone | typeof desktop | typeof zoomed

describeInBrowser('the web calendar in a browser', (open) => {
  let service: TestService
  let other: Server
  let url: string
  const at = async (page: Page, path: string) => {
    await page.goto(url + path)
    return page
  }

  beforeAll(async () => {
    const port = String(await freePort())
    const env = { PORT: port, FASTI_TIME_ZONE: 'Europe/Paris', FASTI_SUBMISSIONS: 'open' }
    service = await testService('sqlite', env)
    const create = async (more: Json) => {
      const { status, body } = await service.post('/events', anEvent(more))
      expect([body.message, status]).toEqual([undefined, 201])
      return body
    }
    const market = await create({
      title: 'Market day',
      description: '<h2>Stalls</h2><p>Cheese and <a href="https://bread.test/">bread</a>.</p>',
      start_date: '2027-01-20 10:00:00',
      end_date: '2027-01-20 12:00:00',
      categories: ['Food'],
      tags: ['outdoors'],
      featured: true,
      sticky: true,
      cost: '€5',
      website: 'https://market.test/',
      tickets: [{ name: 'Adults', price: '5', currency: 'EUR', url: 'https://tickets.test/' }],
      venue: { venue: 'Town hall', city: 'Alderhaven', geo_lat: 52.01, geo_lng: 3.61, phone: '+31 1 234' },
      organizer: { organizer: 'The town', website: 'https://town.test/', email: 'town@town.test' },
    })
    await create({
      title: 'Opening speech',
      post_parent: market.id,
      start_date: '2027-01-20 10:00:00',
      end_date: '2027-01-20 10:20:00',
    })
    await create({
      title: 'Fair',
      start_date: '2027-01-13',
      end_date: '2027-01-27',
      all_day: true,
      categories: ['Fun'],
    })
    await create({
      title: 'Call',
      start_date: '2027-01-21 10:00:00',
      end_date: '2027-01-21 11:00:00',
      timezone: 'Asia/Tokyo',
    })
    await create({
      title: '1 < 2 & "quotes"',
      start_date: '2027-01-22',
      end_date: '2027-01-22',
      all_day: true,
    })
    await create({
      title: 'Fair of the village',
      start_date: '2027-02-06',
      end_date: '2027-02-06',
      all_day: true,
      venue: { venue: 'Village hall', geo_lat: 52.3, geo_lng: 4 },
    })
    await create({
      title: 'Closed',
      start_date: '2027-02-02',
      end_date: '2027-02-02',
      all_day: true,
    })
    await create({
      title: 'Lessons',
      start_date: '2027-03-02 18:00',
      end_date: '2027-03-02 19:00',
      recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3',
    })
    const later = { start_date: '2027-03-16 18:00', end_date: '2027-03-16 20:00' }
    await create({ title: 'Called off', ...later, event_status: 'cancelled' })
    const closed = await create({ title: 'Behind a password', ...later, status: 'draft' })
    await service.patch(`/events/${closed.id}`, { password: 'sesame', status: 'publish' })
    await service.user('editor', 'ed')
    await service.app.listen({ port: Number(port), host: '127.0.0.1' })
    url = `http://127.0.0.1:${port}`
    const page = example.replaceAll('http://127.0.0.1:3000', url)
    other = createServer((_, response) => response.setHeader('content-type', 'text/html').end(page))
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
  })
  afterAll(async () => {
    other.close()
    await service.close()
  })

  const kinds = [
    '/calendar/2027-01/',
    '/calendar/week/2027-W03/',
    '/calendar/week/2027-W03/?as=hours',
    '/calendar/weekend/2027-01-23/',
    '/calendar/day/2027-01-20/',
    '/calendar/day/2027-01-20/?as=hours',
    '/calendar/?venue=nowhere+at+all&free=1',
    '/calendar/2027-01/?categories=food&venue=town-hall&search=market',
    '/calendar/agenda/',
    '/calendar/programme/?from=2027-01-01',
    '/favourites/?ids=1,2,3,99',
    '/calendar/agenda/?as=cards',
    '/calendar/map/?from=2027-01-01',
    '/calendar/map/?from=2029-01-01',
    '/calendar/search/?from=2027-01-01',
    '/calendar/search/?from=soon',
    '/calendar/search/?search=market',
    '/event/market-day/',
    '/venue/town-hall/',
    '/organizer/the-town/',
    '/category/food/',
    '/tag/outdoors/',
    '/series/lessons/',
    '/event/called-off/',
    '/event/behind-a-password/',
    '/nothing/',
    '/ja/calendar/2027-01/',
    '/submit/',
  ]
  /** Pages with the same elements as others: only a long run checks them with axe and in more windows than the narrowest. */
  const alike = [
    '/calendar/2027-01/?categories=food&venue=town-hall&search=market',
    '/calendar/day/2027-01-20/?as=hours',
    '/calendar/weekend/2027-01-23/',
    '/calendar/map/?from=2029-01-01',
    '/calendar/search/?from=2027-01-01',
    '/calendar/search/?search=market',
    '/organizer/the-town/',
    '/tag/outdoors/',
    '/ja/calendar/2027-01/',
  ]
  /** Parts that pages share, and those where axe checks them: with nothing chosen, with a choice of hours, with filters chosen, and near a place. */
  const shared = ['.site-head', '.site-foot', '.tools']
  const complete = [
    '/calendar/2027-01/',
    '/calendar/week/2027-W03/',
    '/calendar/?venue=nowhere+at+all&free=1',
    '/calendar/map/?from=2027-01-01',
  ]
  /** Elements that scroll separately, or are outside the window on purpose. */
  const aside = '.hours > *, .scroll, pre, .skip, .aside'
  const printed = [
    '/calendar/2027-01/',
    '/calendar/agenda/',
    '/calendar/map/?from=2027-01-01',
    '/event/market-day/',
  ]
  it('have a text of another direction at the side of all others', async () => {
    const page = await at(await open(phone), '/calendar/agenda/')
    const side = `(() => {
      const title = document.createElement('a')
      title.dir = 'auto'
      title.textContent = 'أمسية الفوانيس'
      document.querySelector('main').append(title)
      return [getComputedStyle(title).direction, getComputedStyle(title).textAlign]
    })()`
    expect(await page.evaluate(side)).toEqual(['rtl', 'left'])
  })

  it('passes axe, fits the window in both directions and has large enough targets, without layout shifts, on a phone and in a wide dark window', async () => {
    // Another time zone than the events': their pages also show the reader's time.
    const timezoneId = 'America/New_York'
    const page = await open({ ...phone, timezoneId, colorScheme: 'light', reducedMotion: 'reduce' })
    const fits = async (path: string, { viewport }: Device, directions?: readonly ('ltr' | 'rtl')[]) => {
      if (page.viewportSize()?.width !== viewport.width) await page.setViewportSize(viewport)
      expect([path, viewport, ...(await overflows(page, aside, directions))]).toEqual([path, viewport])
    }
    // Pages share their colours.
    const isDark = inRotation(4)(kinds.filter((path) => isLong() || !alike.includes(path)))
    const tryPage = async (path: string) => {
      await page.setViewportSize(phone.viewport)
      if (path === 'faults')
        await Promise.all([page.waitForEvent('load'), page.evaluate('document.forms[0].submit()')])
      else await at(page, path)
      expect([path, await layoutShift(page)]).toEqual([path, 0])
      await page.evaluate(`document.querySelectorAll('details').forEach((one) => { one.open = true })`)
      expect([path, ...(await lowTargets(page))]).toEqual([path])
      await fits(path, phone)
      if (!isLong() && alike.includes(path)) return
      const except = isLong() || complete.includes(path) ? [] : shared
      if (except.length === 0) {
        // An open menu lies over what is below it.
        const found = await violations(page)
        expect([path, ...found.filter((one) => !one.startsWith('target-size'))]).toEqual([path])
      }
      await page.evaluate(`document.querySelectorAll('.menu').forEach((one) => { one.open = false })`)
      expect([path, ...(await violations(page, undefined, except))]).toEqual([path])
      await fits(path, zoomed, ['ltr'])
      await fits(path, desktop)
      if (path !== 'faults' && !isDark.includes(path)) return
      // The same elements: in a wide dark window only their look can differ.
      await page.emulateMedia({ colorScheme: 'dark' })
      expect([path, ...(await violations(page, looks, except))]).toEqual([path])
      await page.emulateMedia({ colorScheme: 'light' })
    }
    for (const path of kinds) await tryPage(path)
    // The submission form, which is the last of them, with faults.
    await tryPage('faults')
    expect(await page.locator('[aria-invalid]').count()).toBeGreaterThan(1)
  }, 300_000)

  it('passes axe in the documentation, with everything opened, and fits the window', async () => {
    const page = await open({ ...phone, reducedMotion: 'reduce' })
    // The parts are made of the same elements.
    const parts = [
      '',
      'tags',
      ...(isLong() ? ['media', 'series', 'venues', 'schemas', 'service', 'events'] : []),
    ]
    for (const part of parts) {
      await at(page, `/cal/events/v1/doc${part && `?part=${part}`}`)
      for (const { viewport } of [desktop, zoomed, phone]) {
        await page.setViewportSize(viewport)
        expect([part, viewport, ...(await overflows(page, aside, ['ltr']))]).toEqual([part, viewport])
      }
      await page.evaluate(`document.querySelectorAll('details').forEach((one) => { one.open = true })`)
      await page.waitForLoadState('networkidle')
      // So are its operations: after one that lists, one that creates and one that reads, the others repeat their elements.
      // So do the links to them, here and in the contents, and most rows of a table.
      if (!isLong())
        await page.evaluate(
          `document.querySelectorAll('article ~ article ~ article ~ article, .operations li ~ li ~ li ~ li, nav li ~ li ~ li ~ li, tbody > tr ~ tr ~ tr ~ tr').forEach((one) => { one.remove() })`,
        )
      expect([part, ...(await violations(page))]).toEqual([part])
    }
  }, 300_000)

  it('opens each operation of the documentation in at most ten screens of a telephone', async () => {
    const page = await at(await open(phone), '/cal/events/v1/doc?part=events')
    const heights = await page.evaluate<readonly number[]>(`
      [...document.querySelectorAll('article > details')].map((one) => {
        one.open = true
        const { height } = one.getBoundingClientRect()
        one.open = false
        return height
      })`)
    expect(heights.length).toBeGreaterThan(10)
    expect(Math.max(...heights)).toBeLessThan(10 * phone.viewport.height)
    await page.locator('#list-events summary').first().click()
    const button = (name: string) => page.locator('#list-events').getByRole('button', { name }).first()
    const [copy, send] = [await button('Copy').boundingBox(), await button('Send').boundingBox()]
    expect(send?.y).toBe(copy?.y)
    await button('Send').click()
    await page.locator('#list-events .response', { hasText: '200 OK' }).waitFor()
  })

  it('works in right-to-left and left-to-right languages', async () => {
    const page = await at(await open(phone), '/calendar/2027-01/')
    const xOf = async (relation: string) => (await page.locator(`[rel=${relation}]`).boundingBox())?.x ?? 0
    expect(await xOf('prev')).toBeLessThan(await xOf('next'))
    await fromTheRight(page)
    expect(await xOf('prev')).toBeGreaterThan(await xOf('next'))
  })

  it('prints in black on white, without screen-only controls, with each place and event readable', async () => {
    const page = await open({ ...desktop, colorScheme: 'dark' })
    await page.emulateMedia({ media: 'print' })
    const sheets = async () =>
      (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length
    // A month and a week are seven columns on one page, whole in the current month too.
    await at(page, '/calendar/week/2027-W03/')
    expect(await sheets()).toBe(1)
    await at(page, '/calendar/')
    expect(await sheets()).toBe(1)
    await page.setViewportSize(phone.viewport)
    expect(await page.locator('.month .gone').filter({ visible: true }).count()).toBeGreaterThan(10)
    await page.setViewportSize(desktop.viewport)
    for (const path of printed) {
      await at(page, path)
      for (const hidden of ['.views', '.site-foot', '.filters', '.steps', '.tenses', '.take', '.skip'])
        expect([path, hidden, await page.locator(hidden).filter({ visible: true }).count()]).toEqual([
          path,
          hidden,
          0,
        ])
      const colours = await page.evaluate(printedColours)
      expect([path, colours]).toEqual([path, { paper: 'rgb(255, 255, 255)', faint: [] }])
      expect([path, await beyondSides(page)]).toEqual([path, []])
    }
    // The last of these is the event.
    expect(await sheets()).toBe(1)
    for (const text of ['Market day', 'Town hall', 'Stalls', '€5'])
      expect(await page.getByText(text).filter({ visible: true }).count(), text).toBeGreaterThan(0)
    const bread = `getComputedStyle(document.querySelector('.written a'), '::after').content`
    expect(await page.evaluate(bread)).toContain('https://bread.test/')
    expect(await page.evaluate(bread.replace('.written a', '.facts .term'))).toBe('none')
  })

  it('loads few bytes, no third-party content, and has no layout shifts', async () => {
    const page = await open(phone)
    const session = await page.context().newCDPSession(page)
    await session.send('Network.setCacheDisabled', { cacheDisabled: true })
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    for (const path of ['/calendar/2027-01/', '/event/market-day/']) {
      asked.length = 0
      await at(page, path)
      await page.waitForLoadState('networkidle')
      expect(asked.length, asked.join()).toBeLessThanOrEqual(MAX_REQUESTS)
      const sizes = `performance.getEntriesByType('resource').filter(({ name }) => /\\.(css|js)$/.test(name)).map(({ encodedBodySize }) => encodedBodySize)`
      const bytes = await page.evaluate<readonly number[]>(sizes)
      expect([path, bytes.length > 1, Math.min(...bytes) > 0]).toEqual([path, true, true])
      expect(bytes.reduce((sum, size) => sum + size)).toBeLessThan(MAX_BYTES)
      expect(await layoutShift(page)).toBeLessThan(0.02)
    }
    await session.detach()
  })

  it('links from the month to an event and its calendar file without a script', async () => {
    const page = await open({ ...phone, javaScriptEnabled: false })
    await at(page, '/')
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('What’s on')
    await page.getByRole('link', { name: 'Month' }).click()
    await page.getByRole('link', { name: /Market day/ }).click()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Market day')
    expect(await page.getByRole('button', { name: 'Share' }).count()).toBe(0)
    await page.getByText('Add to calendar').click()
    const file = await page.getByRole('link', { name: 'Download file (.ics)' }).getAttribute('href')
    expect((await service.get(`/${file}`)).body).toContain('SUMMARY:Market day')
    await page.getByRole('link', { name: 'Opening speech' }).click()
    await page.getByRole('link', { name: 'Market day' }).click()
    await page.getByRole('link', { name: 'Town hall' }).click()
    expect(await page.getByRole('heading', { name: 'Market day' }).count()).toBe(1)
    await page.getByRole('link', { name: 'Search' }).click()
    await page.getByLabel('What are you looking for?').fill('cheese')
    await page.getByRole('button', { name: 'Search' }).click()
    expect(await page.locator('.entry .title').allTextContents()).toEqual(['Market day'])
    await page.locator('.site-bar summary').click()
    await page.getByRole('link', { name: 'Deutsch' }).click()
    expect(await page.locator('html').getAttribute('lang')).toBe('de')
  })

  it('can be used with the keyboard only', async () => {
    const page = await at(await open(desktop), '/calendar/2027-01/')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await page.evaluate('document.activeElement.id')).toBe('main')
    await page.keyboard.press('ArrowRight')
    await page.waitForURL(`${url}/calendar/2027-02/`)
    await page.keyboard.press('ArrowLeft')
    await page.waitForURL(`${url}/calendar/2027-01/`)
    await page.getByRole('link', { name: /Market day/ }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(`${url}/event/market-day/`)
  })

  it('shows the time of an event in its zone, and in the reader’s zone if that differs', async () => {
    const page = await at(await open({ ...desktop, timezoneId: 'Asia/Tokyo' }), '/event/market-day/')
    expect(await page.locator('.event-when time').textContent()).toMatch(/, 10:00–12:00$/)
    expect(await page.locator('.own-time').textContent()).toMatch(/^In your time zone: 20 Jan 2027, 18:00/)
    await at(page, '/event/call/')
    expect(await page.locator('.event-when time').textContent()).toMatch(/, 10:00–11:00/)
    expect(await page.locator('.own-time').isVisible()).toBe(false)
  })

  it('searches while typing, at a shareable URL, and copies the URL of an event', async () => {
    const page = await open({ ...desktop, permissions: ['clipboard-read', 'clipboard-write'] })
    await at(page, '/calendar/search/')
    await page.getByLabel('What are you looking for?').pressSequentially('market')
    await page.waitForURL(`${url}/calendar/search/?search=market`)
    expect(await page.locator('.entry .title').allTextContents()).toEqual(['Market day'])
    await at(page, '/event/market-day/')
    await page.getByRole('button', { name: 'Share' }).click()
    await page.getByRole('button', { name: 'Link copied' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${url}/event/market-day/`)
  })

  it('shows the places of events as a list, also without a script', async () => {
    const page = await at(
      await open({ ...phone, javaScriptEnabled: false }),
      '/calendar/map/?from=2027-01-01',
    )
    const places = page.locator('#places h2')
    expect(await places.allTextContents()).toEqual(['Town hall', 'Village hall'])
    await page.getByText('Filters').click()
    await page.getByText('Near me').click()
    await page.getByLabel('Latitude').fill('52')
    await page.getByLabel('Longitude').fill('3.6')
    await page.getByLabel('Distance in kilometres').fill('5')
    await page.getByRole('button', { name: 'Search' }).click()
    expect(await places.count()).toBe(1)
    await page.getByRole('link', { name: 'Show as a list' }).click()
    expect(await page.locator('.entry .title').allTextContents()).toEqual(['Market day'])
    expect(page.url()).toContain('geoloc_distance=5')
  })

  it('requests the reader’s location only on demand, and only to a kilometre', async () => {
    const geolocation = { latitude: 52.0123456, longitude: 3.6123456 }
    const page = await open({ ...phone, geolocation, permissions: ['geolocation'] })
    await at(page, '/calendar/map/?from=2027-01-01')
    await page.getByText('Filters').click()
    await page.getByText('Near me').click()
    await page.getByRole('button', { name: 'Use my location' }).click()
    await page.waitForURL(/geoloc_lat=52.01&geoloc_lng=3.61/)
    await expect.poll(() => page.locator('#places h2').count()).toBe(1)
    const denied = await at(await open(phone), '/calendar/search/')
    await denied.getByText('Filters').click()
    await denied.getByText('Near me').click()
    await denied.getByRole('button', { name: 'Use my location' }).click()
    await denied.getByText('Your browser does not share your location.').waitFor()
  })

  it('can be embedded in other sites, as a list of upcoming events and as a month view', async () => {
    const page = await open({ ...desktop, colorScheme: 'light' })
    await page.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`)
    const [list, month] = [page.locator('fasti-calendar').first(), page.locator('fasti-calendar').last()]
    await list.getByRole('link', { name: 'Market day' }).waitFor()
    await month.getByRole('link', { name: 'Market day' }).waitFor()
    expect(await list.getByRole('link').allTextContents()).toContain('1 < 2 & "quotes"')
    expect(await month.locator('.title').textContent()).toBe('January 2027')
    expect(await month.locator('.day').count()).toBe(35)
    expect(await violations(page)).toEqual([])
    await month.getByRole('button', { name: 'Next month' }).click()
    await month.getByRole('link', { name: 'Closed' }).waitFor()
    expect(await list.getByRole('link', { name: 'Market day' }).getAttribute('href')).toBe(
      `${url}/event/market-day/`,
    )
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { looks, violations } from '../support/axe.ts'
import { describeInBrowser, desktop, phone, zoomed } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { inRotation } from '../support/in-rotation.ts'
import { type MapServer, mapServer } from '../support/map-servers.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

describeInBrowser('maps with streets', (open) => {
  let service: TestService
  let server: MapServer
  let url: string
  beforeAll(async () => {
    server = await mapServer()
    const port = String(await freePort())
    service = await testService('sqlite', {
      PORT: port,
      FASTI_MAP_TILES: `${server.origin}/{z}/{x}/{y}.png`,
      FASTI_MAP_ATTRIBUTION: '<a href="https://streets.example/">Streets</a>',
      FASTI_GEOCODER: `${server.origin}/search`,
    })
    const create = async (title: string, venue: Json) =>
      service.post(
        '/events',
        anEvent({ title, start_date: '2027-01-20', end_date: '2027-01-20', all_day: true, venue }),
      )
    await create('Market', { venue: 'Square', geo_lat: 52.01, geo_lng: 3.61, address: 'Square 1' })
    await create('Play', { venue: 'Theatre', geo_lat: 52.0101, geo_lng: 3.6101 })
    await create('Fair', { venue: 'Village', geo_lat: 52.3, geo_lng: 4 })
    await create('Talk', { venue: 'Cellar' })
    await service.app.listen({ port: Number(port), host: '127.0.0.1' })
    url = `http://127.0.0.1:${port}`
  })
  afterAll(async () => {
    await service.close()
    await server.close()
  })

  it('show places as markers, and close ones as a group that zooms in', async () => {
    const page = await open(desktop)
    await page.goto(`${url}/calendar/map/`)
    const marks = page.locator('.mark')
    await expect.poll(() => marks.count()).toBe(2)
    expect(await marks.evaluateAll((all) => all.map((one) => one.textContent).sort())).toEqual([
      'Square, Theatre 2',
      'Village 1',
    ])
    await expect.poll(() => server.asked.some((path) => /^\/\d+\/\d+\/\d+\.png$/.test(path))).toBe(true)
    await page.getByRole('button', { name: 'Square, Theatre 2' }).click()
    await page.getByRole('button', { name: 'Square 1' }).waitFor()
    await page.getByRole('button', { name: 'Theatre 1', exact: true }).click()
    const popup = page.locator('.leaflet-popup')
    await popup.getByRole('link', { name: 'Play' }).waitFor()
    expect(await page.locator('#places li h2').allTextContents()).toEqual([
      'Square',
      'Theatre',
      'Village',
      'Cellar',
    ])
    expect(await page.locator('#places li', { hasText: 'Cellar' }).textContent()).toContain('Not on the map')
    expect(await page.locator('.leaflet-control-attribution a').getAttribute('href')).toBe(
      'https://streets.example/',
    )
  })

  it('search the part that the reader has moved to, keep that part, and keep the list in step', async () => {
    const geolocation = { latitude: 52.3001234, longitude: 4.0001234 }
    const page = await open({
      ...desktop,
      geolocation,
      permissions: ['geolocation'],
      reducedMotion: 'reduce',
    })
    await page.goto(`${url}/calendar/map/?categories=`)
    await page.getByRole('button', { name: 'Village 1' }).waitFor()
    const search = page.getByRole('button', { name: 'Search this area' })
    expect(await search.isHidden()).toBe(true)
    await page.locator('#places li', { hasText: 'Village' }).hover()
    await expect.poll(() => page.locator('.mark.lit').textContent()).toBe('Village 1')
    await page.getByRole('button', { name: 'Square, Theatre 2' }).focus()
    expect(await page.locator('#places li.lit h2').allTextContents()).toEqual(['Square', 'Theatre'])
    await page.getByRole('button', { name: 'Use my location' }).click()
    await page.getByRole('button', { name: 'You are here' }).waitFor()
    await search.click()
    await page.waitForURL(/geoloc_lat=52\.30\d&geoloc_lng=4\.00\d&geoloc_distance=\d/)
    expect(await page.locator('#places li h2').allTextContents()).toEqual(['Village'])
    expect(await page.getByRole('button', { name: 'Search this area' }).isHidden()).toBe(true)
  })

  it('open popups whose titles nothing covers', async () => {
    const page = await open(phone)
    await page.goto(`${url}/calendar/map/`)
    await page.getByRole('button', { name: 'Village 1' }).click()
    const title = page.locator('.leaflet-popup h2 a')
    await title.waitFor()
    const isOnTop = () =>
      title.evaluate((one) => {
        const { left, top, width, height } = one.getBoundingClientRect()
        const points = [0.02, 0.5, 0.98].map((share) => [left + width * share, top + height / 2] as const)
        return points.every(([x, y]) => one.ownerDocument.elementFromPoint(x, y)?.closest('a') === one)
      })
    await expect.poll(isOnTop).toBe(true)
  })

  it('can be used with the keyboard only', async () => {
    const page = await open(desktop)
    await page.goto(`${url}/calendar/map/`)
    await page.getByRole('button', { name: 'Village 1' }).focus()
    await page.keyboard.press('Enter')
    await page.locator('.leaflet-popup').getByRole('link', { name: 'Fair' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('.leaflet-popup').count()).toBe(0)
    await page.getByRole('button', { name: /^Show on the map ?: Square$/ }).click()
    await page.getByRole('button', { name: 'Square, Theatre 2' }).waitFor()
  })

  it('pass axe in light and dark mode, and fit the window, also at a zoom of 200 %', async () => {
    const someOf = inRotation(4)
    const states = [phone, desktop].flatMap(({ viewport }) => [
      { viewport, colorScheme: 'light' as const },
      { viewport, colorScheme: 'dark' as const },
    ])
    const page = await open({ ...phone, reducedMotion: 'reduce' })
    for (const path of ['/calendar/map/', '/event/market/', '/venue/square/']) {
      await page.setViewportSize(phone.viewport)
      await page.goto(url + path)
      await page.locator('.mark').first().waitFor()
      for (const { viewport } of [phone, zoomed, desktop]) {
        await page.setViewportSize(viewport)
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
      }
      for (const [at, { viewport, colorScheme }] of someOf(states).entries()) {
        await page.setViewportSize(viewport)
        await page.emulateMedia({ colorScheme })
        // The elements are the same in each state: only their look can differ. Pages without a map have the same head and foot.
        const found = await violations(page, at === 0 ? undefined : looks, ['.site-head', '.site-foot'])
        expect([path, colorScheme, ...found]).toEqual([path, colorScheme])
      }
    }
  })

  it('are the only reason for a request to another host, which the policy names', async () => {
    const page = await open(desktop)
    const asked = new Set<string>()
    page.on('request', (request) => asked.add(new URL(request.url()).origin))
    const refused: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') refused.push(message.text())
    })
    const answer = await page.goto(`${url}/event/market/`)
    await page.locator('.mark').waitFor()
    expect([...asked].sort()).toEqual([url, server.origin].sort())
    expect(refused).toEqual([])
    const policy = answer?.headers()['content-security-policy'] ?? ''
    expect(policy).toContain(`img-src 'self' ${server.origin};`)
    expect(policy).not.toContain('unsafe')
    const before = asked.size
    await page.goto(`${url}/calendar/`)
    expect(asked.size).toBe(before)
  })

  it('show only the list without a script', async () => {
    const page = await open({ ...phone, javaScriptEnabled: false })
    await page.goto(`${url}/calendar/map/`)
    expect(await page.locator('.tiles-map').isVisible()).toBe(false)
    expect(await page.locator('#places li h2').allTextContents()).toEqual([
      'Square',
      'Theatre',
      'Village',
      'Cellar',
    ])
    expect(await page.locator('#places li', { hasText: 'Cellar' }).textContent()).toContain('Not on the map')
  })

  it('set the coordinates of a venue at the desk by a click, or from its address', async () => {
    server.answer([
      { display_name: 'Square 1, Alderhaven', lat: '52.5', lon: '3.5', licence: 'Data © Streets' },
    ])
    const page = await open(desktop)
    await page.goto(`${url}/desk/venues/1`)
    await page.getByRole('button', { name: 'Find the coordinates from the address' }).click()
    await page.getByRole('button', { name: 'Square 1, Alderhaven' }).click()
    await page.getByText('Data © Streets').waitFor()
    expect(await page.getByLabel('Latitude').inputValue()).toBe('52.5')
    const picker = page.locator('fasti-picker')
    await picker.locator('.mark').waitFor()
    await picker.click({ position: { x: 200, y: 60 } })
    await expect.poll(() => page.getByLabel('Latitude').inputValue()).toMatch(/^52\.50\d+$/)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect
      .poll(async () => (await service.get('/venues/1')).body.geo_lat)
      .toBe(Number(await page.getByLabel('Latitude').inputValue()))
  })

  it('show the place that was found for a new venue near by, so that a click sets it right', async () => {
    // One address a second is looked up.
    service.at('2027-01-15T12:00:05Z')
    server.answer([{ display_name: 'Quay 2, Saltmouth', lat: '52.5', lon: '3.5', licence: 'Data © Streets' }])
    const page = await open(desktop)
    await page.goto(`${url}/desk/venues/new`)
    await page.getByLabel('City').fill('Saltmouth')
    const picker = page.locator('fasti-picker')
    await picker.locator('.leaflet-tile').first().waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Find the coordinates from the address' }).click()
    await page.getByRole('button', { name: 'Quay 2, Saltmouth' }).click()
    await picker.locator('.mark').waitFor()
    await picker.click({ position: { x: 200, y: 60 } })
    await expect.poll(() => page.locator('[name=geo_lat]').inputValue()).toMatch(/^52\.50\d+$/)
  })
})

describeInBrowser('maps without streets', (open) => {
  let service: TestService
  let url: string
  beforeAll(async () => {
    const port = String(await freePort())
    service = await testService('sqlite', { PORT: port })
    const create = async (title: string, venue: Json) =>
      service.post(
        '/events',
        anEvent({ title, start_date: '2027-01-20', end_date: '2027-01-20', all_day: true, venue }),
      )
    await create('Market', { venue: 'Square', geo_lat: 52.01, geo_lng: 3.61, address: 'Square 1' })
    await create('Play', { venue: 'Theatre', geo_lat: 52.0101, geo_lng: 3.6101 })
    await create('Fair', { venue: 'Village', geo_lat: 52.03, geo_lng: 3.64, show_map_link: false })
    await create('Talk', { venue: 'Cellar', address: 'Square 2' })
    await create('Secret', { venue: 'Lodge', geo_lat: 52.02, geo_lng: 3.62, show_map: false })
    await service.app.listen({ port: Number(port), host: '127.0.0.1' })
    url = `http://127.0.0.1:${port}`
  })
  afterAll(() => service.close())

  it('show where places lie to one another, each with its number in the list, to which it leads', async () => {
    const page = await open(desktop)
    await page.goto(`${url}/calendar/map/`)
    const map = page.locator('.drawn-map')
    expect(await map.getAttribute('aria-label')).toBe('Map, places: 3')
    const marks = map.getByRole('link')
    expect(await marks.allTextContents()).toEqual(['1, 2: Square, Theatre1, 2', '3: Village3'])
    const [square, village] = [await marks.nth(0).boundingBox(), await marks.nth(1).boundingBox()]
    const [east, north] = [(village?.x ?? 0) - (square?.x ?? 0), (square?.y ?? 0) - (village?.y ?? 0)]
    // 0.03° eastwards are 2.06 km there, 0.02° northwards 2.22 km.
    expect(east / north).toBeCloseTo(2.06 / 2.22, 1)
    expect(
      Math.min(...[square, village].flatMap((box) => [box?.width ?? 0, box?.height ?? 0])),
    ).toBeGreaterThan(24)
    await marks.nth(1).click()
    expect(await page.locator('#places li:target h2').textContent()).toBe('Village')
    expect(await page.locator('#places .number').allTextContents()).toEqual(['1', '2', '3'])
  })

  it('stand on pages of events and venues that show a map, with maps of the reader’s choice', async () => {
    const page = await open(phone)
    await page.goto(`${url}/venue/square/`)
    expect(await page.getByRole('img', { name: 'Map: Square' }).count()).toBe(1)
    const links = async () =>
      page.locator('.map-links a').evaluateAll((all) => all.map((one) => one.getAttribute('href')))
    expect(await links()).toEqual([
      'geo:52.01,3.61',
      'https://www.openstreetmap.org/?mlat=52.01&mlon=3.61#map=17/52.01/3.61',
      'https://www.google.com/maps/search/?api=1&query=52.01%2C3.61',
      'https://maps.apple.com/?q=Square&ll=52.01%2C3.61',
    ])
    expect(await page.locator('.map-links a').first().isVisible()).toBe(true)
    // A desktop has nothing that opens the first one.
    const wide = await open(desktop)
    await wide.goto(`${url}/venue/square/`)
    expect(await wide.locator('.map-links a:visible').allInnerTexts()).toEqual([
      'OpenStreetMap',
      'Google Maps',
      'Apple Maps',
    ])
    await page.goto(`${url}/event/fair/`)
    expect([await page.locator('.drawn-map').count(), await links()]).toEqual([1, ['geo:52.03,3.64']])
    await page.goto(`${url}/event/talk/`)
    expect([await page.locator('.drawn-map').count(), (await links()).at(-1)]).toEqual([
      0,
      'https://maps.apple.com/?q=Square+2',
    ])
    await page.goto(`${url}/venue/lodge/`)
    expect(await page.locator('.drawn-map').count()).toBe(0)
  })

  it('pass axe in light and dark mode, and fit the window', async () => {
    const page = await open(phone)
    for (const path of ['/calendar/map/', '/event/market/', '/venue/square/'])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.goto(url + path)
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
        const found = await violations(page, undefined, ['.site-head', '.site-foot'])
        expect([path, colorScheme, ...found]).toEqual([path, colorScheme])
      }
  })

  it('draw one place, places on both sides of a date line, and the ends of the globe', async () => {
    const page = await open(desktop)
    for (const [title, venue] of [
      ['West', { venue: 'Taveuni', geo_lat: -16.8, geo_lng: 179.95 }],
      ['East', { venue: 'Rabi', geo_lat: -16.5, geo_lng: -179.98 }],
    ] as const)
      await service.post(
        '/events',
        anEvent({ title, start_date: '2027-02-20', end_date: '2027-02-20', all_day: true, venue }),
      )
    await page.goto(`${url}/calendar/map/?from=2027-02-20&to=2027-02-20`)
    expect(await page.locator('.drawn-map').textContent()).toContain('20 km')
    await service.post(
      '/events',
      anEvent({
        ...{ title: 'Pole', start_date: '2027-02-21', end_date: '2027-02-21', all_day: true },
        venue: { venue: 'Pole', geo_lat: 90, geo_lng: 0 },
      }),
    )
    await page.goto(`${url}/venue/pole/`)
    expect(await page.locator('.drawn-map').count()).toBe(1)
  })
})

describe('finding the coordinates of an address', () => {
  let service: TestService
  let server: MapServer
  let author: Record<string, string>
  beforeAll(async () => {
    server = await mapServer()
    service = await testService('sqlite', { FASTI_GEOCODER: `${server.origin}/search?key=k` })
    author = (await service.user('author')).headers
  })
  afterAll(async () => {
    await service.close()
    await server.close()
  })

  it('is for users who may write venues, and sends each address once and at most one request a second', async () => {
    server.answer([
      { display_name: 'Turin', lat: '45.07', lon: '7.68', licence: 'Data © OpenStreetMap contributors' },
      { display_name: 'Nowhere', lat: 'x', lon: '7' },
    ])
    expect((await service.get('/geocode?address=Turin')).status).toBe(401)
    const reader = (await service.user('subscriber')).headers
    expect((await service.get('/geocode?address=Turin', reader)).status).toBe(403)
    expect((await service.get('/geocode', author)).status).toBe(400)
    expect(server.asked).toEqual([])
    const { status, body } = await service.get('/geocode?address=Turin', author)
    expect([status, body]).toEqual([
      200,
      {
        places: [{ name: 'Turin', geo_lat: 45.07, geo_lng: 7.68 }],
        attribution: 'Data © OpenStreetMap contributors',
      },
    ])
    expect((await service.get('/geocode?address=Turin', author)).status).toBe(200)
    expect(server.asked).toEqual(['/search?key=k&q=Turin&format=jsonv2&limit=5'])
    const soon = await service.get('/geocode?address=Rome', author)
    expect([soon.status, soon.headers['retry-after']]).toEqual([429, '1'])
  })

  it('reports a geocoder that does not respond, and finds nothing without one', async () => {
    service.at('2027-01-16T12:00:00Z')
    server.answer(500)
    const { status, body } = await service.get('/geocode?address=Oslo', author)
    expect([status, body.code]).toEqual([503, 'rest_unavailable'])
    const other = await testService('sqlite')
    try {
      expect((await other.get('/geocode?address=Oslo')).body).toEqual({ places: [], attribution: '' })
    } finally {
      await other.close()
    }
  })
})

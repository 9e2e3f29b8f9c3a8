import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInNarrowFonts, phone } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'
import { layoutShift } from '../support/shifts.ts'
import { beyondSides } from '../support/sides.ts'
import { lowTargets } from '../support/targets.ts'

const pages = [
  '/calendar/2027-01/',
  '/calendar/week/2027-W03/',
  '/calendar/day/2027-01-20/',
  '/calendar/agenda/?from=2027-01-01',
  '/calendar/map/?from=2027-01-01',
  '/calendar/search/?from=2027-01-01',
  '/event/market-day/',
  '/venue/town-hall/',
  '/organizer/the-town/',
  '/category/food/',
  '/nothing/',
]

const market = {
  title: 'Market day',
  start_date: '2027-01-20 10:00:00',
  end_date: '2027-01-20 12:00:00',
  categories: ['Food'],
  tags: ['outdoors'],
  featured: true,
  cost: '€5',
  tickets: [{ name: 'Adults', price: '5', currency: 'EUR', url: 'https://tickets.test/' }],
  website: 'https://market.test/',
  venue: { venue: 'Town hall', city: 'Alderhaven', geo_lat: 52.01, geo_lng: 3.61, phone: '+31 1 234' },
  organizer: { organizer: 'The town', website: 'https://town.test/', email: 'town@town.test' },
}
const fair = {
  title: 'Fair of the village',
  start_date: '2027-01-13',
  end_date: '2027-01-27',
  all_day: true,
  venue: { venue: 'Village hall', geo_lat: 52.3, geo_lng: 4 },
}

describeInNarrowFonts('the sizes of the web calendar', (open) => {
  let service: TestService
  let url: string
  beforeAll(async () => {
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    service = await testService('sqlite', { PORT: String(port), FASTI_TIME_ZONE: 'Europe/Paris' })
    for (const event of [market, fair])
      expect((await service.post('/events', anEvent(event))).status).toBe(201)
    await service.app.listen({ port, host: '127.0.0.1' })
  })
  afterAll(() => service.close())

  it('have large enough targets, fit the window, and cause no layout shift', async () => {
    // Another time zone than the event's: its page also shows the reader's time.
    const page = await open({ ...phone, timezoneId: 'America/New_York' })
    for (const path of pages) {
      await page.goto(url + path)
      const seen = {
        low: await lowTargets(page),
        wide: await beyondSides(page),
        shift: await layoutShift(page),
      }
      expect({ path, ...seen }).toEqual({ path, low: [], wide: [], shift: 0 })
    }
  })
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser, desktop } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

/** The maximum printed pages for the agenda of these events. */
const EVENTS = 30
const MAX_PAPERS = 2

describeInBrowser('pages in print and in high contrast', (open) => {
  let service: TestService
  let url: string
  beforeAll(async () => {
    const port = String(await freePort())
    service = await testService('sqlite', { PORT: port, FASTI_TIME_ZONE: 'Europe/Paris' })
    for (let at = 0; at < EVENTS; at += 1) {
      const day = `2027-01-${String(15 + (at % 12)).padStart(2, '0')}`
      const hour = String(9 + (at % 8)).padStart(2, '0')
      const times = { start_date: `${day} ${hour}:00:00`, end_date: `${day} ${hour}:45:00` }
      const venue = { venue: `Hall ${at % 5}`, geo_lat: 52 + at / 100, geo_lng: 4 }
      await service.post('/events', anEvent({ title: `Event ${at}`, ...times, cost: 'free', venue }))
    }
    const fair = { title: 'Fair', start_date: '2027-01-13', end_date: '2027-01-20', all_day: true }
    await service.post('/events', anEvent(fair))
    await service.app.listen({ port: Number(port), host: '127.0.0.1' })
    url = `http://127.0.0.1:${port}`
  })
  afterAll(() => service.close())

  it('use few sheets of paper', async () => {
    const page = await open(desktop)
    for (const path of ['/calendar/agenda/', '/calendar/', '/calendar/map/']) {
      await page.goto(url + path)
      const pdf = await page.pdf({ format: 'A4' })
      const papers = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
      expect([path, papers >= 1 && papers <= MAX_PAPERS, papers]).toEqual([path, true, papers])
    }
  })

  it('show today, bars and the current view in high contrast', async () => {
    const page = await open(desktop)
    await page.emulateMedia({ forcedColors: 'active' })
    await page.goto(`${url}/calendar/`)
    const style = (selector: string, property: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('${selector}')).${property}`)
    expect(await style('.day.today', 'outlineStyle')).toBe('solid')
    expect(await style('.line.bar', 'borderTopStyle')).toBe('solid')
    const current = await style('.views [aria-current]', 'backgroundColor')
    expect(current).not.toBe(await style('.views a:not([aria-current])', 'backgroundColor'))
  })

  it('show “free” in the language of the page, and have an icon by default', async () => {
    const body = async (path: string): Promise<string> => (await service.get(`/${path}`)).body
    expect(await body('/de/event/event-0/')).toContain('Preis: </span>Kostenlos</span>')
    expect(await body('/event/event-0/')).toContain('Price: </span>Free</span>')
    const { status, headers } = await service.get('//favicon.ico')
    expect([status, headers.location]).toEqual([302, expect.stringMatching(/^\/assets\/fasti-\w+\.svg$/)])
    expect((await service.get(`/${headers.location}`)).status).toBe(200)
  })
})

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violations } from '../support/axe.ts'
import { describeInBrowser, desktop, phone } from '../support/browser.ts'
import { anyDialects } from '../support/dialects.ts'
import { freePort } from '../support/free-port.ts'
import { favouriteIds, MAX_FAVOURITES } from '../support/inside/domain.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'
import { type TestSite, testSite } from '../support/site.ts'

const at = (day: string) => ({ start_date: `${day} 10:00`, end_date: `${day} 12:00` })

describe('The ids of favourites', () => {
  it.each([
    ['12,7', [12, 7]],
    [' 3 ,3,4', [3, 4]],
    ['0,-1,1.5,1e3,x,,9007199254740993', []],
    ['', []],
  ])('in %j are %j', (text, ids) => {
    expect(favouriteIds(text)).toEqual(ids)
  })

  it('are the first hundred', () => {
    const many = Array.from({ length: 300_000 }, (_, at) => at + 1)
    expect(favouriteIds(many.join(','))).toEqual(many.slice(0, MAX_FAVOURITES))
  })
})

for (const { name } of anyDialects()) {
  describe(`the page of favourites on ${name}`, () => {
    let site: TestSite
    const ids: Record<string, number> = {}
    const titles = (html: string) =>
      [...html.matchAll(/\/event\/[^"]*" dir="auto">([^<]*)/g)].map(([, title]) => title)
    const page = async (query: string) => {
      const { status, body } = await site.page(`/favourites/${query}`)
      expect([query, status]).toEqual([query, 200])
      return String(body)
    }

    beforeAll(async () => {
      site = await testSite(name)
      const all: readonly Json[] = [
        { title: 'Opera', ...at('2027-05-04') },
        { title: 'Jazz', ...at('2027-05-02') },
        { title: 'Over', ...at('2026-05-02') },
        { title: 'Draft', ...at('2027-05-03'), status: 'draft' },
        { title: 'Secret', ...at('2027-05-05'), status: 'draft', description: 'hidden words' },
      ]
      for (const event of all) ids[String(event.title)] = Number((await site.create(event)).id)
      const secret = { password: 'sesame', status: 'publish' }
      const { headers } = await site.service.user('editor', 'second')
      await site.service.patch(`/events/${ids.Secret}`, secret, headers)
    })
    afterAll(() => site.service.close())

    it('lists the events of its address by day, upcoming ones first', async () => {
      const html = await page(`?ids=${ids.Over},${ids.Opera},${ids.Jazz}`)
      expect(titles(html)).toEqual(['Jazz', 'Opera', 'Over'])
      expect(html).toContain('<h2>Past events</h2>')
      expect(titles(await page(`?ids=${ids.Opera}&ids=${ids.Jazz}`))).toEqual(['Jazz', 'Opera'])
    })

    it('says how favourites are made where there are none', async () => {
      for (const query of ['', '?ids=', '?ids=x', '?ids[a]=1']) {
        expect(await page(query)).toContain('The star on an event keeps it here.')
        expect(titles(await page(query))).toEqual([])
      }
    })

    it('counts the events that the reader can’t find in lists, and names none of them', async () => {
      const html = await page(`?ids=${ids.Draft},999999,${ids.Jazz}`)
      expect(titles(html)).toEqual(['Jazz'])
      expect(html).toContain('2 of these events are not listed any more.')
      expect(html).not.toContain('Draft')
    })

    const calendar = async (query: string) => {
      const { status, headers, body } = await site.page(`/favourites.ics?${query}`)
      expect([query, status, headers['content-type']]).toEqual([query, 200, 'text/calendar; charset=utf-8'])
      return String(body)
    }

    it('has a calendar with a reminder for each event, if one of those on the page is chosen', async () => {
      const query = `ids=${ids.Opera},${ids.Jazz},${ids.Draft}`
      const text = await calendar(`${query}&reminder=1440`)
      expect(text.match(/SUMMARY:\w+/g)?.sort()).toEqual(['SUMMARY:Jazz', 'SUMMARY:Opera'])
      expect(text.split('BEGIN:VALARM\r\nACTION:DISPLAY\r\n').length).toBe(3)
      expect(text.split('TRIGGER:-PT1440M\r\nEND:VALARM\r\nEND:VEVENT\r\n').length).toBe(3)
      for (const other of ['', '&reminder=', '&reminder=7', '&reminder=60;X'])
        expect(await calendar(query + other)).not.toContain('VALARM')
      expect(await calendar('')).not.toContain('VEVENT')
    })

    it('shows nothing of an event with a password but what lists show', async () => {
      const text = await calendar(`ids=${ids.Secret}&reminder=15`)
      expect(text).toContain('SUMMARY:Secret')
      expect(text).not.toContain('hidden words')
    })
  })
}

describeInBrowser('favourites in a browser', (open) => {
  let service: TestService
  let url: string
  beforeAll(async () => {
    const port = String(await freePort())
    service = await testService('sqlite', { PORT: port, FASTI_TIME_ZONE: 'UTC' })
    for (const day of ['20', '21', '22'])
      await service.post('/events', anEvent({ title: `Concert ${day}`, ...at(`2027-01-${day}`) }))
    await service.app.listen({ port: Number(port), host: '127.0.0.1' })
    url = `http://127.0.0.1:${port}`
  })
  afterAll(() => service.close())

  const star = (page: Page, title: string) =>
    page.locator('[data-event]', { hasText: title }).locator('> .star')
  const names = (page: Page) => page.locator('.favourites .title a').allTextContents()

  it('are marked by a star in lists and on the page of the event, and found on their page', async () => {
    const page = await open(phone)
    await page.goto(`${url}/calendar/agenda/`)
    await star(page, 'Concert 22').click()
    const own = star(page, 'Concert 22')
    expect(await own.getAttribute('aria-label')).toBe('Add to favourites: Concert 22')
    expect([await own.getAttribute('aria-pressed'), await own.getAttribute('title')]).toEqual([
      'true',
      'Remove from favourites',
    ])
    expect(await page.locator('.star-note').textContent()).toContain('under the star at the top')
    await page.locator('.title a', { hasText: 'Concert 20' }).click()
    await star(page, 'Concert 20').click()
    expect(await violations(page)).toEqual([])
    await page.locator('.site-foot a', { hasText: 'Favourites' }).click()
    await page.waitForURL(/\?ids=/)
    expect(await names(page)).toEqual(['Concert 20', 'Concert 22'])
    expect(await violations(page)).toEqual([])
  })

  it('are told to the service by nothing but the address of their page', async () => {
    const page = await open(desktop)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(`${url}/calendar/agenda/`)
    const before = asked.length
    await star(page, 'Concert 21').click()
    await page.reload()
    expect(await star(page, 'Concert 21').getAttribute('class')).toBe('star on')
    expect(
      asked.slice(before).filter((one) => !one.endsWith('/calendar/agenda/') && !one.includes('/assets/')),
    ).toEqual([])
  })

  it('stay as they are where there are a hundred, and the page says so', async () => {
    const page = await open(phone)
    await page.goto(`${url}/calendar/agenda/`)
    const hundred = Array.from({ length: MAX_FAVOURITES }, (_, at) => 1000 + at).join(',')
    await page.evaluate(`localStorage.setItem('fasti-favourites', '${hundred}')`)
    await page.reload()
    await star(page, 'Concert 21').click()
    expect(await page.locator('.star-note').textContent()).toBe(
      'This browser keeps at most 100 favourites. Remove one first.',
    )
    expect(await star(page, 'Concert 21').getAttribute('class')).toBe('star')
    expect(await page.evaluate("localStorage.getItem('fasti-favourites')")).toBe(hundred)
    expect(await violations(page)).toEqual([])
  })

  it('of another device can be kept in this browser', async () => {
    const page = await open(desktop)
    const { body } = await service.get('/events?search=22')
    await page.goto(`${url}/favourites/?ids=${body.events[0].id}`)
    await page.locator('.keep-favourites').click()
    await page.waitForURL(/\?ids=/)
    await page.goto(`${url}/favourites/`)
    await page.waitForURL(/\?ids=/)
    expect(await names(page)).toEqual(['Concert 22'])
  })
})

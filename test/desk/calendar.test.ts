import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type DeskService, deskService, violationsInView } from '../support/at-desk.ts'
import { describeInBrowser, desktop, phone } from '../support/browser.ts'
import { anEvent, type Json } from '../support/service.ts'
import { beyondSides } from '../support/sides.ts'

describeInBrowser('the calendar at the desk', (open) => {
  let service: DeskService
  let choir: number
  let fair: number
  beforeAll(async () => {
    service = await deskService(true)
  })
  afterAll(() => service.close())
  const made = async (more: Json): Promise<number> => (await service.post('/events', anEvent(more))).body.id
  beforeEach(async () => {
    const times = { start_date: '2027-05-04 18:00:00', end_date: '2027-05-04 20:00:00' }
    choir = await made({ title: 'Choir', ...times })
    fair = await made({ title: 'Fair', start_date: '2027-05-12', end_date: '2027-05-13', all_day: true })
  })
  afterEach(async () => {
    for (const id of [choir, fair]) await service.remove(`/events/${id}?force=true`)
  })
  const at = (query: string) => `/calendar?date=2027-05-04&${query}`
  const times = async (id: number) => {
    const { body } = await service.get(`/events/${id}`)
    return [body.start_date, body.end_date]
  }
  const chip = (page: Page, title: string) => page.locator('.chip', { hasText: title }).first()
  async function dragged(page: Page, from: Locator, to: Locator, y = 0.5): Promise<void> {
    const [start, end] = [await from.boundingBox(), await to.boundingBox()]
    if (start === null || end === null) throw new Error('not on the page')
    await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
    await page.mouse.down()
    await page.mouse.move(start.x + start.width / 2 + 10, start.y + start.height / 2 + 10)
    await page.mouse.move(end.x + end.width / 2, end.y + end.height * y, { steps: 4 })
    await page.mouse.up()
  }

  it('moves an event that is dragged to another day, and undoes it', async () => {
    const page = await service.desk(open, at('view=month'))
    await dragged(page, chip(page, 'Choir'), page.locator('td[data-day="2027-05-20"]'))
    await page.getByText(/^“Choir” now starts .*20 May/).waitFor()
    expect(await times(choir)).toEqual(['2027-05-20 18:00:00', '2027-05-20 20:00:00'])
    expect(new URL(page.url()).pathname).toBe('/desk/calendar')
    await page.keyboard.press('u')
    await page.getByText('“Choir” is back at its former time.').waitFor()
    expect(await times(choir)).toEqual(['2027-05-04 18:00:00', '2027-05-04 20:00:00'])
  })

  it('moves an event that a finger holds for a moment and drags', async () => {
    const view = { viewport: { width: 1280, height: 1400 }, hasTouch: true }
    const page = await service.desk(open, at('view=week'), '', view)
    await chip(page, 'Choir').waitFor()
    const touch = await page.context().newCDPSession(page)
    const start = await chip(page, 'Choir').boundingBox()
    const end = await page.locator('.hours[data-day="2027-05-06"]').boundingBox()
    if (start === null || end === null) throw new Error('not on the page')
    const y = start.y + start.height / 2
    const from = start.x + start.width / 2
    const way = end.x + end.width / 2 - from
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: from, y }] })
    await page.locator('.chip.held').waitFor()
    for (const share of [0.5, 1])
      await touch.send('Input.dispatchTouchEvent', {
        type: 'touchMove',
        touchPoints: [{ x: from + share * way, y }],
      })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await page.getByText(/^“Choir” now starts/).waitFor()
    expect(await times(choir)).toEqual(['2027-05-06 18:00:00', '2027-05-06 20:00:00'])
  })

  it('resizes an event by its edge', async () => {
    const page = await service.desk(open, at('view=month'))
    const edge = page.locator('td[data-day="2027-05-13"] .chip', { hasText: 'Fair' }).locator('.edge')
    await dragged(page, edge, page.locator('td[data-day="2027-05-15"]'))
    await page.getByText(/^“Fair” now starts/).waitFor()
    expect((await times(fair)).map((one) => one.slice(0, 10))).toEqual(['2027-05-12', '2027-05-15'])
  })

  it('moves and resizes an event in the hours of a week', async () => {
    const page = await service.desk(open, at('view=week'), '', { viewport: { width: 1280, height: 1400 } })
    await chip(page, 'Choir').waitFor()
    await dragged(page, chip(page, 'Choir'), page.locator('.hours[data-day="2027-05-06"]'), 10 / 24)
    await page.getByText(/^“Choir” now starts/).waitFor()
    // It was grabbed in its middle, at 19:00, and dropped at 10:00.
    expect(await times(choir)).toEqual(['2027-05-06 09:00:00', '2027-05-06 11:00:00'])
  })

  it('does the same with keys, and keeps the focus on the event', async () => {
    const page = await service.desk(open, at('view=month'))
    await chip(page, 'Choir').getByRole('link').focus()
    await page.keyboard.press('Shift+ArrowRight')
    await expect.poll(() => times(choir)).toEqual(['2027-05-05 18:00:00', '2027-05-05 20:00:00'])
    const focused = () => page.evaluate('document.activeElement.textContent')
    await expect.poll(() => page.locator('td[data-day="2027-05-05"] .chip').count()).toBe(1)
    await expect.poll(focused).toContain('Choir')
    await page.keyboard.press('Shift+ArrowDown')
    await expect.poll(() => times(choir)).toEqual(['2027-05-12 18:00:00', '2027-05-12 20:00:00'])
    await page.getByRole('button', { name: 'Week' }).click()
    await service.show(page, '/calendar?view=week&date=2027-05-12')
    await chip(page, 'Choir').getByRole('link').focus()
    await page.keyboard.press('Alt+Shift+ArrowDown')
    await expect.poll(() => times(choir)).toEqual(['2027-05-12 18:00:00', '2027-05-12 20:30:00'])
  })

  it('asks for the scope of a change in a series', async () => {
    const lines = ['RRULE:FREQ=WEEKLY;COUNT=3']
    const series = {
      title: 'Yoga',
      start_date: '2027-05-03 09:00:00',
      end_date: '2027-05-03 10:00:00',
      recurrence: lines,
    }
    await service.post('/events', anEvent(series))
    const page = await service.desk(open, at('view=month'))
    await page.locator('td[data-day="2027-05-10"] .chip', { hasText: 'Yoga' }).getByRole('link').focus()
    await page.keyboard.press('Shift+ArrowRight')
    await page.getByRole('radio').nth(2).waitFor()
    expect(await page.getByRole('radio').count()).toBe(3)
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.locator('td[data-day="2027-05-10"] .chip', { hasText: 'Yoga' }).getByRole('link').focus()
    await page.keyboard.press('Shift+ArrowRight')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText(/^“Yoga” now starts/).waitFor()
    const days = (await service.get('/events?start_date=2027-05-01&end_date=2027-06-01&search=yoga')).body
      .events
    expect(days.map((one: { start_date: string }) => one.start_date.slice(0, 10))).toEqual([
      '2027-05-03',
      '2027-05-11',
      '2027-05-17',
    ])
  })

  it('shows an event on each of its days, though it begins before the shown days and ends after them', async () => {
    const long = { title: 'Exhibition', start_date: '2027-04-10 10:00:00', end_date: '2027-06-20 18:00:00' }
    const night = { title: 'Night', start_date: '2027-05-02 22:00:00', end_date: '2027-05-03 04:00:00' }
    const late = { title: 'Late', start_date: '2027-05-05 20:00:00', end_date: '2027-05-06 00:00:00' }
    const ids = [await made(long), await made(night), await made(late)]
    const page = await service.desk(open, at('view=month'))
    await chip(page, 'Exhibition').waitFor()
    const days = (title: string) =>
      page
        .locator('[data-day]', { has: page.locator('.chip', { hasText: title }) })
        .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-day')))
    expect(await days('Exhibition')).toHaveLength(await page.locator('td[data-day]').count())
    expect(await days('Late')).toEqual(['2027-05-05'])
    await service.show(page, at('view=week'))
    await chip(page, 'Exhibition').waitFor()
    expect(await days('Exhibition')).toHaveLength(7)
    expect(await days('Night')).toEqual(['2027-05-03'])
    await service.show(page, '/events?when=between&from=2027-05-10&to=2027-05-11')
    await page.getByRole('link', { name: 'Exhibition' }).waitFor()
    for (const id of ids) await service.remove(`/events/${id}?force=true`)
  })

  it('shows all events of a month in which there are more than 500', async () => {
    const category = (await service.post('/categories', { name: 'Daily' })).body.id
    const operations = Array.from({ length: 6 }, (_, at) => ({
      method: 'POST',
      path: '/events',
      body: anEvent({
        title: `Opening ${at}`,
        start_date: `2027-08-01 ${String(at + 9).padStart(2, '0')}:00:00`,
        end_date: `2027-08-01 ${String(at + 9).padStart(2, '0')}:30:00`,
        recurrence: ['RRULE:FREQ=DAILY;COUNT=100'],
        categories: [category],
      }),
    }))
    expect((await service.post('/batch', { operations })).status).toBe(200)
    const page = await service.desk(open, '/calendar?view=month&date=2027-08-15')
    await page.locator('td[data-day="2027-08-31"] .chip').nth(5).waitFor()
  })

  it('labels the hours of a week where they are, below the days and the long events', async () => {
    const id = await made({ title: 'Tour', start_date: '2027-05-03', end_date: '2027-05-09', all_day: true })
    const page = await service.desk(open, at('view=week'))
    await chip(page, 'Tour').waitFor()
    const top = (of: Locator) => of.evaluate((one) => one.getBoundingClientRect().top)
    const label = page.locator('.clock span', { hasText: '18:00' })
    expect(Math.abs((await top(label)) - (await top(chip(page, 'Choir'))))).toBeLessThan(3)
    await service.remove(`/events/${id}?force=true`)
  })

  it('can be used with assistive technology, and fits a phone', async () => {
    const page = await service.desk(open, at('view=month'))
    for (const view of ['month', 'week']) {
      await page.setViewportSize(desktop.viewport)
      await page.getByRole('button', { name: view === 'month' ? 'Month' : 'Week' }).click()
      await page
        .locator(view === 'month' ? 'td[data-day]' : '.hours')
        .first()
        .waitFor()
      await chip(page, 'Choir').waitFor()
      expect([view, await violationsInView(page)]).toEqual([view, []])
      await page.setViewportSize(phone.viewport)
      expect([view, await beyondSides(page, '.rooms, .skip')]).toEqual([view, []])
    }
  })
})

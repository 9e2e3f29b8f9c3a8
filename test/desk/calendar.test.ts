import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type DeskService, deskService, shownDay, violationsInView } from '../support/at-desk.ts'
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
  const late = { start_date: '2027-05-06 21:00:00', end_date: '2027-05-06 23:30:00' }
  const times = async (id: number) => {
    const { body } = await service.get(`/events/${id}`)
    return [body.start_date, body.end_date]
  }
  const unfoldNight = (page: Page) => page.getByRole('button', { name: /^Before 8:00/ }).click()
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

  /** The days of the calendar from the left to the right edge of a bar, in its row. */
  const daysUnder = async (bar: Locator) => {
    const { x, width } = (await bar.boundingBox()) ?? { x: 0, width: 0 }
    const cells = await bar
      .locator('xpath=..')
      .locator('[data-day]')
      .evaluateAll((all) =>
        all.map((cell) => {
          const { left, right } = cell.getBoundingClientRect()
          return [cell.getAttribute('data-day'), (left + right) / 2] as const
        }),
      )
    return cells.filter(([, middle]) => middle > x && middle < x + width).map(([day]) => day)
  }

  it('keeps the length of an event that is dropped into the hour that a clock change skips, and says its time before', async () => {
    const early = await made({
      title: 'Early bird',
      start_date: '2027-03-26 01:30:00',
      end_date: '2027-03-26 03:30:00',
    })
    const page = await service.desk(open, '/calendar?view=week&date=2027-03-28')
    const hours = (day: string) => page.locator(`.hours[data-day="${day}"]`)
    await unfoldNight(page)
    await page.locator('.hour-grid').evaluate((grid) => {
      grid.scrollTop = 0
    })
    const box = await chip(page, 'Early bird').boundingBox()
    const sunday = await hours('2027-03-28').boundingBox()
    if (box === null || sunday === null) throw new Error('not on the page')
    // From its middle, at half past two, to a quarter past three: the event would begin at a quarter past two.
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width, box.y + box.height / 2 + 10)
    await page.mouse.move(sunday.x + sunday.width - 5, sunday.y + (sunday.height * 3.25) / 24, { steps: 4 })
    const label = page.locator('.live-label')
    expect(await label.textContent()).toMatch(/3:15 – 5:15/)
    const { x, width } = (await label.boundingBox()) ?? { x: 0, width: 0 }
    expect(x + width).toBeLessThanOrEqual(desktop.viewport.width)
    await page.mouse.up()
    await page.getByText(/^“Early bird” now starts/).waitFor()
    expect(await times(early)).toEqual(['2027-03-28 03:15:00', '2027-03-28 05:15:00'])
    await service.remove(`/events/${early}?force=true`)
  })

  it('moves an event that is dragged to another day, and undoes it', async () => {
    const page = await service.desk(open, at('view=month'))
    await dragged(page, chip(page, 'Choir'), page.locator('.cell[data-day="2027-05-20"]'))
    await page.getByText(/^“Choir” now starts .*20 May/).waitFor()
    expect(await times(choir)).toEqual(['2027-05-20 18:00:00', '2027-05-20 20:00:00'])
    expect(new URL(page.url()).pathname).toBe('/desk/calendar')
    await page.keyboard.press('u')
    await page.getByText('Undone.').waitFor()
    expect(await times(choir)).toEqual(['2027-05-04 18:00:00', '2027-05-04 20:00:00'])
  })

  it('has its days, the way to others and one line of categories in sight, also where the month is higher than the window', async () => {
    const names = Array.from({ length: 24 }, (_, at) => `Category ${at} of the city`)
    const many = await made({
      title: 'Festival',
      start_date: '2027-05-27 18:00',
      end_date: '2027-05-27 20:00',
      categories: names,
    })
    const page = await service.desk(open, '', '', { viewport: { width: 1440, height: 900 } })
    await page.clock.setFixedTime(new Date('2027-05-28T12:00:00Z'))
    await service.show(page, at('view=month'))
    const chips = page.locator('.narrowing')
    await chips.waitFor()
    expect((await chips.boundingBox())?.height).toBeLessThan(60)
    expect(await page.evaluate('scrollY')).toBe(0)
    await page.setViewportSize({ width: 1440, height: 600 })
    await page.evaluate('scrollTo(0, 300)')
    const next = await page.getByRole('button', { name: 'Next' }).boundingBox()
    expect(next?.y).toBeGreaterThan(50)
    expect(next?.y).toBeLessThan(100)
    await service.remove(`/events/${many}?force=true`)
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
    const edge = chip(page, 'Fair').locator('.edge')
    await dragged(page, edge, page.locator('.cell[data-day="2027-05-15"]'))
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
    await expect.poll(() => daysUnder(chip(page, 'Choir'))).toEqual(['2027-05-05'])
    await expect.poll(focused).toContain('Choir')
    await page.keyboard.press('Shift+ArrowDown')
    await expect.poll(() => times(choir)).toEqual(['2027-05-12 18:00:00', '2027-05-12 20:00:00'])
    await page.getByRole('button', { name: 'Week' }).click()
    await service.show(page, '/calendar?view=week&date=2027-05-12')
    await chip(page, 'Choir').getByRole('link').focus()
    await page.keyboard.press('Alt+Shift+ArrowDown')
    await expect.poll(() => times(choir)).toEqual(['2027-05-12 18:00:00', '2027-05-12 20:30:00'])
  })

  it('moves an event as far as the keys say that are pressed before the first move is saved', async () => {
    const page = await service.desk(open, at('view=month'))
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(`**/events/${choir}`, (route) => answered.then(() => route.continue()))
    await chip(page, 'Choir').getByRole('link').focus()
    for (const key of ['Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowDown'])
      await page.keyboard.press(key)
    answer()
    await expect.poll(() => times(choir)).toEqual(['2027-05-13 18:00:00', '2027-05-13 20:00:00'])
    await page.unroute(`**/events/${choir}`)
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
    await page
      .locator('.days-row', { has: page.locator('[data-day="2027-05-10"]') })
      .locator('.chip', { hasText: 'Yoga' })
      .getByRole('link')
      .focus()
    await page.keyboard.press('Shift+ArrowRight')
    await page.getByRole('radio').nth(2).waitFor()
    expect(await page.getByRole('radio').count()).toBe(3)
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page
      .locator('.days-row', { has: page.locator('[data-day="2027-05-10"]') })
      .locator('.chip', { hasText: 'Yoga' })
      .getByRole('link')
      .focus()
    await page.keyboard.press('Shift+ArrowRight')
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText(/^“Yoga” now starts/).waitFor()
    const days = (await service.get('/events?start_date=2027-05-01&end_date=2027-06-01&search=yoga')).body
      .events
    expect(days.map((one: { start_date: string }) => one.start_date.slice(0, 10))).toEqual([
      '2027-05-03',
      '2027-05-11',
      '2027-05-17',
    ])
    await page.locator('.notice').getByRole('button', { name: 'Undo' }).click()
    await page
      .getByText(/^“Yoga” is back/)
      .or(page.getByText('Undone'))
      .first()
      .waitFor()
  })

  it('draws an event as one bar across its days, though it begins before the shown days and ends after them', async () => {
    const long = { title: 'Tour', start_date: '2027-04-20 10:00:00', end_date: '2027-05-15 18:00:00' }
    const night = { title: 'Night', start_date: '2027-05-02 22:00:00', end_date: '2027-05-03 04:00:00' }
    const late = { title: 'Late', start_date: '2027-05-05 20:00:00', end_date: '2027-05-06 00:00:00' }
    const ids = [await made(long), await made(night), await made(late)]
    const page = await service.desk(open, at('view=month'))
    await chip(page, 'Tour').waitFor()
    const bars = page.locator('.chip', { hasText: 'Tour' })
    expect(await bars.count()).toBe(3)
    expect(await daysUnder(bars.nth(1))).toHaveLength(7)
    // The hour at which it began is not one of these days.
    expect(await bars.nth(1).locator('time').isVisible()).toBe(false)
    expect(await chip(page, 'Late').locator('time').isVisible()).toBe(true)
    expect(await daysUnder(chip(page, 'Late'))).toEqual(['2027-05-05'])
    expect(await daysUnder(chip(page, 'Fair'))).toEqual(['2027-05-12', '2027-05-13'])
    await service.show(page, at('view=week'))
    await chip(page, 'Tour').waitFor()
    expect(await daysUnder(chip(page, 'Tour'))).toHaveLength(7)
    await unfoldNight(page)
    const hoursOf = page.locator('.hours', { has: page.locator('.chip', { hasText: 'Night' }) })
    expect(await hoursOf.evaluateAll((all) => all.map((one) => one.getAttribute('data-day')))).toEqual([
      '2027-05-03',
    ])
    await service.show(page, '/events?when=between&from=2027-05-10&to=2027-05-11')
    await page.getByRole('link', { name: 'Tour' }).waitFor()
    for (const id of ids) await service.remove(`/events/${id}?force=true`)
  })

  it('names what goes on for weeks in one line, and draws it on its first and its last day alone', async () => {
    const id = await made({
      title: 'Exhibition',
      start_date: '2027-05-11 10:00',
      end_date: '2028-05-09 18:00',
    })
    const page = await service.desk(open, at('view=month'))
    const running = page.locator('.running')
    const names = () => running.locator('summary').innerText()
    await expect.poll(names).toMatch(/Exhibitions and long-running events\s+Exhibition$/)
    const bars = page.locator('.chip', { hasText: 'Exhibition' })
    expect(await bars.count()).toBe(1)
    expect(await daysUnder(bars.first())).toEqual(['2027-05-11'])
    await running.locator('summary').click()
    const link = running.getByRole('link', { name: /^Exhibition 11 May 2027 – 9 May 2028$/ })
    await link.waitFor()
    await service.show(page, '/calendar?view=month&date=2027-11-01')
    await running.waitFor()
    expect(await bars.count()).toBe(0)
    await service.show(page, '/calendar?view=week&date=2028-05-09')
    await expect.poll(() => daysUnder(bars.first())).toEqual(['2028-05-09'])
    await page.setViewportSize(phone.viewport)
    await service.show(page, at('view=month'))
    await running.waitFor()
    await page.locator('.day-events').waitFor()
    expect(await page.locator('.day-events .chip', { hasText: 'Exhibition' }).count()).toBe(0)
    await page.setViewportSize(desktop.viewport)
    await service.remove(`/events/${id}?force=true`)
  })

  it('puts events at their hours in the site zone, whatever theirs is, and on days when the clock changes', async () => {
    const ids = [
      // 18:00 in New York is midnight in Berlin, of the next day.
      await made({
        title: 'Broadcast',
        start_date: '2027-05-03 19:00',
        end_date: '2027-05-03 20:00',
        timezone: 'America/New_York',
      }),
      await made({ title: 'Early', start_date: '2027-03-28 03:30', end_date: '2027-03-28 04:30' }),
      await made({
        title: 'Paris call',
        start_date: '2027-05-05 10:00',
        end_date: '2027-05-05 11:00',
        timezone: 'Europe/Paris',
        venue: { venue: 'Hall' },
      }),
    ]
    const page = await service.desk(open, at('view=week'))
    const placeOf = async (title: string) => {
      const [box, day] = await Promise.all(
        [chip(page, title), page.locator('.hours', { has: chip(page, title) })].map((one) =>
          one.boundingBox(),
        ),
      )
      const name = await chip(page, title).locator('xpath=..').getAttribute('data-day')
      if (!box || !day) throw new Error('not on the page')
      return [name, Math.round(((box.y - day.y) / day.height) * 96) / 4]
    }
    await unfoldNight(page)
    await chip(page, 'Broadcast').waitFor()
    expect(await placeOf('Broadcast')).toEqual(['2027-05-04', 1])
    expect(await chip(page, 'Broadcast').innerText()).toMatch(/1:00 .*\(19:00 EDT\)/)
    expect(await chip(page, 'Paris call').getByRole('link').innerText()).toMatch(/^10:00\s+Paris call$/)
    expect(await placeOf('Choir')).toEqual(['2027-05-04', 18])
    await chip(page, 'Broadcast').getByRole('link').focus()
    await page.keyboard.press('Shift+ArrowDown')
    await expect.poll(() => times(ids[0] ?? 0)).toEqual(['2027-05-03 19:30:00', '2027-05-03 20:30:00'])
    await service.show(page, '/events?when=ever')
    await expect.poll(() => page.locator('tr', { hasText: 'Broadcast' }).innerText()).toContain('19:30 EDT')
    await service.show(page, '/calendar?view=week&date=2027-03-28')
    await unfoldNight(page)
    await chip(page, 'Early').waitFor()
    expect(await placeOf('Early')).toEqual(['2027-03-28', 3.5])
    for (const id of ids) await service.remove(`/events/${id}?force=true`)
  })

  it('puts events that overlap side by side, each as wide as the others leave room', async () => {
    const on = (from: string, to: string) => ({
      start_date: `2027-05-07 ${from}`,
      end_date: `2027-05-07 ${to}`,
    })
    const ids = [
      await made({ title: 'Market', ...on('08:00', '12:00') }),
      await made({ title: 'Walk', ...on('09:00', '10:00') }),
      await made({ title: 'Talk', ...on('10:30', '11:30') }),
      await made({ title: 'Lunch', ...on('12:00', '13:00') }),
    ]
    const page = await service.desk(open, '/calendar?view=day&date=2027-05-07')
    await chip(page, 'Lunch').waitFor()
    const box = async (title: string) => (await chip(page, title).boundingBox()) ?? { x: 0, width: 0 }
    const [market, walk, talk, lunch] = [
      await box('Market'),
      await box('Walk'),
      await box('Talk'),
      await box('Lunch'),
    ]
    expect(walk.x).toBeGreaterThanOrEqual(market.x + market.width)
    expect(talk.x).toBe(walk.x)
    expect(lunch.width).toBeGreaterThan(2 * market.width - 10)
    for (const id of ids) await service.remove(`/events/${id}?force=true`)
  })

  it('leaves events of one hour wide enough to be read, and says how many more there are, which a day shows', async () => {
    const hour = { start_date: '2027-05-07 18:00', end_date: '2027-05-07 20:00' }
    const titles = ['Lantern-making workshop', 'Reading group', 'Open rehearsal', 'Tour of the archive']
    const ids = []
    for (const title of titles) ids.push(await made({ title, ...hour }))
    const page = await service.desk(open, at('view=week'))
    const chips = page.locator('.hours[data-day="2027-05-07"] .chip')
    await chips.first().waitFor()
    expect(await chips.count()).toBe(2)
    const widths = () => chips.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width))
    expect(Math.min(...(await widths()))).toBeGreaterThan(45)
    // Who goes by keys sees the title whole.
    await page.keyboard.press('Tab')
    await chips.first().getByRole('link').focus()
    const isWhole = () =>
      chips
        .first()
        .locator('a')
        .evaluate((one) => one.scrollHeight <= one.clientHeight + 1)
    await expect.poll(isWhole).toBe(true)
    expect(Math.max(...(await widths()))).toBeGreaterThan(90)
    const more = page.getByRole('button', { name: '2 more' })
    expect(await more.innerText()).toBe('+2')
    for (const title of titles.slice(2)) expect(await more.getAttribute('title')).toContain(title)
    await more.click()
    await expect.poll(() => chips.count()).toBe(4)
    for (const id of ids) await service.remove(`/events/${id}?force=true`)
  })

  it('shows the title of an event before its place, however long that is, on a telephone, too', async () => {
    const hours = { start_date: '2027-05-07 18:00', end_date: '2027-05-07 21:30' }
    const venue = {
      venue: 'Sports hall of the primary and secondary school at the quay of the steamboat company',
    }
    const ids = [
      await made({ title: 'Annual meeting', ...hours, venue }),
      await made({ title: 'Talk', ...hours }),
    ]
    const page = await service.desk(open, '/calendar?view=day&date=2027-05-07', '', phone)
    const title = chip(page, 'Annual meeting').getByRole('link')
    await title.waitFor()
    expect(await title.evaluate((one) => one.scrollHeight <= one.clientHeight + 1)).toBe(true)
    for (const id of ids) await service.remove(`/events/${id}?force=true`)
  })

  it('shows all events of one hour in a day on a telephone, too, where each can be opened', async () => {
    const hour = { start_date: '2027-05-07 18:00', end_date: '2027-05-07 20:00' }
    const titles = ['Workshop', 'Reading', 'Rehearsal', 'Tour', 'Evening class', 'Late market']
    const ids = []
    for (const title of titles) ids.push(await made({ title, ...hour }))
    const page = await service.desk(open, '/calendar?view=day&date=2027-05-07', '', phone)
    const chips = page.locator('.hours .chip')
    await expect.poll(() => chips.count()).toBe(titles.length)
    expect(await page.locator('.hours .more').count()).toBe(0)
    expect(await beyondSides(page, '.rooms, .skip')).toEqual([])
    await chips.filter({ hasText: 'Late market' }).getByRole('link').tap()
    await page.waitForURL(`**/events/${ids.at(-1)}`)
    for (const id of ids) await service.remove(`/events/${id}?force=true`)
  })

  it('opens the form of a new event with the hour that is clicked, and with the hours or days that are drawn', async () => {
    const saved = async (page: Page) => {
      await page.waitForURL(/events\/new/)
      await page.getByLabel('Title', { exact: true }).fill('Drawn')
      await page.keyboard.press('Control+s')
      await page.getByText('“Drawn” is published.').waitFor()
      const id = Number(/events\/(\d+)/.exec(page.url())?.[1])
      const { body } = await service.get(`/events/${id}`)
      await service.remove(`/events/${id}?force=true`)
      return [body.all_day, body.start_date.slice(0, 16), body.end_date.slice(0, 16)]
    }
    const view = { viewport: { width: 1280, height: 1400 } }
    const page = await service.desk(open, at('view=week'), '', view)
    const thursday = page.locator('.hours[data-day="2027-05-06"]')
    await thursday.waitFor()
    const box = await thursday.boundingBox()
    if (box === null) throw new Error('not on the page')
    const hour = (number: number) => box.y + (box.height * number) / 24
    await page.mouse.click(box.x + 40, hour(14.2))
    expect(await saved(page)).toEqual([false, '2027-05-06 14:00', '2027-05-06 15:00'])
    await service.show(page, at('view=week'))
    await thursday.waitFor()
    await page.mouse.move(box.x + 40, hour(16))
    await page.mouse.down()
    await page.mouse.move(box.x + 45, hour(17), { steps: 3 })
    await page.mouse.move(box.x + 45, hour(18.5), { steps: 3 })
    await page.locator('.live-label', { hasText: '16:00 – 18:30' }).waitFor()
    await page.mouse.up()
    expect(await saved(page)).toEqual([false, '2027-05-06 16:00', '2027-05-06 18:30'])
    await service.show(page, at('view=month'))
    await page.locator('.cell[data-day="2027-05-18"]').waitFor()
    await dragged(
      page,
      page.locator('.cell[data-day="2027-05-18"]'),
      page.locator('.cell[data-day="2027-05-20"]'),
    )
    expect(await saved(page)).toEqual([true, '2027-05-18 00:00', '2027-05-20 23:59'])
  })

  it('tells the new time while an event is dragged, and Escape leaves it where it was', async () => {
    const page = await service.desk(open, at('view=week'), '', { viewport: { width: 1280, height: 1400 } })
    await chip(page, 'Choir').waitFor()
    const start = await chip(page, 'Choir').boundingBox()
    const end = await page.locator('.hours[data-day="2027-05-06"]').boundingBox()
    if (start === null || end === null) throw new Error('not on the page')
    await page.mouse.move(start.x + 20, start.y + 10)
    await page.mouse.down()
    await page.mouse.move(start.x + 40, start.y + 20)
    await page.mouse.move(end.x + 20, start.y + 10, { steps: 3 })
    await page.locator('.live-label', { hasText: /6 May 2027, 18:00 – 20:00/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.mouse.up()
    expect(await page.locator('.live-label').count()).toBe(0)
    expect(await times(choir)).toEqual(['2027-05-04 18:00:00', '2027-05-04 20:00:00'])
  })

  it('has the colours of categories, shows chosen ones alone, and marks what has no place', async () => {
    const category = (await service.post('/categories', { name: 'Song' })).body.id
    await service.patch(`/events/${choir}`, { categories: [category] })
    await service.patch(`/events/${fair}`, { venue: { venue: 'Green' } })
    const page = await service.desk(open, at('view=month'))
    await chip(page, 'Choir').getByText('No place').waitFor()
    expect(await chip(page, 'Fair').getByText('No place').count()).toBe(0)
    await expect.poll(() => chip(page, 'Choir').getAttribute('style')).toMatch(/--hue: ?var\(--tone-\d+\)/)
    await page.getByRole('button', { name: 'Song' }).click()
    await chip(page, 'Fair').waitFor({ state: 'detached' })
    await page.reload()
    await chip(page, 'Choir').waitFor()
    expect(await chip(page, 'Fair').count()).toBe(0)
    await page.getByRole('button', { name: 'Song' }).click()
    await page.getByRole('button', { name: /without a place/ }).click()
    await chip(page, 'Fair').waitFor({ state: 'detached' })
  })

  it('goes through the days and the views with keys, and makes an event on the day', async () => {
    const page = await service.desk(open, at('view=month'))
    await chip(page, 'Choir').waitFor()
    await page.keyboard.press('d')
    await page.locator('.hours[data-day="2027-05-04"]').waitFor()
    await page.keyboard.press('j')
    await page.locator('.hours[data-day="2027-05-05"]').waitFor()
    await page.keyboard.press('w')
    await expect.poll(() => page.locator('.hours').count()).toBe(7)
    await page.keyboard.press('n')
    await page.waitForURL(/events\/new/)
    expect(await page.locator('[name=start_date]').first().inputValue()).toBe(shownDay('2027-05-05'))
  })

  it('on a telephone is a small month to tap, with the events of the day below', async () => {
    const page = await service.desk(open, at('view=month'), '', phone)
    await page.locator('.day-events .chip', { hasText: 'Choir' }).waitFor()
    await page.getByRole('gridcell', { name: /12 May 2027/ }).tap()
    await page.locator('.day-events .chip', { hasText: 'Fair' }).waitFor()
    expect(await page.locator('.chip', { hasText: 'Choir' }).count()).toBe(0)
    await page.getByRole('gridcell', { name: /12 May 2027/ }).focus()
    await page.keyboard.press('ArrowUp')
    await page.getByRole('gridcell', { name: /5 May 2027/, selected: true }).waitFor()
    await page.keyboard.press('ArrowLeft')
    await page.locator('.day-events .chip', { hasText: 'Choir' }).waitFor()
  })

  it('on a telephone calls no day empty before the events of its month are there', async () => {
    const page = await service.desk(open, at('view=month'), '', phone)
    await page.locator('.day-events .chip', { hasText: 'Choir' }).waitFor()
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/events?**', (route) => answered.then(() => route.continue()))
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await page.getByRole('region', { name: /Jun 2027/ }).waitFor()
    const none = page.getByText('Nothing on this day.')
    expect(await none.count()).toBe(0)
    answer()
    await none.waitFor()
    await page.unroute('**/events?**')
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
    await page.getByRole('button', { name: /31 Aug 2027/ }).click()
    await page.locator('.hours[data-day="2027-08-31"] .chip').nth(5).waitFor()
  })

  it('labels the hours of a week where they are, below the days and the long events', async () => {
    const id = await made({ title: 'Tour', start_date: '2027-05-03', end_date: '2027-05-09', all_day: true })
    const page = await service.desk(open, at('view=week'))
    await chip(page, 'Tour').waitFor()
    const top = (of: Locator) => of.evaluate((one) => one.getBoundingClientRect().top)
    const label = page.locator('.clock span', { hasText: '18:00' })
    const middle = await label.evaluate((one) => {
      const { top, bottom } = one.getBoundingClientRect()
      return (top + bottom) / 2
    })
    expect(Math.abs(middle - (await top(chip(page, 'Choir'))))).toBeLessThan(3)
    await service.remove(`/events/${id}?force=true`)
  })

  it('fits a month into the window, with as many events of a day as there is room for', async () => {
    const ids = await Promise.all(
      Array.from({ length: 9 }, (_, at) => made({ title: `Stand ${at}`, ...late })),
    )
    const page = await service.desk(open, at('view=month'))
    await chip(page, 'Stand').waitFor()
    const { y, height } = (await page.locator('.month').boundingBox()) ?? { y: 0, height: 0 }
    expect(y + height).toBeLessThanOrEqual(desktop.viewport.height)
    const more = page.getByRole('button', { name: /^\d more$/ })
    const inLowWindow = Number.parseInt(await more.innerText(), 10)
    await page.setViewportSize({ width: 1280, height: 1400 })
    await expect.poll(() => more.innerText()).not.toBe(`${inLowWindow} more`)
    const hidden = Number.parseInt(await more.innerText(), 10)
    expect(hidden).toBeLessThan(inLowWindow)
    expect(await page.locator('.chip', { hasText: 'Stand' }).count()).toBe(9 - hidden)
    await more.click()
    await page.locator('.chip', { hasText: 'Stand' }).nth(8).waitFor()
    await page.setViewportSize(desktop.viewport)
    for (const id of ids) await service.remove(`/events/${id}?force=true`)
  })

  it('fits a month of six weeks into the window of a small laptop, and begins at its top on its last day, too', async () => {
    const page = await service.desk(open, '', '', { viewport: { width: 1280, height: 720 } })
    await page.clock.setFixedTime(new Date('2027-05-31T10:00:00Z'))
    await service.show(page, at('view=month'))
    await chip(page, 'Choir').waitFor()
    expect(await page.locator('.month .days-row').count()).toBe(6)
    const { y, height } = (await page.locator('.month').boundingBox()) ?? { y: 0, height: 0 }
    expect(y + height).toBeLessThanOrEqual(720)
    expect(await page.evaluate('scrollY')).toBe(0)
  })

  it('shows the evenings of a week, and folds its nights', async () => {
    const page = await service.desk(open, at('view=week'))
    const id = await made({ title: 'Late show', ...late })
    const night = await made({ title: 'Ferry', start_date: '2027-05-05 00:30', end_date: '2027-05-05 01:30' })
    await page.reload()
    await chip(page, 'Late show').waitFor()
    const { y, height } = (await chip(page, 'Late show').boundingBox()) ?? { y: 0, height: 0 }
    expect(y + height).toBeLessThan(desktop.viewport.height)
    expect(await chip(page, 'Ferry').count()).toBe(0)
    await page.getByRole('button', { name: 'Before 8:00 · 1 event' }).click()
    await chip(page, 'Ferry').waitFor()
    for (const one of [id, night]) await service.remove(`/events/${one}?force=true`)
  })

  it('begins a week in the morning though one event is in the night, and tells of it at the head of its day', async () => {
    const night = await made({ title: 'Ferry', start_date: '2027-05-05 00:30', end_date: '2027-05-05 01:30' })
    const page = await service.desk(open, at('view=week'))
    await chip(page, 'Choir').waitFor()
    await page.locator('.earlier', { hasText: '↑ 0:00' }).waitFor()
    expect(await page.locator('.earlier').count()).toBe(1)
    await service.show(page, '/calendar?date=2027-05-05&view=day')
    await chip(page, 'Ferry').waitFor()
    expect(await page.locator('.earlier').count()).toBe(0)
    await service.remove(`/events/${night}?force=true`)
  })

  it('can be used with assistive technology, in light and dark, and fits a phone', async () => {
    const afternoon = { start_date: '2027-05-04 12:00', end_date: '2027-05-04 17:00' }
    const tour = await made({ title: 'Tour', ...afternoon, venue: { venue: 'Hall' }, categories: ['Walks'] })
    const page = await service.desk(open, at('view=month'))
    for (const view of ['month', 'week', 'day']) {
      await page.setViewportSize(desktop.viewport)
      await page
        .getByRole('button', { name: { month: 'Month', week: 'Week', day: 'Day' }[view] ?? '', exact: true })
        .click()
      await page
        .locator(view === 'month' ? '.cell' : '.hours')
        .first()
        .waitFor()
      await chip(page, 'Choir').waitFor()
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme })
        expect([view, colorScheme, await violationsInView(page)]).toEqual([view, colorScheme, []])
      }
      await page.setViewportSize(phone.viewport)
      expect([view, await beyondSides(page, '.rooms, .skip')]).toEqual([view, []])
    }
    await service.remove(`/events/${tour}?force=true`)
  })
})

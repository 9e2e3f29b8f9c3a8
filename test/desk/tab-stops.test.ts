import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, signedDesk } from '../support/at-desk.ts'
import { describeInBrowser } from '../support/browser.ts'

describeInBrowser('the form of an event by the keyboard', (open) => {
  let service: DeskService
  beforeAll(async () => {
    const desk = await signedDesk()
    service = desk.service
    await service.post('/venues', { venue: 'Komedia' }, desk.headers)
    for (const name of ['Music', 'Film', 'Talks']) await service.post('/categories', { name }, desk.headers)
  })
  afterAll(() => service.close())

  const focused = (page: Page) =>
    page.evaluate<string>(`(() => {
      const on = document.activeElement
      return on.name || on.dataset.name || on.getAttribute('aria-label') || on.innerText.split('\\n')[0] || on.tagName
    })()`)

  /** A new event, with its rare sections folded as at first, and the focus in its title. */
  const newEvent = async () => {
    const page = await service.desk(open, '/events/new')
    const unfolded = page.getByRole('button', { name: 'Show all fields', pressed: true })
    if ((await unfolded.count()) > 0) await unfolded.click()
    await page.locator('[name=title]').focus()
    return page
  }

  it('is filled in and saved with fewer than ten presses of Tab', async () => {
    const page = await newEvent()
    let tabs = 0
    const tab = async (to: string) => {
      await page.keyboard.press('Tab')
      tabs += 1
      expect([tabs, await focused(page)]).toEqual([tabs, to])
    }
    await page.keyboard.type('Concert')
    await tab('Skip to saving')
    await tab('start_date')
    await page.keyboard.type('05042030')
    await tab('Start: time')
    await page.keyboard.type('0730PM')
    await tab('Skip to the place')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Komed')
    await page.getByRole('option', { name: 'Komedia' }).waitFor()
    await page.keyboard.press('Enter')
    await tab('Online')
    await tab('category-2')
    await tab('category-1')
    await page.keyboard.press('Space')
    await tab('category-3')
    await tab('Skip to the text')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Doors open at seven.')
    await page.keyboard.press('Control+Enter')
    await page.getByText('“Concert” is saved.').waitFor()
    expect(tabs).toBeLessThan(10)
    const { events } = (await service.get('/events?search=Concert&starts_after=2030-01-01')).body
    expect(events[0]).toMatchObject({
      start_date: '2030-05-04 19:30:00',
      venue: { venue: 'Komedia' },
      categories: [{ name: 'Music' }],
      description: 'Doors open at seven.',
    })
  })

  it('has one stop for each toolbar, in which arrows move, and one for each folded section', async () => {
    const page = await newEvent()
    const stops: string[] = []
    while (stops.at(-1) !== 'Create' && stops.length < 60) {
      await page.keyboard.press('Tab')
      stops.push(await focused(page))
      if (stops.at(-1) !== 'Bold') continue
      await page.keyboard.press('ArrowLeft')
      expect(await focused(page)).toBe('Link')
      await page.keyboard.press('ArrowRight')
      expect(await focused(page)).toBe('Bold')
    }
    expect(stops.filter((one) => one === 'Italic')).toEqual([])
    expect(stops.length).toBeLessThan(41)
  })
})

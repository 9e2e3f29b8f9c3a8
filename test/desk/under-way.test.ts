import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, deskService, eveningEvent, violationsInView } from '../support/at-desk.ts'
import { describeInBrowser, desktop, phone } from '../support/browser.ts'

const NOW = '2030-05-03T10:00:00Z'

describeInBrowser('what is under way', (open) => {
  let service: DeskService
  beforeAll(async () => {
    service = await deskService(true)
    service.at(NOW)
    for (const [title, end] of [
      ['Charts', '2031-02-28'],
      ['Sails', '2030-06-30'],
      ['Lamps', '2030-07-01'],
    ])
      await service.post('/events', { title, start_date: '2030-03-01', end_date: end, all_day: true })
    await at('2030-05-03', 'Lamp talk')
    await at('2030-05-10', 'Lamp fair')
    await at('2029-05-10', 'Lamp fair')
    await at('2028-05-10', 'Lamp fair')
  })
  afterAll(() => service.close())
  const at = (day: string, title: string) =>
    eveningEvent(service, { title, start_date: `${day} 18:00`, end_date: `${day} 20:00` })
  const opened = async (path: string, options = {}, first?: string) => {
    const page = await open({ ...desktop, ...options }, first)
    await page.clock.setFixedTime(NOW)
    await page.goto(`${service.base}/desk${path}`)
    return page
  }
  const LINE = 'Already under way: 3 · until Fri, 28 Feb 2031'

  it('is one line below today, in the overview and in the list, which unfolds it', async () => {
    const overview = await opened('/')
    const entries = overview.getByRole('region', { name: 'Today' }).locator('li a')
    await expect.poll(() => entries.allInnerTexts()).toEqual(['Lamp talk', LINE])
    const page = await opened('/events')
    const titles = () => page.locator('.events tbody th').allInnerTexts()
    await page.getByRole('button', { name: LINE }).waitFor()
    expect((await titles()).map((text) => text.trim().split('\n')[0])).toEqual([
      expect.stringContaining('Today'),
      'Lamp talk ✎',
      LINE,
      expect.stringContaining('10 May'),
      'Lamp fair ✎',
    ])
    await page.getByRole('button', { name: LINE }).click()
    await page.getByRole('link', { name: 'Sails' }).waitFor()
    expect(await violationsInView(page)).toEqual([])
    // What is chosen is seen.
    await page.getByRole('button', { name: LINE }).click()
    await page.getByRole('link', { name: 'Sails' }).waitFor({ state: 'detached' })
    await page.getByLabel('Select all on this page').check()
    await page.getByRole('link', { name: 'Sails' }).waitFor()
  })

  it('comes in the palette after what is next, and of one title the next event alone', async () => {
    const page = await opened('/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('lamp')
    await page.getByRole('option', { name: 'Lamp fair' }).waitFor()
    const labels = await page.locator('[role=option] .label').allInnerTexts()
    expect(labels).toEqual(['Lamp talk', 'Lamp fair', 'Lamps', 'Search events for “lamp”'])
    await page.getByRole('option', { name: 'Search events for “lamp”' }).click()
    await page.getByText('5 entries').waitFor()
  })

  it('is acted on from a bar whose menu has all acts on a telephone', async () => {
    const page = await opened('/events', phone)
    await page.getByRole('button', { name: 'Select', exact: true }).click()
    await page.getByLabel('Select Lamp talk').check()
    await expect.poll(() => page.locator('.bulk-acts > button:visible').count()).toBe(0)
    await page.getByText('Actions', { exact: true }).click()
    const acts = page.locator('.bulk .sheet > button')
    await expect.poll(() => acts.count()).toBe(6)
    for (const act of await acts.all()) {
      const { x = -1, width = 999 } = (await act.boundingBox()) ?? {}
      expect(x).toBeGreaterThanOrEqual(0)
      expect(x + width).toBeLessThanOrEqual(390)
    }
    expect(await violationsInView(page)).toEqual([])
  })

  it('is listed where the browser has no room to keep what was chosen', async () => {
    const full = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }"
    const page = await opened('/events', {}, full)
    await page.getByText('Columns').click()
    await page.getByRole('checkbox', { name: 'Status' }).uncheck()
    await page.locator('.of-status').first().waitFor({ state: 'detached' })
    await page.locator('.rooms summary').first().click()
    await page.getByRole('link', { name: 'Lamp talk' }).waitFor()
  })

  it('folds the choice of columns by Escape, and when something else is pressed', async () => {
    const page = await opened('/events')
    const choice = page.getByRole('checkbox', { name: 'Status' })
    await page.getByText('Columns').click()
    await choice.focus()
    await page.keyboard.press('Escape')
    await choice.waitFor({ state: 'detached' })
    await page.getByText('Columns').click()
    await choice.waitFor()
    await page.locator('h1').click()
    await choice.waitFor({ state: 'detached' })
  })
})

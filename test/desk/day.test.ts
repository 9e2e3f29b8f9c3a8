import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, eveningEvent, signedDesk, violationsInView } from '../support/at-desk.ts'
import { describeInBrowser } from '../support/browser.ts'

describeInBrowser('a day at the desk without a mouse', (open) => {
  let service: DeskService
  let headers: Record<string, string>
  beforeAll(async () => {
    ;({ service, headers } = await signedDesk())
  })
  afterAll(() => service.close())

  const made = (title: string, more: object = {}) => eveningEvent(service, { title, ...more }, headers)
  const stored = async (id: number) => (await service.get(`/events/${id}`, headers)).body
  const focused = (page: Page) =>
    page.evaluate<string>(
      'document.activeElement.closest("tr, li")?.querySelector("a")?.textContent ?? document.activeElement.textContent',
    )
  const row = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true }).first()
  const press = async (page: Page, ...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const run = async (page: Page, text: string, act: string) => {
    await press(page, 'Control+k')
    await page.keyboard.type(text)
    await page.locator('.commands [aria-selected=true]', { hasText: act }).waitFor()
    await press(page, 'Enter')
  }

  it('moves the event of a row by a day, keeps the focus there, and undoes it', async () => {
    const first = { start_date: '2027-03-02 18:00', end_date: '2027-03-02 19:00' }
    const ids = [await made('Ferry A', first), await made('Ferry B', first)]
    const page = await service.desk(open, '/events?q=ferry')
    await row(page, 'Ferry B').waitFor()
    await press(page, 'j')
    expect(await focused(page)).toBe('Ferry A')
    await press(page, 'Shift+ArrowRight')
    await page.getByText('“Ferry A” now starts').first().waitFor()
    expect((await stored(ids[0] ?? 0)).start_date).toBe('2027-03-03 18:00:00')
    await expect
      .poll(() => page.locator('.events tbody th a').allTextContents())
      .toEqual(['Ferry B', 'Ferry A'])
    await expect.poll(() => focused(page)).toBe('Ferry A')
    await press(page, 'Shift+ArrowLeft')
    await expect.poll(async () => (await stored(ids[0] ?? 0)).start_date).toBe('2027-03-02 18:00:00')
    const titles = () => page.locator('.events tbody th a').allTextContents()
    await expect.poll(titles).toEqual(['Ferry A', 'Ferry B'])
    await press(page, 'u')
    await expect.poll(async () => (await stored(ids[0] ?? 0)).start_date).toBe('2027-03-03 18:00:00')
  })

  it('goes on with keys where a click has ticked a box', async () => {
    const id = await made('Ticked')
    const page = await service.desk(open, '/events?q=ticked')
    await page.getByLabel('Select Ticked').click()
    await press(page, 'Delete')
    await page.getByText('1 event is in the trash.').first().waitFor()
    await press(page, 'u')
    await page.getByText('Undone.').waitFor()
    expect((await stored(id)).status).toBe('publish')
  })

  it('puts all rows into a category by a few letters, and cancels them with a reason', async () => {
    await service.post('/categories', { name: 'Regatta' }, headers)
    const ids = [await made('Boat A'), await made('Boat B')]
    const page = await service.desk(open, '/events?q=boat')
    await row(page, 'Boat B').waitFor()
    await press(page, 'a')
    await page.getByText('2 selected').waitFor()
    await press(page, 'Control+k')
    await page.getByRole('option', { name: 'Cancel or postpone…' }).waitFor()
    expect(await page.locator('.commands').getByText('Regatta').count()).toBe(0)
    await page.keyboard.type('regat')
    await page.getByRole('option', { name: 'Add category: Regatta' }).waitFor()
    expect(await violationsInView(page)).toEqual([])
    await press(page, 'Enter')
    await page.getByText('2 events changed.').first().waitFor()
    expect((await stored(ids[1] ?? 0)).categories.map(({ name }: { name: string }) => name)).toEqual([
      'Regatta',
    ])
    await page.getByText('2 selected').waitFor({ state: 'detached' })
    await press(page, 'a', 'o', 'Tab')
    await page.keyboard.type('Storm')
    await press(page, 'Enter')
    await expect.poll(async () => (await stored(ids[0] ?? 0)).status_reason).toBe('Storm')
  })

  it('offers acts that are known only once the palette is open', async () => {
    await service.post('/categories', { name: 'Kayaks' }, headers)
    await made('Canoe')
    const page = await service.desk(open, '/events?q=canoe')
    await row(page, 'Canoe').waitFor()
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const address = (url: URL) => url.pathname.endsWith('/categories') && !url.searchParams.has('search')
    await page.route(address, (route) => answered.then(() => route.continue()))
    await press(page, 'a')
    await page.getByText('1 selected').waitFor()
    await press(page, 'Control+k')
    await page.keyboard.type('kayak')
    await page.getByRole('option', { name: 'Kayaks Category' }).waitFor()
    answer()
    await page.getByRole('option', { name: 'Add category: Kayaks' }).waitFor()
    await press(page, 'Escape')
    await page.unroute(address)
  })

  it('adds what was read from a line by a second Enter', async () => {
    const page = await service.desk(open)
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await press(page, 'q')
    await page.locator('dialog[open] input:focus').waitFor()
    await page.keyboard.type('Choir 3 May 7pm')
    await press(page, 'Enter')
    await page.getByRole('button', { name: 'Create the event' }).and(page.locator(':focus')).waitFor()
    await press(page, 'Enter')
    await page.getByRole('heading', { name: 'Choir' }).waitFor()
  })

  it('creates, cancels with a reason, duplicates and trashes an event by its acts in the palette', async () => {
    const page = await service.desk(open)
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await run(page, 'new ev', 'New event')
    await page.locator('[name=title]:focus').waitFor()
    await page.keyboard.type('Low tide')
    const create = page.getByRole('button', { name: 'Publish', exact: true }).and(page.locator(':focus'))
    while ((await create.count()) === 0) await press(page, 'Tab')
    await press(page, 'Enter')
    await page.getByRole('heading', { name: 'Low tide' }).waitFor()
    const id = Number(page.url().split('/').at(-1))
    await run(page, 'cancel or', 'Cancel or postpone…')
    await page.getByRole('dialog').locator('[name=event_status]:focus').waitFor()
    await press(page, 'Tab')
    await page.keyboard.type('No water')
    await press(page, 'Enter')
    await page.getByText('“Low tide” is marked: Cancelled.').waitFor()
    const event = await stored(id)
    expect([event.event_status, event.status_reason]).toEqual(['cancelled', 'No water'])
    await run(page, 'dupl', 'Duplicate')
    await page.getByRole('dialog').getByLabel('Date 1').waitFor()
    await press(page, 'Enter')
    await expect.poll(() => page.url().endsWith(`/${id}`)).toBe(false)
    await page.getByRole('heading', { name: 'Low tide' }).waitFor()
    await run(page, 'move to', 'Move to trash')
    await page.getByText('1 event is in the trash.').first().waitFor()
  })

  it('merges two venues', async () => {
    for (const venue of ['Boathouse', 'Boathouse Hall']) await service.post('/venues', { venue }, headers)
    const page = await service.desk(open, '/venues')
    await row(page, 'Boathouse').waitFor()
    await press(page, 'j', 'x', 'j', 'x', 'm')
    await page.locator('dialog input[type=radio]:focus').waitFor()
    await press(page, 'Enter')
    await page.getByText('1 entry is merged').first().waitFor()
    await row(page, 'Boathouse Hall').waitFor({ state: 'detached' })
  })
})

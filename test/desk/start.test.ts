import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type DeskService, deskService, PASSWORD, violationsInView } from '../support/at-desk.ts'
import { describeInBrowser, desktop, phone } from '../support/browser.ts'
import { beyondSides } from '../support/sides.ts'

/** The width at which an image is drawn: none while it hasn't loaded. */
const widthOf = async (image: Locator): Promise<number> => {
  await image.waitFor()
  return (await image.boundingBox())?.width ?? 0
}

/** The title of a step of the set-up, which opens it. */
const step = (page: Page, title: string) => page.locator('.step h2 button', { hasText: title })

describeInBrowser('the first run', (open) => {
  let service: DeskService
  beforeEach(async () => {
    service = await deskService(true)
  })
  afterEach(() => service.close())

  it('sets the name of an empty calendar, its first user and a demo, which one click removes', async () => {
    const page = await service.desk(open)
    await page.getByRole('heading', { name: 'Set up the calendar' }).waitFor()
    expect(await violationsInView(page)).toEqual([])
    await page.getByLabel('Name of the calendar').fill('Alderhaven')
    await page.getByLabel('Region').selectOption({ label: '–' })
    const buffer = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>',
    )
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer })
    await page.locator('#main .image-field img').first().waitFor()
    await page.getByRole('button', { name: 'Save and continue' }).click()
    await page.getByText('The settings are saved.').waitFor()
    expect((await service.get('/settings')).body).toMatchObject({
      name: 'Alderhaven',
      timezone: 'Europe/Berlin',
    })
    await expect.poll(() => widthOf(page.locator('header.top .mark img'))).toBeGreaterThan(10)
    await page.getByLabel('Login').fill('ada')
    await page.getByLabel('E-mail').fill('ada@example.org')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Add the user' }).click()
    await page.getByText('ada is now an administrator').waitFor()
    expect(await page.locator('.step .number').allInnerTexts()).toEqual(['', '', '3'])
    await page.getByText('Alderhaven · Europe/Berlin').waitFor()
    expect((await service.get('/users')).status).toBe(401)
    const gate = await service.desk(open, '/', '')
    await expect.poll(() => widthOf(gate.locator('.gate .mark img'))).toBeGreaterThan(10)
    await page.getByRole('button', { name: 'Fill it with a demo' }).click()
    await page.getByText(/^The demo is added: \d{3} items\.$/).waitFor()
    await page.getByRole('link', { name: 'Finish' }).click()
    await page.getByText(/^This calendar shows a demo of/).waitFor()
    expect(await page.locator('header.top').getByText('Alderhaven').count()).toBe(1)
    expect(await page.title()).toBe('Overview · Alderhaven')
    expect(await violationsInView(page)).toEqual([])
    await page.getByRole('button', { name: 'Remove the demo' }).click()
    await page.getByText('The demo is removed.').waitFor()
    // Of an empty calendar, the overview says what to do first, and counts nothing.
    await page.getByRole('link', { name: 'Set up the calendar' }).waitFor()
    expect(await page.locator('.first-steps a').allInnerTexts()).toEqual([
      'New event',
      'New venue',
      'Import a file',
      'New user',
    ])
    expect(await page.locator('.panels .panel:visible').count()).toBe(0)
    expect(await violationsInView(page)).toEqual([])
    expect(await service.store.isEmpty()).toBe(true)
  })

  it('keeps what is typed for the first user over a reload and while another step is open, but not the password', async () => {
    const page = await service.desk(open, '/start')
    await step(page, 'You').click()
    await page.getByLabel('Login').fill('ada')
    await page.getByLabel('E-mail address').fill('ada@example.org')
    await page.getByLabel('Password').fill(PASSWORD)
    await step(page, 'The calendar').click()
    await page.getByLabel('Name of the calendar').waitFor()
    expect(await page.getByLabel('Login').isVisible()).toBe(false)
    await step(page, 'You').click()
    expect(await page.getByLabel('Password').inputValue()).toBe(PASSWORD)
    await page.reload()
    await page.getByRole('button', { name: 'Restore them' }).click()
    expect(await page.getByLabel('Login').inputValue()).toBe('ada')
    expect(await page.getByLabel('E-mail address').inputValue()).toBe('ada@example.org')
    expect(await page.getByLabel('Password').inputValue()).toBe('')
    const stored = () => page.evaluate<string>('JSON.stringify([localStorage, sessionStorage])')
    expect(await stored()).not.toContain(PASSWORD)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Add the user' }).click()
    await page.getByText('ada is now an administrator').waitFor()
    expect(await stored()).not.toContain('ada@example.org')
  })

  it('proposes a login for the name of the first user, calls them by it, and says what comes next', async () => {
    const page = await service.desk(open, '/start')
    expect(await page.locator('.step .number').allInnerTexts()).toEqual(['1', '2', '3'])
    await page.getByLabel('Name of the calendar').waitFor()
    await page.getByRole('button', { name: 'Skip this step' }).click()
    await page.getByLabel('Your name').fill('Ada Lovelace')
    expect(await page.getByLabel('Login').inputValue()).toBe('ada.lovelace')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Add the user' }).click()
    await page.getByText('Ada Lovelace is now an administrator').waitFor()
    expect(await page.locator('.step .number').allInnerTexts()).toEqual(['1', '', '3'])
    await page.getByRole('button', { name: 'Skip this step' }).click()
    const next = page.getByRole('region', { name: 'What comes next' })
    await next.getByRole('link', { name: 'New user' }).click()
    await page.getByRole('heading', { name: 'Users' }).waitFor()
  })

  it('goes on where the network was lost between making the first user and signing in', async () => {
    const page = await service.desk(open, '/start')
    await step(page, 'You').click()
    await page.getByLabel('Login').fill('ada')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.route('**/session', (route) => route.abort())
    await page.getByRole('button', { name: 'Add the user' }).click()
    await page.getByText('The service can’t be reached').first().waitFor()
    expect(await page.getByLabel('Login').inputValue()).toBe('ada')
    await page.unroute('**/session')
    await page.getByRole('button', { name: 'Add the user' }).click()
    await page.getByText('ada is now an administrator').waitFor()
  })

  it('fits a phone, and works with the keyboard', async () => {
    const page = await service.desk(open, '/start', '', phone)
    await page.getByLabel('Name of the calendar').waitFor()
    expect(await beyondSides(page, '.rooms, .skip')).toEqual([])
    await step(page, 'The first events').press('Enter')
    expect(await beyondSides(page, '.rooms, .skip')).toEqual([])
    expect(await page.getByRole('link', { name: 'Import a file' }).getAttribute('href')).toBe('/desk/import')
    await page.getByRole('button', { name: 'Fill it with a demo' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText(/^The demo is added/).waitFor()
  })
})

describeInBrowser('quick add', (open) => {
  let service: DeskService
  beforeAll(async () => {
    service = await deskService(true)
    await service.post('/venues', { venue: 'Komedia', city: 'Alderhaven' })
  })
  afterAll(() => service.close())

  it('reads a line, shows the result, and creates the event when it is confirmed', async () => {
    const page = await service.desk(open, '/events')
    await page.keyboard.press('q')
    await page.locator('dialog[open] input:focus').waitFor()
    await page.keyboard.type('Concert Friday 8pm at Komedia')
    await page.keyboard.press('Enter')
    await page.getByText('Is this right?').waitFor()
    await page
      .getByRole('status')
      .getByText(/Fri.*20:00 – 22:00/)
      .waitFor()
    expect(await violationsInView(page)).toEqual([])
    expect((await service.get('/events?status=any&starts_after=1000-01-03')).body.total).toBe(0)
    await page.getByRole('button', { name: 'Create the event' }).click()
    await page.getByText('“Concert” is published.').waitFor()
    const { body } = await service.get('/events/1')
    expect([body.title, body.start_date, body.venue.id]).toEqual(['Concert', '2027-01-15 20:00:00', 1])
  })

  it('shows while a line is typed what it means, also a night and a price', async () => {
    const page = await service.desk(open, '/events')
    await page.keyboard.press('q')
    await page.locator('dialog[open] input:focus').waitFor()
    await page.keyboard.type('Club Friday 21:00–04:00 Komedia 8 €')
    const told = page.getByRole('dialog').getByRole('status')
    await told.getByText(/Fri.*21:00 – Sat 0?4:00/).waitFor()
    await told.getByText('€8').waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Create the event')
    await page.keyboard.press('Enter')
    await page.getByText('“Club” is published.').waitFor()
    expect((await service.get(`/events/${page.url().split('/').at(-1)}`)).body).toMatchObject({
      start_date: '2027-01-15 21:00:00',
      end_date: '2027-01-16 04:00:00',
      cost: '8 €',
      venue: { venue: 'Komedia' },
    })
  })

  it('leaves whoever closes it at their view, although the event is made', async () => {
    const page = await service.desk(open, '/tags')
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/events', async (route) => {
      if (route.request().method() === 'POST') await answered
      await route.continue()
    })
    await page.keyboard.press('q')
    await page.getByRole('dialog').getByRole('textbox').fill('Reading Sunday 6pm')
    await page.getByRole('button', { name: 'Create the event' }).click()
    await page.keyboard.press('Escape')
    answer()
    await page.getByText('“Reading” is published.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/desk/tags')
  })

  it('makes a new event of a line that is repeated, whether the first one is in the trash or not', async () => {
    const page = await service.desk(open, '/events')
    const add = async () => {
      await page.getByRole('button', { name: 'Quick add' }).click()
      await page.getByRole('dialog').getByRole('textbox').fill('Choir Saturday 6pm')
      const created = page.waitForResponse(
        (one) => one.request().method() === 'POST' && one.url().endsWith('/events'),
      )
      await page.getByRole('button', { name: 'Create the event' }).click()
      const response = await created
      expect(response.status()).toBe(201)
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      return Number((await response.json()).id)
    }
    const first = await add()
    expect((await service.remove(`/events/${first}`)).status).toBe(200)
    const second = await add()
    expect(second).not.toBe(first)
    expect((await service.get(`/events/${second}`)).body).toMatchObject({ title: 'Choir', status: 'publish' })
    expect(await add()).not.toBe(second)
    expect((await service.get(`/events/${first}?status=trash`)).body.status ?? 'gone').not.toBe('publish')
  })

  it('reads German at the German desk, and leaves the details to the editor', async () => {
    const page = await open(desktop)
    await page.goto(`${service.base}/de/desk/events`)
    await page.getByRole('button', { name: 'Schnell anlegen' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('Lesung am 4. Mai 2027 um 19 Uhr bei Müller')
    await dialog.getByRole('button', { name: 'Einzelheiten bearbeiten' }).click()
    await expect.poll(() => page.locator('[name=title]').inputValue()).toBe('Lesung')
    expect(await page.locator('[name=start_date]').first().inputValue()).toBe('04.05.2027')
    expect(await page.locator('[name="venue[0].venue"]').inputValue()).toBe('Müller')
  })

  it('asks which day is meant, where the weekday is not that of the date', async () => {
    const page = await service.desk(open, '/events')
    await page.getByRole('button', { name: 'Quick add' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('Jazz Friday 13 December 8pm')
    const create = dialog.getByRole('button', { name: 'Create the event' })
    const choice = dialog.getByLabel('The weekday and the date do not agree.')
    await choice.waitFor()
    expect(await create.isDisabled()).toBe(true)
    await choice.selectOption({ index: 2 })
    await create.click()
    await page.waitForURL(/\/events\/\d+$/)
    const { body } = await service.get(`/events/${page.url().split('/').at(-1)}`)
    expect([body.title, body.start_date]).toEqual(['Jazz', '2027-12-10 20:00:00'])
  })

  it('creates an event anew for a line whose event is in the trash', async () => {
    const page = await service.desk(open, '/events')
    const add = async () => {
      await page.getByRole('button', { name: 'Quick add' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox').fill('Fair 3-12 February')
      await dialog.getByRole('button', { name: 'Create the event' }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.waitForURL(/\/events\/\d+$/)
      return page.url().split('/').at(-1)
    }
    const first = await add()
    const { body } = await service.get(`/events/${first}`)
    expect([body.start_date, body.end_date]).toEqual(['2027-02-03 00:00:00', '2027-02-12 23:59:59'])
    expect((await service.remove(`/events/${first}`)).status).toBe(200)
    const second = await add()
    expect(second).not.toBe(first)
    expect((await service.get(`/events/${second}`)).body.status).toBe('publish')
  })

  it('reports a line without a day', async () => {
    const page = await service.desk(open, '/events')
    await page.getByRole('button', { name: 'Quick add' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('Concert')
    await page.keyboard.press('Enter')
    await page.getByText('No day was found.').waitFor()
  })
})

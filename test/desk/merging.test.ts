import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, deskService, violationsInView } from '../support/at-desk.ts'
import { describeInBrowser, phone } from '../support/browser.ts'
import { anEvent, type Json } from '../support/service.ts'

describeInBrowser('an editor who merges and tidies at the desk', (open) => {
  let service: DeskService
  let headers: Record<string, string>
  beforeAll(async () => {
    service = await deskService()
    const { cookie, csrf } = await service.session('ada')
    headers = { ...cookie, ...csrf }
  })
  afterAll(() => service.close())
  const made = async (path: string, body: Json): Promise<number> =>
    (await service.post(path, body, headers)).body.id
  const undo = (page: Page) => page.locator('.notice').getByRole('button', { name: 'Undo' }).click()

  it('merges venues by keyboard into the one with most events, and undoes it', async () => {
    const few = await made('/venues', { venue: 'Town Hall', city: 'Turin' })
    const many = await made('/venues', { venue: 'Townhall' })
    const moved = await made('/events', anEvent({ venue: [few] }))
    for (const status of ['publish', 'draft']) await made('/events', anEvent({ venue: [many], status }))
    const page = await service.desk(open, '/venues')
    for (const name of ['Town Hall', 'Townhall']) {
      await page.getByLabel(`Select ${name}`, { exact: true }).focus()
      await page.keyboard.press('Space')
    }
    await page.getByRole('button', { name: 'Merge…' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: 'Town Hall Turin · 1 event' }).waitFor()
    expect(await dialog.getByRole('radio', { name: 'Townhall 2 events' }).isChecked()).toBe(true)
    expect(await violationsInView(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Merge', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('1 entry is merged into “Townhall”.').waitFor()
    await page.getByRole('link', { name: 'Town Hall', exact: true }).waitFor({ state: 'detached' })
    const venueOf = async () => (await service.get(`/events/${moved}`, headers)).body.venue.id
    expect(await venueOf()).toBe(many)
    await undo(page)
    await page.getByRole('link', { name: 'Town Hall', exact: true }).waitFor()
    expect(await venueOf()).toBe(few)
  })

  it('deletes tags and trashes venues without events, and restores the venues', async () => {
    await made('/events', anEvent({ tags: ['used'], status: 'draft' }))
    await made('/tags', { name: 'unused one' })
    await made('/tags', { name: 'unused two' })
    await made('/venues', { venue: 'Nowhere' })
    const page = await service.desk(open, '/tags')
    await page.getByLabel('Used', { exact: true }).selectOption('Unused: no events')
    await page.getByText('used', { exact: true }).waitFor({ state: 'detached' })
    await page.getByLabel('Select all on this page').check()
    expect(await violationsInView(page)).toEqual([])
    await page.getByRole('button', { name: 'Delete permanently' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click()
    await page.getByText('2 entries are deleted.').waitFor()
    await page.getByText('All of them have events.').waitFor()
    await service.show(page, '/venues')
    await page.getByLabel('Used', { exact: true }).selectOption('Unused: no events')
    await page.getByRole('link', { name: 'Townhall', exact: true }).waitFor({ state: 'detached' })
    await page.getByLabel('Select all on this page').check()
    await page.getByRole('button', { name: 'Move to trash' }).click()
    await page.getByText('1 entry is in the trash.').waitFor()
    await undo(page)
    await page.getByRole('link', { name: 'Nowhere' }).waitFor()
  })

  it('searches many categories, offers the social web only where the calendar is on it, and shows the automatic colour', async () => {
    const ids: number[] = []
    for (let number = 1; number <= 13; number += 1)
      ids.push(await made('/categories', { name: number === 7 ? 'Musée' : `Kind ${number}` }))
    const page = await service.desk(open, '/categories')
    await page.getByRole('searchbox').fill('musee')
    await page.getByRole('button', { name: 'Edit Kind 1', exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Edit Musée' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Colour').waitFor()
    const propertyOf = (name: string, element: string) =>
      page.evaluate<string>(
        `getComputedStyle(document.querySelector('dialog[open] ${element}')).getPropertyValue('${name}')`,
      )
    const automatic = await propertyOf('--automatic', '[name=color]')
    const hue = await propertyOf('--hue', '.thumb')
    expect([automatic, hue !== '']).toEqual([hue, true])
    expect(await dialog.getByText('Category on the social web').count()).toBe(0)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    const organizer = await made('/organizers', { organizer: 'Choir' })
    await service.show(page, `/organizers/${organizer}`)
    await page.getByLabel('Telephone').waitFor()
    expect(await page.getByLabel('Can be followed').count()).toBe(0)
    for (const id of ids) await service.remove(`/categories/${id}`, headers)
    await service.remove(`/organizers/${organizer}?force=true`, headers)
  })

  it.each(['venue', 'organizer'])(
    'leads from a %s to all of its events, where the filter has its name',
    async (kind) => {
      const id = await made(`/${kind}s`, { [kind]: 'Pavilion' })
      await made(
        '/events',
        anEvent({ [kind]: [id], start_date: '2031-05-10 10:00', end_date: '2031-05-10 11:00' }),
      )
      await made('/events', anEvent({ title: 'Elsewhere' }))
      const page = await service.desk(open, `/${kind}s/${id}`)
      const inList = page
        .locator('.line', { hasText: 'Pavilion' })
        .getByRole('link', { name: '1 upcoming event' })
      for (const link of [page.getByRole('link', { name: '1 event is linked to it.' }), inList]) {
        await link.click()
        await expect.poll(() => page.locator(`[name=${kind}]`).inputValue()).toBe('Pavilion')
        await page.locator('.events tbody th a').first().waitFor()
        expect(await page.locator('.events tbody th a').count()).toBe(1)
        await service.show(page, `/${kind}s`)
      }
    },
  )

  it('keeps what is typed in the filter of venues before the name of the venue has come', async () => {
    const venue = await made('/venues', { venue: 'Bandstand' })
    const page = await service.desk(open, '/venues')
    let answer = () => {}
    const isTyped = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(`**/venues/${venue}`, async (route) => {
      await isTyped
      await route.continue()
    })
    await service.show(page, `/events?venue=${venue}`)
    const field = page.locator('[name=venue]')
    await expect.poll(() => field.inputValue()).toBe(`#${venue}`)
    await field.fill('Ri')
    const answered = page.waitForResponse(`**/venues/${venue}`)
    answer()
    await (await answered).finished()
    await page.evaluate('new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)))')
    expect(await field.inputValue()).toBe('Ri')
    await page.unroute(`**/venues/${venue}`)
  })

  it('keeps the acts of a category beside its name on a phone, however wide the number of its events is', async () => {
    const id = await made('/categories', { name: 'Ausstellungen' })
    const page = await service.desk(open, '/categories', 'ada', { ...phone, locale: 'de-DE' })
    const row = page.locator('.line', { hasText: 'Ausstellungen' })
    const middleOf = async (part: string) => {
      const { y = 0, height = 0 } = (await row.locator(part).first().boundingBox()) ?? {}
      return Math.round(y + height / 2)
    }
    await row.getByText('0 Veranstaltungen').waitFor()
    expect(Math.abs((await middleOf('.acts-menu')) - (await middleOf('.thumb')))).toBeLessThan(3)
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await service.remove(`/categories/${id}`, headers)
  })

  it('keeps the name of a venue in one line on a phone, whatever waits for a review', async () => {
    const id = await made('/venues', { venue: 'Old mill', status: 'pending' })
    const page = await service.desk(open, '/venues', 'ada', phone)
    const line = page.locator('.line', { hasText: 'Old mill' })
    await line.locator('.count').waitFor()
    const name = await line.getByRole('link', { name: 'Old mill' }).boundingBox()
    expect(name?.height).toBeLessThan(30)
    await service.remove(`/venues/${id}?force=true`, headers)
  })

  it('keeps the name of an organizer without an address in one line on a phone, in German, too', async () => {
    const id = await made('/organizers', { organizer: 'Friends of the Library' })
    const page = await service.desk(open, '/organizers', 'ada', { ...phone, locale: 'de-DE' })
    const line = page.locator('.line', { hasText: 'Friends of the Library' })
    await line.getByText('0 kommende Veranstaltungen').waitFor()
    const name = await line.getByRole('link', { name: 'Friends of the Library' }).boundingBox()
    expect(name?.height).toBeLessThan(30)
    await service.remove(`/organizers/${id}?force=true`, headers)
  })

  it('sets a category below another one in from it', async () => {
    const above = await made('/categories', { name: 'Sport' })
    const below = await made('/categories', { name: 'Athletics', parent: above })
    for (const options of [undefined, phone]) {
      const page = await service.desk(open, '/categories', 'ada', options)
      const startOf = async (name: string) =>
        (await page.locator('.line .name', { hasText: name }).boundingBox())?.x ?? 0
      await page.locator('.line .name', { hasText: 'Athletics' }).waitFor()
      expect((await startOf('Athletics')) - (await startOf('Sport'))).toBeGreaterThan(15)
    }
    for (const id of [below, above]) await service.remove(`/categories/${id}`, headers)
  })

  it('merges categories on a phone without horizontal scrolling', async () => {
    const above = await made('/categories', { name: 'Music' })
    await made('/categories', { name: 'Concerts', parent: above })
    const page = await service.desk(open, '/categories', 'ada', phone)
    await page.getByRole('button', { name: 'Select', exact: true }).click()
    await page.getByLabel('Select all on this page').check()
    const fits = () => page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')
    expect(await fits()).toBe(true)
    await page.getByText('Actions', { exact: true }).click()
    await page.getByRole('button', { name: 'Merge…' }).click()
    await page.getByRole('radio', { name: /^Music/ }).check()
    expect(await fits()).toBe(true)
    await page.getByRole('dialog').getByRole('button', { name: 'Merge', exact: true }).click()
    await page.getByText('1 entry is merged into “Music”.').waitFor()
    expect((await service.get('/categories?hide_empty=false', headers)).body.total).toBe(1)
  })
})

describeInBrowser('lists of the desk', (open) => {
  it('orders and filters venues, keeps that as a view, and chooses over pages', async () => {
    const service = await deskService(true)
    for (let number = 1; number <= 51; number += 1)
      await service.post('/venues', { venue: `Hall ${String(number).padStart(2, '0')}` })
    await service.post('/venues', { venue: 'Attic', status: 'draft' })
    const page = await service.desk(open, '/venues')
    const names = () => page.locator('.line .name').allInnerTexts()
    await expect.poll(names).toHaveLength(50)
    expect((await names())[0]).toBe('Attic')
    await page.getByLabel('Order').selectOption('Newest first')
    await expect.poll(async () => (await names())[1]).toBe('Hall 51')
    // Ticked entries stay ticked on the next page; all that match are a button.
    await page.getByLabel('Select Hall 51').check()
    await page.getByRole('button', { name: 'Next' }).click()
    await expect.poll(names).toHaveLength(2)
    await page.getByText('1 selected').waitFor()
    await page.getByRole('button', { name: 'Select all 52 that match' }).click()
    await page.getByText('52 selected').waitFor()
    await page.getByRole('button', { name: 'Select none' }).click()
    await page.getByLabel('Status').selectOption('Draft')
    await expect.poll(names).toEqual(['Attic'])
    await page.getByText('Save as a view').click()
    await page.getByLabel('Name of the view').fill('Unready')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove the view “Unready”' }).waitFor()
    await page.getByRole('link', { name: 'Events', exact: true }).click()
    await page.getByRole('heading', { name: 'Events', exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Unready' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Venues', exact: true }).click()
    await page.getByRole('button', { name: 'Unready' }).click()
    await expect.poll(names).toEqual(['Attic'])
    expect(await violationsInView(page)).toEqual([])
    await service.close()
  })
})

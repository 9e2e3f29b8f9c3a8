import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type DeskService,
  type SignedDesk,
  shownDay,
  signedDesk,
  violationsInView,
} from '../support/at-desk.ts'
import { describeInBrowser, phone } from '../support/browser.ts'
import type { Json } from '../support/service.ts'

describeInBrowser('an editor who changes many things at the desk', (open) => {
  let service: DeskService
  let headers: Record<string, string>
  let made: SignedDesk['made']
  let kept: SignedDesk['kept']
  beforeAll(async () => {
    ;({ service, headers, made, kept } = await signedDesk())
  })
  afterAll(() => service.close())
  const found = async (search: string) =>
    (await service.get(`/events?status=any&starts_after=1000-01-03&search=${search}`, headers)).body.events
  const undo = (page: Page) => page.locator('.notice').getByRole('button', { name: 'Undo' }).click()

  it('duplicates an event to two dates with three clicks and a date, and undoes both at once', async () => {
    const id = await made({ title: 'Farmers’ market' })
    const page = await service.desk(open, `/events/${id}`)
    await page.getByLabel('More actions').click()
    await page.getByRole('button', { name: 'Duplicate' }).click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByLabel('Date 1').inputValue()).toBe(shownDay('2030-05-11'))
    await dialog.getByRole('button', { name: 'Add a date' }).click()
    expect(await dialog.getByLabel('Date 2').inputValue()).toBe(shownDay('2030-05-18'))
    await dialog.getByLabel('Date 2').fill('2030-06-01')
    expect(await violationsInView(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Create copies' }).click()
    await page.getByText('2 copies created.').waitFor()
    const starts = (await found('Farmers')).map(({ start_date }: Json) => start_date)
    expect(starts.sort()).toEqual(['2030-05-04 18:00:00', '2030-05-11 18:00:00', '2030-06-01 18:00:00'])
    await undo(page)
    await page.getByText('Undone.').waitFor()
    expect(await found('Farmers')).toHaveLength(1)
  })

  it('duplicates by keyboard from the list, and opens the only copy', async () => {
    await made({ title: 'Keyboard concert' })
    const page = await service.desk(open, '/events?q=Keyboard')
    await page.getByLabel('Select Keyboard concert').focus()
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Duplicate' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByLabel('Date 1').focus()
    await page.keyboard.press('Enter')
    await page.getByText('1 copy created.').waitFor()
    await page.getByRole('heading', { name: 'Keyboard concert' }).waitFor()
    expect(await page.getByLabel('Start', { exact: true }).inputValue()).toBe(shownDay('2030-05-11'))
  })

  it('changes category, tag, venue, status and days of the selected events, and undoes all at once', async () => {
    const category = (await service.post('/categories', { name: 'Workshops' }, headers)).body.id
    await service.post('/venues', { venue: 'Town hall' }, headers)
    const ids = [await made({ title: 'Bulk one' }), await made({ title: 'Bulk two' })]
    const page = await service.desk(open, '/events?q=Bulk')
    await page.getByLabel('Select all').check()
    await page.getByRole('button', { name: 'Change…' }).click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByRole('button', { name: /^Change \d+ event/ }).isDisabled()).toBe(true)
    await dialog.getByLabel('Add category').selectOption('Workshops')
    await dialog.getByRole('combobox', { name: 'Add tag' }).fill('hands-on')
    await dialog.getByRole('combobox', { name: 'Venue' }).fill('Town')
    await dialog.getByRole('option', { name: 'Town hall' }).click()
    await dialog.getByLabel('Status').selectOption('Draft')
    await dialog.getByLabel('Move by days').fill('-1')
    expect(await violationsInView(page)).toEqual([])
    await dialog.getByRole('button', { name: /^Change \d+ event/ }).click()
    await page.getByText('2 events changed.').waitFor()
    for (const id of ids)
      expect(await kept(id)).toMatchObject({
        start_date: '2030-05-03 18:00:00',
        status: 'draft',
        categories: [{ id: category }],
        tags: [{ name: 'hands-on' }],
        venue: { venue: 'Town hall' },
      })
    await undo(page)
    await page.getByText('Undone.').waitFor()
    for (const id of ids)
      expect(await kept(id)).toMatchObject({
        start_date: '2030-05-04 18:00:00',
        status: 'publish',
        categories: [],
        tags: [],
        venue: [],
      })
  })

  it('sees the replaced values of a change, and restores the version before it', async () => {
    const id = await made({ title: 'Version one', categories: ['Workshops'] })
    await service.patch(`/events/${id}`, { title: 'Version two', featured: true, categories: [] }, headers)
    const page = await service.desk(open, `/events/${id}`)
    await page.getByText('History', { exact: true }).click()
    const values = page.locator('.changes .values')
    await values.first().waitFor()
    expect(await values.first().innerText()).toMatch(/Title\s+Version one → Version two/)
    expect(await values.first().innerText()).toMatch(/Categories\s+Workshops → empty/)
    expect(await violationsInView(page)).toEqual([])
    await page.getByRole('button', { name: /^Restore this version: / }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Restore this version' }).click()
    await page.getByRole('heading', { name: 'Version one' }).waitFor()
    expect(await kept(id)).toMatchObject({ title: 'Version one', featured: false })
    expect(await page.getByLabel('Title').inputValue()).toBe('Version one')
    await undo(page)
    await page.getByRole('heading', { name: 'Version two' }).waitFor()
  })

  it('duplicates and changes events on a phone without horizontal scrolling', async () => {
    const id = await made({ title: 'Telephone' })
    const page = await service.desk(open, `/events/${id}`, 'ada', phone)
    await page.getByLabel('More actions').click()
    await page.getByRole('button', { name: 'Duplicate' }).click()
    await page.getByRole('dialog').waitFor()
    const fits = () => page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')
    expect(await fits()).toBe(true)
    await page.keyboard.press('Escape')
    await service.show(page, '/events?q=Telephone')
    await page.getByRole('button', { name: 'Select', exact: true }).click()
    await page.getByLabel('Select Telephone').check()
    await page.getByText('Actions', { exact: true }).click()
    await page.getByRole('button', { name: 'Change…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Status').selectOption('Draft')
    expect(await fits()).toBe(true)
    // What changes is seen while one chooses, above the buttons.
    await dialog.evaluate((one) => one.scrollTo(0, 0))
    const [preview, button] = [
      dialog.getByText('Status: '),
      dialog.getByRole('button', { name: /^Change 1/ }),
    ]
    const [{ y: top = 0 } = {}, { y: bar = 0 } = {}] = [
      (await preview.boundingBox()) ?? {},
      (await button.boundingBox()) ?? {},
    ]
    expect([top > 0, top < bar, bar < (page.viewportSize()?.height ?? 0)]).toEqual([true, true, true])
  })
})

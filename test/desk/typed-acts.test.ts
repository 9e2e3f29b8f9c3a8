import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type DeskService,
  PASSWORD,
  type SignedDesk,
  signedDesk,
  violationsInView,
} from '../support/at-desk.ts'
import { describeInBrowser } from '../support/browser.ts'
import type { Json } from '../support/service.ts'

describeInBrowser('what an editor types is what is kept', (open) => {
  let service: DeskService
  let headers: Record<string, string>
  let made: SignedDesk['made']
  let kept: SignedDesk['kept']
  beforeAll(async () => {
    ;({ service, headers, made, kept } = await signedDesk())
    for (const venue of ['Town Hall', 'Pier']) await service.post('/venues', { venue }, headers)
  })
  afterAll(() => service.close())

  const changing = async (title: string, venue = { venue: 'Town Hall' }) => {
    const ids = [await made({ title: `${title} one`, venue }), await made({ title: `${title} two`, venue })]
    const page = await service.desk(open, `/events?q=${title}`)
    await page.getByLabel('Select all').check()
    await page.getByRole('button', { name: 'Change…' }).click()
    const dialog = page.getByRole('dialog').filter({ hasText: 'Move by days' })
    return { ids, page, dialog, apply: dialog.getByRole('button', { name: 'Change', exact: true }) }
  }

  it('never takes the venue of many events for a name that isn’t known, and Enter goes back', async () => {
    const { ids, page, dialog, apply } = await changing('Stays')
    await dialog.getByRole('combobox', { name: 'Venue' }).click()
    await page.keyboard.type('Neue Stadthalle Süd')
    await page.keyboard.press('Tab')
    await apply.click()
    const question = page.getByRole('dialog', { name: '“Neue Stadthalle Süd” is not chosen yet' })
    await question.waitFor()
    expect(await question.getByRole('button', { name: 'No venue' }).count()).toBe(0)
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Cancel')
    await page.keyboard.press('Enter')
    await question.waitFor({ state: 'detached' })
    for (const id of ids) expect(await kept(id)).toMatchObject({ venue: { venue: 'Town Hall' } })
    await apply.click()
    await question.getByRole('button', { name: 'Create “Neue Stadthalle Süd”' }).click()
    // What was just decided is shown before it is done.
    await dialog.getByText('Venue: Town Hall → Neue Stadthalle Süd').first().waitFor()
    expect(await violationsInView(page)).toEqual([])
    await apply.click()
    await page.getByText('2 events changed.').first().waitFor()
    for (const id of ids) expect(await kept(id)).toMatchObject({ venue: { venue: 'Neue Stadthalle Süd' } })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone.').waitFor()
    for (const id of ids) expect(await kept(id)).toMatchObject({ venue: { venue: 'Town Hall' } })
    const { body } = await service.get('/venues?search=Stadthalle', headers)
    expect(body.venues.map(({ venue }: Json) => venue)).toEqual([])
  })

  it('takes the venue of many events where that was chosen', async () => {
    const { ids, page, dialog, apply } = await changing('Nowhere')
    await dialog.getByRole('combobox', { name: 'Venue' }).click()
    await page.getByRole('option', { name: 'No venue' }).click()
    await dialog.getByText('Venue: Town Hall → –').first().waitFor()
    await apply.click()
    await page.getByText('2 events changed.').first().waitFor()
    for (const id of ids) expect(await kept(id)).toMatchObject({ venue: [] })
  })

  it('moves many events by −7 days, whichever minus is typed, and shows from when to when first', async () => {
    const { ids, page, dialog, apply } = await changing('Earlier')
    await dialog.getByLabel('Move by days').fill('−7')
    await dialog.getByText('When: Sat, 4 May 2030').first().waitFor()
    await apply.click()
    await page.getByText('2 events changed.').first().waitFor()
    for (const id of ids) expect(await kept(id)).toMatchObject({ start_date: '2030-04-27 18:00:00' })
  })

  it('changes and asks nothing while a field is wrong', async () => {
    const { ids, page, dialog, apply } = await changing('Wrong')
    await dialog.getByLabel('Move by days').fill('a week')
    await dialog.getByRole('combobox', { name: 'Venue' }).click()
    await page.keyboard.type('Unheard of')
    await apply.click()
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('shift')
    expect(await page.getByRole('dialog').count()).toBe(1)
    for (const id of ids) expect(await kept(id)).toMatchObject({ venue: { venue: 'Town Hall' } })
  })

  for (const [way, save] of [
    ['a key', (page: Page) => page.keyboard.press('ControlOrMeta+s')],
    ['its button', (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()],
  ] as const)
    it(`goes on where it was typed once the session is renewed, saved by ${way}`, async () => {
      const id = await made({ title: 'Interrupted' })
      const page = await service.desk(open, `/events/${id}`)
      await page.getByLabel('Title').click()
      await page.keyboard.press('End')
      await page.keyboard.type(' A')
      const cookies = await page.context().cookies()
      await page.context().clearCookies()
      await save(page)
      await page.getByRole('dialog').getByText('Your session has ended').waitFor()
      await page.keyboard.type(PASSWORD)
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.getByText('“Interrupted A” is saved.').waitFor()
      await page.keyboard.press('End')
      await page.keyboard.type('BC')
      expect(await page.getByLabel('Title').inputValue()).toBe('Interrupted ABC')
      await page.keyboard.press('ControlOrMeta+s')
      await page.getByText('“Interrupted ABC” is saved.').waitFor()
      expect(await kept(id)).toMatchObject({ title: 'Interrupted ABC' })
      await page.context().addCookies(cookies)
    })
})

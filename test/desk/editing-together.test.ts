import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, signedDesk } from '../support/at-desk.ts'
import { describeInBrowser } from '../support/browser.ts'
import { anEvent } from '../support/service.ts'

/** How the form of each is opened, and the name of its first field. */
const items = {
  tags: { field: 'name', open: (page: Page) => page.getByRole('button', { name: 'Edit Fair' }).click() },
  categories: {
    field: 'name',
    open: (page: Page) => page.getByRole('button', { name: 'Edit Fair' }).click(),
  },
  venues: { field: 'venue' },
  organizers: { field: 'organizer' },
  groups: { field: 'name' },
} as const

describeInBrowser('two people who edit the same item at the desk', (open) => {
  let service: DeskService
  let headers: Record<string, string>
  beforeAll(async () => {
    ;({ service, headers } = await signedDesk())
  })
  afterAll(() => service.close())

  it.for(Object.entries(items))('keep each other’s changes: %s', async ([collection, item]) => {
    const { field } = item
    const { body } = await service.post(`/${collection}`, { [field]: 'Fair' }, headers)
    const path = `/${collection}/${body.id}`
    const stored = async () => (await service.get(path, headers)).body
    const page = await service.desk(open, 'open' in item ? `/${collection}` : path)
    if ('open' in item) await item.open(page)
    const input = page.locator(`main [name="${field}"], dialog [name="${field}"]`).first()
    await input.fill('Market')
    await service.ask('PATCH', path, { description: '<p>With music.</p>' }, headers)
    const save = () => page.getByRole('button', { name: 'Save', exact: true }).first().click()
    await save()
    await page.getByText('“Market” is saved.').waitFor()
    expect(await stored()).toMatchObject({ [field]: 'Market', description: '<p>With music.</p>' })

    await page.getByRole('button', { name: 'Dismiss' }).click()
    if ('open' in item) await page.getByRole('button', { name: 'Edit Market' }).click()
    await input.fill('Bazaar')
    await service.ask('PATCH', path, { [field]: 'Fun fair' }, headers)
    await save()
    const asked = page.getByRole('dialog', { name: 'This was changed elsewhere, too' })
    await asked.waitFor()
    expect(await asked.textContent()).toContain('BazaarTheir versionFun fair')
    await asked.getByRole('button', { name: 'Back to the form' }).click()
    expect(await input.inputValue()).toBe('Bazaar')
    expect((await stored())[field]).toBe('Fun fair')
    await save()
    await asked.getByRole('radio').last().check()
    await asked.getByRole('button', { name: 'Save this choice' }).click()
    await expect.poll(() => page.getByText('“Fun fair” is saved.').count()).toBe(1)
    expect((await stored())[field]).toBe('Fun fair')
  })

  it('compare dates as the fields show them', async () => {
    const times = { start_date: '2030-05-04 18:00', end_date: '2030-05-04 20:00' }
    const tickets = [{ name: 'Seat', price: '5', currency: 'EUR', valid_from: '2030-05-01 09:00' }]
    const { body } = await service.post('/events', anEvent({ ...times, tickets }), headers)
    const path = `/events/${body.id}`
    const page = await service.desk(open, path)
    await page.locator('[name="start_date"]').fill('05/05/2030')
    await page.locator('[name="tickets[0].valid_from"]').fill('02/05/2030, 09:00')
    const theirs = { start_date: '2030-05-06 18:00', end_date: '2030-05-06 20:00' }
    const changed = [{ ...tickets[0], valid_from: '2030-05-03 09:00' }]
    await service.ask('PATCH', path, { ...theirs, tickets: changed }, headers)
    await page.keyboard.press('ControlOrMeta+s')
    const asked = page.getByRole('dialog', { name: 'This was changed elsewhere, too' })
    await asked.waitFor()
    const text = (await asked.textContent()) ?? ''
    expect(text).not.toMatch(/2030-/)
    for (const shown of ['05/05/2030, 18:00', '06/05/2030, 18:00', '02/05/2030, 9:00', '03/05/2030, 9:00'])
      expect(text).toContain(shown)
  })

  it('keep each other’s settings of the site, and are asked where they differ', async () => {
    const stored = async () => (await service.get('/settings')).body
    const page = await service.desk(open, '/settings')
    const name = page.locator('[name="name"]')
    const save = () => page.getByRole('button', { name: 'Save', exact: true }).click()
    await name.fill('Mine')
    await service.ask('PATCH', '/settings', { description: 'Theirs' }, headers)
    await save()
    await expect.poll(stored).toMatchObject({ name: 'Mine', description: 'Theirs' })
    await page.getByText('Nothing to save').waitFor()
    await name.fill('Mine again')
    await service.ask('PATCH', '/settings', { name: 'Theirs' }, headers)
    await save()
    const asked = page.getByRole('dialog', { name: 'This was changed elsewhere, too' })
    await asked.waitFor()
    expect(await asked.textContent()).toContain('Mine againTheir versionTheirs')
    await asked.getByRole('button', { name: 'Save this choice' }).click()
    await expect.poll(stored).toMatchObject({ name: 'Mine again', description: 'Theirs' })
  })
})

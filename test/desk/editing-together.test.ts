import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, signedDesk } from '../support/at-desk.ts'
import { describeInBrowser } from '../support/browser.ts'

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
})

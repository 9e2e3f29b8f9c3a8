import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, signedDesk } from '../support/at-desk.ts'
import { describeInBrowser } from '../support/browser.ts'
import type { Json } from '../support/service.ts'

describeInBrowser('what one tells of oneself at the desk', (open) => {
  let service: DeskService
  let headers: Record<string, string>
  beforeAll(async () => {
    ;({ service, headers } = await signedDesk())
  })
  afterAll(() => service.close())
  const kept = async (): Promise<Json> =>
    (await service.get('/users', headers)).body.users.find((one: Json) => one.login === 'ada')
  const formOf = (page: Page) => page.locator('form', { has: page.locator('[name=display_name]') })
  const save = async (page: Page) => {
    const written = page.waitForResponse((one) => one.request().method() === 'PATCH')
    await formOf(page).getByRole('button', { name: 'Save', exact: true }).click()
    expect((await written).status()).toBe(200)
  }

  it('keeps a name that was saved elsewhere while the form was open', async () => {
    const page = await service.desk(open, '/account')
    await formOf(page).locator('[name=language]').waitFor()
    const { id } = await kept()
    expect((await service.patch(`/users/${id}`, { display_name: 'Ada L.' }, headers)).status).toBe(200)
    await formOf(page).locator('[name=language]').selectOption('en')
    await save(page)
    expect(await kept()).toMatchObject({ display_name: 'Ada L.', language: 'en' })
    await page.getByText('Saved.', { exact: true }).waitFor()
    expect(await formOf(page).locator('[name=display_name]').inputValue()).toBe('Ada L.')
    // Nothing differs.
    await save(page)
  })

  it('keeps in the form what is typed while it is being saved, for the next time', async () => {
    const page = await service.desk(open, '/account')
    const name = formOf(page).locator('[name=display_name]')
    await name.fill('Ada Lovel')
    let send = () => {}
    const typed = new Promise<void>((resolve) => {
      send = resolve
    })
    await page.route('**/users/*', async (route) => {
      if (route.request().method() === 'PATCH') await typed
      await route.continue()
    })
    const asked = page.waitForRequest((one) => one.method() === 'PATCH')
    const written = page.waitForResponse((one) => one.request().method() === 'PATCH')
    await formOf(page).getByRole('button', { name: 'Save', exact: true }).click()
    await asked
    await name.fill('Ada Lovelace')
    send()
    await written
    await page.getByText('Saved.', { exact: true }).waitFor()
    expect([(await kept()).display_name, await name.inputValue()]).toEqual(['Ada Lovel', 'Ada Lovelace'])
    await save(page)
    expect((await kept()).display_name).toBe('Ada Lovelace')
  })
})

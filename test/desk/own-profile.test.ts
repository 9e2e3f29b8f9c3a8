import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, PASSWORD, signedDesk } from '../support/at-desk.ts'
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

  it('keeps what is typed over a reload, but not the password that a new address needs', async () => {
    const page = await service.desk(open, '/account')
    const email = formOf(page).locator('[name=email]')
    const proof = formOf(page).locator('[name=current_password]')
    await email.fill('ada@example.org')
    await proof.fill(PASSWORD)
    expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage])')).not.toContain(PASSWORD)
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await page.getByRole('button', { name: 'Restore them' }).click()
    expect([await email.inputValue(), await proof.inputValue()]).toEqual(['ada@example.org', ''])
    await proof.fill(PASSWORD)
    await save(page)
    expect((await kept()).email).toBe('ada@example.org')
  })

  it('says beside the field what is wrong, once, and reads it out', async () => {
    const page = await service.desk(open, '/account')
    const form = page.locator('form', { has: page.locator('[name=password]') })
    await form.locator('[name=current_password]').fill('not the password')
    await form.locator('[name=password]').fill(`${PASSWORD}!`)
    await form.getByRole('button', { name: 'Set the password' }).click()
    await form.locator('[data-field=current_password] .wrong').waitFor()
    expect(await form.getByRole('alert').innerText()).toContain('Current password: ')
    const seen = await form
      .locator('.wrong')
      .evaluateAll((all) =>
        all.filter((one) => one.getBoundingClientRect().width > 1).map((one) => one.textContent),
      )
    expect(seen).toEqual([expect.stringContaining('is not your current password')])
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

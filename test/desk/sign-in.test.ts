/** The form with which one signs in. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, deskService, PASSWORD } from '../support/at-desk.ts'
import { violations } from '../support/axe.ts'
import { describeInBrowser } from '../support/browser.ts'

describeInBrowser('signing in at the desk', (open) => {
  let service: DeskService
  beforeAll(async () => {
    service = await deskService()
  })
  afterAll(() => service.close())

  const field = (page: Page, name: string) => page.locator(`.sign-in [name=${name}]`)
  const stored = (page: Page) =>
    page.evaluate<string>('JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])')

  it('keeps the login after a reload, and never the password', async () => {
    const page = await service.desk(open, '/venues', '')
    await field(page, 'login').fill('ada')
    await field(page, 'password').fill('a wrong password')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    const refusal = page.locator('.sign-in .wrong')
    await refusal.waitFor()
    expect(await violations(page)).toEqual([])
    expect(await stored(page)).toContain('ada')
    expect(await stored(page)).not.toContain('a wrong password')
    await page.reload()
    await expect.poll(() => field(page, 'login').inputValue()).toBe('ada')
    expect(await field(page, 'password').inputValue()).toBe('')
    // The next key goes into what is missing.
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Venues' }).waitFor()
    expect(await stored(page)).not.toContain(PASSWORD)
  })

  it('needs no room in the browser to keep the login', async () => {
    const page = await service.desk(open, '/venues', '')
    // Down to the last letter.
    await page.evaluate(`for (let at = 0, size = 2 ** 22; size >= 1; at += 1)
      try { sessionStorage.setItem(at, 'x'.repeat(size)) } catch { size /= 2 }`)
    await field(page, 'login').fill('ada')
    expect(await stored(page)).not.toContain('ada')
    await field(page, 'password').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Venues' }).waitFor()
  })

  it('begins with what is missing once a session has ended, above what was typed', async () => {
    const page = await service.desk(open, '/venues/new')
    await page.getByLabel('Name', { exact: true }).fill('Town hall')
    await page.context().clearCookies()
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByRole('dialog').getByText('Your session has ended').waitFor()
    await expect.poll(() => field(page, 'login').inputValue()).toBe('ada')
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Town hall')
  })

  it('sends a link to a new password to whoever says who they are, and asks for that otherwise', async () => {
    const page = await service.desk(open, '/venues', '')
    const forgot = page.getByRole('button', { name: 'Forgot password?' })
    await forgot.click()
    await page.locator('[data-field=login] .wrong').waitFor()
    await page.keyboard.type('ada')
    await forgot.click()
    await page.getByText('If this user exists, you will get a link').waitFor()
    expect(await page.locator('[data-field=login] .wrong').count()).toBe(0)
  })

  it('asks for what is empty beside its field', async () => {
    const page = await service.desk(open, '/venues', '')
    await field(page, 'login').fill('ada')
    await page.keyboard.press('Enter')
    await page.locator('[data-field=password] .wrong').waitFor()
  })

  it('says that it signs in only while it does, not while a new password is asked for', async () => {
    const page = await service.desk(open, '/venues', '')
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/password-resets', (route) => answered.then(() => route.continue()))
    await field(page, 'login').fill('ada')
    const asked = page.waitForRequest('**/password-resets')
    await page.getByRole('button', { name: 'Forgot password?' }).click()
    await asked
    const main = page.locator('.sign-in button.main')
    await expect.poll(() => main.isDisabled()).toBe(true)
    expect(await main.innerText()).toBe('Sign in')
    answer()
    await expect.poll(() => main.isEnabled()).toBe(true)
  })
})

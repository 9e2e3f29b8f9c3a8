import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, signedDesk } from '../support/at-desk.ts'
import { violations } from '../support/axe.ts'
import { describeInBrowser, phone } from '../support/browser.ts'

describeInBrowser('a session that ends whatever its use', (open) => {
  let service: DeskService
  beforeAll(async () => {
    service = (await signedDesk()).service
  })
  afterAll(() => service.close())

  it('is told of ten minutes before, with a way to sign in elsewhere, which the desk takes up with what was typed', async () => {
    const page = await service.desk(open, '/venues/new', undefined, phone)
    let ends_in = 290
    await page.route('**/session', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), ends_in } })
    })
    await page.reload()
    const warning = page.getByText('Your session ends in 5 minutes. What you have typed stays.')
    await warning.waitFor()
    const again = page.getByRole('link', { name: 'Sign in again in a new window' })
    expect(await again.getAttribute('target')).toBe('_blank')
    expect(await again.getAttribute('href')).toMatch(/\/signin\/\w+\?return=%2Fdesk$/)
    expect(await violations(page)).toEqual([])
    await page.getByLabel('Name', { exact: true }).fill('Town hall')
    ends_in = 43_200
    await page.evaluate("dispatchEvent(new Event('focus'))")
    await warning.waitFor({ state: 'detached' })
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Town hall')
  })
})

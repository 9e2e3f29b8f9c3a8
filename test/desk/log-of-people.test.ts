/** The log of the desk by the people who made the changes. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, signedDesk, violationsInView } from '../support/at-desk.ts'
import { describeInBrowser } from '../support/browser.ts'

describeInBrowser('the log of the desk for editors', (open) => {
  let service: DeskService
  beforeAll(async () => {
    const { service: started, headers, made } = await signedDesk()
    service = started
    await made({ title: 'Choir' })
    for (const login of ['edith', 'zoe']) await service.person(login, 'editor')
    // Of tokens and users, only administrators read.
    await service.post('/users', { login: 'tom', role: 'author', password: 'a long sentence' }, headers)
    const { cookie, csrf } = await service.session('edith')
    await service.post('/venues', { venue: 'Loft' }, { ...cookie, ...csrf })
  })
  afterAll(() => service.close())

  it('is narrowed to one of the people in it, who stays chosen when other filters leave others', async () => {
    const page = await service.desk(open, '/log', 'edith')
    const people = page.getByLabel('User', { exact: true })
    await expect
      .poll(() => people.locator('option').allInnerTexts())
      .toEqual([expect.any(String), 'ada', 'edith'])
    expect(await violationsInView(page)).toEqual([])
    await people.selectOption({ label: 'edith' })
    const lines = page.locator('.changes .about')
    await expect.poll(() => lines.allInnerTexts()).toEqual([expect.stringContaining('Loft')])
    await page.getByLabel('Type', { exact: true }).selectOption({ label: 'Events' })
    await expect.poll(() => lines.count()).toBe(0)
    expect(await people.locator('option:checked').innerText()).toBe('edith')
    await people.selectOption({ label: 'ada' })
    await expect.poll(() => lines.allInnerTexts()).toEqual([expect.stringContaining('Choir')])
  })
})

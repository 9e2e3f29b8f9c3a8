import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, eveningEvent, signedDesk, violationsInView } from '../support/at-desk.ts'
import { describeInBrowser } from '../support/browser.ts'

describeInBrowser('the data of persons at the desk', (open) => {
  let service: DeskService
  let headers: Record<string, string>
  beforeAll(async () => {
    ;({ service, headers } = await signedDesk())
    await service.person('pia', 'author')
  })
  afterAll(() => service.close())

  it('everybody exports what is kept of themselves', async () => {
    const page = await service.desk(open, '/account', 'pia')
    expect(await violationsInView(page)).toEqual([])
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export the data' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('pia.json')
    expect(JSON.parse(readFileSync(await file.path(), 'utf8')).account.login).toBe('pia')
  })

  it('an administrator sees how much goes, types the login, and erases', async () => {
    const { cookie, csrf } = await service.session('pia')
    const id = await eveningEvent(service, { title: 'Of Pia' }, { ...cookie, ...csrf })
    const page = await service.desk(open, '/users')
    await page.getByRole('button', { name: 'Edit pia' }).click()
    await page.getByRole('button', { name: 'Erase the person' }).click()
    const dialog = page.getByRole('dialog', { name: 'Erase pia?' })
    await dialog.getByText('1 item is left without an author.').waitFor()
    await dialog.getByText('0 reactions on the social web (follows, likes and shares) are deleted.').waitFor()
    expect(await violationsInView(page)).toEqual([])
    const erase = dialog.getByRole('button', { name: 'Erase the person' })
    await dialog.getByLabel('Type pia to confirm').fill('pi')
    expect(await erase.isDisabled()).toBe(true)
    expect((await service.get('/persons/pia', headers)).status).toBe(200)
    await dialog.getByLabel('Type pia to confirm').fill('pia')
    await erase.click()
    await page.getByText('pia is erased; the log says').waitFor()
    expect((await service.get('/persons/pia', headers)).status).toBe(404)
    expect((await service.get(`/events/${id}`)).body.author).toBe(0)
  })
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, deskService } from '../support/at-desk.ts'
import { describeInBrowser } from '../support/browser.ts'

describeInBrowser('the names of people at the desk', (open) => {
  let service: DeskService
  beforeAll(async () => {
    service = await deskService()
    await service.person('carla', 'editor')
  })
  afterAll(() => service.close())

  it('are what the dialog of a user and what it says call the person', async () => {
    const { cookie, csrf } = await service.session('ada')
    const headers = { ...cookie, ...csrf }
    const { users } = (await service.get('/users', headers)).body
    const { id } = users.find(({ login }: { login: string }) => login === 'carla')
    await service.patch(`/users/${id}`, { display_name: 'Carla Rossi' }, headers)
    const page = await service.desk(open, '/users', 'ada')
    await page
      .locator('.line', { has: page.getByText('carla', { exact: true }) })
      .getByText('Carla Rossi')
      .waitFor()
    await page.getByRole('button', { name: 'Edit Carla Rossi' }).click()
    const dialog = page.getByRole('dialog', { name: 'Carla Rossi (carla)' })
    await dialog
      .locator('.hint', { hasText: 'A program with a token acts on behalf of Carla Rossi.' })
      .waitFor()
    await dialog.getByLabel('New password').waitFor()
    expect(await dialog.innerText()).not.toMatch(/(?<!\()\bcarla\b/)
    await dialog.getByRole('button', { name: 'Suspend Carla Rossi' }).click()
    await page.getByText('Carla Rossi is suspended and signed out everywhere.').waitFor()
    await dialog.getByRole('button', { name: 'Erase the person' }).click()
    await page
      .getByRole('dialog', { name: 'Erase Carla Rossi?' })
      .getByLabel('Type carla to confirm')
      .waitFor()
  })
})

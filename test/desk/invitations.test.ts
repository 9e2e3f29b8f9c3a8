import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, deskService, PASSWORD, violationsInView } from '../support/at-desk.ts'
import { violations } from '../support/axe.ts'
import { describeInBrowser, desktop, phone } from '../support/browser.ts'

/** The moment at which the invitation ends, and the second before it. */
const [LAST, OVER] = ['2027-01-22T11:59:59Z', '2027-01-22T12:00:00Z']

describeInBrowser('invitations at the desk', (open) => {
  let service: DeskService
  let address = ''
  beforeAll(async () => {
    service = await deskService()
    const { cookie, csrf } = await service.session('ada')
    const sent = { login: 'dan', role: 'editor', email: 'dan@example.org' }
    address = (await service.post('/users', sent, { ...cookie, ...csrf })).body.invitation.address
  })
  afterAll(() => service.close())

  /** The list of users as the desk shows it at a moment. */
  const usersAt = async (moment: string) => {
    service.at(moment)
    const page = await service.desk(open, '/events')
    await page.clock.setFixedTime(moment)
    await page.goto(`${service.base}/desk/users`)
    return page
  }

  it('are told with their end, until which they are valid', async () => {
    const page = await usersAt(LAST)
    await page.getByText('invited, until').waitFor()
    expect(await page.getByText('invitation expired').count()).toBe(0)
    const line = page.getByRole('listitem').filter({ hasText: 'dan@example.org' })
    expect((await line.boundingBox())?.height, 'as high as the others').toBeLessThan(60)
    expect(await line.getByRole('button', { name: 'Invite dan again' }).count()).toBe(0)
  })

  it('say on their page that they expired, who invited, and whom to ask', async () => {
    service.at(OVER)
    const page = await open(phone)
    await page.goto(address)
    const told = page.getByRole('alert')
    await told.getByText('ada invited you. The invitation was valid for a week and has expired.').waitFor()
    await told.getByText('Ask ada for a new one.').waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: 'Deutsch' }).click()
    await told.getByText('ada hat Sie eingeladen.').waitFor()
  })

  it('are made again from the list once they expired, and the link before is void', async () => {
    const page = await usersAt(OVER)
    await page.getByText('invitation expired on').waitFor()
    expect(await violationsInView(page)).toEqual([])
    await page.getByRole('button', { name: 'Invite dan again' }).click()
    const link = await page.locator('.token-once code').innerText()
    await page.getByText('invited, until').waitFor()
    const former = await open(desktop)
    await former.goto(address)
    await former.getByText('This link is not valid. It works once').waitFor()
    await former.goto('about:blank')
    await former.goto(link)
    await former.getByLabel('New password').fill(PASSWORD)
    await former.getByRole('button', { name: 'Set the password' }).click()
    await former.locator('.top').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Edit dan' }).waitFor()
    expect(await page.getByRole('button', { name: 'Invite dan again' }).count()).toBe(0)
  })

  it('show their link beside the person whom it is for, whose name may be left out', async () => {
    const page = await service.desk(open, '/users')
    await page.getByRole('button', { name: 'New user' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('[name=display_name]').fill(' ')
    await dialog.locator('[name=login]').fill('eve')
    await dialog.locator('[name=email]').fill('eve@example.org')
    await dialog.locator('[name=role]').selectOption('author')
    await dialog.locator('[type=submit]').click()
    await dialog.locator('.token-once code').waitFor()
    await page.getByRole('dialog', { name: 'eve' }).getByText('Author · eve@example.org').waitFor()
  })

  it('keeps the field of a search among few people, so that it can be cleared', async () => {
    const page = await service.desk(open, '/users?q=ada')
    await page.getByRole('button', { name: 'Edit ada' }).waitFor()
    const people = page.getByRole('button', { name: /^Edit / })
    expect(await people.count()).toBe(1)
    await page.getByLabel('Search', { exact: true }).fill('')
    await expect.poll(() => people.count()).toBeGreaterThan(1)
  })
})

/** Parts of the desk are loaded when they are needed, and say what to do when they cannot be. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, deskService, PASSWORD, violationsInView } from '../support/at-desk.ts'
import { describeInBrowser, desktop } from '../support/browser.ts'

describeInBrowser('the parts of the desk', (open) => {
  let service: DeskService
  beforeAll(async () => {
    service = await deskService()
  })
  afterAll(() => service.close())

  it('loads a part when a pointer or the focus comes to a link, and the form of events by itself', async () => {
    const page = await service.desk(open)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.reload()
    const loaded = (part: string) => expect.poll(() => asked.join()).toContain(`/desk-${part}-`)
    await loaded('events')
    await page.getByRole('link', { name: 'Venues' }).hover()
    await loaded('items')
    await page.getByRole('link', { name: 'Your account' }).focus()
    await loaded('site')
    expect(new URL(page.url()).pathname).toBe('/desk')
  })

  for (const path of ['', '/venues'])
    it(`loads the start alone, in few files, until somebody has signed in at "${path}", and then the form of events`, async () => {
      const page = await open(desktop)
      const asked: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      await page.goto(`${service.base}/desk${path}`, { waitUntil: 'networkidle' })
      expect(asked.length, asked.join()).toBeLessThanOrEqual(8)
      await page.getByLabel('Login').fill('ada')
      await page.getByLabel('Password').fill(PASSWORD)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect.poll(() => asked.join()).toContain('/desk-events-')
    })

  it('says what to do without a network, and opens the view once there is one', async () => {
    const page = await service.desk(open)
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Import', exact: true }).click()
    await page.getByText('what you typed is kept').waitFor()
    expect(await violationsInView(page)).toEqual([])
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('what you typed is kept').waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Import', exact: true }).waitFor()
  })

  it('loads the page anew if the service has other files, and keeps what was typed', async () => {
    const page = await service.desk(open, '/venues/new')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Glass house')
    await page.route('**/desk-exchange-*', (route) => route.fulfill({ status: 404, body: '' }))
    await page.getByRole('link', { name: 'Webhooks' }).click()
    const question = page.getByRole('dialog')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await page.reload()
    await page.getByRole('link', { name: 'Webhooks' }).click()
    await page.getByText('what you typed is kept').waitFor()
    await page.unroute('**/desk-exchange-*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Webhooks', exact: true }).waitFor()
    await page.goto(`${service.base}/desk/venues/new`)
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('venue')
    await page.getByRole('button', { name: 'Restore' }).click()
    expect(await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Glass house')
  })
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SignedDesk, signedDesk } from '../support/at-desk.ts'
import { describeInBrowser } from '../support/browser.ts'

describeInBrowser('the desk in a browser of another zone than that of the calendar', (open) => {
  let desk: SignedDesk
  beforeAll(async () => {
    desk = await signedDesk()
  })
  afterAll(() => desk.service.close())

  it('tells when something was changed in the zone of the calendar', async () => {
    await desk.made({ title: 'Far away' })
    const { body } = await desk.service.get('/audit', desk.headers)
    const at = new Date(`${body.changes[0].at_utc.replace(' ', 'T')}Z`)
    const clockIn = (timeZone: string) =>
      new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(at)
    const page = await desk.service.desk(open, '/log', 'ada', { timezoneId: 'Pacific/Auckland' })
    const shown = await page.locator('.at').first().innerText()
    expect(shown).toContain(clockIn('Europe/Berlin'))
    expect(shown).not.toContain(clockIn('Pacific/Auckland'))
  })

  it('makes a token that is valid through the day that is named, and tells that day', async () => {
    const page = await desk.service.desk(open, '/account', 'ada', { timezoneId: 'Pacific/Auckland' })
    await page.getByRole('button', { name: 'New token' }).click()
    await page.locator('[name="name"]').fill('Until then')
    await page.locator('[name="expires"]').fill('31.12.2031')
    await page.getByRole('button', { name: 'Create the token' }).click()
    await page.getByText('until Wed, 31 Dec 2031').or(page.getByText('until Wed 31 Dec 2031')).waitFor()
    const { id } = (await desk.service.get('/session', desk.headers)).body.user
    const { body } = await desk.service.get(`/users/${id}/tokens`, desk.headers)
    expect(body.tokens[0].expires_utc).toBe('2031-12-31 23:00:00')
  })
})

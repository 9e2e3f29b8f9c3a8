import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, signedDesk, violationsInView } from '../support/at-desk.ts'
import { describeInBrowser } from '../support/browser.ts'
import { moment } from '../support/importing.ts'

describeInBrowser('users of an organisation at the desk', (open) => {
  let service: DeskService
  beforeAll(async () => {
    // No page of this test asks the issuer.
    ;({ service } = await signedDesk({
      FASTI_OIDC_ISSUER: 'http://127.0.0.1:9',
      FASTI_OIDC_CLIENT_ID: 'fasti',
    }))
    await service.person('pia', 'author')
    const person = { issuer: 'http://127.0.0.1:9', subject: '1', login: 'eve', displayName: 'Eve', email: '' }
    await service.store.identities.enter(
      {
        ...{ person, links: false, groups: new Map(), roleOf: () => 'editor', refusedRole: 'subscriber' },
        ...{ agent: '', idToken: '', sid: '', seconds: 60, refusal: { subject: '', claims: [], rules: [] } },
      },
      moment,
    )
  })
  afterAll(() => service.close())

  it('are said to sign in there, and are offered no password', async () => {
    const page = await service.desk(open, '/users')
    await page.getByText('signs in through the organisation').waitFor()
    expect(await page.getByText('signs in through the organisation').count()).toBe(1)
    expect(await violationsInView(page)).toEqual([])
    for (const [login, fields] of [
      ['eve', 0],
      ['pia', 1],
    ] as const) {
      await page.getByRole('button', { name: `Edit ${login}` }).click()
      const dialog = page.getByRole('dialog', { name: login })
      await dialog.getByRole('button', { name: `Suspend ${login}` }).waitFor()
      expect([login, await dialog.getByLabel('New password').count()]).toEqual([login, fields])
      await dialog.getByRole('button', { name: 'Close', exact: true }).click()
    }
  })
})

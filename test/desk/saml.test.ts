import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, deskService } from '../support/at-desk.ts'
import { describeInBrowser } from '../support/browser.ts'
import { requestIn, type TestIdentityProvider, testIdentityProvider } from '../support/identity-provider.ts'

const now = Temporal.Instant.from('2027-01-15T12:00:00Z').epochMilliseconds

describeInBrowser('a sign-in by SAML at the desk', (open) => {
  let idp: TestIdentityProvider
  let service: DeskService

  beforeAll(async () => {
    idp = await testIdentityProvider()
    // Another site than 127.0.0.1: its form is one that brings cookies only if they are for it.
    const site = idp.url.replace('127.0.0.1', 'localhost')
    idp.describe = (metadata) => metadata.replaceAll(`Location="${idp.url}`, `Location="${site}`)
    idp.page = (path) => {
      const request = requestIn(`${site}${path}`)
      const [callback = '', audience = ''] = [
        /AssertionConsumerServiceURL="([^"]*)"/.exec(request.xml)?.[1],
        />([^<]*)<\/saml:Issuer>/.exec(request.xml)?.[1],
      ]
      const answer = idp.answer(request, now, {
        ...{ audience, recipient: callback, destination: callback, nameId: 'eve' },
        attributes: { uid: 'eve', displayName: 'Eve Dupont', groups: 'press' },
      })
      return `<form method="post" action="${callback}"><input type="hidden" name="SAMLResponse" value="${Buffer.from(answer).toString('base64')}"></form><script>document.forms[0].submit()</script>`
    }
    service = await deskService(false, { ...idp.env, FASTI_OIDC_ROLES: 'groups:press=editor' })
  })
  afterAll(async () => {
    await service.close()
    await idp.close()
  })

  it('leads from the button over a form of the identity provider back to the same place of the desk', async () => {
    const page = await open()
    await page.goto(`${service.base}/desk/venues`)
    await page.getByRole('link', { name: 'Sign in with your organisation' }).click()
    await page.getByRole('heading', { name: 'Venues' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/desk/venues')
    expect(await page.getByText('Eve Dupont').count()).toBeGreaterThan(0)
  })
})

import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import {
  type Answer,
  CALLBACK,
  ENTITY_ID,
  samlBrowser,
  signingKey,
  type TestIdentityProvider,
  TRANSIENT,
  testIdentityProvider,
} from '../support/identity-provider.ts'
import { type Json, type TestService, testService } from '../support/service.ts'
import { hashOnce, PASSWORD, sessionOf } from '../support/sessions.ts'

const day = 86_400_000

for (const { name } of anyDialects()) {
  describe(`signing in by SAML on ${name}`, () => {
    let idp: TestIdentityProvider
    let service: TestService
    let admin: Record<string, string>
    let now = Temporal.Instant.from('2027-01-15T12:00:00Z').epochMilliseconds

    const pass = (milliseconds: number) => {
      now += milliseconds
      service.at(new Date(now).toISOString())
    }
    const open = async (more: Record<string, string> = {}) => {
      await service?.close()
      service = await testService(name, {
        ...idp.env,
        FASTI_OIDC_ROLES: 'groups:staff=author,groups:press=editor,groups:institute-*=author@*',
        ...more,
      })
      await service.store.accounts.addUser(
        'root',
        'administrator',
        { now: Temporal.Instant.fromEpochMilliseconds(now), zone: 'UTC' },
        { password: await hashOnce(PASSWORD) },
      )
      pass(0)
      admin = more.FASTI_PASSWORDS === 'off' ? {} : await sessionOf(service, 'root')
    }
    const answered = async (answer: Answer = {}, query = '') => {
      const browser = samlBrowser(service)
      const request = await browser.begin(query)
      const xml = idp.answer(request, now, { attributes: { groups: 'staff' }, ...answer })
      return { browser, xml, answer: await browser.bring(xml) }
    }
    const signedIn = async (answer: Answer = {}) => {
      const { browser, answer: given } = await answered(answer)
      expect([given.status, given.headers.location]).toEqual([303, '/desk'])
      return browser
    }
    const refused = async (answer: Answer = {}) => {
      const { browser, answer: given } = await answered(answer)
      expect(browser.jar.has('fasti_session')).toBe(false)
      return [given.status, /<h1>([^<]*)/.exec(given.body)?.[1]]
    }
    const who = async (browser: { cookie(): Record<string, string> }) =>
      (await service.get('/session', browser.cookie())).body
    const users = async (): Promise<readonly Json[]> => (await service.get('/users', admin)).body.users
    const userNamed = async (login: string) => (await users()).find((user) => user.login === login)

    beforeAll(async () => {
      idp = await testIdentityProvider()
      await open()
    })
    // Failed sign-ins of one address are counted for a while.
    beforeEach(() => pass(day))
    afterAll(async () => {
      await service.close()
      await idp.close()
    })

    it('leads to the identity provider with a request, and a POST of its page back into a session of twelve hours', async () => {
      const browser = samlBrowser(service)
      const begun = await browser.visit('/signin/saml?return=/desk/events')
      expect([begun.status, begun.headers['cache-control']]).toEqual([303, 'no-store'])
      expect(String(begun.headers['set-cookie'])).toMatch(
        /^fasti_signin=[\w-]+\.[\w-]{43}; Max-Age=600; Path=\/signin\/saml; HttpOnly$/,
      )
      const request = await browser.begin('?return=/desk/events')
      expect(request.xml).toContain(`AssertionConsumerServiceURL="${CALLBACK}"`)
      expect(request.xml).toContain(`>${ENTITY_ID}</saml:Issuer>`)
      expect(request.xml).toContain(`Destination="${idp.url}/sso?at=town"`)
      expect(request.xml).not.toMatch(/ForceAuthn|RequestedAuthnContext|Format=/)
      const attributes = {
        groups: ['staff', 'choir'],
        'urn:oid:0.9.2342.19200300.100.1.1': 'Ève.Dupont',
        'urn:oid:2.16.840.1.113730.3.1.241': 'Ève Dupont',
        mail: 'eve@example.org',
      }
      const answer = await browser.bring(idp.answer(request, now, { nameId: 'eve', attributes }))
      expect([answer.status, answer.headers.location]).toEqual([303, '/desk/events'])
      expect((await who(browser)).user).toMatchObject({
        login: 'eve.dupont',
        display_name: 'Ève Dupont',
        role: 'author',
      })
      // SAML has no word on whether an address is verified.
      expect(await userNamed('eve.dupont')).toMatchObject({ email: '', single_sign_on: true })
      const renamed = { nameId: 'eve', attributes: { ...attributes, displayName: 'Ève Martin' } }
      expect((await who(await signedIn(renamed))).user).toMatchObject({ display_name: 'Ève Martin' })
      pass(12 * 3_600_000 + 1000)
      expect((await service.get('/session', browser.cookie())).status).toBe(401)
    })

    it('gives roles and groups by attributes, at each sign-in; who has none any more is refused and signed out', async () => {
      await service.post('/groups', { name: 'Physics' }, admin)
      const press = await signedIn({
        nameId: 'kim',
        attributes: { uid: 'kim', groups: ['press', 'institute-physics'] },
      })
      const { user, groups } = await who(press)
      expect([user.role, groups?.length ?? user.groups?.length]).toEqual(['editor', 1])
      expect((await who(await signedIn({ nameId: 'kim' }))).user.role).toBe('author')
      expect(await refused({ nameId: 'kim', attributes: { groups: 'choir', secret: 'x' } })).toEqual([
        403,
        'No access yet',
      ])
      expect((await service.get('/session', press.cookie())).status).toBe(401)
      const { changes } = (await service.get('/audit', admin)).body
      const noted = changes.find(({ act }: Json) => act === 'sign_in_refused')
      expect(JSON.stringify(noted)).toContain('secret')
      expect(JSON.stringify(noted)).not.toContain('choir')
      expect(JSON.stringify(noted)).toContain('groups:staff=author')
    })

    it('rules of the desk count beside those of the configuration', async () => {
      const rules = 'groups:archive=editor,groups:root=administrator'.replace(',', '\n')
      const kept = await service.patch('/sign-in', { rules }, admin)
      expect([kept.status, kept.body.issuer]).toEqual([200, `${idp.url}/metadata`])
      const browser = await signedIn({ nameId: 'ada', attributes: { groups: 'archive' } })
      expect((await who(browser)).user.role).toBe('editor')
      await service.patch('/sign-in', { rules: '' }, admin)
    })

    it('links an account by hand to a NameID, and by an address where the organisation is trusted', async () => {
      const add = async (login: string, email = '') =>
        (await service.post('/users', { login, role: 'subscriber', email, password: PASSWORD }, admin)).body
          .id
      const id = await add('jan')
      const linked = await service.patch(`/users/${id}`, { subject: 'jan@idp' }, admin)
      expect(linked.status).toBe(200)
      const revision = await service.store.revision()
      expect((await service.patch(`/users/${id}`, { subject: 'jan@idp' }, admin)).status).toBe(200)
      expect(await service.store.revision()).toBe(revision)
      expect((await who(await signedIn({ nameId: 'jan@idp' }))).user).toMatchObject({
        login: 'jan',
        role: 'author',
      })
      await open({ FASTI_OIDC_LINK: 'email', FASTI_OIDC_TRUST_EMAIL: 'on' })
      await add('ines', 'ines@example.org')
      const attributes = { groups: 'staff', mail: 'Ines@example.org' }
      expect((await who(await signedIn({ nameId: 'i', attributes }))).user.login).toBe('ines')
      await open()
    })

    it('an answer counts once, for the browser that asked for it, and in time', async () => {
      const { browser, xml } = await answered({ nameId: 'lou' })
      expect((await who(browser)).user.role).toBe('author')
      expect((await browser.bring(xml)).status).toBe(400)
      // A browser that kept the cookie, and another process: the database knows.
      const again = samlBrowser(service)
      const request = await again.begin()
      const kept = new Map(again.jar)
      const answer = idp.answer(request, now, { attributes: { groups: 'staff' } })
      expect((await again.bring(answer)).status).toBe(303)
      for (const [key, value] of kept) again.jar.set(key, value)
      const second = await again.bring(answer)
      expect([second.status, second.body]).toEqual([400, expect.stringContaining('Sign-in not completed')])
      const stranger = samlBrowser(service)
      expect((await stranger.bring(idp.answer(request, now))).status).toBe(400)
      await stranger.begin()
      expect((await stranger.bring(idp.answer(request, now))).status).toBe(400)
      expect(stranger.jar.has('fasti_session')).toBe(false)
      // An answer that nobody asked for.
      expect((await stranger.bring(idp.answer({ id: '', xml: '' }, now))).status).toBe(400)
      expect(await refused({ notOnOrAfter: -120, notBefore: -600 })).toEqual([400, 'Sign-in not completed'])
    })

    it('says on a page why nobody was signed in', async () => {
      expect(await refused({ key: signingKey() })).toEqual([400, 'Sign-in not completed'])
      expect(await refused({ status: 'AuthnFailed' })).toEqual([403, 'Sign-in refused'])
      expect(await refused({ format: TRANSIENT })).toEqual([502, 'Sign-in is not set up correctly'])
      await signedIn({ nameId: 'sam', attributes: { uid: 'sam', groups: 'staff' } })
      const sam = await userNamed('sam')
      await service.patch(`/users/${sam?.id}`, { suspended: true }, admin)
      const { answer } = await answered({ nameId: 'sam' })
      expect([answer.status, answer.body]).toEqual([403, expect.stringContaining('/signin/saml/?other=1')])
      expect((await samlBrowser(service).begin('?other=1')).xml).toContain('ForceAuthn="true"')
    })

    it('a GET of the callback leads to the desk, and never signs in', async () => {
      const browser = samlBrowser(service)
      const request = await browser.begin()
      const xml = Buffer.from(idp.answer(request, now)).toString('base64')
      for (const query of ['', `?SAMLResponse=${encodeURIComponent(xml)}`]) {
        const { status, headers } = await browser.visit(`/signin/saml/callback${query}`)
        expect([status, headers.location]).toEqual([303, '/desk'])
      }
      expect(browser.jar.has('fasti_session')).toBe(false)
      expect((await service.get('//signin/oidc')).status).toBe(404)
    })

    it('describes itself to the identity provider', async () => {
      const { status, headers, body } = await service.get('//signin/saml/metadata')
      expect([status, headers['content-type']]).toEqual([200, 'application/samlmetadata+xml; charset=utf-8'])
      for (const text of [
        `entityID="${ENTITY_ID}"`,
        'WantAssertionsSigned="true"',
        `Location="${CALLBACK}"`,
        ':persistent<',
      ])
        expect(body).toContain(text)
    })

    it('reads metadata once a day, and anew for a key that it does not know; without them nobody signs in', async () => {
      await open()
      const before = idp.asked
      await signedIn()
      await signedIn()
      expect(idp.asked).toBe(before + 1)
      const former = idp.keys
      idp.keys = [signingKey({ isBare: true })]
      // Within a minute of the last reading, whoever sends signatures of unknown keys is not heard.
      expect((await refused())[0]).toBe(400)
      pass(61_000)
      await signedIn()
      expect(idp.asked).toBe(before + 2)
      pass(day)
      idp.isAway = true
      await signedIn()
      await open()
      expect((await service.get('//signin/saml')).status).toBe(502)
      idp.isAway = false
      idp.keys = former
      pass(61_000)
      await signedIn()
      idp.describe = (metadata) => metadata.replace('use="signing"', 'use="encryption"')
      await open()
      const begun = await service.get('//signin/saml')
      expect([begun.status, begun.body]).toEqual([502, expect.stringContaining('not set up correctly')])
      idp.describe = String
    })

    it('signs out here, and at the identity provider where its address is set; passwords may be off', async () => {
      const leave = async () => {
        const browser = await signedIn()
        const { csrf_token } = await who(browser)
        return (await service.remove('/session', { ...browser.cookie(), 'x-csrf-token': csrf_token })).body
      }
      expect(await leave()).toEqual({ signed_out: true })
      await open({ FASTI_SAML_LOGOUT: 'https://login.example.org/logout?a=b', FASTI_PASSWORDS: 'off' })
      expect(await leave()).toEqual({
        signed_out: true,
        end_session_url: 'https://login.example.org/logout?a=b',
      })
      expect((await service.post('/session', { login: 'root', password: PASSWORD })).status).toBe(403)
      await open()
    })

    it('at an https address, the cookie comes with the form of another site, to this host alone', async () => {
      await open({ FASTI_BASE_URL: 'https://calendar.example' })
      const begun = await service.get('//signin/saml')
      expect(String(begun.headers['set-cookie'])).toMatch(
        /^__Host-fasti_signin=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=None; Secure$/,
      )
      const desk = (await service.get('//desk', { accept: 'text/html' })).body
      expect(desk).toContain('data-protocol="saml"')
      await open()
    })
  })
}

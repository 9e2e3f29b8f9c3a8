import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { type TestBrowser, type TestIssuer, testBrowser, testIssuer } from '../support/issuer.ts'
import { type Json, type TestService, testService } from '../support/service.ts'
import { hashOnce, PASSWORD } from '../support/sessions.ts'

const START = '2027-01-15T12:00:00Z'
const momentAt = (instant: string) => ({ now: Temporal.Instant.from(instant), zone: 'UTC' })

for (const { name } of anyDialects()) {
  describe(`signing in through an organisation on ${name}`, () => {
    let issuer: TestIssuer
    let service: TestService
    let admin: Record<string, string>

    const open = async (more: Record<string, string> = {}) => {
      await service?.close()
      service = await testService(name, {
        ...issuer.env,
        FASTI_OIDC_ROLES: 'groups:staff=author,groups:press=editor,realm_access.roles:boss=administrator',
        FASTI_OIDC_LINK: 'email',
        ...more,
      })
      ;({ headers: admin } = await service.user('administrator', 'root'))
    }
    const signedIn = async (sub: string, claims?: Json): Promise<TestBrowser> => {
      if (claims !== undefined) issuer.people.set(sub, claims)
      issuer.person = sub
      const browser = testBrowser(service)
      const answer = await browser.signIn()
      expect([answer.status, answer.headers.location]).toEqual([303, '/desk'])
      return browser
    }
    const refused = async (sub: string, claims: Json = {}) => {
      issuer.people.set(sub, claims)
      issuer.person = sub
      return testBrowser(service).signIn()
    }
    const who = async (browser: TestBrowser) => (await service.get('/session', browser.cookie())).body.user
    const users = async (): Promise<readonly Json[]> => (await service.get('/users', admin)).body.users
    const userNamed = async (login: string) => (await users()).find((user) => user.login === login)

    beforeAll(async () => {
      issuer = await testIssuer()
      await open()
    })
    beforeEach(() => service.at(START))
    afterAll(async () => {
      await service.close()
      await issuer.close()
    })

    it('§17 leads to the issuer with state, nonce and PKCE, and back into a session of twelve hours at the desk', async () => {
      const browser = testBrowser(service)
      const begun = await browser.visit('/signin/oidc')
      const sent = new URL(String(begun.headers.location)).searchParams
      expect([begun.status, begun.headers['cache-control']]).toEqual([303, 'no-store'])
      expect(String(begun.headers['set-cookie'])).toMatch(
        /^fasti_signin=[\w-]+\.[\w-]{43}; Max-Age=600; Path=\/signin\/oidc; HttpOnly; SameSite=Lax$/,
      )
      expect(Object.fromEntries(sent)).toEqual({
        client_id: 'fasti',
        response_type: 'code',
        scope: 'openid profile email',
        redirect_uri: 'http://127.0.0.1:3000/signin/oidc/callback',
        code_challenge_method: 'S256',
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        state: expect.stringMatching(/^[\w-]{20,}$/),
        nonce: expect.stringMatching(/^[\w-]{20,}$/),
      })
      const signed = await signedIn('p1', {
        groups: ['staff', 'choir'],
        preferred_username: 'Ève.Dupont@example.org',
        name: 'Ève Dupont',
        email: 'eve@example.org',
        email_verified: true,
      })
      expect(await who(signed)).toMatchObject({
        login: 'eve.dupont',
        display_name: 'Ève Dupont',
        role: 'author',
      })
      expect(await userNamed('eve.dupont')).toMatchObject({
        email: 'eve@example.org',
        has_password: false,
        suspended: false,
        single_sign_on: true,
      })
      expect((await userNamed('root'))?.single_sign_on).toBe(false)
      expect(signed.jar.has('fasti_signin')).toBe(false)
      service.at('2027-01-15T23:00:00Z')
      expect((await service.get('/session', signed.cookie())).body.ends_in).toBe(3600)
      service.at('2027-01-16T00:00:01Z')
      expect((await service.get('/session', signed.cookie())).status).toBe(401)
    })

    it('§17 knows an account by issuer and sub: later names change no login', async () => {
      await signedIn('p2', { groups: 'staff', preferred_username: 'kim' })
      const again = await signedIn('p2', { groups: 'staff', preferred_username: 'chris' })
      expect(await who(again)).toMatchObject({ login: 'kim' })
      const other = await signedIn('p3', { groups: ['staff'], preferred_username: 'kim' })
      expect(await who(other)).toMatchObject({ login: 'kim-2' })
      const nameless = await signedIn('p4', { groups: ['staff'] })
      expect(await who(nameless)).toMatchObject({ login: 'user' })
    })

    it('§17 the highest role counts, of dotted claims too, and follows the organisation at each sign-in', async () => {
      const claims = { preferred_username: 'lou', groups: ['press', 'staff'] }
      expect(await who(await signedIn('p5', claims))).toMatchObject({ role: 'editor' })
      const boss = await signedIn('p5', { ...claims, realm_access: { roles: ['boss'] } })
      expect(await who(boss)).toMatchObject({ role: 'administrator' })
      expect(await who(await signedIn('p5', { ...claims, groups: ['staff'] }))).toMatchObject({
        role: 'author',
      })
      expect((await service.get('/session', boss.cookie())).body.user.role).toBe('author')
    })

    it('§17 who has no role any more is refused, and loses role and sessions', async () => {
      const before = await signedIn('p6', { preferred_username: 'max', groups: ['press'] })
      const answer = await refused('p6', { preferred_username: 'max', groups: ['choir'] })
      expect([answer.status, answer.body]).toEqual([403, expect.stringContaining('No access yet')])
      expect((await service.get('/session', before.cookie())).status).toBe(401)
      expect(await userNamed('max')).toMatchObject({ role: 'subscriber' })
      const stranger = await refused('p7', { preferred_username: 'nobody' })
      expect([stranger.status, await userNamed('nobody')]).toEqual([403, undefined])
    })

    it('§17 the last administrator stays one', async () => {
      await open()
      const claims = { preferred_username: 'ada', realm_access: { roles: ['boss'] } }
      await signedIn('p8', claims)
      await service.store.accounts.removeUser('root', momentAt(START))
      expect((await refused('p8', { preferred_username: 'ada' })).status).toBe(403)
      const [ada] = await service.store.accounts.users()
      expect(ada).toMatchObject({ login: 'ada', role: 'administrator' })
      await open()
    })

    it('§17 a verified e-mail finds an account once; an unverified one, and one that its user claimed, finds none', async () => {
      const add = (login: string, email: string) =>
        service.post('/users', { login, role: 'subscriber', email, password: PASSWORD }, admin)
      await add('bea', 'Bea@example.org')
      const staff = { groups: ['staff'], preferred_username: 'beatrice' }
      const unverified = await signedIn('p10', { ...staff, email: 'bea@example.org', email_verified: false })
      expect(await who(unverified)).toMatchObject({ login: 'beatrice' })
      const linked = await signedIn('p11', { ...staff, email: 'bea@example.org', email_verified: true })
      expect(await who(linked)).toMatchObject({ login: 'bea', role: 'author' })
      const second = await signedIn('p12', { ...staff, email: 'bea@example.org', email_verified: true })
      expect(await who(second)).toMatchObject({ login: 'beatrice-2' })
      expect(await userNamed('beatrice-2')).toMatchObject({ email: '' })

      await add('mallory', '')
      const own = await service.post('/session', { login: 'mallory', password: PASSWORD })
      const { id } = own.body.user
      const headers = {
        cookie: String(own.headers['set-cookie']).split(';')[0] ?? '',
        'x-csrf-token': own.body.csrf_token,
      }
      const claimed = { email: 'boss@example.org', current_password: PASSWORD }
      expect((await service.patch(`/users/${id}`, claimed, headers)).status).toBe(200)
      const boss = await signedIn('p13', {
        preferred_username: 'boss',
        realm_access: { roles: ['boss'] },
        email: 'boss@example.org',
        email_verified: true,
      })
      expect(await who(boss)).toMatchObject({ login: 'boss' })
      expect(await userNamed('mallory')).toMatchObject({ role: 'subscriber' })
    })

    it('§17 the name of an administrator, and an address that only seems to be verified, take over no account', async () => {
      const add = (login: string, email: string) =>
        service.post('/users', { login, role: 'editor', email, password: PASSWORD }, admin)
      await add('chief', 'chief@example.org')
      const named = await signedIn('p30', { groups: ['staff'], preferred_username: 'root' })
      expect(await who(named)).toMatchObject({ login: 'root-2', role: 'author' })
      for (const [at, email_verified] of ['true', 1, 'yes', [true], null].entries()) {
        const claims = { groups: ['staff'], preferred_username: 'mallory', email: 'chief@example.org' }
        const browser = await signedIn(`p31-${at}`, { ...claims, email_verified })
        const { login, role } = await who(browser)
        expect([email_verified, login === 'chief', role]).toEqual([email_verified, false, 'author'])
      }
      expect(await userNamed('chief')).toMatchObject({ role: 'editor', email: 'chief@example.org' })
    })

    it('§17 a suspended account is refused, and an issuer that stops is 403', async () => {
      await signedIn('p14', { preferred_username: 'sam', groups: ['staff'] })
      await service.store.accounts.setSuspended('sam', true, {
        moment: momentAt(START),
        actor: { id: 0, login: '' },
      })
      expect((await refused('p14', { preferred_username: 'sam', groups: ['staff'] })).body).toContain(
        'Account suspended',
      )
      issuer.person = undefined
      const stopped = await testBrowser(service).signIn()
      expect([stopped.status, stopped.body]).toEqual([403, expect.stringContaining('Sign-in refused')])
    })

    it('§17 a state of another browser, a used code and no cookie are 400', async () => {
      issuer.people.set('p15', { groups: ['staff'] })
      issuer.person = 'p15'
      const [mine, theirs] = [testBrowser(service), testBrowser(service)]
      const begun = await theirs.visit('/signin/oidc')
      const back = new URL(await theirs.atIssuer(String(begun.headers.location)))
      const path = `${back.pathname}${back.search}`
      expect((await mine.visit(path)).status).toBe(400)
      await mine.visit('/signin/oidc')
      const foreign = await mine.visit(path)
      expect([foreign.status, foreign.body]).toEqual([400, expect.stringContaining('Sign-in not completed')])
      expect(mine.jar.has('fasti_session')).toBe(false)
      const kept = new Map(theirs.jar)
      expect((await theirs.visit(path)).status).toBe(303)
      for (const [name, value] of kept) theirs.jar.set(name, value)
      expect((await theirs.visit(path)).status).toBe(400)
    })

    it('§17 a begun sign-in that the service did not make is 400', async () => {
      issuer.people.set('p15b', { groups: ['staff'] })
      issuer.person = 'p15b'
      const browser = testBrowser(service)
      const begun = await browser.visit('/signin/oidc')
      const back = new URL(await browser.atIssuer(String(begun.headers.location)))
      const [value = '', signature = ''] = browser.jar.get('fasti_signin')?.split('.') ?? []
      const fields = JSON.parse(Buffer.from(value, 'base64url').toString())
      const planted = Buffer.from(JSON.stringify(fields.with(3, '/desk/users'))).toString('base64url')
      for (const forged of [`${planted}.${signature}`, planted, `${planted}.`, `.${signature}`, value]) {
        browser.jar.set('fasti_signin', forged)
        expect((await browser.visit(`${back.pathname}${back.search}`)).status, forged).toBe(400)
      }
      browser.jar.set('fasti_signin', `${value}.${signature}`)
      expect((await browser.visit(`${back.pathname}${back.search}`)).status).toBe(303)
    })

    it('§17 an issuer that is away is 502 in the language of the page, and nothing changes', async () => {
      const before = await signedIn('p16', { preferred_username: 'ida', groups: ['staff'] })
      const browser = testBrowser(service)
      issuer.person = 'p16'
      const begun = await browser.visit('/de/signin/oidc')
      const back = new URL(await browser.atIssuer(String(begun.headers.location)))
      await issuer.close()
      const answer = await browser.visit(`${back.pathname}${back.search}`)
      expect([answer.status, answer.body]).toEqual([
        502,
        expect.stringContaining('Ihre Organisation ist nicht erreichbar'),
      ])
      expect(await who(before)).toMatchObject({ login: 'ida', role: 'author' })
      await issuer.open()
    })

    it('§17 a return that leaves this site is ignored', async () => {
      const hostile = [
        'https://evil.example/',
        '//evil.example',
        '/\\\\evil.example',
        '/.//evil.example',
        '/\\t/evil.example',
        'javascript:alert(1)',
        '/signin/oidc',
        '/de/signin/oidc?x=1',
        'desk/users',
        '/%0d%0aSet-Cookie:a=b/../..//evil.example',
      ]
      issuer.people.set('p17', { groups: ['staff'] })
      issuer.person = 'p17'
      for (const sent of hostile) {
        const answer = await testBrowser(service).signIn(`?return=${encodeURIComponent(sent)}`)
        expect([sent, answer.status, answer.headers.location]).toEqual([sent, 303, '/desk'])
      }
      const own = await testBrowser(service).signIn(
        `?return=${encodeURIComponent('/desk/events?status=draft#a')}`,
      )
      expect(own.headers.location).toBe('/desk/events?status=draft#a')
    })

    it('§17 signing out leads to the end of the session at the issuer, with the ID token', async () => {
      const browser = await signedIn('p18', { groups: ['staff'] })
      const { csrf_token } = (await service.get('/session', browser.cookie())).body
      const answer = await service.remove('/session', { ...browser.cookie(), 'x-csrf-token': csrf_token })
      const end = new URL(answer.body.end_session_url)
      expect([answer.status, answer.body.signed_out, end.origin]).toEqual([200, true, issuer.url])
      expect(end.searchParams.get('id_token_hint')).toMatch(/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/)
      expect((await service.get('/session', browser.cookie())).status).toBe(401)
    })

    it('§17 tokens rest after days without a sign-in, and work again after one', async () => {
      const browser = await signedIn('p19', { preferred_username: 'toni', groups: ['staff'] })
      const token = await service.store.accounts.createToken(
        'toni',
        { name: 't', expires: null, scopes: [] },
        momentAt(START),
      )
      const asked = async () => (await service.get('/session', { authorization: `Bearer ${token}` })).status
      expect([(await who(browser)).login, await asked()]).toEqual(['toni', 200])
      service.at('2027-04-15T11:59:59Z')
      expect(await asked()).toBe(200)
      service.at('2027-04-15T12:00:00Z')
      expect(await asked()).toBe(401)
      await signedIn('p19')
      expect(await asked()).toBe(200)
      expect((await service.get('/session', admin)).status).toBe(200)
    })

    it('§17 without rules the default role is for new accounts alone, and roles are kept by hand', async () => {
      await open({ FASTI_OIDC_ROLES: '', FASTI_OIDC_DEFAULT_ROLE: 'contributor' })
      const first = await who(await signedIn('p20', { preferred_username: 'uma' }))
      expect(first).toMatchObject({ login: 'uma', role: 'contributor' })
      await service.patch(`/users/${first.id}`, { role: 'editor' }, admin)
      expect(await who(await signedIn('p20'))).toMatchObject({ role: 'editor' })
    })

    it('§17 with passwords off nobody signs in with one, sets or resets one, and nobody is invited', async () => {
      await open({ FASTI_PASSWORDS: 'off' })
      const codes = async (...asked: readonly Promise<{ status: number; body: Json }>[]) =>
        (await Promise.all(asked)).map(({ status, body }) => [status, body.code])
      const off = [403, 'rest_passwords_off']
      await service.store.accounts.setPassword('root', await hashOnce(PASSWORD), momentAt(START))
      expect(
        await codes(
          service.post('/session', { login: 'root', password: PASSWORD }),
          service.post('/password-resets', { login: 'root' }),
          service.get('/password-resets/abc'),
          service.post('/password-resets/abc', { password: PASSWORD }),
          service.post('/users', { login: 'vic', role: 'author', password: PASSWORD }, admin),
          service.post('/users/1/invitation', {}, await adminSession()),
        ),
      ).toEqual([off, off, off, off, off, off])
      const made = await service.post(
        '/users',
        { login: 'vic', role: 'author', email: 'vic@example.org' },
        admin,
      )
      expect([made.status, made.body.invitation]).toEqual([201, undefined])
      expect((await service.get('/session', admin)).status).toBe(200)
    })

    it('§17 a user of the organisation gets no password by a reset', async () => {
      await open()
      const browser = await signedIn('p21', { preferred_username: 'wim', groups: ['staff'] })
      const { user, csrf_token } = (await service.get('/session', browser.cookie())).body
      const { secret } = await service.store.secretLinks.create(user.id, 'reset', momentAt(START))
      const answers = [
        await service.post(`/password-resets/${secret}`, { password: PASSWORD }),
        await service.patch(
          `/users/${user.id}`,
          { password: PASSWORD },
          { ...browser.cookie(), 'x-csrf-token': csrf_token },
        ),
      ]
      expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
        [403, 'rest_passwords_off'],
        [403, 'rest_passwords_off'],
      ])
      expect((await userNamed('wim'))?.has_password).toBe(false)
    })

    const adminSession = async () => {
      issuer.people.set('boss', { realm_access: { roles: ['boss'] } })
      issuer.person = 'boss'
      const browser = testBrowser(service)
      await browser.signIn()
      const { csrf_token } = (await service.get('/session', browser.cookie())).body
      return { ...browser.cookie(), 'x-csrf-token': csrf_token }
    }
  })
}

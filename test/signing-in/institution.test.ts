import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { type TestBrowser, testBrowser } from '../support/issuer.ts'
import { type LyingIssuer, lyingIssuer } from '../support/lying-issuer.ts'
import { type Json, type TestService, testService } from '../support/service.ts'
import { hashOnce, PASSWORD, sessionOf } from '../support/sessions.ts'

const moment = { now: Temporal.Instant.from('2027-01-15T12:00:00Z'), zone: 'UTC' }

type Claims = Readonly<Record<string, unknown>>

for (const { name } of anyDialects()) {
  describe(`the sign-in of an institution on ${name}`, () => {
    let issuer: LyingIssuer
    let service: TestService
    let admin: Record<string, string>
    let minute = 0

    const open = async (more: Record<string, string> = {}) => {
      await service?.close()
      service = await testService(name, {
        FASTI_OIDC_ISSUER: issuer.url,
        FASTI_OIDC_CLIENT_ID: 'fasti',
        FASTI_OIDC_ROLES: 'groups:staff=author,groups:institute-*=author@*,unit:*-lead=manager@unit-*',
        FASTI_OIDC_LINK: 'email',
        ...more,
      })
      await service.store.accounts.addUser('root', 'administrator', moment, {
        password: await hashOnce(PASSWORD),
      })
      admin = await sessionOf(service, 'root')
    }
    const next = () => {
      minute += 1
      service.at(`2027-01-15T${12 + Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}:00Z`)
    }
    const answered = async (claims: Claims, metadata: Claims = {}) => {
      issuer.lie = {
        claims: (right) => ({ ...right, groups: [], ...claims }),
        metadata,
        userinfo: { sub: claims.sub },
      }
      next()
      const browser = testBrowser(service)
      const begun = await browser.visit('/signin/oidc')
      const answer = await browser.visit(issuer.authorize(String(begun.headers.location)))
      return { answer, browser }
    }
    const signedIn = async (claims: Claims): Promise<TestBrowser> => {
      const { answer, browser } = await answered(claims)
      expect(answer.status).toBe(303)
      return browser
    }
    const who = async (browser: TestBrowser) => (await service.get('/session', browser.cookie())).body
    const users = async (): Promise<readonly Json[]> => (await service.get('/users', admin)).body.users
    const userNamed = async (login: string) => (await users()).find((user) => user.login === login)
    const log = async (): Promise<readonly Json[]> => (await service.get('/audit', admin)).body.changes
    const staff = { groups: ['staff'] }

    beforeAll(async () => {
      issuer = await lyingIssuer()
      await open()
    })
    beforeEach(() => {
      issuer.lie = {}
    })
    afterAll(async () => {
      await service.close()
      await issuer.close()
    })

    it('an address without a word of its proof counts where the issuer is trusted, and never one that is denied', async () => {
      const claims = (sub: string, email: string, more: Claims = {}) => ({ ...staff, sub, email, ...more })
      await signedIn(claims('e1', 'one@example.org', { preferred_username: 'one' }))
      expect(await userNamed('one')).toMatchObject({ email: '' })
      await open({ FASTI_OIDC_TRUST_EMAIL: 'on' })
      await service.post(
        '/users',
        { login: 'jan', role: 'subscriber', email: 'jan@example.org', password: PASSWORD },
        admin,
      )
      await signedIn(claims('e2', 'jan@example.org'))
      expect(await userNamed('jan')).toMatchObject({ subject: 'e2', single_sign_on: true, role: 'author' })
      for (const [at, email_verified] of [false, 'false', 'False', 0].entries()) {
        const denied = { preferred_username: `denied${at}`, email_verified }
        await signedIn(claims(`e3-${at}`, `denied${at}@example.org`, denied))
        expect(await userNamed(`denied${at}`)).toMatchObject({ email: '' })
      }
      await open()
    })

    it('the star of a rule is any text, and that of its group the same', async () => {
      const group = async (slug: string) =>
        (await service.post('/groups', { name: slug, slug }, admin)).body.id
      await group('physics')
      await group('unit-42')
      await group('chemistry')
      await signedIn({
        sub: 'g1',
        preferred_username: 'gus',
        groups: ['institute-physics', 'institute-', 'xinstitute-chemistry', 'institute-geology'],
        unit: '42-lead',
      })
      const { groups, user } = await who(
        await signedIn({ sub: 'g1', groups: ['institute-physics'], unit: '42-lead' }),
      )
      expect(user.role).toBe('subscriber')
      expect(groups.map(({ slug, role }: Json) => [slug, role]).sort()).toEqual([
        ['physics', 'author'],
        ['unit-42', 'manager'],
      ])
      const after = await who(await signedIn({ sub: 'g1', groups: ['institute-chemistry'] }))
      expect(after.groups.map(({ slug }: Json) => slug)).toEqual(['chemistry'])
    })

    it('rules kept at the desk count at the next sign-in, and are in the audit', async () => {
      const refused = await answered({ sub: 'r1', preferred_username: 'rae', groups: ['choir'] })
      expect(refused.answer.status).toBe(403)
      const wrong = await service.patch('/sign-in', { rules: 'groups:choir=editor\ngroups:choir' }, admin)
      expect([wrong.status, wrong.body.data.details.rules.message]).toEqual([
        400,
        expect.stringContaining('“groups:choir” is not a rule'),
      ])
      const kept = await service.patch(
        '/sign-in',
        { rules: ' groups:choir=editor \n\ngroups:heads=administrator' },
        admin,
      )
      expect(kept.body).toMatchObject({
        issuer: issuer.url,
        rules: 'groups:choir=editor\ngroups:heads=administrator',
        fixed_rules: ['groups:staff=author', 'groups:institute-*=author@*', 'unit:*-lead=manager@unit-*'],
        default_role: 'none',
      })
      expect(
        (await who(await signedIn({ sub: 'r1', preferred_username: 'rae', groups: ['choir'] }))).user.role,
      ).toBe('editor')
      expect((await log())[0]).toMatchObject({ act: 'account_added' })
      expect((await log()).find(({ act }) => act === 'sign_in_rules_set')?.act_values).toEqual({
        rules: ['groups:choir=editor', 'groups:heads=administrator'],
      })
      expect((await service.patch('/sign-in', { rules: null }, admin)).body.rules).toBe('')
      expect((await answered({ sub: 'r1', groups: ['choir'] })).answer.status).toBe(403)
    })

    it('rules for the site are kept only if one makes administrators, and whoever keeps them stays one', async () => {
      const more = { FASTI_OIDC_DEFAULT_ROLE: 'subscriber' }
      await open({ ...more, FASTI_OIDC_ROLES: 'groups:institute-*=author@*' })
      const keep = (rules: string, headers = admin) => service.patch('/sign-in', { rules }, headers)
      const roleOf = async (sub: string, groups: readonly string[] = []) =>
        (await who(await signedIn({ sub, preferred_username: sub, groups }))).user.role
      const promoted = async (sub: string) => {
        await roleOf(sub)
        const { id } = (await userNamed(sub)) ?? {}
        await service.patch(`/users/${id}`, { role: 'administrator' }, admin)
        const browser = await signedIn({ sub })
        return { ...browser.cookie(), 'x-csrf-token': (await who(browser)).csrf_token }
      }
      const ann = await promoted('ann')
      await promoted('bob')
      const alone = await keep('groups:press=editor', ann)
      expect([alone.status, alone.body.data?.details.rules.message]).toEqual([
        400,
        expect.stringContaining('=administrator'),
      ])
      expect([await roleOf('ann'), await roleOf('bob')]).toEqual(['administrator', 'administrator'])
      expect((await keep('groups:press=author@physics', ann)).status).toBe(200)
      expect((await keep('groups:press=editor\ngroups:heads=administrator', ann)).status).toBe(200)
      expect([await roleOf('ann'), await roleOf('bob')]).toEqual(['administrator', 'subscriber'])
      expect(await roleOf('bob', ['heads'])).toBe('administrator')
      // Somebody else keeps rules: from then on, the first one is as everybody.
      expect((await keep('groups:heads=administrator')).status).toBe(200)
      expect(await roleOf('ann')).toBe('subscriber')
      // Where the configuration makes administrators, it decides on whoever keeps rules, too.
      await open({ ...more, FASTI_OIDC_ROLES: 'groups:heads=administrator' })
      const browser = await signedIn({ sub: 'cleo', preferred_username: 'cleo', groups: ['heads'] })
      const cleo = { ...browser.cookie(), 'x-csrf-token': (await who(browser)).csrf_token }
      expect((await keep('groups:press=editor', cleo)).status).toBe(200)
      expect(await roleOf('cleo')).toBe('subscriber')
      await open()
    })

    it('nobody but administrators with a session keeps rules, or links accounts', async () => {
      const { headers: token } = await service.user('administrator', 'other')
      const { headers: editor } = await service.user('editor', 'ed')
      const root = await userNamed('root')
      const tries = [token, editor, {}].map((headers) => [
        service.patch('/sign-in', { rules: 'groups:x=administrator' }, headers),
        service.patch(`/users/${root?.id}`, { subject: 'mallory' }, headers),
      ])
      const statuses = (await Promise.all(tries.flat())).map(({ status }) => status)
      expect(statuses).toEqual([403, 403, 403, 403, 401, 401])
      expect((await service.get('/sign-in', editor)).status).toBe(403)
      const own = await service.patch(`/users/${(await userNamed('ed'))?.id}`, { subject: 'mallory' }, editor)
      expect([own.status, (await userNamed('ed'))?.subject]).toEqual([403, ''])
    })

    it('an administrator links an account by hand, which takes the person from another one', async () => {
      await service.post(
        '/users',
        { login: 'kai', role: 'editor', email: 'kai@example.org', password: PASSWORD },
        admin,
      )
      const before = await signedIn({ ...staff, sub: 'k1', preferred_username: 'kai' })
      expect((await who(before)).user.login).toBe('kai-2')
      const [kai, second] = [await userNamed('kai'), await userNamed('kai-2')]
      expect(second).toMatchObject({ subject: 'k1' })
      const linked = await service.patch(`/users/${kai?.id}`, { subject: 'k1' }, admin)
      expect([linked.status, linked.body.subject]).toEqual([200, 'k1'])
      expect(await userNamed('kai-2')).toMatchObject({ subject: '', single_sign_on: false })
      expect((await service.get('/session', before.cookie())).status).toBe(401)
      expect((await who(await signedIn({ ...staff, sub: 'k1', preferred_username: 'kai' }))).user.login).toBe(
        'kai',
      )
      expect((await log()).map(({ act }) => act)).toEqual(
        expect.arrayContaining(['identity_linked', 'identity_unlinked']),
      )
      // Somebody who never signed in is linked by the name at the issuer.
      await service.patch(`/users/${second?.id}`, { subject: 'k9' }, admin)
      expect((await who(await signedIn({ ...staff, sub: 'k9' }))).user.login).toBe('kai-2')
      await service.patch(`/users/${second?.id}`, { subject: '' }, admin)
      expect((await who(await signedIn({ ...staff, sub: 'k9', preferred_username: 'new' }))).user.login).toBe(
        'new',
      )
    })

    it('an account is linked by hand to the person of the issuer that is configured, not of one before it', async () => {
      const { id } = await service.user('editor', 'lou')
      const person = {
        issuer: 'https://former.example',
        subject: 'k20',
        login: 'old',
        displayName: '',
        email: '',
      }
      await service.store.identities.enter(
        {
          ...{ person, links: false, groups: new Map(), roleOf: () => 'author', refusedRole: 'subscriber' },
          ...{
            agent: '',
            idToken: '',
            sid: '',
            seconds: 60,
            refusal: { subject: '', claims: [], rules: [] },
          },
        },
        moment,
      )
      expect((await service.patch(`/users/${id}`, { subject: 'k20' }, admin)).status).toBe(200)
      expect((await who(await signedIn({ ...staff, sub: 'k20' }))).user.login).toBe('lou')
    })

    it('the audit says why somebody was refused, once an hour, and not who it is', async () => {
      await open()
      const claims = { sub: 'a secret name', groups: ['choir'], email: 'lea@example.org' }
      await answered(claims)
      await answered(claims)
      const noted = (await log()).filter(({ act }) => act === 'sign_in_refused')
      expect(noted.map(({ act_values }) => act_values)).toEqual([
        {
          subject: expect.stringMatching(/^[0-9a-f]{16}$/),
          claims: expect.arrayContaining(['sub', 'groups', 'email']),
          rules: ['groups:staff=author', 'groups:institute-*=author@*', 'unit:*-lead=manager@unit-*'],
        },
      ])
      expect(JSON.stringify(noted)).not.toMatch(/secret name|lea@|choir/)
    })

    it('“Use another account” asks the issuer for another one, by a name and a password where it offers no choice', async () => {
      const { answer } = await answered({ sub: 'o1' })
      expect(answer.body).toContain('href="/signin/oidc/?other=1"')
      const prompt = async () =>
        new URL(
          String((await testBrowser(service).visit('/signin/oidc/?other=1')).headers.location),
        ).searchParams.get('prompt')
      expect(await prompt()).toBe('select_account')
      await open()
      issuer.lie = { metadata: { prompt_values_supported: ['none', 'login'] } }
      expect(await prompt()).toBe('login')
      issuer.lie = {}
      expect((await testBrowser(service).visit('/signin/oidc')).headers.location).not.toContain('prompt')
    })

    it('a client that the issuer does not accept is said to be set up wrongly', async () => {
      issuer.lie = {
        answers: {
          '/token': (_, response) =>
            void response
              .writeHead(401, { 'content-type': 'application/json' })
              .end('{"error":"invalid_client"}'),
        },
      }
      const browser = testBrowser(service)
      const begun = await browser.visit('/de/signin/oidc')
      const answer = await browser.visit(issuer.authorize(String(begun.headers.location)))
      expect([answer.status, answer.body]).toEqual([
        502,
        expect.stringContaining('Die Anmeldung ist falsch eingerichtet'),
      ])
    })

    it('signing out leads back to the desk, by the one address that the issuer knows', async () => {
      await open()
      const metadata = { end_session_endpoint: `${issuer.url}/end` }
      const { browser } = await answered({ ...staff, sub: 'l1' }, metadata)
      const { csrf_token } = await who(browser)
      const answer = await service.remove('/session', { ...browser.cookie(), 'x-csrf-token': csrf_token })
      const end = new URL(answer.body.end_session_url)
      const back = 'http://127.0.0.1:3000/signin/oidc/callback'
      expect(end.searchParams.get('post_logout_redirect_uri')).toBe(back)
      const returned = await browser.visit('/signin/oidc/callback?state=x')
      expect([returned.status, returned.headers.location]).toEqual([303, '/desk'])
    })

    it('the issuer ends the sessions of a person, or one of them', async () => {
      const [first, second] = [
        await signedIn({ ...staff, sub: 'b1', sid: 's-1' }),
        await signedIn({ ...staff, sub: 'b1', sid: 's-2' }),
      ]
      const other = await signedIn({ ...staff, sub: 'b2', sid: 's-3' })
      const logOut = async (claims: Claims, token?: string) => {
        next()
        const body = `logout_token=${token ?? (await issuer.logoutToken(claims))}`
        return service.ask('POST', '//signin/oidc/logout', body, {
          'content-type': 'application/x-www-form-urlencoded',
        })
      }
      const open = async (browser: TestBrowser) => (await service.get('/session', browser.cookie())).status
      for (const wrong of [
        { sub: 'b1', nonce: 'n' },
        { sub: 'b1', aud: 'another' },
        { sub: 'b1', iss: 'https://evil.example' },
        { sub: 'b1', events: {} },
        { sub: 'b1', iat: 1_000_000 },
        { sub: 'b1', jti: '' },
        { sub: 'b1', jti: 'x'.repeat(256) },
        { sub: '' },
        { sid: '' },
        { sid: 'x'.repeat(256) },
        {},
      ])
        expect([wrong, (await logOut(wrong)).status]).toEqual([wrong, 400])
      expect((await logOut({}, 'not.a.token')).status).toBe(400)
      expect([await open(first), await open(second), await open(other)]).toEqual([200, 200, 200])
      const answer = await logOut({ sid: 's-1' })
      expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store'])
      expect([await open(first), await open(second)]).toEqual([401, 200])
      // Whoever finds a token that was used ends no session that began since.
      const used = await issuer.logoutToken({ sub: 'b3' })
      expect((await logOut({}, used)).status).toBe(200)
      const later = await signedIn({ ...staff, sub: 'b3' })
      expect([(await logOut({}, used)).status, await open(later)]).toEqual([400, 200])
      expect([(await logOut({ sub: 'b3' })).status, await open(later)]).toEqual([200, 401])
      expect((await logOut({ sub: 'b1' })).status).toBe(200)
      expect([await open(second), await open(other)]).toEqual([401, 200])
      expect((await service.get('/session', admin)).status).toBe(200)
    })

    it('the name follows the organisation', async () => {
      await signedIn({ ...staff, sub: 'n1', preferred_username: 'emil', name: 'Emil' })
      await signedIn({ ...staff, sub: 'n1', name: 'Emil Neu' })
      expect(await userNamed('emil')).toMatchObject({ display_name: 'Emil Neu' })
      await signedIn({ ...staff, sub: 'n1' })
      expect(await userNamed('emil')).toMatchObject({ display_name: 'Emil Neu' })
    })

    it('what somebody is author of is handed over by a login', async () => {
      const { id } = await service.user('author', 'leaver')
      await service.user('author', 'heir')
      const answer = await service.post(`/users/${id}/transfer`, { to: 'Heir' }, admin)
      expect([answer.status, answer.body.to]).toEqual([200, (await userNamed('heir'))?.id])
      const unknown = await service.post(`/users/${id}/transfer`, { to: 'nobody' }, admin)
      expect([unknown.status, unknown.body.data.details.to.message]).toEqual([
        400,
        expect.stringContaining('the id or the login'),
      ])
    })
  })
}

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { testBrowser } from '../support/issuer.ts'
import { type Lie, type LyingIssuer, lyingIssuer } from '../support/lying-issuer.ts'
import { type TestService, testService } from '../support/service.ts'

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

for (const { name } of anyDialects()) {
  describe(`an issuer that lies on ${name}`, () => {
    let issuer: LyingIssuer
    let service: TestService
    let minute = 0

    const signIn = async (lie: Lie, more = '') => {
      issuer.lie = lie
      // Ten failed sign-ins within a minute are blocked.
      minute += 1
      service.at(
        `2027-01-15T${String(12 + Math.floor(minute / 60))}:${String(minute % 60).padStart(2, '0')}:00Z`,
      )
      const browser = testBrowser(service)
      const begun = await browser.visit('/signin/oidc')
      if (begun.status !== 303) return begun.status
      const answer = await browser.visit(`${issuer.authorize(String(begun.headers.location))}${more}`)
      expect(browser.jar.has('fasti_session')).toBe(answer.status === 303)
      return answer.status
    }
    const fresh = async () => {
      await service?.close()
      service = await testService(name, {
        FASTI_OIDC_ISSUER: issuer.url,
        FASTI_OIDC_CLIENT_ID: 'fasti',
        FASTI_OIDC_ROLES: 'groups:staff=author,role:boss=administrator',
      })
    }

    beforeAll(async () => {
      issuer = await lyingIssuer()
      await fresh()
    })
    beforeEach(() => {
      issuer.lie = {}
    })
    afterAll(async () => {
      await service.close()
      await issuer.close()
    })

    it('§17 signs in while nothing is a lie', async () => {
      expect(await signIn({})).toBe(303)
    })

    it('§17 refuses tokens of another key, with alg none, signed with a public secret, or by an algorithm that is not ours', async () => {
      expect(await signIn({ key: issuer.foreign })).toBe(400)
      expect(await signIn({ token: (claims) => `${encoded({ alg: 'none' })}.${encoded(claims)}.` })).toBe(400)
      expect(await signIn({ alg: 'HS256', key: Buffer.from('a secret that everybody knows, of 32') })).toBe(
        400,
      )
      expect(await signIn({ token: () => 'not.a.token' })).toBe(400)
    })

    it('§17 refuses another issuer, audience, nonce or access token, a token that is over, and one without sub', async () => {
      const lies: readonly Lie['claims'][] = [
        (claims) => ({ ...claims, iss: 'https://evil.example' }),
        (claims) => ({ ...claims, aud: 'another' }),
        (claims) => ({ ...claims, aud: ['fasti', 'another'], azp: 'another' }),
        (claims) => ({ ...claims, nonce: 'another' }),
        ({ nonce: _, ...claims }) => claims,
        (claims) => ({ ...claims, exp: 1_000_000 }),
        ({ exp: _, ...claims }) => claims,
        (claims) => ({ ...claims, sub: '' }),
        (claims) => ({ ...claims, at_hash: 'AAAAAAAAAAAAAAAAAAAAAA' }),
      ]
      for (const claims of lies)
        expect([String(claims), await signIn({ ...(claims && { claims }) })]).toEqual([String(claims), 400])
    })

    it('§17 an unknown kid fetches the keys once more, and no more than once', async () => {
      const fetched = () => issuer.asked.get('/keys') ?? 0
      await signIn({})
      const before = fetched()
      issuer.published.splice(0, 1, 'k2')
      expect([await signIn({}), fetched() - before]).toEqual([303, 1])
      expect([await signIn({ kid: 'k3' }), fetched() - before]).toEqual([400, 2])
    })

    it('§17 userinfo of another person, and its claims in place of those of the token, count for nothing', async () => {
      expect(await signIn({ userinfo: { sub: 'somebody', role: 'boss' } })).toBe(400)
      expect(await signIn({ userinfo: { groups: ['none'] } })).toBe(303)
    })

    it('§17 answers that never end, are huge, redirect or fail are 502, and nobody is signed in', async () => {
      const huge: NonNullable<Lie['answers']>[string] = (_, response) => {
        response.setHeader('content-type', 'application/json')
        const write = () => {
          while (!response.destroyed && response.write('x'.repeat(65_536)));
          if (!response.destroyed) response.once('drain', write)
        }
        write()
      }
      const redirect: NonNullable<Lie['answers']>[string] = (_, response) =>
        void response.writeHead(302, { location: 'http://127.0.0.1:1/inside' }).end()
      const failing: NonNullable<Lie['answers']>[string] = (_, response) => void response.writeHead(503).end()
      const cut: NonNullable<Lie['answers']>[string] = (request) => void request.socket.destroy()
      for (const answer of [huge, redirect, failing, cut])
        for (const path of ['/token', '/me'])
          expect([path, await signIn({ answers: { [path]: answer } })]).toEqual([path, 502])
      for (const answer of [huge, redirect, failing, cut]) {
        await fresh()
        expect(await signIn({ answers: { '/keys': answer } })).toBe(502)
      }
      for (const answer of [huge, redirect, failing, cut]) {
        await fresh()
        expect(await signIn({ answers: { '/.well-known/openid-configuration': answer } })).toBe(502)
      }
    })

    it('§17 a description of another issuer, or with endpoints inside the network, is 502', async () => {
      const lies: readonly Record<string, string>[] = [
        { issuer: 'http://127.0.0.1:1' },
        { token_endpoint: 'http://192.168.0.1/token' },
        { jwks_uri: 'file:///etc/passwd' },
        { authorization_endpoint: 'javascript:alert(1)' },
        { end_session_endpoint: 'http://evil.example/' },
      ]
      for (const metadata of lies) {
        await fresh()
        expect([metadata, await signIn({ metadata })]).toEqual([metadata, 502])
      }
      await fresh()
    })

    it('§17 an answer in the name of another issuer, and an error, sign nobody in', async () => {
      await fresh()
      const metadata = { authorization_response_iss_parameter_supported: true }
      expect(await signIn({ metadata }, '&iss=http%3A%2F%2Fevil.example')).toBe(400)
      expect(await signIn({ metadata }, `&iss=${encodeURIComponent(issuer.url)}`)).toBe(303)
    })
  })
}

/** An issuer on loopback whose answers a test decides: its tokens, its keys, and how it answers at all. */
import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** The decisions of a test about the next sign-in. */
export interface Lie {
  /** Changes the claims of the ID token. */
  readonly claims?: (claims: JWTPayload) => JWTPayload
  readonly alg?: string
  readonly kid?: string
  readonly key?: CryptoKey | Uint8Array
  /** Replaces the ID token. */
  readonly token?: (claims: JWTPayload) => string
  /** Answers in place of an endpoint, by its path. */
  readonly answers?: Readonly<Record<string, Answer>>
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly userinfo?: Readonly<Record<string, unknown>>
}

export interface LyingIssuer {
  readonly url: string
  lie: Lie
  /** The names of the keys that the issuer publishes. */
  readonly published: string[]
  /** How often each path was asked for. */
  readonly asked: Map<string, number>
  /** A key that the issuer does not publish under its own name. */
  readonly foreign: CryptoKey
  /** Signs a logout token; claims that are undefined are left out. */
  logoutToken(claims: JWTPayload): Promise<string>
  /** Remembers what the service sent to the authorization endpoint. */
  authorize(address: string): string
  close(): Promise<void>
}

const sendJson = (response: ServerResponse, body: unknown) => {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(body))
}

/** Starts an issuer whose tokens are right, as long as no lie is set. The caller closes it. */
export async function lyingIssuer(): Promise<LyingIssuer> {
  const own = await generateKeyPair('RS256', { extractable: true })
  const other = await generateKeyPair('RS256')
  const publicKey = await exportJWK(own.publicKey)
  let nonce = ''
  const asked = new Map<string, number>()
  const accessToken = 'an access token'

  async function idToken(): Promise<string> {
    const {
      claims = (sent) => sent,
      alg = 'RS256',
      kid = issuer.published[0] ?? 'k1',
      key,
      token,
    } = issuer.lie
    const now = Math.floor(performance.timeOrigin / 1000 + performance.now() / 1000)
    const at_hash = createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url')
    const right = {
      iss: issuer.url,
      sub: 's1',
      aud: 'fasti',
      nonce,
      iat: now,
      exp: now + 300,
      at_hash,
      groups: ['staff'],
    }
    if (token !== undefined) return token(right)
    return new SignJWT(claims(right)).setProtectedHeader({ alg, kid }).sign(key ?? own.privateKey)
  }

  const metadata = () => ({
    issuer: issuer.url,
    authorization_endpoint: `${issuer.url}/auth`,
    token_endpoint: `${issuer.url}/token`,
    jwks_uri: `${issuer.url}/keys`,
    userinfo_endpoint: `${issuer.url}/me`,
    id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
    ...issuer.lie.metadata,
  })
  const answers: Readonly<Record<string, Answer>> = {
    '/.well-known/openid-configuration': (_, response) => sendJson(response, metadata()),
    '/keys': (_, response) =>
      sendJson(response, {
        keys: issuer.published.map((kid) => ({ ...publicKey, kid, alg: 'RS256', use: 'sig' })),
      }),
    '/token': async (_, response) =>
      sendJson(response, { access_token: accessToken, token_type: 'bearer', id_token: await idToken() }),
    '/me': (_, response) => sendJson(response, { sub: 's1', ...issuer.lie.userinfo }),
  }
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    asked.set(path, (asked.get(path) ?? 0) + 1)
    request.resume()
    const answer = issuer.lie.answers?.[path] ?? answers[path]
    if (answer === undefined) response.writeHead(404).end()
    else answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer: LyingIssuer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lie: {},
    published: ['k1'],
    asked,
    foreign: other.privateKey,
    logoutToken: (claims) => {
      const now = Math.floor(performance.timeOrigin / 1000 + performance.now() / 1000)
      const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
      const right = { iss: issuer.url, aud: 'fasti', iat: now, exp: now + 120, jti: randomUUID(), events }
      return new SignJWT({ ...right, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: issuer.published[0] ?? 'k1', typ: 'logout+jwt' })
        .sign(own.privateKey)
    },
    authorize(address) {
      const sent = new URL(address).searchParams
      nonce = sent.get('nonce') ?? ''
      return `/signin/oidc/callback?code=c&state=${sent.get('state')}`
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return issuer
}

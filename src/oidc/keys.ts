/** The keys of the issuer, and the signatures of its ID tokens (RFC 7515). */
import { createHash, timingSafeEqual } from 'node:crypto'
import {
  createLocalJWKSet,
  errors,
  type JSONWebKeySet,
  type JWTPayload,
  type JWTVerifyOptions,
  jwtVerify,
} from 'jose'
import { IssuerUnavailable } from './bounded-fetch.ts'

/** The signatures that are accepted: with `none`, or with a secret that both know, anybody could sign. */
export const acceptedSignatureAlgorithms = ['RS256', 'ES256', 'PS256']

/** Milliseconds for which keys are taken without asking again. */
const FRESH = 300_000
/** Milliseconds between two requests for keys because of a token whose key is not known: anybody may send such tokens. */
const PAUSE = 10_000
/** Seconds by which the clocks may differ. */
const TOLERANCE = 30

/** The values that an ID token must have. */
interface Expected {
  readonly issuer: string
  readonly audience: string
  /** The access token that came with it. */
  readonly accessToken: string
}

/** Verify tokens of the issuer, and return their claims. They throw an error of jose, or `IssuerUnavailable` without keys. */
export interface IssuerTokenVerifiers {
  /** Verifies an ID token. */
  verify(token: string, expected: Expected): Promise<JWTPayload & { readonly sub: string }>
  /** Verifies a logout token (OpenID Connect Back-Channel Logout). */
  verifyLogout(
    token: string,
    expected: Omit<Expected, 'accessToken'>,
  ): Promise<JWTPayload & { readonly jti: string }>
}

/** Seconds for which a logout token counts: whoever finds one later ends no session with it. */
const LOGOUT_LIFE = 300
/** Milliseconds from the first use of a logout token to the last moment at which it may hold, by whichever clock. */
export const LOGOUT_REUSE = (LOGOUT_LIFE + 2 * TOLERANCE) * 1000
const LOGOUT = 'http://schemas.openid.net/event/backchannel-logout'

/** Whether `at_hash` is that of the access token: the left half of the digest of its algorithm, which is SHA-256 for all of ours. */
function isHashOf(sent: unknown, accessToken: string): boolean {
  const right = createHash('sha256').update(accessToken).digest().subarray(0, 16)
  const given = Buffer.from(String(sent), 'base64url')
  return given.length === right.length && timingSafeEqual(given, right)
}

const isName = (sent: unknown): sent is string =>
  typeof sent === 'string' && sent !== '' && sent.length <= 255

const isKeySet = (sent: unknown): sent is JSONWebKeySet =>
  typeof sent === 'object' && sent !== null && 'keys' in sent && Array.isArray(sent.keys)

function keySetIn(sent: unknown) {
  if (isKeySet(sent)) return createLocalJWKSet(sent)
  throw new IssuerUnavailable('its keys are not a JSON Web Key Set')
}

/** Returns the verification with the keys that `load` fetches. A key that is unknown fetches them once more. */
export function issuerTokenVerifiers(load: () => Promise<unknown>): IssuerTokenVerifiers {
  let known: { readonly keys: ReturnType<typeof createLocalJWKSet>; readonly at: number } | undefined
  const fresh = async () => {
    known = { keys: keySetIn(await load()), at: performance.now() }
    return known.keys
  }
  const verified = async (token: string, more: JWTVerifyOptions, pause = 0): Promise<JWTPayload> => {
    const checks = { algorithms: acceptedSignatureAlgorithms, clockTolerance: TOLERANCE, ...more }
    const isFresh = known !== undefined && performance.now() - known.at < FRESH
    const keys = isFresh && known !== undefined ? known.keys : await fresh()
    const { payload } = await jwtVerify(token, keys, checks).catch(async (error: unknown) => {
      const isPausing = known !== undefined && performance.now() - known.at < pause
      if (!isFresh || isPausing || !(error instanceof errors.JWKSNoMatchingKey)) throw error
      return jwtVerify(token, await fresh(), checks)
    })
    return payload
  }
  return {
    async verify(token, { issuer, audience, accessToken }) {
      const requiredClaims = ['iss', 'aud', 'exp', 'iat', 'sub']
      const payload = await verified(token, { issuer, audience, requiredClaims })
      const { sub, at_hash, events } = payload
      if (!isName(sub)) throw new errors.JWTInvalid('sub is not a name')
      if (events !== undefined) throw new errors.JWTInvalid('it is not an ID token')
      if (at_hash !== undefined && !isHashOf(at_hash, accessToken))
        throw new errors.JWTInvalid('at_hash is that of another access token')
      return { ...payload, sub }
    },
    async verifyLogout(token, { issuer, audience }) {
      const requiredClaims = ['iss', 'aud', 'iat', 'jti']
      const payload = await verified(
        token,
        { issuer, audience, requiredClaims, maxTokenAge: LOGOUT_LIFE },
        PAUSE,
      )
      const { sub, sid, jti, events, nonce } = payload
      if (typeof events !== 'object' || events === null || !(LOGOUT in events))
        throw new errors.JWTInvalid('it is not a logout token')
      // An ID token has a nonce: it must not end sessions.
      if (nonce !== undefined) throw new errors.JWTInvalid('a logout token has no nonce')
      if (sub === undefined ? !isName(sid) || /\p{Cc}/u.test(sid) : !isName(sub))
        throw new errors.JWTInvalid('it names neither a person nor a session')
      if (!isName(jti)) throw new errors.JWTInvalid('jti is not a name')
      return { ...payload, jti }
    },
  }
}

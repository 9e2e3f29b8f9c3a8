/** The keys of the issuer, and the signatures of its ID tokens (RFC 7515). */
import { createHash, timingSafeEqual } from 'node:crypto'
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose'
import { IssuerUnavailable } from './bounded-fetch.ts'

/** The signatures that are accepted: with `none`, or with a secret that both know, anybody could sign. */
export const acceptedSignatureAlgorithms = ['RS256', 'ES256', 'PS256']

/** Milliseconds for which keys are taken without asking again. */
const FRESH = 300_000
/** Seconds by which the clocks may differ. */
const TOLERANCE = 30

/** The values that an ID token must have. */
interface Expected {
  readonly issuer: string
  readonly audience: string
  /** The access token that came with it. */
  readonly accessToken: string
}

/** Verifies an ID token. Returns its claims. Throws an error of jose, or `IssuerUnavailable` without keys. */
export type VerifyIdToken = (
  token: string,
  expected: Expected,
) => Promise<JWTPayload & { readonly sub: string }>

/** Whether `at_hash` is that of the access token: the left half of the digest of its algorithm, which is SHA-256 for all of ours. */
function isHashOf(sent: unknown, accessToken: string): boolean {
  const right = createHash('sha256').update(accessToken).digest().subarray(0, 16)
  const given = Buffer.from(String(sent), 'base64url')
  return given.length === right.length && timingSafeEqual(given, right)
}

const isKeySet = (sent: unknown): sent is JSONWebKeySet =>
  typeof sent === 'object' && sent !== null && 'keys' in sent && Array.isArray(sent.keys)

function keySetIn(sent: unknown) {
  if (isKeySet(sent)) return createLocalJWKSet(sent)
  throw new IssuerUnavailable('its keys are not a JSON Web Key Set')
}

/** Returns the verification with the keys that `load` fetches. A key that is unknown fetches them once more. */
export function idTokenVerifier(load: () => Promise<unknown>): VerifyIdToken {
  let known: { readonly keys: ReturnType<typeof createLocalJWKSet>; readonly at: number } | undefined
  const fresh = async () => {
    known = { keys: keySetIn(await load()), at: performance.now() }
    return known.keys
  }
  return async (token, { issuer, audience, accessToken }) => {
    const checks = {
      algorithms: acceptedSignatureAlgorithms,
      issuer,
      audience,
      clockTolerance: TOLERANCE,
      requiredClaims: ['iss', 'aud', 'exp', 'iat', 'sub'],
    }
    const isFresh = known !== undefined && performance.now() - known.at < FRESH
    const keys = isFresh && known !== undefined ? known.keys : await fresh()
    const { payload } = await jwtVerify(token, keys, checks).catch(async (error: unknown) => {
      if (!isFresh || !(error instanceof errors.JWKSNoMatchingKey)) throw error
      return jwtVerify(token, await fresh(), checks)
    })
    const { sub, at_hash } = payload
    if (typeof sub !== 'string' || sub === '' || sub.length > 255)
      throw new errors.JWTInvalid('sub is not a name')
    if (at_hash !== undefined && !isHashOf(at_hash, accessToken))
      throw new errors.JWTInvalid('at_hash is that of another access token')
    return { ...payload, sub }
  }
}

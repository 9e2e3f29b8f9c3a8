/**
 * Signing in through one's organisation (contract §17): OpenID Connect, authorization code with PKCE. `openid-client` makes the requests and
 * checks state, nonce, issuer, audience and expiry; signatures and `at_hash` are checked in `keys.ts`.
 */

import { createHash, timingSafeEqual } from 'node:crypto'
import {
  createLocalJWKSet,
  errors,
  type JSONWebKeySet,
  type JWTPayload,
  type JWTVerifyOptions,
  jwtVerify,
} from 'jose'
import * as client from 'openid-client'
import { fetchFromIssuer, IssuerUnavailable } from './bounded-fetch.ts'
import type { Claims, OidcSettings } from './rules.ts'

// Names that were used, such as those of tokens that count once.

/**
 * Returns the function that says whether a name is used for the first time within so many milliseconds, at a time in milliseconds.
 * The oldest are forgotten where there are more than `most`.
 */
export function firstUses(life: number, most: number): (name: string, now: number) => boolean {
  // In the order of their use.
  const used = new Map<string, number>()
  return (name, now) => {
    for (const [old, at] of used) {
      if (now - at <= life) break
      used.delete(old)
    }
    if (used.has(name)) return false
    used.set(name, now)
    const [oldest = name] = used.keys()
    if (used.size > most) used.delete(oldest)
    return true
  }
}

// The keys of the issuer, and the signatures of its ID tokens (RFC 7515).

/** The signatures that are accepted: with `none`, or with a secret that both know, anybody could sign. */
const acceptedSignatureAlgorithms = ['RS256', 'ES256', 'PS256']

/** Milliseconds for which keys are taken without asking again. */
const KEYS_FRESH = 300_000
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
interface IssuerTokenVerifiers {
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
const LOGOUT_REUSE = (LOGOUT_LIFE + 2 * TOLERANCE) * 1000
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
function issuerTokenVerifiers(load: () => Promise<unknown>): IssuerTokenVerifiers {
  let known: { readonly keys: ReturnType<typeof createLocalJWKSet>; readonly at: number } | undefined
  const fresh = async () => {
    known = { keys: keySetIn(await load()), at: performance.now() }
    return known.keys
  }
  const verified = async (token: string, more: JWTVerifyOptions, pause = 0): Promise<JWTPayload> => {
    const checks = { algorithms: acceptedSignatureAlgorithms, clockTolerance: TOLERANCE, ...more }
    const isFresh = known !== undefined && performance.now() - known.at < KEYS_FRESH
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

// The issuer as it describes itself (OpenID Connect Discovery).

/** The issuer as it describes itself, and its keys. */
export interface Issuer extends IssuerTokenVerifiers {
  readonly config: client.Configuration
  readonly name: string
}

/** Milliseconds for which the description of the issuer is taken without asking again. */
const DESCRIPTION_FRESH = 3_600_000

const customFetch: client.CustomFetch = (url, { method, headers, body, signal }) =>
  fetchFromIssuer(url, { method, headers, body: body ?? null, ...(signal && { signal }) })

const isLoopback = ({ hostname }: URL) => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)

/** Throws where an endpoint is neither https nor, for an issuer on loopback, on loopback itself. */
function requireSafe(metadata: client.ServerMetadata, isLocal: boolean): void {
  const { authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint, end_session_endpoint } =
    metadata
  const needed = [authorization_endpoint, token_endpoint, jwks_uri]
  if (needed.some((one) => one === undefined)) throw new IssuerUnavailable('its description lacks endpoints')
  for (const address of [...needed, userinfo_endpoint, end_session_endpoint]) {
    if (address === undefined) continue
    const url = URL.canParse(address) ? new URL(address) : undefined
    if (url?.protocol !== 'https:' && !(isLocal && url !== undefined && isLoopback(url)))
      throw new IssuerUnavailable('an endpoint of its description is not https')
  }
}

/** Returns how the service proves itself to the issuer. Basic is the default of OpenID Connect. */
function proofOf({ clientSecret }: OidcSettings, methods: readonly string[] | undefined): client.ClientAuth {
  if (clientSecret === undefined) return client.None()
  const takesBasic = methods === undefined || methods.includes('client_secret_basic')
  return takesBasic ? client.ClientSecretBasic(clientSecret) : client.ClientSecretPost(clientSecret)
}

/** Asks the issuer for its description. Throws `IssuerUnavailable`, or what openid-client throws. */
async function discovered(settings: OidcSettings): Promise<Issuer> {
  const { issuer, clientId } = settings
  const isLocal = new URL(issuer).protocol === 'http:'
  const execute = isLocal ? [client.allowInsecureRequests] : []
  const options = { [client.customFetch]: customFetch, execute }
  const found = await client.discovery(new URL(issuer), clientId, undefined, client.None(), options)
  const { supportsPKCE: _, ...metadata } = found.serverMetadata()
  if (new URL(metadata.issuer).href !== new URL(issuer).href)
    throw new IssuerUnavailable('it describes another issuer')
  requireSafe(metadata, isLocal)
  const offered = metadata.id_token_signing_alg_values_supported ?? ['RS256']
  const algorithms = acceptedSignatureAlgorithms.filter((one) => offered.includes(one))
  const config = new client.Configuration(
    { ...metadata, id_token_signing_alg_values_supported: algorithms },
    clientId,
    { [client.clockTolerance]: TOLERANCE },
    proofOf(settings, metadata.token_endpoint_auth_methods_supported),
  )
  config[client.customFetch] = customFetch
  if (isLocal) client.allowInsecureRequests(config)
  const jwks = metadata.jwks_uri ?? ''
  const verifiers = issuerTokenVerifiers(async () => {
    const answer = await fetchFromIssuer(jwks, { headers: { Accept: 'application/json' } })
    return answer.json().catch(() => undefined)
  })
  return { config, name: metadata.issuer, ...verifiers }
}

/** Asks the issuer for its description, once. Throws with what is wrong with it, for an operator. */
export async function issuerDescription(settings: OidcSettings): Promise<client.ServerMetadata> {
  return (await discovered(settings)).config.serverMetadata()
}

/** Returns the function that gives the issuer: asked for once an hour, and again after it was away. */
function issuerReaderOf(settings: OidcSettings): () => Promise<Issuer> {
  let known: { readonly issuer: Promise<Issuer>; readonly at: number } | undefined
  return () => {
    if (known !== undefined && performance.now() - known.at < DESCRIPTION_FRESH) return known.issuer
    const issuer = discovered(settings)
    known = { issuer, at: performance.now() }
    issuer.catch(() => {
      known = undefined
    })
    return issuer
  }
}

/** Secrets that the browser keeps while its user is at the issuer. */
export interface SignInSecrets {
  /** What the answer repeats; the ID of the request in SAML, which has neither of the others. */
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** Why nobody signs in: the issuer refused, is away or does not know this service, or what came back does not hold. */
type SignInFault = 'refused' | 'away' | 'setup' | 'invalid'

/** Why nobody signs in; `why` is for the log. */
export interface FailedSignIn {
  readonly fault: SignInFault
  readonly why: string
}

/** Who came back, and what the organisation says of them. */
export interface SignedInPerson {
  readonly issuer: string
  /** The name of the person at the issuer, which never changes. */
  readonly subject: string
  /** What was said, the most trusted first. */
  readonly sources: readonly Claims[]
  /** The ID token that ends the session at the issuer; "" without one. */
  readonly idToken: string
  /** The name of the session at the issuer, by which the issuer ends it here; "" without one. */
  readonly sid: string
  /** What may count once alone: its name, and the second since 1970 UTC until which it could come again. */
  readonly once?: { readonly name: string; readonly until: number }
}

/** A person who came back, or why nobody signs in. */
export type SignInOutcome = SignedInPerson | FailedSignIn

/** Whose sessions an issuer ends: all those of a person, or the one with a name. */
interface LoggedOut {
  readonly issuer: string
  /** "" where only the session has a name. */
  readonly subject: string
  readonly sid: string
}

/** The ways to ask an issuer for another account than the one that is signed in there. */
type OtherAccount = 'select_account' | 'login'

export interface SignInService {
  /** Returns the address of the issuer that a browser is sent to, and what it keeps; `isOther` asks for another account. */
  begin(
    redirectUri: string,
    isOther?: boolean,
  ): Promise<{ readonly address: string; readonly secrets: SignInSecrets } | FailedSignIn>
  /** Returns who came back to `redirectUri` with these parameters. */
  complete(redirectUri: string, sent: URLSearchParams, secrets: SignInSecrets): Promise<SignInOutcome>
  /** Returns where the session at the issuer ends, which leads back to `returnTo`; undefined if the issuer does not offer it, or is away. */
  endOf(idToken: string, returnTo: string): Promise<string | undefined>
  /** Returns whose sessions end by a logout token that the issuer sent, or why it does not hold; undefined where there are no such tokens. */
  readonly loggedOut?: (token: string) => Promise<LoggedOut | FailedSignIn>
  /** Returns the name of the issuer as it writes it; undefined while it is away. */
  issuer(): Promise<string | undefined>
  /** Returns what an organisation reads of this service, as XML; undefined where it reads nothing. */
  readonly metadata?: (redirectUri: string) => string
}

/** The errors with which an issuer says that it cannot answer now. */
const awayErrors = ['server_error', 'temporarily_unavailable']
/** Those with which it says that it does not know this service, which no user can help. */
const strangerErrors = ['invalid_client', 'unauthorized_client']

/** The message of an error and of its causes, for the log: no text of a token is among them. */
const reasonOf = (error: unknown): string =>
  error instanceof Error
    ? [error.message, error.cause instanceof Error ? reasonOf(error.cause) : ''].filter(Boolean).join(': ')
    : String(error)

/** Without its description nothing can be asked of the issuer, whatever is wrong with it. */
const awayBecause = (error: unknown): FailedSignIn => ({ fault: 'away', why: reasonOf(error) })

/** Whether the error or one of its causes says that the issuer is away. */
const isAway = (error: unknown): boolean =>
  error instanceof Error && (error instanceof IssuerUnavailable || isAway(error.cause))

function faultOf(error: unknown): FailedSignIn {
  const why = reasonOf(error).slice(0, 300)
  if (error instanceof client.AuthorizationResponseError) {
    const { error: code } = error
    const fault = strangerErrors.includes(code) || code === 'invalid_scope' ? 'setup' : 'refused'
    return { fault: awayErrors.includes(code) ? 'away' : fault, why: code }
  }
  if (error instanceof client.ResponseBodyError) {
    if (strangerErrors.includes(error.error)) return { fault: 'setup', why: error.error }
    return { fault: awayErrors.includes(error.error) ? 'away' : 'invalid', why: error.error }
  }
  return { fault: isAway(error) ? 'away' : 'invalid', why }
}

const parameters = ['code', 'state', 'iss', 'error', 'error_description', 'session_state']

/** Returns the address that the browser came back to, with what OpenID Connect knows of the query. */
function returnedTo(redirectUri: string, query: URLSearchParams): URL {
  const url = new URL(redirectUri)
  for (const [name, value] of query) if (parameters.includes(name)) url.searchParams.append(name, value)
  return url
}

/** Returns the claims of userinfo, if the issuer has it. Throws where they are another person's. */
async function userInfoOf({ config }: Issuer, accessToken: string, subject: string): Promise<Claims> {
  if (config.serverMetadata().userinfo_endpoint === undefined) return {}
  return client.fetchUserInfo(config, accessToken, subject)
}

/** Returns how to ask an issuer for another account: issuers that can't offer the accounts ask for a name and a password. */
function promptFor({ config }: Issuer): OtherAccount {
  const { prompt_values_supported: offered } = config.serverMetadata()
  const isLacking = Array.isArray(offered) && !offered.includes('select_account')
  return isLacking ? 'login' : 'select_account'
}

/** Returns where a browser signs in at the issuer, and the secrets that it keeps meanwhile. */
async function begun(
  { config }: Issuer,
  redirectUri: string,
  { scopes }: OidcSettings,
  prompt: OtherAccount | undefined,
) {
  const secrets = {
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
  }
  const address = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: scopes,
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: 'S256',
    ...(prompt && { prompt }),
  })
  return { address: address.href, secrets }
}

const LONGEST_SID = 255
/** So many logout tokens are remembered, so that none counts twice. */
const MOST_LOGOUTS = 1000

/** Returns the name of the session at the issuer; "" where it gives none that can be kept. */
const sidIn = ({ sid }: Claims): string =>
  typeof sid === 'string' && sid.length <= LONGEST_SID && !/\p{Cc}/u.test(sid) ? sid : ''

/** Returns the sign-in through an organisation. */
export function newSignInService(settings: OidcSettings): SignInService {
  const issuerNow = issuerReaderOf(settings)
  const isFirstUse = firstUses(LOGOUT_REUSE, MOST_LOGOUTS)
  const personAt = async (
    issuer: Issuer,
    returned: URL,
    { state, nonce, verifier }: SignInSecrets,
  ): Promise<SignedInPerson> => {
    const tokens = await client.authorizationCodeGrant(issuer.config, returned, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
    const { access_token: accessToken, id_token: idToken = '' } = tokens
    const expected = { issuer: issuer.name, audience: settings.clientId, accessToken }
    const claims = await issuer.verify(idToken, expected)
    const sources = [claims, await userInfoOf(issuer, accessToken, claims.sub)]
    return { issuer: issuer.name, subject: claims.sub, sources, idToken, sid: sidIn(claims) }
  }
  return {
    async begin(redirectUri, isOther = false) {
      const issuer = await issuerNow().catch(awayBecause)
      if ('fault' in issuer) return issuer
      return begun(issuer, redirectUri, settings, isOther ? promptFor(issuer) : undefined)
    },
    async complete(redirectUri, query, secrets) {
      const issuer = await issuerNow().catch(awayBecause)
      if ('fault' in issuer) return issuer
      return personAt(issuer, returnedTo(redirectUri, query), secrets).catch(faultOf)
    },
    async endOf(idToken, returnTo) {
      const issuer = await issuerNow().catch(() => undefined)
      if (issuer?.config.serverMetadata().end_session_endpoint === undefined) return undefined
      const parameters = {
        post_logout_redirect_uri: returnTo,
        ...(idToken !== '' && { id_token_hint: idToken }),
      }
      return client.buildEndSessionUrl(issuer.config, parameters).href
    },
    async loggedOut(token) {
      const issuer = await issuerNow().catch(awayBecause)
      if ('fault' in issuer) return issuer
      const expected = { issuer: issuer.name, audience: settings.clientId }
      return issuer.verifyLogout(token, expected).then((claims) => {
        if (!isFirstUse(`${issuer.name} ${claims.jti}`, performance.now()))
          return { fault: 'invalid', why: 'the logout token was used before' }
        return { issuer: issuer.name, subject: claims.sub ?? '', sid: sidIn(claims) }
      }, faultOf)
    },
    issuer: () =>
      issuerNow().then(
        ({ name }) => name,
        () => undefined,
      ),
  }
}

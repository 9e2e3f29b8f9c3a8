/**
 * Signing in through one's organisation (contract §17): OpenID Connect, authorization code with PKCE. `openid-client` makes the requests and
 * checks state, nonce, issuer, audience and expiry; signatures and `at_hash` are checked in `keys.ts`.
 */
import * as client from 'openid-client'
import { IssuerUnavailable } from './bounded-fetch.ts'
import { type Claims, organisationMemberFromClaims, type PersonFromClaims } from './claims.ts'
import { type Issuer, issuerReaderOf } from './issuer.ts'
import type { OidcSettings } from './settings.ts'

/** Secrets that the browser keeps while its user is at the issuer. */
export interface SignInSecrets {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** Why nobody signs in: the issuer refused, is away, or what came back does not hold. */
type SignInFault = 'refused' | 'away' | 'invalid'

/** Why nobody signs in; `why` is for the log. */
export interface FailedSignIn {
  readonly fault: SignInFault
  readonly why: string
}

/** A person who came back, with the ID token that ends the session at the issuer; or why nobody signs in. */
export type SignInOutcome = { readonly member: PersonFromClaims; readonly idToken: string } | FailedSignIn

export interface SignInService {
  /** Returns the address of the issuer that a browser is sent to, and what it keeps. */
  begin(
    redirectUri: string,
  ): Promise<{ readonly address: string; readonly secrets: SignInSecrets } | FailedSignIn>
  /** Returns who came back to `redirectUri` with the parameters of the query. */
  complete(redirectUri: string, query: URLSearchParams, secrets: SignInSecrets): Promise<SignInOutcome>
  /** Returns where the session at the issuer ends; undefined if the issuer does not offer it, or is away. */
  endOf(idToken: string): Promise<string | undefined>
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
    return { fault: awayErrors.includes(code) ? 'away' : 'refused', why: code }
  }
  if (error instanceof client.ResponseBodyError) {
    const isAtFault = [...awayErrors, ...strangerErrors].includes(error.error)
    return { fault: isAtFault ? 'away' : 'invalid', why: error.error }
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

/** Returns where a browser signs in at the issuer, and the secrets that it keeps meanwhile. */
async function begun({ config }: Issuer, redirectUri: string, { scopes }: OidcSettings) {
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
  })
  return { address: address.href, secrets }
}

/** Returns the sign-in through an organisation. */
export function newSignInService(settings: OidcSettings): SignInService {
  const issuerNow = issuerReaderOf(settings)
  const memberAt = async (issuer: Issuer, returned: URL, { state, nonce, verifier }: SignInSecrets) => {
    const tokens = await client.authorizationCodeGrant(issuer.config, returned, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
    const { access_token: accessToken, id_token: idToken = '' } = tokens
    const expected = { issuer: issuer.name, audience: settings.clientId, accessToken }
    const claims = await issuer.verify(idToken, expected)
    const person = { issuer: issuer.name, subject: claims.sub }
    const sources = [claims, await userInfoOf(issuer, accessToken, claims.sub)]
    return { member: organisationMemberFromClaims(sources, person, settings), idToken }
  }
  return {
    async begin(redirectUri) {
      const issuer = await issuerNow().catch(awayBecause)
      return 'fault' in issuer ? issuer : begun(issuer, redirectUri, settings)
    },
    async complete(redirectUri, query, secrets) {
      const issuer = await issuerNow().catch(awayBecause)
      if ('fault' in issuer) return issuer
      return memberAt(issuer, returnedTo(redirectUri, query), secrets).catch(faultOf)
    },
    async endOf(idToken) {
      const issuer = await issuerNow().catch(() => undefined)
      if (issuer?.config.serverMetadata().end_session_endpoint === undefined) return undefined
      const hint = idToken === '' ? undefined : { id_token_hint: idToken }
      return client.buildEndSessionUrl(issuer.config, hint).href
    },
  }
}

/**
 * Signing in through one's organisation (contract §17): OpenID Connect, authorization code with PKCE. `openid-client` makes the requests and
 * checks state, nonce, issuer, audience and expiry; signatures and `at_hash` are checked in `keys.ts`.
 */
import * as client from 'openid-client'
import { IssuerUnavailable } from './bounded-fetch.ts'
import type { Claims } from './claims.ts'
import { type Issuer, issuerReaderOf } from './issuer.ts'
import { LOGOUT_REUSE } from './keys.ts'
import type { OidcSettings } from './settings.ts'
import { firstUses } from './used-names.ts'

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

/** The issuer as it describes itself (OpenID Connect Discovery). */
import * as client from 'openid-client'
import { fetchFromIssuer, IssuerUnavailable } from './bounded-fetch.ts'
import { acceptedSignatureAlgorithms, type IssuerTokenVerifiers, issuerTokenVerifiers } from './keys.ts'
import type { OidcSettings } from './settings.ts'

/** The issuer as it describes itself, and its keys. */
export interface Issuer extends IssuerTokenVerifiers {
  readonly config: client.Configuration
  readonly name: string
}

/** Milliseconds for which the description of the issuer is taken without asking again. */
const FRESH = 3_600_000
/** Seconds by which the clocks may differ. */
const TOLERANCE = 30

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
export function issuerReaderOf(settings: OidcSettings): () => Promise<Issuer> {
  let known: { readonly issuer: Promise<Issuer>; readonly at: number } | undefined
  return () => {
    if (known !== undefined && performance.now() - known.at < FRESH) return known.issuer
    const issuer = discovered(settings)
    known = { issuer, at: performance.now() }
    issuer.catch(() => {
      known = undefined
    })
    return issuer
  }
}

/** Checks for `fasti doctor` of what the service uses besides its database: the bucket of images, the mail server, fonts, the issuer. */
import { Temporal } from 'temporal-polyfill'
import type { Config } from '../../config.ts'
import { mailServerFault } from '../../mail/courier.ts'
import { hasFontsForLanguage } from '../../media/drawing/share-image.ts'
import { mediaLibraryOf } from '../../media/library.ts'
import type { OidcSettings, SamlSettings } from '../../oidc/settings.ts'
import { type Finding, findingOf } from './finding.ts'

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Reports whether the bucket of images can be listed. Whether it can be written to shows at the first upload. */
export async function bucketFindings(config: Config): Promise<readonly Finding[]> {
  if (config.bucket === undefined) return []
  const { name } = config.bucket
  try {
    for await (const _ of mediaLibraryOf(config).all()) break
    return [findingOf('ok', `bucket: ${name} can be listed; upload an image to try writing`)]
  } catch (error) {
    return [findingOf('wrong', `bucket: ${name} can not be listed: ${messageOf(error)}`)]
  }
}

/** Reports whether the mail server accepts a connection and the login. Nothing is sent. */
export async function mailFindings({ mail }: Pick<Config, 'mail'>): Promise<readonly Finding[]> {
  if (mail === undefined) return []
  const { host } = new URL(mail.url)
  const fault = await mailServerFault(mail)
  return [
    fault === undefined
      ? findingOf('ok', `mail: ${host} accepts the connection and the login`)
      : findingOf('wrong', `mail: ${host} can not be used: ${fault}`),
  ]
}

/** Reports whether the images that messengers show of events have letters. */
export async function fontFindings({ language }: Pick<Config, 'language'>): Promise<readonly Finding[]> {
  if (await hasFontsForLanguage(language))
    return [findingOf('ok', 'fonts: images of events show their texts')]
  const needed = language === 'ja' ? 'fonts-noto-cjk' : 'fonts-dejavu-core'
  return [
    findingOf(
      'look',
      `fonts: images of events show boxes instead of letters; install fonts, such as ${needed}`,
    ),
  ]
}

/** The message of an error with those of its causes: that of a request names the fault of the connection last. */
const reasonOf = (error: unknown): string =>
  error instanceof Error && error.cause !== undefined
    ? `${error.message}: ${reasonOf(error.cause)}`
    : messageOf(error)

const textsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])

/** Reports what of the configuration an issuer's description does not fit, and what it offers. */
function descriptionFindings(
  described: Readonly<Record<string, unknown>>,
  oidc: OidcSettings,
): readonly Finding[] {
  const scopes = textsIn(described.scopes_supported)
  const lacking = scopes.length === 0 ? [] : oidc.scopes.split(' ').filter((one) => !scopes.includes(one))
  const claims = textsIn(described.claims_supported)
  const named = new Set(oidc.rules.map(({ claim }) => claim.split('.')[0] ?? claim))
  const unknown = claims.length === 0 ? [] : [...named].filter((one) => !claims.includes(one))
  const offers = [
    described.end_session_endpoint === undefined ? 'no sign-out' : 'sign-out',
    described.backchannel_logout_supported === true ? 'back-channel logout' : 'no back-channel logout',
  ]
  return [
    findingOf('ok', `sign-in: ${oidc.issuer} describes itself, with ${offers.join(' and ')}`),
    ...lacking.map((one) =>
      findingOf('look', `sign-in: the issuer does not list the scope ${one} of FASTI_OIDC_SCOPES`),
    ),
    ...unknown.map((one) =>
      findingOf('look', `sign-in: the issuer does not list the claim ${one}, which FASTI_OIDC_ROLES names`),
    ),
  ]
}

async function issuerFindings(settings: OidcSettings): Promise<readonly Finding[]> {
  const { issuerDescription } = await import('../../oidc/issuer.ts')
  return descriptionFindings(await issuerDescription(settings), settings)
}

/** Days before the end of metadata in which it is told. */
const SOON = 7

/** Reports what the metadata of an identity provider say. */
async function metadataFindings(settings: SamlSettings): Promise<readonly Finding[]> {
  const { readIdentityProvider } = await import('../../saml/metadata.ts')
  const { entityId, signInUrl, wantsSignedRequests, keys, validUntil } = await readIdentityProvider(settings)
  const left = validUntil === undefined ? undefined : validUntil - Temporal.Now.instant().epochMilliseconds
  const described = `sign-in: ${entityId} describes itself in ${settings.metadata}, with its sign-in at ${signInUrl} and ${keys.length === 1 ? 'a key' : `${keys.length} keys`}`
  const known = `sign-in: the identity provider must know this service as ${settings.entityId}`
  if (left !== undefined && left <= 0)
    return [findingOf('wrong', `sign-in: the metadata of ${entityId} are over (validUntil)`)]
  return [
    findingOf('ok', described),
    findingOf('ok', known),
    ...(wantsSignedRequests
      ? [
          findingOf(
            'look',
            'sign-in: the identity provider asks for signed requests (WantAuthnRequestsSigned), which this service does not send; switch that off there for this service',
          ),
        ]
      : []),
    ...(left !== undefined && left < SOON * 86_400_000
      ? [findingOf('look', `sign-in: the metadata of ${entityId} end within ${SOON} days (validUntil)`)]
      : []),
  ]
}

/** Reports what the issuer of the organisation's sign-in says of itself. Whether it takes the secret shows at the first sign-in. */
export async function organisationFindings({ signIn }: Pick<Config, 'signIn'>): Promise<readonly Finding[]> {
  if (signIn === undefined) return []
  const [address, read] =
    signIn.protocol === 'saml'
      ? [signIn.metadata, () => metadataFindings(signIn)]
      : [signIn.issuer, () => issuerFindings(signIn)]
  return read().catch((error: unknown) => [
    findingOf('wrong', `sign-in: ${address} can not be used: ${reasonOf(error)}`),
  ])
}

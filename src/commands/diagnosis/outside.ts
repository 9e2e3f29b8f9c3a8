/** Checks for `fasti doctor` of what the service uses besides its database: the bucket of images, the mail server, fonts, the issuer. */
import type { Config } from '../../config.ts'
import { mailServerFault } from '../../mail/courier.ts'
import { hasFontsForLanguage } from '../../media/drawing/share-image.ts'
import { mediaLibraryOf } from '../../media/library.ts'
import type { OidcSettings } from '../../oidc/settings.ts'
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

/** Reports what the issuer of the organisation's sign-in says of itself. Whether it takes the secret shows at the first sign-in. */
export async function organisationFindings({ oidc }: Pick<Config, 'oidc'>): Promise<readonly Finding[]> {
  if (oidc === undefined) return []
  const { issuerDescription } = await import('../../oidc/issuer.ts')
  try {
    return descriptionFindings(await issuerDescription(oidc), oidc)
  } catch (error) {
    return [findingOf('wrong', `sign-in: ${oidc.issuer} can not be used: ${reasonOf(error)}`)]
  }
}

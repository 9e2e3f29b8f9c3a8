/** Reading the variables of signing in through one's organisation. */
import { isAbsolute } from 'node:path'
import { roles } from '../contract/operations/accounts/account-names.ts'
import { parseRoleRules } from '../oidc/rules.ts'
import type { OrganisationRules, OrganisationSettings } from '../oidc/settings.ts'
import { integerParserBetween, siteNameOrUndefined, wordParserFor } from './values.ts'
import type { VariableReader } from './variable-groups.ts'

const LONGEST_ISSUER = 500
const LONGEST_SESSION = 90 * 86_400

const isLoopbackName = (host: string) => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host)

/** Returns the address of an issuer as written: https, or http on loopback; undefined for another text. */
function parseIssuer(text: string): string | undefined {
  const url = text.length <= LONGEST_ISSUER && URL.canParse(text) ? new URL(text) : undefined
  const isPlain =
    url !== undefined && url.search === '' && url.hash === '' && url.username === '' && url.password === ''
  if (!isPlain) return undefined
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackName(url.hostname))
  return isSafe ? text : undefined
}

/** Reads `N minutes`, `N hours` or `N days` as seconds; undefined for another form, and beyond 90 days. */
function parseSpan(text: string): number | undefined {
  const [, count = '', unit = ''] = /^(\d{1,6}) +(minute|hour|day)s?$/.exec(text) ?? []
  const seconds = Number(count) * ({ minute: 60, hour: 3600, day: 86_400 }[unit] ?? 0)
  return seconds > 0 && seconds <= LONGEST_SESSION ? seconds : undefined
}

const parseScopes = (text: string) =>
  /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/.test(text) && text.split(' ').includes('openid')
    ? text
    : undefined

/** Returns where the metadata of an identity provider is: an address as of an issuer, which may have a query, or the path of a file. */
function parseMetadata(text: string): string | undefined {
  if (isAbsolute(text)) return text
  return parseIssuer(text.split('?')[0] ?? '') && text.length <= LONGEST_ISSUER ? text : undefined
}

/** Returns a name of at most 1,024 characters without spaces or control characters; undefined for another text. */
const parseName = (text: string) => (/^[^\s\p{Cc}]{1,1024}$/u.test(text) ? text : undefined)

const parsePage = (text: string) => (parseMetadata(text) && !isAbsolute(text) ? text : undefined)

/** Those that need an issuer. */
const OF_OIDC = ['FASTI_OIDC_CLIENT_ID', 'FASTI_OIDC_CLIENT_SECRET'] as const
/** Those that need metadata. */
const OF_SAML = ['FASTI_SAML_ENTITY_ID', 'FASTI_SAML_SUBJECT', 'FASTI_SAML_LOGOUT'] as const

/** Returns what an organisation's people may do here, however it signs them in. */
function readOrganisationRules({ read, optional }: VariableReader): OrganisationRules {
  const defaultRole = read('FASTI_OIDC_DEFAULT_ROLE', wordParserFor(['none', ...roles] as const))
  return {
    label: optional('FASTI_OIDC_LABEL', siteNameOrUndefined),
    rules: optional('FASTI_OIDC_ROLES', parseRoleRules) ?? [],
    defaultRole: defaultRole === 'none' ? undefined : defaultRole,
    trustsEmail: read('FASTI_OIDC_TRUST_EMAIL', wordParserFor(['on', 'off'] as const)) === 'on',
    links: read('FASTI_OIDC_LINK', wordParserFor(['never', 'email'] as const)) === 'email',
    session: read('FASTI_OIDC_SESSION', parseSpan),
    tokenDays: read('FASTI_OIDC_TOKEN_DAYS', integerParserBetween(1, 3650)),
  }
}

/**
 * Returns how people sign in through their organisation, undefined if they don't, and whether passwords are taken. Adds to `wrong`
 * what is missing or does not go together.
 */
export function readSignInSettings(
  { read, optional }: VariableReader,
  baseUrl: string,
  wrong: string[],
): { readonly signIn: OrganisationSettings | undefined; readonly passwords: boolean } {
  const issuer = optional('FASTI_OIDC_ISSUER', parseIssuer)
  const clientId = optional('FASTI_OIDC_CLIENT_ID', (text) => text)
  const metadata = optional('FASTI_SAML_METADATA', parseMetadata)
  const passwords = read('FASTI_PASSWORDS', wordParserFor(['on', 'off'] as const)) !== 'off'
  const rules = readOrganisationRules({ read, optional })
  const ofOidc = {
    clientSecret: optional('FASTI_OIDC_CLIENT_SECRET', (text) => text),
    scopes: read('FASTI_OIDC_SCOPES', parseScopes),
  }
  const ofSaml = {
    entityId:
      optional('FASTI_SAML_ENTITY_ID', parseName) ?? `${baseUrl.replace(/\/$/, '')}/signin/saml/metadata`,
    subject: optional('FASTI_SAML_SUBJECT', parseName),
    logoutUrl: optional('FASTI_SAML_LOGOUT', parsePage),
  }
  const isSet = (name: string) => optional(name, (text) => text) !== undefined
  const refuse = (text: string) => {
    if (wrong.length === 0) wrong.push(text)
  }
  const hasAny = issuer !== undefined || metadata !== undefined
  if (issuer !== undefined && metadata !== undefined)
    refuse('FASTI_SAML_METADATA is set besides FASTI_OIDC_ISSUER: people sign in by one of the two')
  if (issuer === undefined && OF_OIDC.some(isSet))
    refuse('FASTI_OIDC_ISSUER is not set: the other FASTI_OIDC_ variables need it')
  for (const name of metadata === undefined ? OF_SAML.filter(isSet) : [])
    refuse(`FASTI_SAML_METADATA is not set: ${name} needs it`)
  if (!hasAny && isSet('FASTI_OIDC_ROLES'))
    refuse('FASTI_OIDC_ISSUER is not set, nor FASTI_SAML_METADATA: FASTI_OIDC_ROLES needs one of them')
  if (!hasAny && !passwords)
    refuse(
      'FASTI_OIDC_ISSUER is not set, nor FASTI_SAML_METADATA: with FASTI_PASSWORDS=off, nobody could sign in',
    )
  if (issuer !== undefined && clientId === undefined)
    refuse(
      'FASTI_OIDC_CLIENT_ID is not set: with FASTI_OIDC_ISSUER, it must name this service as the issuer knows it',
    )
  // A browser keeps the cookie of a sign-in over the answer, which another site posts, at an https address alone.
  if (metadata !== undefined && parseIssuer(baseUrl) === undefined)
    refuse(`FASTI_BASE_URL is "${baseUrl}": with FASTI_SAML_METADATA, it must be https, or http on loopback`)
  if (metadata !== undefined)
    return { signIn: { protocol: 'saml', metadata, ...ofSaml, ...rules }, passwords }
  if (issuer === undefined || clientId === undefined) return { signIn: undefined, passwords }
  return { signIn: { protocol: 'oidc', issuer, clientId, ...ofOidc, ...rules }, passwords }
}

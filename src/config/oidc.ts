/** Reading the variables of signing in through one's organisation. */
import { roles } from '../contract/operations/accounts/account-names.ts'
import { parseRoleRules } from '../oidc/rules.ts'
import type { OidcSettings } from '../oidc/settings.ts'
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

/** The issuer alone says that people sign in through it. */
const OTHERS = ['FASTI_OIDC_CLIENT_ID', 'FASTI_OIDC_CLIENT_SECRET', 'FASTI_OIDC_ROLES']

/**
 * Returns how people sign in through their organisation, undefined if they don't, and whether passwords are taken. Adds to `wrong`
 * what is missing.
 */
export function readSignInSettings(
  { read, optional }: VariableReader,
  wrong: string[],
): { readonly oidc: OidcSettings | undefined; readonly passwords: boolean } {
  const issuer = optional('FASTI_OIDC_ISSUER', parseIssuer)
  const clientId = optional('FASTI_OIDC_CLIENT_ID', (text) => text)
  const isSet = OTHERS.some((name) => optional(name, (text) => text) !== undefined)
  const passwords = read('FASTI_PASSWORDS', wordParserFor(['on', 'off'] as const)) !== 'off'
  const defaultRole = read('FASTI_OIDC_DEFAULT_ROLE', wordParserFor(['none', ...roles] as const))
  const settings = {
    clientSecret: optional('FASTI_OIDC_CLIENT_SECRET', (text) => text),
    label: optional('FASTI_OIDC_LABEL', siteNameOrUndefined),
    scopes: read('FASTI_OIDC_SCOPES', parseScopes),
    rules: optional('FASTI_OIDC_ROLES', parseRoleRules) ?? [],
    defaultRole: defaultRole === 'none' ? undefined : defaultRole,
    trustsEmail: read('FASTI_OIDC_TRUST_EMAIL', wordParserFor(['on', 'off'] as const)) === 'on',
    links: read('FASTI_OIDC_LINK', wordParserFor(['never', 'email'] as const)) === 'email',
    session: read('FASTI_OIDC_SESSION', parseSpan),
    tokenDays: read('FASTI_OIDC_TOKEN_DAYS', integerParserBetween(1, 3650)),
  }
  const missing = (name: string, why: string) => {
    if (wrong.length === 0) wrong.push(`${name} is not set: ${why}`)
  }
  if (issuer === undefined && isSet) missing('FASTI_OIDC_ISSUER', 'the other FASTI_OIDC_ variables need it')
  if (issuer === undefined && !passwords)
    missing('FASTI_OIDC_ISSUER', 'with FASTI_PASSWORDS=off, nobody could sign in')
  if (issuer !== undefined && clientId === undefined)
    missing(
      'FASTI_OIDC_CLIENT_ID',
      'with FASTI_OIDC_ISSUER, it must name this service as the issuer knows it',
    )
  const oidc = issuer === undefined || clientId === undefined ? undefined : { issuer, clientId, ...settings }
  return { oidc, passwords }
}

/** Reads the settings that come from one variable or from several that belong together. */

import { isAbsolute } from 'node:path'
import { roles } from '../contract/operations/account-names.ts'
import { parseApiAliases } from '../domain/api-aliases.ts'
import {
  type ContentLanguages,
  parseContentLanguages,
  siteLanguageAsOnlyContentLanguage,
} from '../domain/languages.ts'
import { closedAddressFault } from '../domain/public-address.ts'
import { parseHorizonDuration } from '../domain/series/occurrences.ts'
import { type MailServer, parseSender, smtpUrlOrUndefined } from '../mail/mail-server.ts'
import { type OrganisationRules, type OrganisationSettings, parseRoleRules } from '../oidc/rules.ts'
import { type InterfaceLanguageCode, interfaceLanguageCodes } from '../words/languages.ts'
import {
  apiNamespaceOrUndefined,
  databaseUrlOrUndefined,
  integerParserBetween,
  parseBaseUrl,
  parseBucketUrl,
  parseHeaders,
  parseHosts,
  parseList,
  parseOrigins,
  parseProxies,
  parseRequestsPerMinute,
  parseSecondPostgresUrl,
  parseServiceUrl,
  reachableHost,
  siteNameOrUndefined,
  wordParserFor,
} from './values.ts'

// Settings that are read from several environment variables.

/** An OpenTelemetry collector that receives the spans of requests. */
export interface SpanCollectorSettings {
  /** The URL that traces are sent to. */
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  /** The service name in traces. */
  readonly service: string
}

/** Reads a variable. Records the fault, if its value is not valid. */
export type ReadVariable = <T>(name: string, read: (text: string) => T | undefined) => T

/** Reads a variable that may be unset. */
type ReadOptional = <T>(name: string, parse: (text: string) => T | undefined) => T | undefined

/** Reads the collector of spans; undefined without one. */
export function readSpanCollector(
  optional: ReadOptional,
  read: ReadVariable,
): SpanCollectorSettings | undefined {
  const endpoint = optional('OTEL_EXPORTER_OTLP_ENDPOINT', parseBaseUrl)
  const sent = optional('OTEL_EXPORTER_OTLP_HEADERS', parseHeaders) ?? {}
  const service = read('OTEL_SERVICE_NAME', (text) => text)
  if (endpoint === undefined) return undefined
  return { endpoint: `${endpoint.replace(/\/$/, '')}/v1/traces`, headers: sent, service }
}

/** Reads the mail server; undefined without one. Adds to `wrong` if it has no sender. */
export function readMailServer(optional: ReadOptional, wrong: string[]): MailServer | undefined {
  const url = optional('FASTI_SMTP_URL', smtpUrlOrUndefined)
  const from = optional('FASTI_MAIL_FROM', parseSender)
  if (url !== undefined && from === undefined && wrong.length === 0)
    wrong.push('FASTI_MAIL_FROM is not set: with FASTI_SMTP_URL, it must name the sender of e-mail')
  return url === undefined || from === undefined ? undefined : { url, from }
}

/** How the calendar is part of the social web. */
interface FederationSettings {
  /** Domains that may neither follow nor be followed, in lower case. */
  readonly blocked: readonly string[]
  /** Whether followers wait for an editor. */
  readonly approves: boolean
  /** Hosts that may have private addresses and http:// URLs. */
  readonly hosts: readonly string[]
}

/** Reads how the calendar federates; undefined if it does not. Adds to `wrong` if other servers can't reach its address. */
export function readFederation(
  { read, optional }: { readonly read: ReadVariable; readonly optional: ReadOptional },
  baseUrl: string,
  wrong: string[],
): FederationSettings | undefined {
  const isOn = read('FASTI_FEDERATION', wordParserFor(['off', 'on'])) === 'on'
  const blocked = optional('FASTI_FEDERATION_BLOCKED', parseHosts) ?? []
  const approves = read('FASTI_FEDERATION_FOLLOWERS', wordParserFor(['accept', 'approve'])) === 'approve'
  const hosts = optional('FASTI_FEDERATION_HOSTS', parseHosts) ?? []
  if (!isOn) return undefined
  const fault = URL.canParse(baseUrl)
    ? closedAddressFault(new URL(baseUrl), hosts, 'FASTI_FEDERATION_HOSTS')
    : undefined
  if (fault !== undefined)
    wrong.push(`FASTI_BASE_URL is "${baseUrl}"; with FASTI_FEDERATION=on it ${fault.message}`)
  return { blocked: blocked.map((one) => one.toLowerCase()), approves, hosts }
}

// The variables that belong together because some give the defaults of others.

/** Seconds of draining behind a proxy: more than most leave between two checks of an instance. */
const PROXY_DRAIN = 5

/** Reads variables: with their default, or undefined where they are not set. */
export interface VariableReader {
  readonly read: ReadVariable
  readonly optional: <T>(name: string, parse: (text: string) => T | undefined) => T | undefined
}

/** Returns where everything is stored. */
export function readDataStores({ read, optional }: VariableReader) {
  const dataDir = read('FASTI_DATA_DIR', (text) => text)
  const url = optional('DATABASE_URL', databaseUrlOrUndefined) ?? `sqlite:${dataDir}/fasti.db`
  return {
    dataDir,
    databaseUrl: url,
    /** A read replica of the database. */
    databaseReadUrl: optional('DATABASE_READ_URL', (text) => parseSecondPostgresUrl(text, url)),
    /** The server that notifies of writes, if the database is reached through a pooler. */
    databaseListenUrl: optional('DATABASE_LISTEN_URL', (text) => parseSecondPostgresUrl(text, url)),
    /** Seconds after which a read, or a database server that does not answer, is given up. */
    databaseTimeout: read('FASTI_DATABASE_TIMEOUT', integerParserBetween(1, 300)),
    /** The bucket of images; without one they are in the data folder. */
    bucket: optional('FASTI_MEDIA', parseBucketUrl),
  }
}

/** Returns where the service listens, and whom it trusts. */
export function readHttpSetup({ read, optional }: VariableReader) {
  const host = read('HOST', (text) => text)
  const port = read('PORT', integerParserBetween(0, 65_535))
  const trustProxy = optional('FASTI_TRUST_PROXY', parseProxies) ?? []
  return {
    host,
    port,
    /** Without a trailing slash. */
    baseUrl: optional('FASTI_BASE_URL', parseBaseUrl) ?? `http://${reachableHost(host)}:${port}`,
    namespace: read('FASTI_NAMESPACE', apiNamespaceOrUndefined),
    /** Additional addresses of the API. */
    aliases: optional('FASTI_ALIASES', (text) => parseApiAliases(parseList(text))) ?? [],
    corsOrigins: optional('FASTI_CORS_ORIGINS', parseOrigins) ?? [],
    frameAncestors: optional('FASTI_FRAME_ANCESTORS', parseOrigins) ?? [],
    /** Requests per minute. */
    rateLimit: optional('FASTI_RATE_LIMIT', parseRequestsPerMinute),
    trustProxy,
    /** The maximum number of open connections per client address. */
    connectionsPerAddress: read('FASTI_CONNECTIONS_PER_ADDRESS', integerParserBetween(1, 4000)),
    /** Seconds between the signal to stop and the end, in which a load balancer notices it. */
    drain: optional('FASTI_DRAIN', integerParserBetween(0, 600)) ?? (trustProxy.length > 0 ? PROXY_DRAIN : 0),
  }
}

/** Returns how much is taken, fetched and kept. */
export function readLimits({ read, optional }: VariableReader) {
  return {
    /** The most bytes that everything takes that the public sent and nobody approved. */
    submissionsSpace: read('FASTI_SUBMISSIONS_SPACE', integerParserBetween(1, 100_000)) * 1024 ** 2,
    imageHosts: optional('FASTI_IMAGE_HOSTS', parseHosts) ?? [],
    /** How far ahead the occurrences of series are made. */
    horizon: read('FASTI_SERIES_HORIZON', parseHorizonDuration),
    /** Hosts of webhooks that may have private addresses and http:// URLs. */
    webhookHosts: optional('FASTI_WEBHOOK_HOSTS', parseHosts) ?? [],
    /** For how many days the audit is kept; undefined for ever. */
    auditDays: optional('FASTI_AUDIT_DAYS', integerParserBetween(1, 36_500)),
    /** For how many days changes are recorded. */
    changesDays: read('FASTI_CHANGES_DAYS', integerParserBetween(1, 3650)),
  }
}

// The languages of the service and of content.

interface LanguageSettings {
  readonly language: InterfaceLanguageCode
  /** The languages of the interface that the calendar offers. */
  readonly languages: readonly InterfaceLanguageCode[]
  /** The languages of content, that of the site first. */
  readonly contentLanguages: ContentLanguages
  /** Whether they are configured, instead of following the language. */
  readonly hasContentLanguages: boolean
  /** The translation server; undefined for none. */
  readonly translator: TranslatorSettings | undefined
}

/** A translation server: its base address, and its key; "" for none. */
interface TranslatorSettings {
  readonly url: string
  readonly key: string
}

const parseInterfaceLanguage = wordParserFor(interfaceLanguageCodes)

/** Returns languages of the interface, each once; undefined for another text. */
function parseInterfaceLanguages(text: string): readonly InterfaceLanguageCode[] | undefined {
  const named = parseList(text).map(parseInterfaceLanguage)
  const known = named.filter((one) => one !== undefined)
  return known.length === 0 || known.length < named.length ? undefined : [...new Set(known)]
}

/** Returns the language of the service, those that it offers, and the languages of content. */
export function readLanguages({ read, optional }: VariableReader, wrong: string[]) {
  const languages = optional('FASTI_LANGUAGES', parseInterfaceLanguages) ?? interfaceLanguageCodes
  const language = optional('FASTI_LANGUAGE', parseInterfaceLanguage) ?? languages[0]
  if (language !== undefined && !languages.includes(language))
    wrong.push(`FASTI_LANGUAGE is "${language}", which FASTI_LANGUAGES does not name: ${languages.join()}`)
  const declared = optional('FASTI_CONTENT_LANGUAGES', parseContentLanguages)
  return {
    language: language ?? 'en',
    languages,
    contentLanguages: declared ?? siteLanguageAsOnlyContentLanguage(language ?? 'en'),
    hasContentLanguages: declared !== undefined,
    translator: readTranslator({ read, optional }),
  }
}

/** Returns the translation server; undefined for none. */
function readTranslator({ read, optional }: VariableReader): TranslatorSettings | undefined {
  const url = optional('FASTI_TRANSLATE_URL', parseServiceUrl)
  return url === undefined ? undefined : { url, key: read('FASTI_TRANSLATE_KEY', String) ?? '' }
}

/** Returns the languages of a configuration that another language is set for. */
export const languageSettingsAfterLanguageIsSet = (
  { hasContentLanguages, contentLanguages }: LanguageSettings,
  language: InterfaceLanguageCode,
): Pick<LanguageSettings, 'language' | 'contentLanguages'> => ({
  language,
  contentLanguages: hasContentLanguages ? contentLanguages : siteLanguageAsOnlyContentLanguage(language),
})

// Caches in front of the service (contract §22).

/** The settings of caches in front of the service. */
interface FrontCaches {
  /** Whether public answers tell caches in front of the service what they show and how long to keep it. */
  readonly surrogateKeys: boolean
  /** Where writes are told; undefined without such a cache. */
  readonly purgeUrl: string | undefined
}

/** Returns what is said of caches in front of the service. Adds to `wrong` if writes are told to one that knows no keys. */
export function readFrontCaches({ read, optional }: VariableReader, wrong: string[]): FrontCaches {
  const surrogateKeys = read('FASTI_SURROGATE_KEYS', wordParserFor(['off', 'on'])) === 'on'
  const purgeUrl = optional('FASTI_PURGE_URL', parseServiceUrl)
  if (purgeUrl !== undefined && !surrogateKeys)
    wrong.push('FASTI_PURGE_URL is set without FASTI_SURROGATE_KEYS=on, whose keys purges name')
  return { surrogateKeys, purgeUrl }
}

// Reading the variables of signing in through one's organisation.

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

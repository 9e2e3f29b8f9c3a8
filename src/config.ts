/** Parses the environment into one frozen `Config`. One error reports all invalid variables. */
import { isIP } from 'node:net'
import { type Alias, aliasesOf, isNamespace } from './domain/alias.ts'
import { isCurrency } from './domain/money/currency.ts'
import { type Horizon, readHorizon } from './domain/series/horizon.ts'
import { sanitizeHtml } from './domain/text/html.ts'
import { type MailServer, senderOf, smtpUrl } from './domain/text/mail-server.ts'
import { zoneNamed } from './domain/time/zones.ts'
import { type Language, languages } from './locales/index.ts'
import { logLevels, submissionModes, variables } from './variables.ts'

export interface Config {
  readonly host: string
  readonly port: number
  readonly databaseUrl: string
  /** A read replica of the database. */
  readonly databaseReadUrl: string | undefined
  readonly dataDir: string
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly namespace: string
  /** Additional addresses of the API. */
  readonly aliases: readonly Alias[]
  /** The name of the calendar on pages and in feeds. */
  readonly name: string
  /** The site zone. */
  readonly zone: string
  readonly language: Language
  /** The name of a theme that comes with the service, or the folder of one. */
  readonly theme: string
  /** The region of dates and hours on pages; that of the language by default. */
  readonly region: string | undefined
  /** The template of the addresses of map tiles; without one there are no maps. */
  readonly mapTiles: string | undefined
  /** HTML. */
  readonly mapAttribution: string
  /** The address of a geocoder. */
  readonly geocoder: string | undefined
  readonly maxPerPage: number
  readonly currency: string | undefined
  /** The bucket of images; without one they are in the data folder. */
  readonly bucket: Bucket | undefined
  /** Whether the public may submit events. */
  readonly submissions: (typeof submissionModes)[number]
  /** How e-mail is sent; undefined without a mail server. */
  readonly mail: MailServer | undefined
  readonly imageHosts: readonly string[]
  /** How far ahead the occurrences of series are made. */
  readonly horizon: Horizon
  /** Hosts of webhooks that may have private addresses and http:// URLs. */
  readonly webhookHosts: readonly string[]
  /** For how many days changes are recorded. */
  readonly changesDays: number
  readonly corsOrigins: readonly string[]
  /** Requests per minute. */
  readonly rateLimit: number | undefined
  readonly trustProxy: readonly string[]
  /** The maximum number of open connections per client address. */
  readonly connectionsPerAddress: number
  readonly logLevel: (typeof logLevels)[number]
  readonly collector: Collector | undefined
}

/** An OpenTelemetry collector that receives the spans of requests. */
export interface Collector {
  /** The URL that traces are sent to. */
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  /** The service name in traces. */
  readonly service: string
}

/** A bucket in an S3-compatible store. The client library determines what is undefined. */
export interface Bucket {
  readonly name: string
  /** The prefix of every key: "", or with a trailing slash. */
  readonly prefix: string
  readonly endpoint: string | undefined
  readonly region: string | undefined
}

export type Environment = Readonly<Record<string, string | undefined>>

/** Invalid configuration; the message has one line for each invalid variable. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
}

type Read = <T>(name: string, read: (text: string) => T | undefined) => T

const oneOf =
  <W extends string>(words: readonly W[]) =>
  (text: string) =>
    words.find((word) => word === text)

const integerIn = (least: number, most: number) => (text: string) => {
  const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
  return number >= least && number <= most ? number : undefined
}

const listOf = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

function baseUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain =
    url !== undefined &&
    /^https?:$/.test(url.protocol) &&
    url.search === '' &&
    url.hash === '' &&
    url.username === ''
  return isPlain ? `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}` : undefined
}

function bucket(text: string): Bucket | undefined {
  const [, name = '', path = '', query = ''] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*))?(?:\?(.*))?$/.exec(text) ?? []
  const { endpoint, region, ...more } = Object.fromEntries(new URLSearchParams(query))
  const isOpen = endpoint === undefined || baseUrl(endpoint) !== undefined
  if (name === '' || !isOpen || Object.keys(more).length > 0) return undefined
  const prefix = path.replace(/(?<!\/)\/+$/, '')
  return { name, prefix: prefix === '' ? '' : `${prefix}/`, endpoint, region }
}

/** Parses `a=1,b=x%20y` into headers; undefined if the form is not valid. */
function headers(text: string): Readonly<Record<string, string>> | undefined {
  const pairs = listOf(text).map((pair) => /^([\w-]+)=([\x21-\x7e]*)$/.exec(pair))
  if (pairs.some((pair) => pair === null)) return undefined
  try {
    return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', decodeURIComponent(pair?.[2] ?? '')]))
  } catch {
    return undefined
  }
}

const replicaUrl = (text: string, of: string) =>
  [text, of].every((url) => /^postgres(ql)?:\/\/./.test(url)) ? text : undefined
const databaseUrl = (text: string) => (/^(sqlite:.+|postgres(ql)?:\/\/.+)$/.test(text) ? text : undefined)
const namespace = (text: string) => (isNamespace(text) ? text : undefined)
const siteName = (text: string) => (/^[^\p{Cc}]{1,100}$/u.test(text) ? text : undefined)

/** A region as ISO 3166 or UN M.49 names it, in capitals; undefined for another text. */
export const region = (text: string) =>
  /^([A-Z]{2}|\d{3})$/.test(text.toUpperCase()) ? text.toUpperCase() : undefined

/** The template of tile addresses: one host, which the Content-Security-Policy can name. */
function tiles(text: string): string | undefined {
  const plain = text.replace(/\{[xyzr]\}/g, '0')
  const isWhole = ['{z}', '{x}', '{y}'].every((name) => text.includes(name))
  const url = URL.canParse(plain) && !/[{}\s;,'"<>]/.test(plain) ? new URL(plain) : undefined
  const isWeb = url !== undefined && /^https?:$/.test(url.protocol) && url.username === ''
  return isWhole && isWeb && !/\{/.test(text.split('/')[2] ?? '') ? text : undefined
}

const attribution = (text: string) => (text.length <= 500 ? sanitizeHtml(text) : undefined)

function searchUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && /^https?:$/.test(url.protocol) && url.hash === '' ? url.href : undefined
}

const rateLimit = (text: string) => Number(/^([1-9]\d{0,8})\/minute$/.exec(text)?.[1]) || undefined
const currency = (text: string) => (isCurrency(text.toUpperCase()) ? text.toUpperCase() : undefined)

const isProxy = (text: string) => {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  // A network of all addresses is refused, because any client could then forge its address.
  const isNetwork =
    bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  return version > 0 && isNetwork && rest.length === 0
}

function proxies(text: string): readonly string[] | undefined {
  const named = listOf(text)
  return named.every(isProxy) ? named : undefined
}

function reader(env: Environment, wrong: string[]): Read {
  return (name, read) => {
    const variable = variables.find((one) => one.name === name)
    const text = env[name]?.trim() || (variable?.fallback ?? '')
    const value = read(text)
    if (value === undefined) wrong.push(`${name} is "${text}": it must be ${variable?.form}`)
    return value as NonNullable<typeof value>
  }
}

/** The host in URLs: a loopback address for a wildcard, brackets around IPv6. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::' || host === '') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

function collector(
  optional: <T>(name: string, parse: (text: string) => T | undefined) => T | undefined,
  read: Read,
): Collector | undefined {
  const endpoint = optional('OTEL_EXPORTER_OTLP_ENDPOINT', baseUrl)
  const sent = optional('OTEL_EXPORTER_OTLP_HEADERS', headers) ?? {}
  const service = read('OTEL_SERVICE_NAME', (text) => text)
  if (endpoint === undefined) return undefined
  return { endpoint: `${endpoint.replace(/\/$/, '')}/v1/traces`, headers: sent, service }
}

function mailServer(
  optional: <T>(name: string, parse: (text: string) => T | undefined) => T | undefined,
  wrong: string[],
): MailServer | undefined {
  const url = optional('FASTI_SMTP_URL', smtpUrl)
  const from = optional('FASTI_MAIL_FROM', senderOf)
  if (url !== undefined && from === undefined && wrong.length === 0)
    wrong.push('FASTI_MAIL_FROM is not set: with FASTI_SMTP_URL, it must name the sender of e-mail')
  return url === undefined || from === undefined ? undefined : { url, from }
}

/** The settings of the site that the service starts with, as they are stored. */
export interface StartSettings {
  readonly timezone?: string | undefined
  readonly language?: string | undefined
  readonly region?: string | undefined
}

/** The configuration with the settings of the site over the environment. A value that this version does not know is ignored. */
export function withSettings(config: Config, stored: StartSettings): Config {
  const zone = zoneNamed(stored.timezone ?? '') ?? config.zone
  const language = oneOf(languages)(stored.language ?? '') ?? config.language
  return Object.freeze({ ...config, zone, language, region: region(stored.region ?? '') ?? config.region })
}

/** Parses the configuration. Throws `ConfigurationError` that names every invalid variable. */
export function readConfig(env: Environment): Config {
  const wrong: string[] = []
  const read = reader(env, wrong)
  const optional = <T>(name: string, parse: (text: string) => T | undefined) =>
    env[name]?.trim() ? read(name, parse) : undefined
  const host = read('HOST', (text) => text)
  const port = read('PORT', integerIn(0, 65_535))
  const dataDir = read('FASTI_DATA_DIR', (text) => text)
  const url = optional('DATABASE_URL', databaseUrl) ?? `sqlite:${dataDir}/fasti.db`
  const config: Config = {
    host,
    port,
    dataDir,
    databaseUrl: url,
    databaseReadUrl: optional('DATABASE_READ_URL', (text) => replicaUrl(text, url)),
    baseUrl: optional('FASTI_BASE_URL', baseUrl) ?? `http://${reachable(host)}:${port}`,
    namespace: read('FASTI_NAMESPACE', namespace),
    aliases: optional('FASTI_ALIASES', (text) => aliasesOf(listOf(text))) ?? [],
    name: read('FASTI_NAME', siteName),
    theme: read('FASTI_THEME', (text) => text),
    region: optional('FASTI_REGION', region),
    mapTiles: optional('FASTI_MAP_TILES', tiles),
    mapAttribution: read('FASTI_MAP_ATTRIBUTION', attribution),
    geocoder: optional('FASTI_GEOCODER', searchUrl),
    zone: read('FASTI_TIME_ZONE', zoneNamed),
    language: read('FASTI_LANGUAGE', oneOf(languages)),
    maxPerPage: read('FASTI_MAX_PER_PAGE', integerIn(1, 1000)),
    currency: optional('FASTI_CURRENCY', currency),
    bucket: optional('FASTI_MEDIA', bucket),
    submissions: read('FASTI_SUBMISSIONS', oneOf(submissionModes)),
    mail: mailServer(optional, wrong),
    imageHosts: listOf(env.FASTI_IMAGE_HOSTS ?? ''),
    horizon: read('FASTI_SERIES_HORIZON', readHorizon),
    webhookHosts: listOf(env.FASTI_WEBHOOK_HOSTS ?? ''),
    changesDays: read('FASTI_CHANGES_DAYS', integerIn(1, 3650)),
    corsOrigins: listOf(env.FASTI_CORS_ORIGINS ?? ''),
    rateLimit: optional('FASTI_RATE_LIMIT', rateLimit),
    trustProxy: optional('FASTI_TRUST_PROXY', proxies) ?? [],
    connectionsPerAddress: read('FASTI_CONNECTIONS_PER_ADDRESS', integerIn(1, 4000)),
    logLevel: read('FASTI_LOG_LEVEL', oneOf(logLevels)),
    collector: collector(optional, read),
  }
  if (wrong.length > 0) throw new ConfigurationError(wrong.join('\n'))
  return Object.freeze(config)
}

import {
  attribution,
  type Bucket,
  baseUrl,
  bucket,
  currency,
  databaseUrl,
  headers,
  hosts,
  integerIn,
  listOf,
  namespace,
  oneOf,
  origins,
  proxies,
  rateLimit,
  reachable,
  region,
  replicaUrl,
  searchUrl,
  siteName,
  tiles,
} from './config/values.ts'
import { type LanguageName, languageNames } from './contract/languages.ts'
import { type Alias, aliasesOf } from './domain/alias.ts'
import { type Horizon, readHorizon } from './domain/series/horizon.ts'
import { type MailServer, senderOf, smtpUrl } from './domain/text/mail-server.ts'
import { zoneNamed } from './domain/time/zones.ts'
import { ConfigurationError, logLevels, submissionModes, variables } from './variables.ts'

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
  readonly language: LanguageName
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
interface Collector {
  /** The URL that traces are sent to. */
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  /** The service name in traces. */
  readonly service: string
}

export type Environment = Readonly<Record<string, string | undefined>>

type Read = <T>(name: string, read: (text: string) => T | undefined) => T

/** The value as messages and logs may show it: a URL without its password. */
const withoutPassword = (text: string) => text.replace(/\/\/([^:@/]*):.*@/, '//$1:***@')

function reader(env: Environment, wrong: string[]): Read {
  return (name, read) => {
    const variable = variables.find((one) => one.name === name)
    const text = env[name]?.trim() || (variable?.fallback ?? '')
    const value = read(text)
    if (value === undefined) wrong.push(`${name} is "${withoutPassword(text)}"; expected: ${variable?.form}`)
    return value as NonNullable<typeof value>
  }
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
  const language = oneOf(languageNames)(stored.language ?? '') ?? config.language
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
    // The default is clean, and loading what cleans HTML takes a tenth of the time of most commands.
    mapAttribution: optional('FASTI_MAP_ATTRIBUTION', attribution) ?? read('FASTI_MAP_ATTRIBUTION', String),
    geocoder: optional('FASTI_GEOCODER', searchUrl),
    zone: read('FASTI_TIME_ZONE', zoneNamed),
    language: read('FASTI_LANGUAGE', oneOf(languageNames)),
    maxPerPage: read('FASTI_MAX_PER_PAGE', integerIn(1, 1000)),
    currency: optional('FASTI_CURRENCY', currency),
    bucket: optional('FASTI_MEDIA', bucket),
    submissions: read('FASTI_SUBMISSIONS', oneOf(submissionModes)),
    mail: mailServer(optional, wrong),
    imageHosts: optional('FASTI_IMAGE_HOSTS', hosts) ?? [],
    horizon: read('FASTI_SERIES_HORIZON', readHorizon),
    webhookHosts: optional('FASTI_WEBHOOK_HOSTS', hosts) ?? [],
    changesDays: read('FASTI_CHANGES_DAYS', integerIn(1, 3650)),
    corsOrigins: optional('FASTI_CORS_ORIGINS', origins) ?? [],
    rateLimit: optional('FASTI_RATE_LIMIT', rateLimit),
    trustProxy: optional('FASTI_TRUST_PROXY', proxies) ?? [],
    connectionsPerAddress: read('FASTI_CONNECTIONS_PER_ADDRESS', integerIn(1, 4000)),
    logLevel: read('FASTI_LOG_LEVEL', oneOf(logLevels)),
    collector: collector(optional, read),
  }
  if (wrong.length > 0) throw new ConfigurationError(wrong.join('\n'))
  return Object.freeze(config)
}

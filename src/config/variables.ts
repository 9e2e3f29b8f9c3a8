/** The table of environment variables, from which the configuration, the help and the documentation derive. */
import { signInVariables } from '../oidc/variables.ts'
import { purgingVariables } from '../purging/variables.ts'
import { nearestName } from '../support/nearest-name.ts'
import { interfaceLanguageCodes } from '../words/languages.ts'

// The environment variables of content in several languages.

/** The variables of content: name, default and form of each, as in the table of all variables. */
const contentLanguageVariables = [
  {
    name: 'FASTI_CONTENT_LANGUAGES',
    fallback: 'FASTI_LANGUAGE',
    form: 'comma-separated language tags (BCP 47) of the texts of events, venues and so on, such as de,fr,it; the first is that of the site',
  },
  {
    name: 'FASTI_TRANSLATE_URL',
    fallback: '',
    form: 'http(s) base address of a translation server compatible with LibreTranslate, such as http://10.0.0.5:5000; may be private',
  },
  { name: 'FASTI_TRANSLATE_KEY', fallback: '', form: 'the api_key of that server' },
] as const

// The environment variables of federation.

/** The variables of federation: name, default and form of each, as in the table of all variables. */
const federationVariables = [
  { name: 'FASTI_FEDERATION', fallback: 'off', form: 'off, or on; needs a public https FASTI_BASE_URL' },
  { name: 'FASTI_FEDERATION_BLOCKED', fallback: '', form: 'comma-separated domains, with subdomains' },
  {
    name: 'FASTI_FEDERATION_FOLLOWERS',
    fallback: 'accept',
    form: 'accept, or approve: they wait for an editor',
  },
  {
    name: 'FASTI_FEDERATION_HOSTS',
    fallback: '',
    form: 'comma-separated hosts: private or http, for trials',
  },
] as const

/** Invalid configuration; the message has one line for each invalid variable. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
}

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** How much of client addresses the log has: their networks, all, or nothing. */
export const addressLogModes = ['short', 'full', 'none'] as const

export const offlineModes = ['on', 'off'] as const
export const submissionModes = ['off', 'open'] as const

/** An environment variable: its default and the form of its value, as shown by `--help` and docs/configuration.md. */
type Variable = Readonly<Record<'name' | 'fallback' | 'form', string>>

export const variables: readonly Variable[] = [
  { name: 'HOST', fallback: '127.0.0.1', form: 'address to listen on; without users, loopback alone' },
  { name: 'PORT', fallback: '3000', form: '0 to 65535; 0 picks a free port' },
  {
    name: 'DATABASE_URL',
    fallback: 'sqlite:{FASTI_DATA_DIR}/fasti.db',
    form: 'sqlite:PATH, sqlite::memory: or postgres://…, which may name several servers (HOST,HOST)',
  },
  {
    name: 'DATABASE_LISTEN_URL',
    fallback: '',
    form: 'postgres://… of the server itself, if DATABASE_URL is that of a pooler; the server notifies of writes there',
  },
  {
    name: 'DATABASE_READ_URL',
    fallback: '',
    form: 'postgres://… of a read replica of DATABASE_URL, which must be postgres://… too; reads use it while it is up to date',
  },
  {
    name: 'FASTI_DATABASE_TIMEOUT',
    fallback: '5',
    form: '1 to 300: seconds after which a read, or a database server that does not answer, is given up (PostgreSQL)',
  },
  { name: 'FASTI_DATA_DIR', fallback: './data', form: 'folder of the database file and the images' },
  {
    name: 'FASTI_MEDIA',
    fallback: '',
    form: 's3://BUCKET[/PREFIX][?endpoint=URL&region=NAME], to store images there instead of in the data folder',
  },
  { name: 'FASTI_BASE_URL', fallback: 'http://HOST:PORT', form: 'absolute http(s) address, path allowed' },
  { name: 'FASTI_NAMESPACE', fallback: 'cal/events/v1', form: 'path segments of a-z, 0-9, - and _' },
  {
    name: 'FASTI_NAME',
    fallback: 'Fasti',
    form: 'name of the calendar on its pages and in its feeds, up to 100 characters',
  },
  {
    name: 'FASTI_ALIASES',
    fallback: '',
    form: 'comma-separated PATH:NAMESPACE of additional addresses of the API, such as /wp-json:tribe/events/v1',
  },
  {
    name: 'FASTI_THEME',
    fallback: 'fasti',
    form: 'name of a theme (fasti, slate, meadow, plain), or a folder with theme.css, logo, favicon, share image, head.html and foot.html',
  },
  {
    name: 'FASTI_REGION',
    fallback: '',
    form: 'region whose dates, hours and first day of the week the calendar uses, such as GB, DE, US or 150 (Europe); by default that of the time zone',
  },
  {
    name: 'FASTI_MAP_TILES',
    fallback: '',
    form: 'http(s) address of map tiles with {z}, {x} and {y}, such as https://tile.example.org/{z}/{x}/{y}.png',
  },
  {
    name: 'FASTI_MAP_ATTRIBUTION',
    fallback: '<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap contributors</a>',
    form: 'attribution of the map tiles, as HTML of up to 500 characters',
  },
  {
    name: 'FASTI_GEOCODER',
    fallback: '',
    form: 'http(s) address of a search compatible with Nominatim, such as https://nominatim.example.org/search',
  },
  { name: 'FASTI_TIME_ZONE', fallback: 'UTC', form: 'the site zone: Europe/Paris, UTC, UTC+2' },
  {
    name: 'FASTI_LANGUAGE',
    fallback: 'en',
    form: `${interfaceLanguageCodes.join(', ')}; by default the first of FASTI_LANGUAGES`,
  },
  {
    name: 'FASTI_LANGUAGES',
    fallback: '',
    form: `comma-separated languages of pages and desk that the calendar offers, such as de,fr,en; by default ${interfaceLanguageCodes.join(', ')}`,
  },
  ...contentLanguageVariables,
  { name: 'FASTI_OFFLINE', fallback: 'on', form: 'on or off: whether browsers keep pages that were open' },
  { name: 'FASTI_MAX_PER_PAGE', fallback: '100', form: '1 to 1000' },
  {
    name: 'FASTI_CACHE_MEMORY',
    fallback: '96',
    form: '8 to 4096: MiB that the caches of a process hold at most; 32 suits a machine with 512 MiB',
  },
  { name: 'FASTI_CURRENCY', fallback: '', form: 'ISO 4217 code' },
  {
    name: 'FASTI_IMAGE_HOSTS',
    fallback: '',
    form: 'comma-separated private hosts, such as images.intranet or 10.0.0.5:8080, from which images and calendar subscriptions may be fetched',
  },
  {
    name: 'FASTI_SUBMISSIONS',
    fallback: 'off',
    form: 'off or open: whether the public may submit events for review',
  },
  {
    name: 'FASTI_SUBMISSIONS_SPACE',
    fallback: '200',
    form: '1 to 100000 MB: the space of all submissions that nobody approved, with those in the trash; further ones are refused with 429',
  },
  {
    name: 'FASTI_SMTP_URL',
    fallback: '',
    form: 'smtp://[USER:PASSWORD@]HOST[:PORT] or smtps://… of the mail server; without it no e-mail is sent',
  },
  {
    name: 'FASTI_MAIL_FROM',
    fallback: '',
    form: 'sender of all e-mail: ADDRESS or NAME <ADDRESS>; required with FASTI_SMTP_URL',
  },
  ...signInVariables,
  {
    name: 'FASTI_SERIES_HORIZON',
    fallback: '2 years',
    form: 'N months or N years, from 1 month to 10 years: how far ahead the occurrences of series exist as events',
  },
  {
    name: 'FASTI_WEBHOOK_HOSTS',
    fallback: '',
    form: 'comma-separated hosts of webhooks, such as 127.0.0.1:8080, that may have private addresses and http:// URLs',
  },
  ...federationVariables,
  {
    name: 'FASTI_CHANGES_DAYS',
    fallback: '90',
    form: '1 to 3650: for how many days changes are recorded for programs that follow them',
  },
  { name: 'FASTI_AUDIT_DAYS', fallback: '', form: '1 to 36500: days of the audit; by default for ever' },
  {
    name: 'FASTI_CORS_ORIGINS',
    fallback: '',
    form: 'comma-separated origins such as https://www.example.org, or *',
  },
  {
    name: 'FASTI_FRAME_ANCESTORS',
    fallback: '',
    form: 'comma-separated origins such as https://www.example.org, or *, whose pages may show the public pages of the calendar in a frame',
  },
  { name: 'FASTI_RATE_LIMIT', fallback: '', form: 'N/minute' },
  { name: 'FASTI_TRUST_PROXY', fallback: '', form: 'comma-separated addresses or networks of proxies' },
  {
    name: 'FASTI_CONNECTIONS_PER_ADDRESS',
    fallback: '500',
    form: '1 to 4000: maximum number of open connections per client address and process; no limit for FASTI_TRUST_PROXY',
  },
  {
    name: 'FASTI_DRAIN',
    fallback: '0, or 5 with FASTI_TRUST_PROXY',
    form: '0 to 600: seconds between SIGTERM and the end, in which /readyz is 503 and responses close their connections',
  },
  ...purgingVariables,
  { name: 'FASTI_LOG_LEVEL', fallback: 'info', form: logLevels.join(', ') },
  {
    name: 'FASTI_LOG_ADDRESSES',
    fallback: 'short',
    form: 'short, full or none: how the log has addresses of clients (failed sign-ins; at level debug, each response); short is /24 and /48',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    fallback: '',
    form: 'absolute http(s) address of an OpenTelemetry collector; spans of requests are sent to /v1/traces below it',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    fallback: '',
    form: 'NAME=VALUE,…, percent-encoded: request headers for the collector',
  },
  { name: 'OTEL_SERVICE_NAME', fallback: 'fasti', form: 'service name in traces' },
  {
    name: 'FASTI_TOKEN',
    fallback: '',
    form: 'token with which fasti mcp acts; without it, it reads public items',
  },
  {
    name: 'FASTI_IMPORT_AUTHORIZATION',
    fallback: '',
    form: 'Authorization header that fasti import sends to another server, such as Bearer … or Basic …',
  },
]

/** Returns the names of an environment that begin with `FASTI_` and are no setting: most are misspelt ones. */
export function unknownVariableNames(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const known = variables.map(({ name }) => name)
  return Object.keys(env).filter((name) => name.startsWith('FASTI_') && !known.includes(name))
}

/** Says that a variable is no setting, and which one is probably meant. */
export function messageForUnknownVariable(name: string): string {
  const [own, ...rest] = [name, ...variables.map((one) => one.name)].map((one) => one.replace(/^FASTI_/, ''))
  const nearest = variables[rest.indexOf(nearestName(own ?? '', rest) ?? '')]
  const guess = nearest === undefined ? 'is it misspelt' : `did you mean ${nearest.name}`
  return `${name} is not a known variable; ${guess}? See fasti --help env.`
}

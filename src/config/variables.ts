/** The table of environment variables, from which the configuration, the help and the documentation derive. */
import { nearestName } from '../support/nearest-name.ts'
import { interfaceLanguageCodes } from '../words/languages.ts'

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
  { name: 'FASTI_OFFLINE', fallback: 'on', form: 'on or off: whether browsers keep pages that were open' },
  { name: 'FASTI_MAX_PER_PAGE', fallback: '100', form: '1 to 1000' },
  {
    name: 'FASTI_CACHE_MEMORY',
    fallback: '',
    form: '8 to 4096: MiB that the caches of a process hold at most; by default 40, and with more than 20,000 events 3 more for each 10,000, up to 128',
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
  {
    name: 'FASTI_OIDC_ISSUER',
    fallback: '',
    form: 'https address of an OpenID Connect issuer, such as https://login.example.org/realms/city (http on loopback): people sign in through it, and there is no local mode',
  },
  {
    name: 'FASTI_OIDC_CLIENT_ID',
    fallback: '',
    form: 'the name of this service at the issuer; required with FASTI_OIDC_ISSUER',
  },
  {
    name: 'FASTI_OIDC_CLIENT_SECRET',
    fallback: '',
    form: 'its secret at the issuer; without it the service is a public client',
  },
  {
    name: 'FASTI_OIDC_SCOPES',
    fallback: 'openid profile email',
    form: 'the scopes that are asked for, parted by spaces, with openid among them',
  },
  {
    name: 'FASTI_SAML_METADATA',
    fallback: '',
    form: 'https address of the metadata of a SAML 2.0 identity provider, such as https://login.example.org/idp/shibboleth (http on loopback), or the absolute path of a file with it: people sign in through it in place of an OpenID Connect issuer. FASTI_OIDC_LABEL, ROLES, DEFAULT_ROLE, LINK, TRUST_EMAIL, SESSION and TOKEN_DAYS hold for SAML, too',
  },
  {
    name: 'FASTI_SAML_ENTITY_ID',
    fallback: '{FASTI_BASE_URL}/signin/saml/metadata',
    form: 'the name (entityID) of this service at the identity provider',
  },
  {
    name: 'FASTI_SAML_SUBJECT',
    fallback: '',
    form: 'the attribute by which a person is known for ever, such as eduPersonUniqueId, subject-id or pairwise-id; without it, the NameID, which must not be transient',
  },
  {
    name: 'FASTI_SAML_LOGOUT',
    fallback: '',
    form: 'https address of the identity provider at which people sign out there, too; without it, they sign out here alone',
  },
  {
    name: 'FASTI_OIDC_LABEL',
    fallback: '',
    form: 'the words of the button, such as “Sign in with your city account”',
  },
  {
    name: 'FASTI_OIDC_ROLES',
    fallback: '',
    form: 'CLAIM:VALUE=ROLE,…: whoever has a value of a claim (SAML: attribute) has a role, such as groups:events=editor; the highest counts, at each sign-in. ROLE@GROUP is a role in the group with this slug or id, such as groups:museum=author@museum. A * in VALUE is any text, which a * in GROUP repeats: groups:institute-*=author@*. %XX is a character, and dots lead into objects. Rules that administrators keep at the desk count as well',
  },
  {
    name: 'FASTI_OIDC_DEFAULT_ROLE',
    fallback: 'none',
    form: 'none or a role: what people are whom no rule names; none refuses them. Without rules it is for new accounts alone',
  },
  {
    name: 'FASTI_OIDC_LINK',
    fallback: 'never',
    form: 'never or email: whether a verified e-mail address finds an account that exists, once',
  },
  {
    name: 'FASTI_OIDC_TRUST_EMAIL',
    fallback: 'off',
    form: 'on or off: whether an e-mail address counts as verified where the issuer does not say that it is not, as for Microsoft Entra ID; only for an issuer at which people cannot choose their address',
  },
  {
    name: 'FASTI_OIDC_SESSION',
    fallback: '12 hours',
    form: 'N minutes, N hours or N days, up to 90 days: when such a session ends at the latest',
  },
  {
    name: 'FASTI_OIDC_TOKEN_DAYS',
    fallback: '90',
    form: '1 to 3650: days without a sign-in after which the tokens of such an account rest, until the next one',
  },
  {
    name: 'FASTI_PASSWORDS',
    fallback: 'on',
    form: 'on or off: whether people sign in with passwords; off needs FASTI_OIDC_ISSUER or FASTI_SAML_METADATA',
  },
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
  {
    name: 'FASTI_SURROGATE_KEYS',
    fallback: 'off',
    form: 'off, or on behind caches such as Varnish: public answers say what they show and how long they may be kept',
  },
  {
    name: 'FASTI_PURGE_URL',
    fallback: '',
    form: 'http(s) address that is sent PURGE with the keys of what changed, such as http://127.0.0.1:6081/; needs FASTI_SURROGATE_KEYS=on',
  },
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

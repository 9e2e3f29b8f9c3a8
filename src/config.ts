import {
  type FederationSettings,
  type FrontCaches,
  type LanguageSettings,
  languageSettingsAfterLanguageIsSet,
  type ReadVariable,
  readDataStores,
  readFederation,
  readFrontCaches,
  readHttpSetup,
  readLanguages,
  readLimits,
  readMailServer,
  readSignInSettings,
  readSpanCollector,
  type SpanCollectorSettings,
  type VariableReader,
} from './config/reading.ts'
import {
  type BucketSettings,
  currencyCodeOrUndefined,
  integerParserBetween,
  parseCountryOrAreaCode,
  parseServiceUrl,
  parseTileTemplate,
  sanitizeAttributionHtml,
  siteNameOrUndefined,
  wordParserFor,
} from './config/values.ts'
import {
  addressLogModes,
  ConfigurationError,
  logLevels,
  offlineModes,
  submissionModes,
  variables,
} from './config/variables.ts'
import type { ApiPathAndNamespace } from './domain/api-aliases.ts'
import type { HorizonDuration } from './domain/series/occurrences.ts'
import { storedZoneName } from './domain/time/zones.ts'
import type { MailServer } from './mail/mail-server.ts'
import type { OrganisationSettings } from './oidc/rules.ts'

export interface Config extends LanguageSettings, FrontCaches {
  readonly host: string
  readonly port: number
  readonly databaseUrl: string
  /** A read replica of the database. */
  readonly databaseReadUrl: string | undefined
  /** The server that notifies of writes, if the database is reached through a pooler. */
  readonly databaseListenUrl: string | undefined
  /** Seconds after which a read, or a database server that does not answer, is given up. */
  readonly databaseTimeout: number
  readonly dataDir: string
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly namespace: string
  /** Additional addresses of the API. */
  readonly aliases: readonly ApiPathAndNamespace[]
  /** The name of the calendar on pages and in feeds. */
  readonly name: string
  /** The site zone. */
  readonly zone: string
  /** The name of a theme that comes with the service, or the folder of one. */
  readonly theme: string
  /** The region of dates and hours, if one is set; that of the zone by default. */
  readonly region: string | undefined
  /** The template of the addresses of map tiles; without one there are no maps. */
  readonly mapTiles: string | undefined
  /** HTML. */
  readonly mapAttribution: string
  /** The address of a geocoder. */
  readonly geocoder: string | undefined
  /** Whether browsers keep pages to be read without a connection. */
  readonly offline: (typeof offlineModes)[number]
  readonly maxPerPage: number
  /** Bytes that the caches of this process hold at most. */
  readonly cacheMemory: number
  readonly currency: string | undefined
  /** The bucket of images; without one they are in the data folder. */
  readonly bucket: BucketSettings | undefined
  /** Whether the public may submit events. */
  readonly submissions: (typeof submissionModes)[number]
  /** The most bytes that everything takes that the public sent and nobody approved. */
  readonly submissionsSpace: number
  /** How e-mail is sent; undefined without a mail server. */
  readonly mail: MailServer | undefined
  /** How people sign in through their organisation; undefined if they don't. */
  readonly signIn: OrganisationSettings | undefined
  /** Whether people sign in with passwords. */
  readonly passwords: boolean
  readonly imageHosts: readonly string[]
  /** How far ahead the occurrences of series are made. */
  readonly horizon: HorizonDuration
  /** Hosts of webhooks that may have private addresses and http:// URLs. */
  readonly webhookHosts: readonly string[]
  /** How the calendar is part of the social web; undefined if it is not. */
  readonly federation: FederationSettings | undefined
  /** For how many days changes are recorded. */
  readonly changesDays: number
  /** For how many days the audit is kept; undefined for ever. */
  readonly auditDays: number | undefined
  readonly corsOrigins: readonly string[]
  readonly frameAncestors: readonly string[]
  /** Requests per minute. */
  readonly rateLimit: number | undefined
  readonly trustProxy: readonly string[]
  /** The maximum number of open connections per client address. */
  readonly connectionsPerAddress: number
  /** Seconds between the signal to stop and the end, in which a load balancer notices it. */
  readonly drain: number
  readonly logLevel: (typeof logLevels)[number]
  /** How much of client addresses the log has. */
  readonly logAddresses: (typeof addressLogModes)[number]
  readonly collector: SpanCollectorSettings | undefined
}

export type Environment = Readonly<Record<string, string | undefined>>

/** The value as messages and logs may show it: a URL without its password. */
const withoutPassword = (text: string) => text.replace(/\/\/([^:@/]*):.*@/, '//$1:***@')

function reader(env: Environment, wrong: string[]): ReadVariable {
  return (name, read) => {
    const variable = variables.find((one) => one.name === name)
    const text = env[name]?.trim() || (variable?.fallback ?? '')
    const value = read(text)
    if (value === undefined) wrong.push(`${name} is "${withoutPassword(text)}"; expected: ${variable?.form}`)
    return value as NonNullable<typeof value>
  }
}

/** The settings of the site that the service starts with, as they are stored. */
interface StartSettings {
  readonly timezone?: string | undefined
  readonly language?: string | undefined
  readonly region?: string | undefined
}

/** The configuration with the settings of the site over the environment. A value that this version does not know, or a language that is not offered, is ignored. */
export function withSettings(config: Config, stored: StartSettings): Config {
  const zone = storedZoneName(stored.timezone ?? '') ?? config.zone
  const language = wordParserFor(config.languages)(stored.language ?? '') ?? config.language
  return Object.freeze({
    ...config,
    zone,
    ...languageSettingsAfterLanguageIsSet(config, language),
    region: parseCountryOrAreaCode(stored.region ?? '') ?? config.region,
  })
}

/** Returns what people see of the calendar. */
function siteIn({ read, optional }: VariableReader, wrong: string[]) {
  return {
    name: read('FASTI_NAME', siteNameOrUndefined),
    theme: read('FASTI_THEME', (text) => text),
    region: optional('FASTI_REGION', parseCountryOrAreaCode),
    mapTiles: optional('FASTI_MAP_TILES', parseTileTemplate),
    // The default is clean, and loading what cleans HTML takes a tenth of the time of most commands.
    mapAttribution:
      optional('FASTI_MAP_ATTRIBUTION', sanitizeAttributionHtml) ?? read('FASTI_MAP_ATTRIBUTION', String),
    geocoder: optional('FASTI_GEOCODER', parseServiceUrl),
    zone: read('FASTI_TIME_ZONE', storedZoneName),
    ...readLanguages({ read, optional }, wrong),
    offline: read('FASTI_OFFLINE', wordParserFor(offlineModes)),
    maxPerPage: read('FASTI_MAX_PER_PAGE', integerParserBetween(1, 1000)),
    cacheMemory: read('FASTI_CACHE_MEMORY', integerParserBetween(8, 4096)) * 1024 * 1024,
    currency: optional('FASTI_CURRENCY', currencyCodeOrUndefined),
  }
}

/** Parses the configuration. Throws `ConfigurationError` that names every invalid variable. */
export function readConfig(env: Environment): Config {
  const wrong: string[] = []
  const read = reader(env, wrong)
  const optional: VariableReader['optional'] = (name, parse) =>
    env[name]?.trim() ? read(name, parse) : undefined
  const reading = { read, optional }
  const addresses = readHttpSetup(reading)
  const config: Config = {
    ...addresses,
    ...readDataStores(reading),
    ...readFrontCaches(reading, wrong),
    ...siteIn(reading, wrong),
    ...readLimits(reading),
    submissions: read('FASTI_SUBMISSIONS', wordParserFor(submissionModes)),
    mail: readMailServer(optional, wrong),
    ...readSignInSettings(reading, addresses.baseUrl ?? '', wrong),
    federation: readFederation(reading, addresses.baseUrl ?? '', wrong),
    logLevel: read('FASTI_LOG_LEVEL', wordParserFor(logLevels)),
    logAddresses: read('FASTI_LOG_ADDRESSES', wordParserFor(addressLogModes)),
    collector: readSpanCollector(optional, read),
  }
  if (wrong.length > 0) throw new ConfigurationError(wrong.join('\n'))
  return Object.freeze(config)
}

/** Returns the environment of a command on the calendar of a configuration: that of this process, with the same data. */
export const environmentFromConfig = ({ databaseUrl, dataDir, baseUrl, zone }: Config): Environment => ({
  ...process.env,
  DATABASE_URL: databaseUrl,
  FASTI_DATA_DIR: dataDir,
  FASTI_BASE_URL: baseUrl,
  FASTI_TIME_ZONE: zone,
})

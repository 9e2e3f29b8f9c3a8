import {
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
  type VariableReader,
} from './config/reading.ts'
import {
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
import { storedZoneName } from './domain/time/zones.ts'

/** The configuration, as the table of variables describes it. */
export type Config = ReturnType<typeof readConfig>

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
    /** The name of the calendar on pages and in feeds. */
    name: read('FASTI_NAME', siteNameOrUndefined),
    /** The name of a theme that comes with the service, or the folder of one. */
    theme: read('FASTI_THEME', (text) => text),
    /** The region of dates and hours, if one is set; that of the zone by default. */
    region: optional('FASTI_REGION', parseCountryOrAreaCode),
    /** The template of the addresses of map tiles; without one there are no maps. */
    mapTiles: optional('FASTI_MAP_TILES', parseTileTemplate),
    /** HTML. The default is clean, and loading what cleans takes a tenth of the time of most commands. */
    mapAttribution:
      optional('FASTI_MAP_ATTRIBUTION', sanitizeAttributionHtml) ?? read('FASTI_MAP_ATTRIBUTION', String),
    /** The address of a geocoder. */
    geocoder: optional('FASTI_GEOCODER', parseServiceUrl),
    /** The site zone. */
    zone: read('FASTI_TIME_ZONE', storedZoneName),
    ...readLanguages({ read, optional }, wrong),
    /** Whether browsers keep pages to be read without a connection. */
    offline: read('FASTI_OFFLINE', wordParserFor(offlineModes)),
    maxPerPage: read('FASTI_MAX_PER_PAGE', integerParserBetween(1, 1000)),
    /** MiB that the caches of this process hold at most; by default what the number of events needs. */
    cacheMemory: optional('FASTI_CACHE_MEMORY', integerParserBetween(8, 4096)),
    currency: optional('FASTI_CURRENCY', currencyCodeOrUndefined),
  }
}

/** Parses the configuration. Throws `ConfigurationError` that names every invalid variable. */
export function readConfig(env: Environment) {
  const wrong: string[] = []
  const read = reader(env, wrong)
  const optional: VariableReader['optional'] = (name, parse) =>
    env[name]?.trim() ? read(name, parse) : undefined
  const reading = { read, optional }
  const addresses = readHttpSetup(reading)
  const config = {
    ...addresses,
    ...readDataStores(reading),
    ...readFrontCaches(reading, wrong),
    ...siteIn(reading, wrong),
    ...readLimits(reading),
    /** Whether the public may submit events. */
    submissions: read('FASTI_SUBMISSIONS', wordParserFor(submissionModes)),
    /** How e-mail is sent; undefined without a mail server. */
    mail: readMailServer(optional, wrong),
    ...readSignInSettings(reading, addresses.baseUrl ?? '', wrong),
    /** How the calendar is part of the social web; undefined if it is not. */
    federation: readFederation(reading, addresses.baseUrl ?? '', wrong),
    logLevel: read('FASTI_LOG_LEVEL', wordParserFor(logLevels)),
    /** How much of client addresses the log has. */
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

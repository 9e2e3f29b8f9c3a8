/** The variables that belong together because some give the defaults of others. */
import { parseApiAliases } from '../domain/api-aliases.ts'
import { parseHorizonDuration } from '../domain/series/horizon.ts'
import type { ReadVariable } from './mail-and-federation.ts'
import {
  apiNamespaceOrUndefined,
  databaseUrlOrUndefined,
  integerParserBetween,
  parseBaseUrl,
  parseBucketUrl,
  parseHosts,
  parseList,
  parseOrigins,
  parseProxies,
  parseRequestsPerMinute,
  parseSecondPostgresUrl,
  reachableHost,
} from './values.ts'

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
    databaseReadUrl: optional('DATABASE_READ_URL', (text) => parseSecondPostgresUrl(text, url)),
    databaseListenUrl: optional('DATABASE_LISTEN_URL', (text) => parseSecondPostgresUrl(text, url)),
    databaseTimeout: read('FASTI_DATABASE_TIMEOUT', integerParserBetween(1, 300)),
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
    baseUrl: optional('FASTI_BASE_URL', parseBaseUrl) ?? `http://${reachableHost(host)}:${port}`,
    namespace: read('FASTI_NAMESPACE', apiNamespaceOrUndefined),
    aliases: optional('FASTI_ALIASES', (text) => parseApiAliases(parseList(text))) ?? [],
    corsOrigins: optional('FASTI_CORS_ORIGINS', parseOrigins) ?? [],
    frameAncestors: optional('FASTI_FRAME_ANCESTORS', parseOrigins) ?? [],
    rateLimit: optional('FASTI_RATE_LIMIT', parseRequestsPerMinute),
    trustProxy,
    connectionsPerAddress: read('FASTI_CONNECTIONS_PER_ADDRESS', integerParserBetween(1, 4000)),
    drain: optional('FASTI_DRAIN', integerParserBetween(0, 600)) ?? (trustProxy.length > 0 ? PROXY_DRAIN : 0),
  }
}

/** Returns how much is taken, fetched and kept. */
export function readLimits({ read, optional }: VariableReader) {
  return {
    submissionsSpace: read('FASTI_SUBMISSIONS_SPACE', integerParserBetween(1, 100_000)) * 1024 ** 2,
    imageHosts: optional('FASTI_IMAGE_HOSTS', parseHosts) ?? [],
    horizon: read('FASTI_SERIES_HORIZON', parseHorizonDuration),
    webhookHosts: optional('FASTI_WEBHOOK_HOSTS', parseHosts) ?? [],
    auditDays: optional('FASTI_AUDIT_DAYS', integerParserBetween(1, 36_500)),
    changesDays: read('FASTI_CHANGES_DAYS', integerParserBetween(1, 3650)),
  }
}

/** The variables that belong together because some give the defaults of others. */
import { aliasesOf } from '../domain/alias.ts'
import type { Read } from './several.ts'
import {
  baseUrl,
  bucket,
  databaseUrl,
  integerIn,
  listOf,
  namespace,
  origins,
  proxies,
  rateLimit,
  reachableHost,
  replicaUrl,
} from './values.ts'

/** Seconds of draining behind a proxy: more than most leave between two checks of an instance. */
const PROXY_DRAIN = 5

/** Reads variables: with their default, or undefined where they are not set. */
export interface VariableReading {
  readonly read: Read
  readonly optional: <T>(name: string, parse: (text: string) => T | undefined) => T | undefined
}

/** Returns where everything is stored. */
export function storageIn({ read, optional }: VariableReading) {
  const dataDir = read('FASTI_DATA_DIR', (text) => text)
  const url = optional('DATABASE_URL', databaseUrl) ?? `sqlite:${dataDir}/fasti.db`
  return {
    dataDir,
    databaseUrl: url,
    databaseReadUrl: optional('DATABASE_READ_URL', (text) => replicaUrl(text, url)),
    databaseListenUrl: optional('DATABASE_LISTEN_URL', (text) => replicaUrl(text, url)),
    databaseTimeout: read('FASTI_DATABASE_TIMEOUT', integerIn(1, 300)),
    bucket: optional('FASTI_MEDIA', bucket),
  }
}

/** Returns where the service listens, and whom it trusts. */
export function addressesIn({ read, optional }: VariableReading) {
  const host = read('HOST', (text) => text)
  const port = read('PORT', integerIn(0, 65_535))
  const trustProxy = optional('FASTI_TRUST_PROXY', proxies) ?? []
  return {
    host,
    port,
    baseUrl: optional('FASTI_BASE_URL', baseUrl) ?? `http://${reachableHost(host)}:${port}`,
    namespace: read('FASTI_NAMESPACE', namespace),
    aliases: optional('FASTI_ALIASES', (text) => aliasesOf(listOf(text))) ?? [],
    corsOrigins: optional('FASTI_CORS_ORIGINS', origins) ?? [],
    rateLimit: optional('FASTI_RATE_LIMIT', rateLimit),
    trustProxy,
    connectionsPerAddress: read('FASTI_CONNECTIONS_PER_ADDRESS', integerIn(1, 4000)),
    drain: optional('FASTI_DRAIN', integerIn(0, 600)) ?? (trustProxy.length > 0 ? PROXY_DRAIN : 0),
  }
}

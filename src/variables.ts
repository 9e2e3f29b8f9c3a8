/** The environment variables: one table, which the reader, the help and the documentation follow. */
import { languages } from './locales/index.ts'

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** What an environment variable is for: printed by `--help` and in docs/configuration.md. */
export interface Variable {
  readonly name: string
  readonly fallback: string
  readonly form: string
}

export const variables: readonly Variable[] = [
  { name: 'HOST', fallback: '127.0.0.1', form: 'address to listen on; loopback only while there is no user' },
  { name: 'PORT', fallback: '3000', form: '0 to 65535; 0 takes a free one' },
  {
    name: 'DATABASE_URL',
    fallback: 'sqlite:{FASTI_DATA_DIR}/fasti.db',
    form: 'sqlite:PATH, sqlite::memory: or postgres://…',
  },
  {
    name: 'DATABASE_READ_URL',
    fallback: '',
    form: 'postgres://… of a replica of a DATABASE_URL that is postgres://… too; it is read where it is as new',
  },
  { name: 'FASTI_DATA_DIR', fallback: './data', form: 'folder of the database file and the media' },
  {
    name: 'FASTI_MEDIA',
    fallback: '',
    form: 's3://BUCKET[/PREFIX][?endpoint=URL&region=NAME], to keep images there and not in the data folder',
  },
  { name: 'FASTI_BASE_URL', fallback: 'http://HOST:PORT', form: 'absolute http(s) address, path allowed' },
  { name: 'FASTI_NAMESPACE', fallback: 'cal/events/v1', form: 'path segments of a-z, 0-9, - and _' },
  {
    name: 'FASTI_NAME',
    fallback: 'Fasti',
    form: 'what the calendar is called on its pages and in its feeds, up to 100 characters',
  },
  {
    name: 'FASTI_ALIASES',
    fallback: '',
    form: 'comma-separated PATH:NAMESPACE of older addresses that answer too, such as /wp-json:tribe/events/v1',
  },
  { name: 'FASTI_TIME_ZONE', fallback: 'UTC', form: 'the site zone: Europe/Paris, UTC, UTC+2' },
  { name: 'FASTI_LANGUAGE', fallback: 'en', form: languages.join(', ') },
  { name: 'FASTI_MAX_PER_PAGE', fallback: '100', form: '1 to 1000' },
  { name: 'FASTI_CURRENCY', fallback: '', form: 'ISO 4217 code' },
  {
    name: 'FASTI_IMAGE_HOSTS',
    fallback: '',
    form: 'comma-separated hosts that images and subscribed calendars may be fetched from though they are private',
  },
  { name: 'FASTI_CORS_ORIGINS', fallback: '', form: 'comma-separated origins, or *' },
  { name: 'FASTI_RATE_LIMIT', fallback: '', form: 'N/minute' },
  { name: 'FASTI_TRUST_PROXY', fallback: '', form: 'comma-separated addresses or networks of proxies' },
  {
    name: 'FASTI_CONNECTIONS_PER_ADDRESS',
    fallback: '500',
    form: '1 to 4000: open connections of one address in one process; those of FASTI_TRUST_PROXY are not bounded',
  },
  { name: 'FASTI_LOG_LEVEL', fallback: 'info', form: logLevels.join(', ') },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    fallback: '',
    form: 'absolute http(s) address of a collector of OpenTelemetry; spans of requests go to /v1/traces below it',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    fallback: '',
    form: 'NAME=VALUE,…, percent-encoded: headers that the collector wants',
  },
  { name: 'OTEL_SERVICE_NAME', fallback: 'fasti', form: 'what the service is called there' },
]

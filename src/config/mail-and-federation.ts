/** Settings that are read from several environment variables. */

import { closedAddressFault } from '../domain/public-address.ts'
import { type MailServer, parseSender, smtpUrlOrUndefined } from '../mail/mail-server.ts'
import { parseBaseUrl, parseHeaders, parseHosts, wordParserFor } from './values.ts'

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
export interface FederationSettings {
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

/** Reading the values of environment variables: each returns undefined for a text that is not of its form. */
import { isIP } from 'node:net'
import { hasFormOfApiNamespace } from '../domain/api-aliases.ts'
import { isCurrency } from '../domain/money/currencies.ts'
import { sanitizeHtml } from '../domain/text/html.ts'
import type { S3BucketSettings } from '../media/bucket.ts'

export const wordParserFor =
  <W extends string>(words: readonly W[]) =>
  (text: string) =>
    words.find((word) => word === text)

export const integerParserBetween = (least: number, most: number) => (text: string) => {
  const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
  return number >= least && number <= most ? number : undefined
}

export const parseList = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Returns the base URL that a text is; undefined for another text. */
export function parseBaseUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain =
    url !== undefined &&
    /^https?:$/.test(url.protocol) &&
    url.search === '' &&
    url.hash === '' &&
    url.username === ''
  return isPlain ? `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}` : undefined
}

export function parseBucketUrl(text: string): S3BucketSettings | undefined {
  const [, name = '', path = '', query = ''] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*))?(?:\?(.*))?$/.exec(text) ?? []
  const { endpoint, region, ...more } = Object.fromEntries(new URLSearchParams(query))
  const isOpen = endpoint === undefined || parseBaseUrl(endpoint) !== undefined
  if (name === '' || !isOpen || Object.keys(more).length > 0) return undefined
  const prefix = path.replace(/(?<!\/)\/+$/, '')
  return { name, prefix: prefix === '' ? '' : `${prefix}/`, endpoint, region }
}

/** Parses `a=1,b=x%20y` into headers; undefined if the form is not valid. */
export function parseHeaders(text: string): Readonly<Record<string, string>> | undefined {
  const pairs = parseList(text).map((pair) => /^([\w-]+)=([\x21-\x7e]*)$/.exec(pair))
  if (pairs.some((pair) => pair === null)) return undefined
  try {
    return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', decodeURIComponent(pair?.[2] ?? '')]))
  } catch {
    return undefined
  }
}

export const parseSecondPostgresUrl = (text: string, of: string) =>
  [text, of].every((url) => /^postgres(ql)?:\/\/./.test(url)) ? text : undefined
export const databaseUrlOrUndefined = (text: string) =>
  /^(sqlite:.+|postgres(ql)?:\/\/.+)$/.test(text) ? text : undefined
export const apiNamespaceOrUndefined = (text: string) => (hasFormOfApiNamespace(text) ? text : undefined)
export const siteNameOrUndefined = (text: string) => (/^[^\p{Cc}]{1,100}$/u.test(text) ? text : undefined)

/** A region as ISO 3166 or UN M.49 names it, in capitals; undefined for another text. */
export const parseCountryOrAreaCode = (text: string) =>
  /^([A-Z]{2}|\d{3})$/.test(text.toUpperCase()) ? text.toUpperCase() : undefined

/** The template of tile addresses: one host, which the Content-Security-Policy can name. */
export function parseTileTemplate(text: string): string | undefined {
  const plain = text.replace(/\{[xyzr]\}/g, '0')
  const isWhole = ['{z}', '{x}', '{y}'].every((name) => text.includes(name))
  const url = URL.canParse(plain) && !/[{}\s;,'"<>]/.test(plain) ? new URL(plain) : undefined
  const isWeb = url !== undefined && /^https?:$/.test(url.protocol) && url.username === ''
  return isWhole && isWeb && !/\{/.test(text.split('/')[2] ?? '') ? text : undefined
}

export const sanitizeAttributionHtml = (text: string) => (text.length <= 500 ? sanitizeHtml(text) : undefined)

/** Returns the http or https URL that a text is, without a fragment; undefined for another text. */
export function parseServiceUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && /^https?:$/.test(url.protocol) && url.hash === '' ? url.href : undefined
}

export const parseRequestsPerMinute = (text: string) =>
  Number(/^([1-9]\d{0,8})\/minute$/.exec(text)?.[1]) || undefined
export const currencyCodeOrUndefined = (text: string) =>
  isCurrency(text.toUpperCase()) ? text.toUpperCase() : undefined

const isProxy = (text: string) => {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  // A network of all addresses is refused, because any client could then forge its address.
  const isNetwork =
    bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  return version > 0 && isNetwork && rest.length === 0
}

export function parseProxies(text: string): readonly string[] | undefined {
  const named = parseList(text)
  return named.every(isProxy) ? named : undefined
}

const isHost = (text: string) => {
  const url = URL.canParse(`http://${text}`) ? new URL(`http://${text}`) : undefined
  return isIP(text) > 0 || (url !== undefined && url.pathname === '/' && !/[/?#@\s]/.test(text))
}

/** Hosts with or without a port. */
export function parseHosts(text: string): readonly string[] | undefined {
  const named = parseList(text)
  return named.every(isHost) ? named : undefined
}

const originOf = (text: string) => {
  if (text === '*') return text
  const url = parseBaseUrl(text)
  return url !== undefined && new URL(url).pathname === '/' ? new URL(url).origin : undefined
}

/** Origins as browsers send them, or `*`: without a slash at the end, in lower case. */
export function parseOrigins(text: string): readonly string[] | undefined {
  const named = parseList(text).map(originOf)
  return named.includes(undefined) ? undefined : named.filter((one) => one !== undefined)
}

/** The host in URLs: a loopback address for a wildcard, brackets around IPv6. */
export function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::' || host === '') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

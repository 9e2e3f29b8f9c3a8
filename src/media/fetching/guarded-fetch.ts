/** Fetches addresses that users send, without access to private networks (contract §4.6). */

import { type LookupAddress, lookup } from 'node:dns'
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { hostWithoutBrackets, isPublicAddress, isUrlHostAmong } from '../../domain/public-address.ts'
import { LONGEST_ADDRESS, urlOfAnyScheme } from '../../domain/text/links.ts'
import { because } from '../../problem.ts'
import { FetchError, refusedStatusReason } from './fetch-error.ts'

export interface FetchLimits {
  /** The maximum size of a response body. */
  readonly bytes: number
  /** The timeout of the whole fetch, with name resolution and redirects. */
  readonly milliseconds: number
  readonly redirects: number
  /** Hosts (`name` or `name:port`) that may have private addresses. */
  readonly allowedHosts: readonly string[]
}

/** Options of the request. */
export interface FetchOptions {
  /** Sent only to the origin of the original address, not to other origins after redirects. */
  readonly headers?: Readonly<Record<string, string>>
  /** Posted to the original address; redirects are not followed with it. Without it, the address is read. */
  readonly body?: string
  /** The accepted statuses; only 200 by default. */
  readonly statuses?: readonly number[]
}

export interface FetchedResponse {
  readonly status: number
  /** Names are in lower case. */
  readonly headers: Readonly<IncomingMessage['headers']>
  readonly bytes: Buffer
  /** The Content-Type without parameters, in lower case; "" if there is none. */
  readonly type: string
  /** The final address after redirects. */
  readonly address: string
}

/** Parses an address. Throws if it is no http(s) address, or has a login. */
export function parseFetchUrl(address: string, base?: URL): URL {
  const url = urlOfAnyScheme(address, base?.href)
  if (url === undefined)
    throw new FetchError(because('address_invalid', { address: address.slice(0, LONGEST_ADDRESS) }))
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new FetchError(because('address_scheme', { scheme: url.protocol }))
  if (url.username !== '' || url.password !== '') throw new FetchError(because('login_in_address'))
  url.hash = ''
  return url
}

function resolved(name: string, signal: AbortSignal): Promise<readonly LookupAddress[]> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    lookup(name, { all: true }, (error, addresses) => {
      if (error === null) resolve(addresses)
      else reject(new FetchError(because('host_not_found', { host: name }), error))
    })
  })
}

/** Resolves the host to the addresses that may be used: all if the host is allowed, otherwise the public ones. Throws if there are none. */
export async function resolveToAllowedAddresses(
  url: URL,
  allowedHosts: readonly string[],
  signal: AbortSignal,
): Promise<readonly LookupAddress[]> {
  const { hostname } = url
  const name = hostWithoutBrackets(hostname)
  const family = isIP(name)
  const found = family === 0 ? await resolved(name, signal) : [{ address: name, family }]
  const open = isUrlHostAmong(url, allowedHosts)
    ? found
    : found.filter(({ address }) => isPublicAddress(address))
  if (open.length === 0) throw new FetchError(because('no_public_address', { host: hostname }))
  return open
}

/** A DNS lookup that returns only the checked addresses: the name is not resolved again, which prevents DNS rebinding. */
export function makeLookupPinnedToAddresses(addresses: readonly LookupAddress[]): LookupFunction {
  const [first] = addresses
  return (_name, { all }, found) =>
    all ? found(null, [...addresses]) : found(null, first?.address ?? '', first?.family)
}

/** Sends one request to the checked addresses. */
function send(
  url: URL,
  addresses: readonly LookupAddress[],
  { headers: more, body }: FetchOptions,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const options: RequestOptions = {
    agent: false,
    lookup: makeLookupPinnedToAddresses(addresses),
    signal,
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      Accept: '*/*',
      'User-Agent': 'Fasti',
      ...more,
      ...(body !== undefined && { 'Content-Length': String(Buffer.byteLength(body)) }),
      'Accept-Encoding': 'identity',
    },
  }
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp
    send(url, options, resolve).on('error', reject).end(body)
  })
}

async function bodyOf(response: IncomingMessage, most: number): Promise<Buffer> {
  const tooLarge = () => new FetchError(because('response_too_large', { most }))
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  if (!['identity', 'gzip', 'x-gzip'].includes(encoding))
    throw new FetchError(because('response_encoded', { encoding }))
  if (Number(response.headers['content-length'] ?? 0) > most) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    size += chunk.length
    if (size > most) throw tooLarge()
    chunks.push(chunk)
  }
  return unzipped(Buffer.concat(chunks), most, tooLarge)
}

const gunzipped = promisify(gunzip)
const GZIP = [0x1f, 0x8b]

/** Unpacks gzip (RFC 1952), which static hosts send although it was not requested, up to `most` bytes. Other bytes stay as they are. */
async function unzipped(bytes: Buffer, most: number, tooLarge: () => Error): Promise<Buffer> {
  if (!GZIP.every((byte, at) => bytes[at] === byte)) return bytes
  try {
    return await gunzipped(bytes, { maxOutputLength: most })
  } catch (cause) {
    const isBomb = cause instanceof RangeError
    throw isBomb ? tooLarge() : new FetchError(because('response_cut_off'), cause)
  }
}

async function follow(
  url: URL,
  limits: FetchLimits & { readonly signal: AbortSignal },
  asked: FetchOptions,
  redirects = limits.redirects,
): Promise<FetchedResponse> {
  const { signal } = limits
  const { headers: more, body, statuses = [200] } = asked
  const addresses = await resolveToAllowedAddresses(url, limits.allowedHosts, signal)
  const response = await send(url, addresses, asked, signal)
  try {
    const { statusCode = 0, headers } = response
    if ([301, 302, 303, 307, 308].includes(statusCode) && headers.location !== undefined) {
      if (redirects === 0 || body !== undefined)
        throw new FetchError(because('too_many_redirects', { most: limits.redirects }))
      const next = parseFetchUrl(headers.location, url)
      const manner = { statuses, ...(next.origin === url.origin && more !== undefined && { headers: more }) }
      return await follow(next, limits, manner, redirects - 1)
    }
    if (!statuses.includes(statusCode))
      throw new FetchError(refusedStatusReason(statusCode, statuses.join(' or ')))
    const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
    const bytes = await bodyOf(response, limits.bytes)
    return { status: statusCode, headers, bytes, type, address: url.href }
  } finally {
    response.destroy()
  }
}

/**
 * Fetches a public http(s) address. Throws an Error whose message has the reason and may be shown to the user who sent
 * the address.
 */
export async function fetchPublic(
  address: string,
  limits: FetchLimits,
  manner: FetchOptions = {},
): Promise<FetchedResponse> {
  const signal = AbortSignal.timeout(limits.milliseconds)
  try {
    return await follow(parseFetchUrl(address), { ...limits, signal }, manner)
  } catch (cause) {
    if (signal.aborted)
      throw new FetchError(because('slow_response', { most: limits.milliseconds / 1000 }), cause)
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    throw code === undefined ? cause : new FetchError(because('no_response', { code: String(code) }), cause)
  }
}

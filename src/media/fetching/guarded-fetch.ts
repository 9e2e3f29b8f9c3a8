/** Fetches addresses that users send, without access to private networks (contract §4.6). */
import { type LookupAddress, lookup } from 'node:dns'
import {
  type AgentOptions,
  type ClientRequestArgs,
  Agent as HttpAgent,
  type IncomingMessage,
  type RequestOptions,
  request as requestHttp,
} from 'node:http'
import { Agent as HttpsAgent, type AgentOptions as HttpsOptions, request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Duplex } from 'node:stream'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import {
  closedAddressFault,
  hostWithoutBrackets,
  isPublicAddress,
  isUrlHostAmong,
} from '../../domain/public-address.ts'
import { LONGEST_ADDRESS, urlOfAnyScheme } from '../../domain/text/links.ts'
import { because, type RefusalReason } from '../../problem.ts'

// The error of a request to an address that users give.

/** Why an address could not be fetched. */
export class FetchError extends Error {
  readonly reason: RefusalReason
  constructor(reason: RefusalReason, cause?: unknown) {
    super(reason.message, { cause })
    this.reason = reason
  }
}

/** Returns the reason for a status that is not accepted. People do different things about them. */
export function refusedStatusReason(status: number, wanted: string): RefusalReason {
  const values = { status, wanted }
  if (status === 404 || status === 410) return because('address_gone', values)
  if (status === 401 || status === 403) return because('address_refused', values)
  return because(status === 429 || status === 503 ? 'address_busy' : 'address_broken', values)
}

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
function parseFetchUrl(address: string, base?: URL): URL {
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
async function resolveToAllowedAddresses(
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
function makeLookupPinnedToAddresses(addresses: readonly LookupAddress[]): LookupFunction {
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

// Posts to addresses that users send, without access to private networks (contract §13).

// Connections to receivers that stay open between two posts.

/** Milliseconds for which an unused connection stays open. If the receiver sends a shorter `Keep-Alive: timeout`, that applies. */
const KEPT = 4000
/** The maximum of unused connections to one receiver, and to all receivers. Many webhooks may have the same receiver. */
const MAX_KEPT_EACH = 64
const MAX_KEPT = 256

const settings: AgentOptions & HttpsOptions = {
  keepAlive: true,
  timeout: KEPT,
  maxFreeSockets: MAX_KEPT_EACH,
}

/** A request whose connection may only lead to `addresses`. */
interface Pinned extends ClientRequestArgs {
  readonly addresses?: string
}

function hasRoom({ freeSockets }: Pick<HttpAgent, 'freeSockets'>): boolean {
  let count = 0
  for (const sockets of Object.values(freeSockets)) count += sockets?.length ?? 0
  return count < MAX_KEPT
}

/** Makes an agent reuse a connection only if the name still resolves to the addresses that were checked for it. */
function pinning<A extends HttpAgent>(agent: A): A {
  const nameOf = agent.getName.bind(agent)
  const keepAlive = agent.keepSocketAlive.bind(agent)
  agent.getName = (options: Pinned = {}) => `${nameOf(options)}|${options.addresses ?? ''}`
  agent.keepSocketAlive = (socket: Duplex) => hasRoom(agent) && Boolean(keepAlive(socket))
  return agent
}

const agents = { 'http:': pinning(new HttpAgent(settings)), 'https:': pinning(new HttpsAgent(settings)) }

/** Returns the options of a request to one of the checked addresses. It reuses an open connection if there is one. */
const requestOptionsForCheckedAddresses = (
  { protocol }: URL,
  addresses: readonly LookupAddress[],
): Pinned => ({
  agent: protocol === 'https:' ? agents['https:'] : agents['http:'],
  lookup: makeLookupPinnedToAddresses(addresses),
  addresses: addresses
    .map(({ address }) => address)
    .sort()
    .join(),
})

/** Milliseconds. */
const TIMEOUT = 15_000
/** A connection is reused if the body of the response ends within this many milliseconds and has at most this many bytes. */
const ANSWER_ENDS = 100
const MAX_ANSWER = 16_384

/** Returns why a URL may not be posted to, as far as the URL itself shows; undefined if it may. */
export const postTargetFault = (
  address: string,
  { allowedHosts, variable }: Pick<PostLimits, 'allowedHosts' | 'variable'>,
): RefusalReason | undefined => closedAddressFault(new URL(address), allowedHosts, variable)

/** Sends one request. Resolves with the status; the connection is reused if the response ends soon. */
function sent(
  url: URL,
  body: string,
  options: RequestOptions,
  signal: AbortSignal,
): Promise<{ readonly status: number }> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp
    const request = send(url, { ...options, method: 'POST' }, (response) => {
      let left = MAX_ANSWER
      // Only the status counts: a body that is long or slow must not hold the connection.
      const late = setTimeout(() => response.destroy(), ANSWER_ENDS)
      response
        .on('data', (chunk: Buffer) => {
          left -= chunk.length
          if (left < 0) response.destroy()
        })
        .on('error', () => {})
        .on('close', () => {
          clearTimeout(late)
          resolve({ status: response.statusCode ?? 0 })
        })
    })
    const stop = () => request.destroy(new Error('stopped'))
    signal.addEventListener('abort', stop, { once: true })
    request
      .on('error', (error: NodeJS.ErrnoException) => {
        const isStale = request.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
        // The receiver closed a connection while it was unused.
        if (isStale && !signal.aborted) resolve(sent(url, body, { ...options, agent: false }, signal))
        else reject(error)
      })
      .on('close', () => signal.removeEventListener('abort', stop))
      .end(body)
  })
}

/** The JSON of a request, and headers besides those of the service. */
interface PostedJson {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** How a request is limited. */
interface PostLimits {
  /** Hosts (`name` or `name:port`) that may have private addresses. */
  readonly allowedHosts: readonly string[]
  /** The variable that names them. */
  readonly variable: string
  /** Aborts the request. */
  readonly stop?: AbortSignal | undefined
  readonly milliseconds?: number | undefined
}

/**
 * Posts JSON to a URL and returns the status of the response, also of a redirect, which is not followed. The name is resolved and its
 * addresses are checked each time; a connection to them stays open for some seconds. Throws an Error whose message has the reason
 * if there is no response within 15 seconds, which include the resolution of the name.
 */
export async function postPublic(
  address: string,
  { body, headers }: PostedJson,
  { allowedHosts, variable, stop, milliseconds = TIMEOUT }: PostLimits,
): Promise<{ readonly status: number }> {
  const end = new AbortController()
  const abort = () => end.abort()
  let isLate = false
  const late = setTimeout(() => {
    isLate = true
    abort()
  }, milliseconds)
  if (stop?.aborted === true) abort()
  stop?.addEventListener('abort', abort, { once: true })
  try {
    const fault = postTargetFault(address, { allowedHosts, variable })
    if (fault !== undefined) throw new Error(`the URL ${fault.message}`)
    const url = parseFetchUrl(address)
    const addresses = await resolveToAllowedAddresses(url, allowedHosts, end.signal)
    end.signal.throwIfAborted()
    const own = { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }
    const all = { 'User-Agent': 'Fasti', ...own, ...headers }
    return await sent(
      url,
      body,
      { ...requestOptionsForCheckedAddresses(url, addresses), headers: all },
      end.signal,
    )
  } catch (cause) {
    if (isLate) throw new Error(`there was no response within ${milliseconds / 1000} seconds`, { cause })
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    throw code === undefined ? cause : new Error(`there was no response (${code})`, { cause })
  } finally {
    clearTimeout(late)
    stop?.removeEventListener('abort', abort)
  }
}

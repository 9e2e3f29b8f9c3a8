/** Posts to addresses that users send, without access to private networks (contract §13). */
import type { LookupAddress } from 'node:dns'
import {
  type AgentOptions,
  type ClientRequestArgs,
  Agent as HttpAgent,
  type RequestOptions,
  request as requestHttp,
} from 'node:http'
import { Agent as HttpsAgent, type AgentOptions as HttpsOptions, request as requestHttps } from 'node:https'
import type { Duplex } from 'node:stream'
import { closedAddressFault } from '../../domain/public-address.ts'
import type { RefusalReason } from '../../problem.ts'
import { makeLookupPinnedToAddresses, parseFetchUrl, resolveToAllowedAddresses } from './guarded-fetch.ts'

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

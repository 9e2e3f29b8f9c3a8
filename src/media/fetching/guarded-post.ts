/** Posts to addresses that users send, without access to private networks (contract §13). */
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { bareHost, checkedAddresses, pinnedTo, targetOf } from './guarded-fetch.ts'
import { isPublicAddress } from './public-address.ts'

/** Milliseconds. */
const TIMEOUT = 15_000

/** Whether a URL's host is among `name` or `name:port`. */
const isAllowed = ({ hostname, host }: URL, allowedHosts: readonly string[]) =>
  allowedHosts.some((one) => bareHost(one) === bareHost(hostname) || one.toLowerCase() === host)

/** Returns why a URL may not be posted to, as far as the URL itself shows; undefined if it may. */
export function receiverFault(address: string, allowedHosts: readonly string[]): string | undefined {
  const url = new URL(address)
  if (isAllowed(url, allowedHosts)) return undefined
  if (url.protocol !== 'https:') return 'must be an https:// URL, or its host one of FASTI_WEBHOOK_HOSTS'
  const name = bareHost(url.hostname)
  const isLocal = name === 'localhost' || name.endsWith('.localhost')
  const isPrivate = isIP(name) !== 0 && !isPublicAddress(name)
  return isLocal || isPrivate
    ? 'must have a public address, or its host be one of FASTI_WEBHOOK_HOSTS'
    : undefined
}

/**
 * Posts JSON to a URL and returns the status of the answer, whose body is not read. A redirect is an answer as any other.
 * Throws an Error whose message has the reason if there is none in time: 15 seconds, with the resolution of the name.
 */
export async function postPublic(
  address: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  allowedHosts: readonly string[],
  stop?: AbortSignal,
  milliseconds = TIMEOUT,
): Promise<{ readonly status: number }> {
  const late = AbortSignal.timeout(milliseconds)
  const signal = stop === undefined ? late : AbortSignal.any([late, stop])
  try {
    const fault = receiverFault(address, allowedHosts)
    if (fault !== undefined) throw new Error(`the URL ${fault}`)
    const url = targetOf(address)
    const addresses = await checkedAddresses(url, allowedHosts, signal)
    return await new Promise((resolve, reject) => {
      const send = url.protocol === 'https:' ? requestHttps : requestHttp
      const own = { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }
      const all = { 'User-Agent': 'Fasti', ...own, ...headers }
      send(
        url,
        { method: 'POST', agent: false, lookup: pinnedTo(addresses), signal, headers: all },
        (answer) => {
          resolve({ status: answer.statusCode ?? 0 })
          // Only the status counts: a body without end must not hold the connection.
          answer.destroy()
        },
      )
        .on('error', reject)
        .end(body)
    })
  } catch (cause) {
    if (late.aborted) throw new Error(`there was no answer within ${milliseconds / 1000} seconds`, { cause })
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    throw code === undefined ? cause : new Error(`there was no answer (${code})`, { cause })
  }
}

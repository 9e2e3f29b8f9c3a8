/** Local mode (contract §5): while there are no users, only requests from this machine are served. */
import type { IncomingHttpHeaders } from 'node:http'
import { isLoopbackHost, urlOfAnyScheme } from '../../domain/text/links.ts'
import { Problem } from '../../problem.ts'

const LOOPBACK_ADDRESS = /^(::1|(::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/i

function hostOfOrigin(origin: string): string {
  return urlOfAnyScheme(origin)?.host ?? origin
}

/** The client addresses that a proxy's headers name. */
function forwardedAddresses(headers: IncomingHttpHeaders): readonly string[] {
  const named = [headers['x-forwarded-for'] ?? [], headers['x-real-ip'] ?? []].flat()
  const standard = [...(headers.forwarded ?? '').matchAll(/for="?\[?([^";,\s\]]+)/gi)].map(
    ([, by = '']) => by,
  )
  return [...named.flatMap((addresses) => addresses.split(',')), ...standard].map((address) => address.trim())
}

/** The hosts that a proxy's headers name. */
function forwardedHosts(headers: IncomingHttpHeaders): readonly string[] {
  const named = [headers['x-forwarded-host'] ?? []].flat().flatMap((hosts) => hosts.split(','))
  const standard = [...(headers.forwarded ?? '').matchAll(/host="?([^";,\s]+)/gi)].map(
    ([, host = '']) => host,
  )
  return [...named, ...standard].map((host) => host.trim())
}

/** Whether a request comes from this machine: not from another site's page, by DNS rebinding, through a proxy or over the network. */
function isLocalCall(
  target: string,
  headers: IncomingHttpHeaders,
  remoteAddress: string | undefined,
): boolean {
  const { host = '', origin } = headers
  // A request target in absolute form replaces the Host header (RFC 9112 §3.2.2).
  const named = target.startsWith('/') ? [host] : [host, hostOfOrigin(target)]
  const hosts = [
    ...named,
    ...(origin === undefined ? [] : [hostOfOrigin(origin)]),
    ...forwardedHosts(headers),
  ]
  const addresses = [...(remoteAddress === undefined ? [] : [remoteAddress]), ...forwardedAddresses(headers)]
  return addresses.every((address) => LOOPBACK_ADDRESS.test(address)) && hosts.every(isLoopbackHost)
}

/** Throws 403 unless the request comes from this machine. */
export function refuseUnlessLocal(...call: Parameters<typeof isLocalCall>): void {
  if (!isLocalCall(...call)) throw new Problem('rest_local_mode')
}

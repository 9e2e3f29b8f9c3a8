/** Tells public IP addresses from special-purpose ones (the IANA registries, RFC 6890). */

import { BlockList, isIP } from 'node:net'
import { because, type RefusalReason } from '../problem.ts'

/** IPv4 networks that are not public: this host, private, shared, link-local, documentation, multicast … */
const special4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]
/** Networks within 2000::/3, the global range, that are not public: Teredo and other protocols, documentation, 6to4. */
const special6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

function networks(family: 'ipv4' | 'ipv6', list: readonly string[]): BlockList {
  const found = new BlockList()
  for (const network of list) {
    const [start = '', bits] = network.split('/')
    found.addSubnet(start, Number(bits), family)
  }
  return found
}

const closed4 = networks('ipv4', special4)
const global6 = networks('ipv6', ['2000::/3'])
const closed6 = networks('ipv6', special6)

/**
 * Whether a literal IPv4 or IPv6 address is public. Addresses that embed another address (IPv4-mapped, NAT64, 6to4,
 * Teredo) are never public.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !closed4.check(address, 'ipv4')
  return isIP(address) === 6 && global6.check(address, 'ipv6') && !closed6.check(address, 'ipv6')
}

/** A host in lower case, without the brackets of IPv6. */
export const hostWithoutBrackets = (host: string): string => host.toLowerCase().replace(/^\[|\]$/g, '')

/** Returns whether a URL's host is among `name` or `name:port`. */
export const isUrlHostAmong = (
  { hostname, host }: Pick<URL, 'hostname' | 'host'>,
  hosts: readonly string[],
) =>
  hosts.some(
    (one) => hostWithoutBrackets(one) === hostWithoutBrackets(hostname) || one.toLowerCase() === host,
  )

/**
 * Returns why a URL may not be sent to, as far as the URL itself shows; undefined if it may. `variable` names the variable with the hosts
 * that may be private or use http.
 */
export function closedAddressFault(
  url: Pick<URL, 'protocol' | 'hostname' | 'host'>,
  allowedHosts: readonly string[],
  variable: string,
): RefusalReason | undefined {
  if (isUrlHostAmong(url, allowedHosts)) return undefined
  if (url.protocol !== 'https:') return because('not_a_secure_or_allowed_address', { variable })
  const name = hostWithoutBrackets(url.hostname)
  const isLocal = name === 'localhost' || name.endsWith('.localhost')
  const isPrivate = isIP(name) !== 0 && !isPublicAddress(name)
  return isLocal || isPrivate ? because('private_address', { variable }) : undefined
}

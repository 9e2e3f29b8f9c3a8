/** Addresses and logins as the log has them (contract §22). */
import { createHash } from 'node:crypto'

/** How much of an address the log has: its network, all of it, or nothing. */
export type AddressLogDetail = 'short' | 'full' | 'none'

/** The groups of an IPv6 address before `::`, filled with zeros to the first three. */
function firstGroups(address: string): string {
  const [head = ''] = address.split('::')
  return [...head.split(':').filter((group) => group !== ''), '0', '0', '0'].slice(0, 3).join(':')
}

/** Returns a client's address for the log: `short` is its network, /24 for IPv4 and /48 for IPv6; undefined for `none`. */
export function loggedClientAddress(address: string, how: AddressLogDetail): string | undefined {
  if (how === 'none') return undefined
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (how === 'full') return plain
  return plain.includes(':') ? `${firstGroups(plain)}::/48` : plain.replace(/\.\d+$/, '.0/24')
}

/** Returns the line of a failed sign-in: the address, and a digest of the login, which tells attempts on one account apart from others. */
export function failedSignInLine(
  { ip, login }: { readonly ip: string; readonly login: string | undefined },
  how: AddressLogDetail,
): object {
  const address = loggedClientAddress(ip, how)
  const digest = login && createHash('sha256').update(login.toLowerCase()).digest('hex').slice(0, 16)
  return { ...(address !== undefined && { address }), ...(digest && { login: digest }) }
}

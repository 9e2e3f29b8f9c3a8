/** Trusted proxies, by address (contract §0.1). */
import { BlockList, isIP } from 'node:net'

/** The named networks. */
const networks: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Returns a predicate: whether an address belongs to the addresses and networks of `FASTI_TRUST_PROXY`. */
export function trustedProxyTest(named: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of named.flatMap((name) => networks[name] ?? [name])) {
    const [address = '', bits] = network.split('/')
    if (bits === undefined) list.addAddress(address, family(address))
    else list.addSubnet(address, Number(bits), family(address))
  }
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
    return isIP(plain) !== 0 && list.check(plain, family(plain))
  }
}

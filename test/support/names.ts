/** Sets how host names resolve in this process. */
import dns, { type LookupAddress } from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'

type Found = (error: null, address: LookupAddress[] | string, family?: number) => void

/**
 * Makes every name resolve to what `answer` returns for it; it is called once for each look-up. Returns a function that
 * restores the resolver of the system.
 */
export function resolving(answer: (name: string) => readonly string[]): () => void {
  const original = dns.lookup
  const lookup = (name: string, options: { readonly all?: boolean }, found: Found) => {
    const [first = '', ...rest] = answer(name)
    const all = [first, ...rest].map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    process.nextTick(() => (options.all ? found(null, all) : found(null, first, all[0]?.family)))
  }
  Object.assign(dns, { lookup })
  syncBuiltinESMExports()
  return () => {
    Object.assign(dns, { lookup: original })
    syncBuiltinESMExports()
  }
}

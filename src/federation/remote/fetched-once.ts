/** Fetches that others can cause, each address once a minute at most: what came of the last one is used again. */
import { type FederationParts, nowInSeconds } from '../federation-parts.ts'

const LASTS = 60
/** The most addresses whose fetch is remembered: beyond them, the limit for each host holds alone. */
const MAX_REMEMBERED = 1000

/** Returns a function that fetches an address, unless it did so within a minute. `isFinal` says whether a result is of use again. */
export function fetcherOnceAMinute<T>(
  source: Pick<FederationParts, 'context'>,
  isFinal: (result: T) => boolean,
): (address: string, fetch: () => Promise<T>) => Promise<T> {
  const fetched = new Map<string, { readonly at: number; readonly result: Promise<T> }>()
  return (address, fetch) => {
    const now = nowInSeconds(source)
    const last = fetched.get(address)
    // Two that ask at the same time get one answer. A clock that was set back ends the minute.
    if (last !== undefined && Math.abs(now - last.at) < LASTS) return last.result
    const forget = () => fetched.delete(address)
    forget()
    const result = fetch()
    fetched.set(address, { at: now, result })
    result.then((found) => isFinal(found) || forget(), forget)
    const [oldest] = fetched.keys()
    if (fetched.size > MAX_REMEMBERED && oldest !== undefined) fetched.delete(oldest)
    return result
  }
}

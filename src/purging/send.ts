/** Sends purges over HTTP. */
import type { SendPurge } from './purger.ts'

/** Milliseconds after which a cache that does not answer is given up. */
const PATIENCE = 5000

/** Returns the function that sends a purge to an address, whose name and password are sent as its credentials. */
export function purgeSenderTo(address: string): SendPurge {
  const { username, password, ...url } = partsOf(address)
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)
  const authorization = username === '' ? {} : { authorization: `Basic ${credentials.toString('base64')}` }
  return async (keys, upTo) => {
    const named = keys.join(' ')
    const response = await fetch(url.href, {
      method: 'PURGE',
      headers: { xkey: named, 'surrogate-key': named, 'x-fasti-revision': String(upTo), ...authorization },
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE),
    })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`the cache answered a purge with ${response.status}`)
  }
}

/** An address without its credentials, and these. */
function partsOf(address: string) {
  const url = new URL(address)
  const { username, password } = url
  url.username = ''
  url.password = ''
  return { username, password, href: url.href }
}

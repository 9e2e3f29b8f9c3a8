/**
 * Remembers which cache keys were requested lately. A response that is cheap to make is cached from the second request on: most
 * addresses of crawlers, and most random parameters, are requested once.
 */

/** Places for hashes of keys. A later key takes the place of an earlier one whose hash has the same last bits. */
const PLACES = 16_384
/** FNV-1a. */
const [BASIS, PRIME] = [0x811c9dc5, 0x01000193]

function hashOf(text: string): number {
  let hash = BASIS
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME)
  return hash
}

/** Returns a function that says whether a key was requested lately, and remembers it. Two keys with one hash count as one. */
export function repeatRequestTest(): (key: string) => boolean {
  const hashes = new Int32Array(PLACES)
  return (key) => {
    const hash = hashOf(key)
    const place = hash & (PLACES - 1)
    if (hashes[place] === hash) return true
    hashes[place] = hash
    return false
  }
}

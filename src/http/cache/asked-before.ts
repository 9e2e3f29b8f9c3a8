/**
 * Which questions were asked lately. An answer that takes little to make is cached from the second asking on: most addresses of
 * crawlers and of random parameters are asked for once.
 */

/** Places for questions; a later question takes the place of an earlier one with the same last bits. */
const PLACES = 16_384
/** FNV-1a. */
const [BASIS, PRIME] = [0x811c9dc5, 0x01000193]

function hashOf(text: string): number {
  let hash = BASIS
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME)
  return hash
}

/** Returns a function that tells whether a question was asked lately, and notes it. It may take one question for another. */
export function askedBefore(): (question: string) => boolean {
  const hashes = new Int32Array(PLACES)
  return (question) => {
    const hash = hashOf(question)
    const place = hash & (PLACES - 1)
    if (hashes[place] === hash) return true
    hashes[place] = hash
    return false
  }
}

/** Digests of bodies in headers: `Digest` (RFC 3230) and `Content-Digest` (RFC 9530). */
import { createHash, timingSafeEqual } from 'node:crypto'
import { bytesOfBase64 } from './signed-request.ts'

/** The algorithms that are checked, by their names in lower case. */
const algorithms: Readonly<Record<string, string>> = { 'sha-256': 'sha256', 'sha-512': 'sha512' }

const hashed = (body: Buffer, algorithm: string) => createHash(algorithm).update(body).digest()

/** Returns the value of `Digest` for a body. */
export const digestHeader = (body: Buffer): string => `SHA-256=${hashed(body, 'sha256').toString('base64')}`

/** One digest of a header: an algorithm, and base64. */
const DIGEST = /^([A-Za-z0-9-]+)=(:?)([A-Za-z0-9+/=]+)(:?)$/

/**
 * Returns whether a header has a digest that is checked, and each of those is that of the body. `isStructured`: between colons, as
 * `Content-Digest` has them.
 */
function hasDigestsOf(header: string | undefined, body: Buffer, isStructured: boolean): boolean {
  const found = (header ?? '').split(',').map((one) => DIGEST.exec(one.trim()))
  const known = found.flatMap((match) => {
    const [, name = '', before, text = '', after] = match ?? []
    const algorithm = algorithms[name.toLowerCase()]
    const colon = isStructured ? ':' : ''
    return algorithm === undefined ? [] : [{ algorithm, text, isFormed: before === colon && after === colon }]
  })
  return (
    known.length > 0 &&
    known.every(({ algorithm, text, isFormed }) => {
      const [sent, own] = [bytesOfBase64(text), hashed(body, algorithm)]
      return isFormed && sent !== undefined && sent.length === own.length && timingSafeEqual(sent, own)
    })
  )
}

/** Returns whether a `Digest` header is that of a body. */
export const isDigestOf = (header: string | undefined, body: Buffer): boolean =>
  hasDigestsOf(header, body, false)

/** Returns whether a `Content-Digest` header is that of a body. */
export const isContentDigestOf = (header: string | undefined, body: Buffer): boolean =>
  hasDigestsOf(header, body, true)

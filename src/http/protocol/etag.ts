/** ETags (RFC 9110 §8.8.3, contract §8). */
import { hash } from 'node:crypto'
import type { Encoding } from './encodings.ts'

/** A digest of a body, or of what determines it. */
export const digestOf = (bytes: Buffer | string): string => hash('sha1', bytes, 'base64url').slice(0, 16)

/** The ETag of a body by its digest. An item's ETag begins with its version. */
export function etagOfDigest(
  digest: string,
  version: number | undefined,
  encoding: Encoding | undefined,
): string {
  const suffix = encoding === undefined ? '' : `-${encoding}`
  return version === undefined ? `"${digest}${suffix}"` : `"v${version}-${digest}${suffix}"`
}

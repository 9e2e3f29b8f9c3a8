/** ETags (RFC 9110 §8.8.3, contract §8). */
import { createHash } from 'node:crypto'
import type { Encoding } from './encodings.ts'

/** The ETag of a body, or of a digest of it. An item's ETag begins with its version; the rest is a hash. */
export function etagOf(
  bytes: Buffer | string,
  version: number | undefined,
  encoding: Encoding | undefined,
): string {
  const digest = createHash('sha1').update(bytes).digest('base64url').slice(0, 16)
  const suffix = encoding === undefined ? '' : `-${encoding}`
  return version === undefined ? `"${digest}${suffix}"` : `"v${version}-${digest}${suffix}"`
}

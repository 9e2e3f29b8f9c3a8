/** Bytes that are kept: outside Node's shared buffer pool, where a short text keeps a whole slab of 64 KiB alive. */

/** Joins parts. */
export function joinedBytes(parts: readonly Uint8Array[]): Buffer {
  const bytes = Buffer.allocUnsafeSlow(parts.reduce((size, part) => size + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** Encodes a text as UTF-8. */
export const utf8Buffer = (text: string): Buffer => joinedBytes([Buffer.from(text)])

/** Returns these bytes as they may be kept: a part of a larger buffer is copied, since it would keep all of that alive. */
export const keptBytes = (bytes: Buffer): Buffer =>
  bytes.length === bytes.buffer.byteLength ? bytes : joinedBytes([bytes])

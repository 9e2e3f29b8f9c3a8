/** Content encodings (RFC 9110 §8.4, §12.5.3): choosing one, and compressing bytes. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { weightsOf } from './quality-values.ts'

const compressors = {
  br: (bytes: Buffer, isKept: boolean) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: isKept ? 7 : 4 } }),
  gzip: (bytes: Buffer, isKept: boolean) => promisify(gzip)(bytes, { level: isKept ? 9 : 5 }),
} as const

export type Encoding = keyof typeof compressors

/** The encoding that the client prefers; brotli if it accepts brotli and gzip equally, undefined if neither. */
export function preferredEncoding(accepted: string | undefined): Encoding | undefined {
  if (accepted === undefined) return undefined
  const weights = weightsOf(accepted)
  const weight = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  const [br, gz] = [weight('br'), weight('gzip')]
  if (br > 0 && br >= gz) return 'br'
  return gz > 0 ? 'gzip' : undefined
}

/** Smaller bodies are sent uncompressed. */
const LEAST_BYTES = 1024

/** The encoding for a body of `length` bytes; undefined to send it uncompressed. */
export function encodingForLength(length: number, accepted: string | undefined): Encoding | undefined {
  return length < LEAST_BYTES ? undefined : preferredEncoding(accepted)
}

/**
 * Returns the bytes compressed with `encoding`, or unchanged if it is undefined. What browsers keep for good (`isKept`) is compressed
 * more: they ask for it once.
 */
export async function compressedBytes(
  bytes: Buffer,
  encoding: Encoding | undefined,
  isKept: boolean,
): Promise<Buffer> {
  return encoding === undefined ? bytes : compressors[encoding](bytes, isKept)
}

/** Content encodings (RFC 9110 §8.4, §12.5.3): which one a client is answered in, and bytes in it. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { weightsOf } from './weights.ts'

const compressors = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 5 }),
} as const

export type Encoding = keyof typeof compressors

function preferred(accepted: string): Encoding | undefined {
  const weights = weightsOf(accepted)
  const weight = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  const [br, gz] = [weight('br'), weight('gzip')]
  if (br > 0 && br >= gz) return 'br'
  return gz > 0 ? 'gzip' : undefined
}

/** Clients send few different headers, again and again. */
const read = new Map<string, Encoding | undefined>()
const MOST_READ = 1000
const LONGEST_READ = 200

/** The encoding to answer in, as the client prefers; brotli where it takes both alike. */
export function encodingFor(accepted: string | undefined): Encoding | undefined {
  if (accepted === undefined) return undefined
  if (read.has(accepted)) return read.get(accepted)
  if (read.size === MOST_READ) read.clear()
  const encoding = preferred(accepted)
  if (accepted.length <= LONGEST_READ) read.set(accepted, encoding)
  return encoding
}

/** Fewer bytes are not worth it. */
const LEAST_BYTES = 1024

/** The encoding to answer so many bytes in. */
export function encodingOf(length: number, accepted: string | undefined): Encoding | undefined {
  return length < LEAST_BYTES ? undefined : encodingFor(accepted)
}

/** The bytes in that encoding; as they are where there is none. */
export async function encoded(bytes: Buffer, encoding: Encoding | undefined): Promise<Buffer> {
  return encoding === undefined ? bytes : compressors[encoding](bytes)
}

/** Reads a request body into one buffer, which grows as bytes arrive. */
import type { Readable } from 'node:stream'
import { Problem } from '../../problem.ts'
import type { BodyReservation } from './body-budget.ts'

const FIRST = 16_384

/** A body that was admitted. */
export interface AdmittedBody {
  readonly mostBytes: number
  /** Content-Length in bytes; undefined for a chunked body. */
  readonly length: number | undefined
  readonly room: BodyReservation
}

/**
 * Collects chunks by copying them: each chunk object costs far more memory than a few bytes of content. With a
 * Content-Length the budget was reserved in advance; without one it is reserved as the buffer grows.
 */
function collector({ mostBytes, length, room }: AdmittedBody) {
  const most = length ?? mostBytes
  let buffer = Buffer.alloc(0)
  let used = 0
  const grow = (needed: number) => {
    const size = Math.min(most, Math.max(needed, buffer.length * 2, FIRST))
    if (length === undefined) room.take(size - buffer.length)
    const larger = Buffer.allocUnsafeSlow(size)
    buffer.copy(larger, 0, 0, used)
    buffer = larger
  }
  return {
    add(chunk: Buffer): void {
      const needed = used + chunk.length
      if (needed > mostBytes) throw new Problem('rest_body_too_large')
      if (needed > most) throw new Problem('rest_invalid_json')
      if (needed > buffer.length) grow(needed)
      chunk.copy(buffer, used)
      used = needed
    },
    whole(): Buffer {
      if (length !== undefined && used !== length) throw new Problem('rest_invalid_json')
      return buffer.subarray(0, used)
    },
  }
}

/** Returns the whole body. Throws 413 past its limit, 429 or 503 past the budget, 400 if it ends before its Content-Length. */
export function readWholeBody(stream: Readable, expected: AdmittedBody): Promise<Buffer> {
  const { add, whole } = collector(expected)
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      stream.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose)
      act()
    }
    const orFail = (act: () => void) => {
      try {
        act()
      } catch (error) {
        settle(() => reject(error))
      }
    }
    const onData = (chunk: Buffer | string) =>
      orFail(() => add(typeof chunk === 'string' ? Buffer.from(chunk) : chunk))
    const onEnd = () =>
      orFail(() => {
        const body = whole()
        settle(() => resolve(body))
      })
    const onError = (cause: unknown) => settle(() => reject(new Problem('rest_invalid_json', { cause })))
    const onClose = () => onError(undefined)
    stream.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose)
  })
}

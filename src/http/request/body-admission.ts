/** Checks before a body is read (contract §6): the caller is identified and authorized before any byte is buffered. */
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../api/policy.ts'
import type { Operation } from '../../contract/operations.ts'
import { because, Problem } from '../../problem.ts'
import { addressRateKey } from '../../support/rate-limiter.ts'
import { BODY_LIMIT, sendContinue } from '../server/server.ts'
import { largestUploadOfOperations, noteAddressOfBody } from './body.ts'

// Limits on the bytes of request bodies in memory: for each client address, and in total.

const MIB = 1_048_576

interface Bounds {
  readonly ofAddress: number
  readonly inSum: number
}

/** For authenticated users: one import of maximum size from each address, and two in total. */
const ofUsers: Bounds = { ofAddress: 64 * MIB, inSum: 128 * MIB }
/** For anonymous callers, who sign in, send event passwords or submit an event with a picture of up to 5 MiB. Separate, so that they cannot use up the users' budget. */
const ofAnyone: Bounds = { ofAddress: 6 * MIB, inSum: 32 * MIB }

/** Retry-After in seconds, when a body exceeds the budget. */
const AGAIN = '5'

/** The part of the budget that one body uses. */
interface BodyReservation {
  /** Reserves more bytes. Throws 429 if the address exceeds its limit, 503 if the total does. */
  take(bytes: number): void
  /** Releases all reserved bytes. May be called more than once. */
  release(): void
}

/** The budget for one kind of callers, by the name of their address. */
function roomsOf({ ofAddress, inSum }: Bounds): (address: string) => BodyReservation {
  const taken = new Map<string, number>()
  let sum = 0
  const add = (address: string, bytes: number) => {
    const now = (taken.get(address) ?? 0) + bytes
    sum += bytes
    if (now === 0) taken.delete(address)
    else taken.set(address, now)
  }
  return (address) => {
    let own = 0
    return {
      take(bytes) {
        if ((taken.get(address) ?? 0) + bytes > ofAddress)
          throw new Problem('rest_too_many_requests', {
            ...because('too_much_data_of_address'),
            headers: { 'Retry-After': AGAIN },
          })
        if (sum + bytes > inSum)
          throw new Problem('rest_unavailable', {
            ...because('too_much_data'),
            headers: { 'Retry-After': AGAIN },
          })
        add(address, bytes)
        own += bytes
      },
      release() {
        add(address, -own)
        own = 0
      },
    }
  }
}

/** The budget of one application. `isUser` selects the users' or the anonymous callers' limits. */
export function bodyReserver(): (address: string, isUser: boolean) => BodyReservation {
  const [users, anyone] = [roomsOf(ofUsers), roomsOf(ofAnyone)]
  return (address, isUser) => (isUser ? users(address) : anyone(address))
}

// Reads a request body into one buffer, which grows as bytes arrive.

const FIRST = 16_384

interface AdmittedBody {
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

/** The maximum size of a form of the web calendar, in bytes. */
const PAGE_FORM_LIMIT = 65_536

/**
 * The maximum size of a body without an upload from an anonymous caller, in bytes: a submission with its longest texts. A mebibyte
 * of short fields takes a fifth of a second to read.
 */
const ANONYMOUS_LIMIT = 262_144

/** Whether a body holds no file, by its Content-Type: JSON, or a URL-encoded form. */
const isTextOnly = ({ headers }: FastifyRequest): boolean =>
  /^\s*application\/(?:x-www-form-urlencoded|(?:[^;\s]+\+)?json)\s*(?:;|$)/i.test(
    headers['content-type'] ?? '',
  )

export type BodyAdmission = ReturnType<typeof newBodyAdmission>

/** Whether a request has a body (RFC 9112 §6.3). */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

/** The Content-Length in bytes; undefined without one. Throws 413 if it exceeds `mostBytes`. */
function allowedLength({ headers }: FastifyRequest, mostBytes: number): number | undefined {
  const length = headers['content-length'] === undefined ? undefined : Number(headers['content-length'])
  if (length !== undefined && length > mostBytes)
    throw new Problem('rest_body_too_large', { headers: { Connection: 'close' } })
  return length
}

/** Builds the admission of bodies for one application. */
export function newBodyAdmission() {
  const roomOf = bodyReserver()
  const expected = new WeakMap<FastifyRequest, AdmittedBody>()

  const expect = (request: FastifyRequest, { raw }: FastifyReply, mostBytes: number, isUser: boolean) => {
    const length = allowedLength(request, mostBytes)
    const room = roomOf(addressRateKey(request.ip), isUser)
    if (length !== undefined) room.take(length)
    raw.once('finish', room.release).once('close', room.release)
    expected.set(request, { mostBytes, length, room })
  }
  return {
    /** Admits the body of a request of a caller, which an operation reads if it is given. Throws 413, 429 or 503 before the body is read. */
    admit(
      operation: Operation | undefined,
      { role }: Actor,
      request: FastifyRequest,
      reply: FastifyReply,
    ): void {
      const isUser = role !== 'anonymous'
      if (operation === undefined) return void allowedLength(request, BODY_LIMIT)
      const withFile = isUser || !isTextOnly(request) ? largestUploadOfOperations([operation]) : undefined
      expect(request, reply, withFile ?? (isUser ? BODY_LIMIT : ANONYMOUS_LIMIT), isUser)
    },
    /** Admits a small form that may say which method is meant, from any client. Throws 413, 429 or 503 before the body is read. */
    admitAny: (request: FastifyRequest, reply: FastifyReply) => expect(request, reply, BODY_LIMIT, false),
    /** Admits a form of the web calendar, from any client. Throws 413, 429 or 503 before the body is read. */
    admitForm(request: FastifyRequest, reply: FastifyReply, mostBytes = PAGE_FORM_LIMIT) {
      expect(request, reply, isTextOnly(request) ? Math.min(mostBytes, ANONYMOUS_LIMIT) : mostBytes, false)
    },
    /** Reads the body if it was admitted; returns undefined for any other, unread. */
    async read(request: FastifyRequest): Promise<Buffer | undefined> {
      const body = expected.get(request)
      if (body === undefined) return undefined
      sendContinue(request.raw)
      return noteAddressOfBody(addressRateKey(request.ip), await readWholeBody(request.raw, body))
    },
  }
}

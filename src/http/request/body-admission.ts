/** Checks before a body is read (contract §6): the caller is identified and authorized before any byte is buffered. */
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ignoresSession, type Operation } from '../../contract/operations.ts'
import type { RouteWithOperations } from '../../contract/routes.ts'
import type { Moment } from '../../domain/time/moment.ts'
import { Problem } from '../../problem.ts'
import type { RequestAdmissionFunctions } from '../auth/admission.ts'
import { addressRateKey } from '../auth/rate-limiter.ts'
import { BODY_LIMIT, sendContinue } from '../server/server.ts'
import { bodyReserver } from './body-budget.ts'
import { type AdmittedBody, readWholeBody } from './body-reader.ts'
import { noteAddressOfBody } from './body-turns.ts'
import { operationByHeaders } from './negotiation.ts'
import { requireMayUseOperation } from './permission.ts'
import { queryOfUrl } from './query.ts'
import { largestUploadOfOperations } from './upload.ts'

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

export interface BodyAdmission {
  /** Admits the body of an API request. Throws 404, 405, 401, 403, 413, 429 or 503 before the body is read. */
  admit(route: RouteWithOperations, request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Admits a form of the web calendar, from any client. Throws 413, 429 or 503 before the body is read. */
  admitForm(request: FastifyRequest, reply: FastifyReply, mostBytes?: number): void
  /** Reads the body if it was admitted; returns undefined for any other, unread. */
  read(request: FastifyRequest): Promise<Buffer | undefined>
}

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

const takesBody = ({ methods }: Operation) => methods.some((one) => one !== 'GET' && one !== 'DELETE')

/** Builds the admission of bodies for one application. `readsRemoval`: whether the body of a DELETE is read. */
export function newBodyAdmission(
  { contextOf }: RequestAdmissionFunctions,
  now: () => Moment,
  readsRemoval: (request: FastifyRequest) => boolean,
): BodyAdmission {
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
    async admit(route, request, reply) {
      if (['GET', 'HEAD'].includes(request.method)) return
      const query = queryOfUrl(request.url)
      const operation = request.method === 'OPTIONS' ? undefined : operationByHeaders(route, request, query)
      if (operation === 'any') return expect(request, reply, BODY_LIMIT, false)
      const isStranger = operation !== undefined && ignoresSession(operation)
      const { actor } = (await contextOf(request, reply, now(), isStranger)).context
      if (operation !== undefined) requireMayUseOperation(actor, operation)
      const isRead =
        operation !== undefined &&
        (takesBody(operation) || (operation.action === 'remove' && readsRemoval(request)))
      const isUser = actor.role !== 'anonymous'
      if (!isRead) return void allowedLength(request, BODY_LIMIT)
      const withFile = isUser || !isTextOnly(request) ? largestUploadOfOperations([operation]) : undefined
      expect(request, reply, withFile ?? (isUser ? BODY_LIMIT : ANONYMOUS_LIMIT), isUser)
    },
    admitForm(request, reply, mostBytes = PAGE_FORM_LIMIT) {
      expect(request, reply, isTextOnly(request) ? Math.min(mostBytes, ANONYMOUS_LIMIT) : mostBytes, false)
    },
    async read(request) {
      const body = expected.get(request)
      if (body === undefined) return undefined
      sendContinue(request.raw)
      return noteAddressOfBody(addressRateKey(request.ip), await readWholeBody(request.raw, body))
    },
  }
}

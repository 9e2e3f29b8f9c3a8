/** Writes that are rehearsed, and that are sent again. */

import { createHash } from 'node:crypto'
import { boolean } from '../../contract/kinds.ts'
import { isWriteOperation } from '../../contract/operations.ts'
import { because, invalidParam, Problem } from '../../problem.ts'
import type { IdempotencyRecord, Writing } from '../../store/store.ts'
import { makeRevisionHeader, prefersReasons } from '../protocol.ts'
import type { ApiRequest, ApiResponse } from '../request/api-request.ts'
import { parseBody } from '../request/body.ts'
import type { RawArgs } from '../request/query.ts'
import { problemResponse } from '../response/problems.ts'
import type { HandlerParts } from './handler.ts'

// dry_run=true on any write (contract §13): the response as it would be, and nothing is kept.

/** A body that may say it: its bytes contain the name. A file that is the body itself says nothing; a DELETE has no other use for one. */
async function saidInBody({ operation, body, headers }: ApiRequest): Promise<unknown> {
  const type = headers['content-type']
  if (!Buffer.isBuffer(body) || typeof type !== 'string' || !/json|form/.test(type)) return undefined
  if (!body.includes('dry_run')) return undefined
  const parsed = parseBody(body, type)
  const isRemoval = operation.methods.includes('DELETE')
  return (await (isRemoval ? parsed.catch((): RawArgs => ({ dry_run: 'unreadable' })) : parsed)).dry_run
}

/** Whether a request only rehearses its write. Throws 400 for a value that is no boolean. */
async function isRehearsal(request: ApiRequest): Promise<boolean> {
  const { operation, query } = request
  // An import has a dry run of its own, since it is many transactions.
  if (!isWriteOperation(operation) || operation.args.dry_run !== undefined) return false
  const sent = (await saidInBody(request)) ?? query.text('dry_run')
  if (sent === undefined || sent === null || sent === '') return false
  const read = boolean.read(sent)
  if ('fault' in read) throw invalidParam('dry_run', read.fault)
  return 'value' in read && read.value
}

/** Returns a request that rehearses its write as such; others as they are. Throws 400 where there is no rehearsal. */
export async function asRehearsal(request: ApiRequest): Promise<ApiRequest> {
  if (!(await isRehearsal(request))) return request
  if (!request.operation.facts.isRehearsable) throw invalidParam('dry_run', because('no_dry_run'))
  // A rehearsal under a key would take the key from the real request.
  const { 'idempotency-key': _, ...headers } = request.headers
  return { ...request, headers, isDry: true }
}

/** Returns the response to a rehearsal: without what would identify a state that was never stored. */
export function asRehearsed({ headers = {}, body, status }: ApiResponse): ApiResponse {
  const { 'X-Fasti-Revision': _revision, 'Idempotency-Replayed': _replayed, ...rest } = headers
  return { status, headers: rest, body: { ...body, dry_run: true } }
}

// Idempotency-Key on creates and batches (contract §8, §13): a caller that repeats a key gets the first response again.

/** Saves the response in the transaction of the write itself. */
export interface ResponseKeeper {
  /** The key that was sent; undefined for none. */
  readonly key: string | undefined
  /** Saves the response, unless another process saved one under this key while this request was in progress. */
  save(store: Writing, response: ApiResponse): Promise<void>
  /** Whether no other process did. Otherwise the transaction must not be kept. */
  isFirst(): boolean
}

const LONGEST_KEY = 255
/** Statuses that are not saved: they depend on more than the request. */
const passing = [401, 403, 409, 429]

const digest = (...parts: readonly (string | Buffer)[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('base64url')
}

/** A digest of the request, including its Content-Type: the same bytes with another type are another request. */
function requestOf({ operation, root, query, headers, body }: ApiRequest): string {
  const type = String(headers['content-type'] ?? '')
  return digest(
    operation.path,
    root.url,
    root.namespace,
    query.digestible,
    type,
    Buffer.isBuffer(body) ? body : '',
  )
}

async function replayed(
  { context }: ApiRequest,
  kept: IdempotencyRecord,
  request: string,
): Promise<ApiResponse> {
  if (kept.request !== request) throw new Problem('rest_idempotency_key_reused')
  const response: ApiResponse = JSON.parse(kept.answer)
  // The record was saved within the write, before its revision was known. Without the header, a client that missed the first
  // response might read older data.
  const revision = response.status < 300 ? makeRevisionHeader(await context.store.revision()) : {}
  return { ...response, headers: { ...response.headers, ...revision, 'Idempotency-Replayed': 'true' } }
}

function keyOf({ headers, context }: ApiRequest): string | undefined {
  const sent = headers['idempotency-key']
  if (sent === undefined || sent === '') return undefined
  if (typeof sent !== 'string' || sent.length > LONGEST_KEY) {
    throw invalidParam('Idempotency-Key', because('not_a_key', { most: LONGEST_KEY }))
  }
  return `${context.actor.role === 'anonymous' ? 'anonymous' : context.actor.id}:${digest(sent)}`
}

/** The status of a problem; of a batch, that of the operation that failed. */
function causeOf({ status, data }: Problem): number {
  const { status: own } = Object(Object(data.error).data)
  return typeof own === 'number' ? own : status
}

async function keepProblem(
  { context, headers }: ApiRequest,
  key: string,
  request: string,
  error: unknown,
): Promise<void> {
  if (!(error instanceof Problem) || error.status >= 500 || passing.includes(causeOf(error))) return
  const response = JSON.stringify(
    problemResponse(error, '', { prefersReasons: prefersReasons(headers.prefer) }),
  )
  await context.store.write(context, async (store) => {
    if ((await store.idempotencyRecord(key, context.moment)) === undefined)
      await store.saveIdempotencyRecord(key, { request, answer: response }, context.moment)
  })
}

async function once(
  apiRequest: ApiRequest,
  key: string,
  request: string,
  act: (keep: ResponseKeeper) => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const { moment } = apiRequest.context
  let other: IdempotencyRecord | undefined
  const keep: ResponseKeeper = {
    key: String(apiRequest.headers['idempotency-key']),
    async save(store, response) {
      other = await store.idempotencyRecord(key, moment)
      if (other === undefined)
        await store.saveIdempotencyRecord(key, { request, answer: JSON.stringify(response) }, moment)
    },
    isFirst: () => other === undefined,
  }
  try {
    const response = await act(keep)
    return other === undefined ? response : await replayed(apiRequest, other, request)
  } catch (error) {
    if (other === undefined) await keepProblem(apiRequest, key, request, error)
    throw error
  }
}

/** Keeps nothing: a request without a key. */
export const unkeyed: ResponseKeeper = { key: undefined, save: async () => {}, isFirst: () => true }

/**
 * Runs a create under the request's key, if it has one; `underWay` holds the keys of the requests in progress. Throws 409 or 422
 * (contract §8), and what `act` throws.
 */
export async function runIdempotently(
  apiRequest: ApiRequest,
  underWay: HandlerParts['runningKeys'],
  act: (keep: ResponseKeeper) => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const key = keyOf(apiRequest)
  if (key === undefined) return act(unkeyed)
  const { store, moment } = apiRequest.context
  const request = requestOf(apiRequest)
  const kept = await store.idempotencyRecord(key, moment)
  if (kept !== undefined) return replayed(apiRequest, kept, request)
  if (underWay.has(key)) throw new Problem('rest_idempotency_conflict', { headers: { 'Retry-After': '1' } })
  underWay.add(key)
  try {
    return await once(apiRequest, key, request, act)
  } finally {
    underWay.delete(key)
  }
}

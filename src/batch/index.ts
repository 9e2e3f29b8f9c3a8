/** Several writes in one request. The door of the room. */

import { createHash } from 'node:crypto'
import { runInOneTransaction, runThenAlwaysUndo } from '../actions/writing/preparing.ts'
import { type Answer, named } from '../api/answer.ts'
import type { Context } from '../api/context.ts'
import { type AnswerKeeper, type Others, serviceOperation } from '../api/operation.ts'
import { knownUsers, requireMayUseOperation } from '../api/permission.ts'
import type { Room } from '../api/room.ts'
import { defaulted, markedAsExtension, optional, required } from '../contract/arg.ts'
import { boolean, integer, type Kind, type ParsingResult } from '../contract/kinds/values.ts'
import { isUpdateAction } from '../contract/operations.ts'
import { anyObjectShape, integerShape, listShape } from '../contract/shape.ts'
import { because, faultBecause, invalidParam, Problem, type RefusalReason } from '../problem.ts'
import { isJsonObject, type JsonObject } from '../support/json.ts'

// The args of a batch (contract §13).

/** The greatest number of operations of one batch. */
const MAX_OPERATIONS = 100
const MAX_PATH = 8192

const batchMethods = ['POST', 'PUT', 'PATCH', 'DELETE'] as const

/** One write of a batch; its path lies below the namespace and may have a query string. */
interface SentBatchWrite {
  readonly method: (typeof batchMethods)[number]
  readonly path: string
  readonly body: JsonObject | undefined
}

function operationIn(raw: unknown): SentBatchWrite | RefusalReason {
  if (!isJsonObject(raw)) return because('not_an_operation')
  const method = batchMethods.find((one) => one === raw.method)
  if (method === undefined) return because('not_a_method', { choices: batchMethods.join(', ') })
  const { path, body } = raw
  if (typeof path !== 'string' || !path.startsWith('/') || path.length > MAX_PATH)
    return because('not_a_path')
  if (body !== undefined && body !== null && !isJsonObject(body)) return because('not_a_body')
  return { method, path, body: body ?? undefined }
}

function read(raw: unknown): ParsingResult<readonly SentBatchWrite[]> {
  if (!Array.isArray(raw) || raw.length === 0 || raw.length > MAX_OPERATIONS)
    return { fault: because('not_operations', { most: MAX_OPERATIONS }) }
  const all = raw.map(operationIn)
  const faults = all.flatMap((one, at) => ('reason' in one ? [[`[${at}]`, faultBecause(one)]] : []))
  if (faults.length > 0) return { faults: Object.fromEntries(faults) }
  return { value: all.filter((one): one is SentBatchWrite => !('reason' in one)) }
}

const operations: Kind<readonly SentBatchWrite[]> = {
  name: 'operations',
  shown: 'array',
  schema: {
    type: 'array',
    minItems: 1,
    maxItems: MAX_OPERATIONS,
    items: {
      type: 'object',
      properties: {
        method: { type: 'string', enum: batchMethods },
        path: { type: 'string', maxLength: MAX_PATH },
        body: { type: 'object', additionalProperties: true },
      },
      required: ['method', 'path'],
    },
  },
  read,
}

const batchArgs = {
  operations: markedAsExtension(required(operations)),
  atomic: markedAsExtension(defaulted(boolean, true)),
  seen: markedAsExtension(optional(integer(0))),
}

// Several writes of items in one request, all or nothing or each by itself.

interface Result {
  readonly status: number
  readonly body: object
}

/** What one operation answered; a failure has no headers. */
interface Performed extends Result {
  readonly headers?: Readonly<Record<string, string>>
}

interface Batch {
  readonly results: readonly Result[]
  /** The revision of the batch, and whether it changed nothing. */
  readonly headers: Readonly<Record<string, string>>
}

const isChange = ({ headers }: Pick<Performed, 'headers'>) => headers?.['X-Fasti-Result'] !== 'unchanged'

/** The batch is as its last write that changed something; if there is none, as its last write. */
function batchOf(performed: readonly Performed[]): Batch {
  const writes = performed.filter(({ headers }) => headers !== undefined)
  const { 'X-Fasti-Revision': revision, 'X-Fasti-Result': result } =
    (writes.findLast(isChange) ?? writes.at(-1))?.headers ?? {}
  return {
    results: performed.map(({ status, body }) => ({ status, body })),
    headers: {
      ...(revision !== undefined && { 'X-Fasti-Revision': revision }),
      ...(result === 'unchanged' && { 'X-Fasti-Result': result }),
    },
  }
}

/** The operations of a batch, and how they are performed. */
interface Run {
  readonly operations: readonly SentBatchWrite[]
  readonly seen: number | undefined
  readonly others: Others
  readonly isDry: boolean
  /** The Idempotency-Key of the batch. */
  readonly key: string | undefined
}

const isOfItems = (action: string) => action === 'create' || action === 'remove' || isUpdateAction(action)

/** The key under which a create is remembered where each operation is kept by itself. */
const keyWithin = (key: string | undefined, index: number) =>
  key && createHash('sha256').update(`${index} ${key}`).digest('base64url')

/** The address of one operation. A removal takes the args of its body, too: it has them in the query alone where it is requested by itself. */
function addressOf({ method, path, body }: SentBatchWrite): string {
  if (method !== 'DELETE' || body === undefined) return path
  const sent = Object.entries(body).filter(([, value]) => value !== null)
  const args = new URLSearchParams(Object.fromEntries(sent.map(([name, value]) => [name, String(value)])))
  return `${path}${path.includes('?') ? '&' : '?'}${args}`
}

/** Performs one operation; `key` is for creates. Throws 400, 401, 403, 404 or 405, and what it throws. */
async function one({ others, seen }: Run, sent: SentBatchWrite, context: Context, key?: string) {
  const { method, body } = sent
  const other = others.at(method, addressOf(sent))
  const { operation } = other
  if (!isOfItems(operation.action)) throw invalidParam('path', because('not_in_batch'), 'rest_invalid_param')
  if (other.hasInQuery('dry_run') || (body !== undefined && 'dry_run' in body))
    throw invalidParam('dry_run', because('dry_run_of_whole_batch'))
  requireMayUseOperation(context.actor, operation)
  return other.perform({ body, seen, key: operation.action === 'create' ? key : undefined }, context)
}

/** Performs all operations, within one transaction. Throws 422 with the first that fails. */
async function all(run: Run, context: Context): Promise<Batch> {
  const performed: Performed[] = []
  for (const [index, sent] of run.operations.entries()) {
    try {
      performed.push(await one(run, sent, context))
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error
      throw new Problem('rest_batch_failed', {
        ...because('operation_failed', { index, why: error.message }),
        data: { index, error: run.others.told(error).body },
      })
    }
  }
  return batchOf(performed)
}

/** Performs each operation by itself: a failure is its result. */
async function each(run: Run, context: Context): Promise<Batch> {
  const performed: Performed[] = []
  for (const [index, sent] of run.operations.entries()) {
    try {
      performed.push(await one(run, sent, context, keyWithin(run.key, index)))
    } catch (error) {
      // A rehearsal is one transaction, which the database may run again.
      if (run.isDry && !(error instanceof Problem)) throw error
      performed.push(run.others.told(error, { index }))
    }
  }
  return batchOf(performed)
}

/** Performs and keeps each operation by itself. */
async function separately(run: Run, context: Context, keep: AnswerKeeper<Batch>): Promise<Batch> {
  const batch = await each(run, context)
  if (keep.key !== undefined) await context.store.write(context, (tx) => keep.save(tx, batch), keep.isFirst)
  return batch
}

/** Performs and keeps all operations as a whole. What writes nothing, not even its key, takes no revision. */
async function atOnce(run: Run, context: Context, keep: AnswerKeeper<Batch>): Promise<Batch> {
  const act = async (context: Context) => {
    const batch = await all(run, context)
    await context.store.write(context, (tx) => keep.save(tx, batch))
    return batch
  }
  const { result } = await runInOneTransaction(
    context,
    act,
    (batch) => (keep.key !== undefined || isChange(batch)) && keep.isFirst(),
  )
  return result
}

const result = named('BatchResult', { status: integerShape, body: anyObjectShape })
const { name: schema, schemas } = named('BatchResults', { results: listShape(result) }, result)

const batchAnswer: Answer<Batch> = {
  status: 200,
  schema,
  schemas,
  text: 'The result of each operation, in order.',
  isRepeatable: true,
  items: () => [],
  shown: ({ results }) => ({ results }),
  headersOf: ({ headers }) => headers,
}

const writeBatch = serviceOperation({
  route: 'POST /batch',
  name: 'batch',
  summary: 'Write several items at once',
  args: batchArgs,
  body: {
    schema: 'NewBatch',
    example: {
      operations: [
        { method: 'POST', path: '/tags', body: { name: 'open air' } },
        { method: 'PATCH', path: '/events/1', body: { featured: true } },
      ],
    },
  },
  answer: batchAnswer,
  // Each of its operations needs its own scope.
  right: { scope: undefined, allows: knownUsers },
  problems: ['rest_batch_failed'],
  rehearsal: 'own',
  countsAs: ({ operations }) => operations.length,
  async run({ others, keep, isDry }, { operations, atomic, seen }) {
    const run = { operations, seen, others, isDry, key: keep.key }
    const { context } = others
    if (isDry)
      return runThenAlwaysUndo(context, async (context) => (atomic ? all(run, context) : each(run, context)))
    return atomic ? atOnce(run, context, keep) : separately(run, context, keep)
  },
})

export const batchRoom: Room = { name: 'batch', operations: [writeBatch] }

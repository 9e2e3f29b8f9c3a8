/** Several writes in one request (contract §13). */
import { defaulted, markedAsExtension, optional, required } from '../arg.ts'
import { boolean } from '../kinds/boolean.ts'
import type { Kind, ParsingResult } from '../kinds/kind.ts'
import { integer } from '../kinds/number.ts'

/** The greatest number of operations of one batch. */
const MAX_OPERATIONS = 100
const MAX_PATH = 8192

const batchMethods = ['POST', 'PUT', 'PATCH', 'DELETE'] as const

/** One write of a batch; its path lies below the namespace and may have a query string. */
export interface BatchOperation {
  readonly method: (typeof batchMethods)[number]
  readonly path: string
  readonly body: Readonly<Record<string, unknown>> | undefined
}

const isObject = (raw: unknown): raw is Readonly<Record<string, unknown>> =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw)

function operationIn(raw: unknown): BatchOperation | string {
  if (!isObject(raw)) return 'must be an object with method, path and body'
  const method = batchMethods.find((one) => one === raw.method)
  if (method === undefined) return `method must be one of ${batchMethods.join(', ')}`
  const { path, body } = raw
  if (typeof path !== 'string' || !path.startsWith('/') || path.length > MAX_PATH)
    return 'path must be a path below the namespace, such as /events/1'
  if (body !== undefined && body !== null && !isObject(body)) return 'body must be an object'
  return { method, path, body: body ?? undefined }
}

function read(raw: unknown): ParsingResult<readonly BatchOperation[]> {
  if (!Array.isArray(raw) || raw.length === 0 || raw.length > MAX_OPERATIONS)
    return { fault: `must be a list of 1 to ${MAX_OPERATIONS} operations` }
  const all = raw.map(operationIn)
  const faults = all.flatMap((one, at) =>
    typeof one === 'string' ? [[`[${at}]`, { code: 'rest_invalid_param', message: one }]] : [],
  )
  if (faults.length > 0) return { faults: Object.fromEntries(faults) }
  return { value: all.filter((one) => typeof one !== 'string') }
}

const operations: Kind<readonly BatchOperation[]> = {
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

export const batchArgs = {
  operations: markedAsExtension(required(operations)),
  atomic: markedAsExtension(defaulted(boolean, true)),
  seen: markedAsExtension(optional(integer(0))),
}

export const batchOperations = [
  { path: '/batch', address: {}, action: 'batch', methods: ['POST'], args: batchArgs },
] as const

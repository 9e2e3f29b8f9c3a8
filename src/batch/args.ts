/** The args of a batch (contract §13). */

import { defaulted, markedAsExtension, optional, required } from '../contract/arg.ts'
import { boolean } from '../contract/kinds/boolean.ts'
import type { Kind, ParsingResult } from '../contract/kinds/kind.ts'
import { integer } from '../contract/kinds/number.ts'
import { because, faultBecause, type RefusalReason } from '../problem.ts'

/** The greatest number of operations of one batch. */
const MAX_OPERATIONS = 100
const MAX_PATH = 8192

const batchMethods = ['POST', 'PUT', 'PATCH', 'DELETE'] as const

/** One write of a batch; its path lies below the namespace and may have a query string. */
export interface SentBatchWrite {
  readonly method: (typeof batchMethods)[number]
  readonly path: string
  readonly body: Readonly<Record<string, unknown>> | undefined
}

const isObject = (raw: unknown): raw is Readonly<Record<string, unknown>> =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw)

function operationIn(raw: unknown): SentBatchWrite | RefusalReason {
  if (!isObject(raw)) return because('not_an_operation')
  const method = batchMethods.find((one) => one === raw.method)
  if (method === undefined) return because('not_a_method', { choices: batchMethods.join(', ') })
  const { path, body } = raw
  if (typeof path !== 'string' || !path.startsWith('/') || path.length > MAX_PATH)
    return because('not_a_path')
  if (body !== undefined && body !== null && !isObject(body)) return because('not_a_body')
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

export const batchArgs = {
  operations: markedAsExtension(required(operations)),
  atomic: markedAsExtension(defaulted(boolean, true)),
  seen: markedAsExtension(optional(integer(0))),
}

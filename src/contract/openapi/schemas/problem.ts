/** Schemas of problems, and of the results of a batch, each of which may be one (contract §5, §13). */
import { type Json, ref } from '../document.ts'
import { listOf, object, open, text, whole } from './shapes.ts'

const fault = object({ code: text, message: text })
const faults = { type: 'object', additionalProperties: fault }

/** Schemas by name. */
export const ofBatch: Readonly<Record<string, Json>> = {
  BatchResults: object({ results: listOf(ref('BatchResult')) }),
  BatchResult: object({ status: whole, body: open }),
}

/** Schemas by name. */
export const ofProblem: Readonly<Record<string, Json>> = {
  Problem: object({
    code: text,
    message: text,
    data: object(
      {
        status: whole,
        params: { anyOf: [listOf(text), { type: 'object', additionalProperties: text }] },
        details: faults,
        invalid: faults,
        position: whole,
        term_id: whole,
        id: whole,
        request_id: text,
        scope: text,
        index: whole,
        error: open,
        changed: listOf(object({ resource: text, id: whole, fields: listOf(text) })),
      },
      [
        'params',
        'details',
        'invalid',
        'position',
        'term_id',
        'id',
        'request_id',
        'scope',
        'index',
        'error',
        'changed',
      ],
    ),
  }),
}

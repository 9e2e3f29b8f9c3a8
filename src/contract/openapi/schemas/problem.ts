/** Schemas of problems (contract §5). */
import type { JsonObject } from '../document.ts'
import {
  anyObjectSchema,
  integerSchema,
  listSchema,
  objectSchemaWithProperties,
  textSchema,
} from './shapes.ts'

/** The values of a reason: texts, numbers, and the reasons behind it. */
const values = { type: 'object', additionalProperties: true }
const fault = objectSchemaWithProperties(
  { code: textSchema, message: textSchema, reason: textSchema, values },
  ['reason', 'values'],
)
const faults = { type: 'object', additionalProperties: fault }

/** Schemas by name. */
export const schemasOfProblem: Readonly<Record<string, JsonObject>> = {
  Problem: objectSchemaWithProperties({
    code: textSchema,
    message: textSchema,
    data: objectSchemaWithProperties(
      {
        status: integerSchema,
        params: { anyOf: [listSchema(textSchema), { type: 'object', additionalProperties: textSchema }] },
        details: faults,
        invalid: faults,
        reason: textSchema,
        values,
        position: integerSchema,
        term_id: integerSchema,
        id: integerSchema,
        request_id: textSchema,
        scope: textSchema,
        started_utc: textSchema,
        index: integerSchema,
        error: anyObjectSchema,
        changed: listSchema(
          objectSchemaWithProperties({
            resource: textSchema,
            id: integerSchema,
            fields: listSchema(textSchema),
          }),
        ),
      },
      [
        'params',
        'details',
        'invalid',
        'reason',
        'values',
        'position',
        'term_id',
        'id',
        'request_id',
        'scope',
        'started_utc',
        'index',
        'error',
        'changed',
      ],
    ),
  }),
}

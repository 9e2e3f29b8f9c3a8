/** Schemas of problems, and of the results of a batch, each of which may be one (contract §5, §13). */
import { componentReference, type JsonObject } from '../document.ts'
import { anyObjectSchema, integerSchema, listSchema, schemaOfObject, textSchema } from './shapes.ts'

/** The values of a reason: texts, numbers, and the reasons behind it. */
const values = { type: 'object', additionalProperties: true }
const fault = schemaOfObject({ code: textSchema, message: textSchema, reason: textSchema, values }, [
  'reason',
  'values',
])
const faults = { type: 'object', additionalProperties: fault }

/** Schemas by name. */
export const schemasOfBatch: Readonly<Record<string, JsonObject>> = {
  BatchResults: schemaOfObject({ results: listSchema(componentReference('BatchResult')) }),
  BatchResult: schemaOfObject({ status: integerSchema, body: anyObjectSchema }),
}

/** Schemas by name. */
export const schemasOfProblem: Readonly<Record<string, JsonObject>> = {
  Problem: schemaOfObject({
    code: textSchema,
    message: textSchema,
    data: schemaOfObject(
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
          schemaOfObject({ resource: textSchema, id: integerSchema, fields: listSchema(textSchema) }),
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

/** Schemas of problems, and of the results of a batch, each of which may be one (contract §5, §13). */
import { type Json, ref } from '../document.ts'
import { listSchema, openSchema, schemaOfObject, textSchema, wholeSchema } from './shapes.ts'

const fault = schemaOfObject({ code: textSchema, message: textSchema })
const faults = { type: 'object', additionalProperties: fault }

/** Schemas by name. */
export const ofBatch: Readonly<Record<string, Json>> = {
  BatchResults: schemaOfObject({ results: listSchema(ref('BatchResult')) }),
  BatchResult: schemaOfObject({ status: wholeSchema, body: openSchema }),
}

/** Schemas by name. */
export const ofProblem: Readonly<Record<string, Json>> = {
  Problem: schemaOfObject({
    code: textSchema,
    message: textSchema,
    data: schemaOfObject(
      {
        status: wholeSchema,
        params: { anyOf: [listSchema(textSchema), { type: 'object', additionalProperties: textSchema }] },
        details: faults,
        invalid: faults,
        position: wholeSchema,
        term_id: wholeSchema,
        id: wholeSchema,
        request_id: textSchema,
        scope: textSchema,
        index: wholeSchema,
        error: openSchema,
        changed: listSchema(
          schemaOfObject({ resource: textSchema, id: wholeSchema, fields: listSchema(textSchema) }),
        ),
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

/** The schema of a previewed recurrence (contract §10.1, ext.). */
import type { JsonObject } from '../document.ts'
import { booleanSchema, listSchema, objectSchemaWithProperties, textSchema } from './shapes.ts'

/** Schemas by name. */
export const schemasOfRecurrencePreview: Readonly<Record<string, JsonObject>> = {
  RecurrencePreview: objectSchemaWithProperties({
    recurrence: listSchema(textSchema),
    text: textSchema,
    total: { type: ['integer', 'null'] },
    dates: listSchema(objectSchemaWithProperties({ start_date: textSchema, end_date: textSchema })),
    has_more: booleanSchema,
    rest: listSchema(textSchema),
  }),
}

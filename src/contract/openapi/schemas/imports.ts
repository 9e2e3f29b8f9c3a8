/** Schemas of the report of an import (contract §0, ext.). */
import { slashDateOrders } from '../../operations/calendars/imports.ts'
import { componentReference, type JsonObject } from '../document.ts'
import {
  anyObjectSchema,
  booleanSchema,
  countSchema,
  listSchema,
  objectSchemaWithProperties,
  sameSchemaByName,
  textSchema,
} from './shapes.ts'

/** Schemas by name. */
export const schemasOfImport: Readonly<Record<string, JsonObject>> = {
  ImportReport: objectSchemaWithProperties({
    dry_run: booleanSchema,
    ...sameSchemaByName(countSchema, 'created', 'updated', 'unchanged', 'removed', 'refused'),
    refusals: listSchema(componentReference('Refusal')),
    notes: listSchema(componentReference('ImportNote')),
    made: listSchema(componentReference('MadeItem')),
    revisions: listSchema(countSchema),
  }),
  ImportPreview: objectSchemaWithProperties({
    format: { type: 'string', enum: ['calendar', 'lines', 'table'] },
    columns: listSchema(
      objectSchemaWithProperties({ name: textSchema, column: textSchema, samples: listSchema(textSchema) }),
    ),
    choices: listSchema(textSchema),
    dates: { type: 'string', enum: ['', ...slashDateOrders] },
    charset: textSchema,
  }),
  Refusal: objectSchemaWithProperties({
    line: countSchema,
    reason: textSchema,
    faults: listSchema(componentReference('LineFault')),
  }),
  LineFault: objectSchemaWithProperties({ field: textSchema, reason: textSchema, values: anyObjectSchema }),
  MadeItem: objectSchemaWithProperties({ resource: textSchema, name: textSchema }),
  // The reason and its values are for clients that prefer them, like those of faults.
  ImportNote: objectSchemaWithProperties(
    { what: textSchema, count: countSchema, reason: textSchema, values: anyObjectSchema },
    ['reason', 'values'],
  ),
}

/** Schemas of the demo and of quick events (ext.). */
import type { DemoOperationName } from '../../operations/demo.ts'
import { resourceNames } from '../../resources/index.ts'
import type { JsonObject } from '../document.ts'
import {
  booleanSchema,
  integerSchema,
  listSchema,
  objectSchemaWithProperties,
  sameSchemaByName,
  textSchema,
} from './shapes.ts'

/** The name of the schema of each operation’s response, by the name of the operation. */
export const demoSchemaNamesByOperation: { readonly [A in DemoOperationName]: string } = {
  'read-demo': 'Demo',
  'add-demo': 'Demo',
  'remove-demo': 'RemovedDemo',
}

/** Schemas by name. */
export const schemasOfDemo: Readonly<Record<string, JsonObject>> = {
  Demo: objectSchemaWithProperties(sameSchemaByName(integerSchema, 'items', 'edited')),
  RemovedDemo: objectSchemaWithProperties({
    removed: integerSchema,
    kept: listSchema(
      objectSchemaWithProperties({ resource: { type: 'string', enum: resourceNames }, id: integerSchema }),
    ),
  }),
  QuickEvent: objectSchemaWithProperties(
    {
      title: textSchema,
      ...sameSchemaByName({ type: ['string', 'null'] }, 'start_date', 'end_date'),
      all_day: booleanSchema,
      timezone: textSchema,
      place: textSchema,
      recurrence: listSchema(textSchema),
      alternatives: listSchema(
        objectSchemaWithProperties(sameSchemaByName(textSchema, 'start_date', 'end_date')),
      ),
    },
    ['recurrence'],
  ),
}

/** Schemas of the demo and of quick events (ext.). */
import type { DemoOperationName } from '../../operations/demo.ts'
import { resourceNames } from '../../resources/index.ts'
import type { JsonObject } from '../document.ts'
import {
  booleanSchema,
  integerSchema,
  listSchema,
  sameSchemaForEach,
  schemaOfObject,
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
  Demo: schemaOfObject(sameSchemaForEach(integerSchema, 'items', 'edited')),
  RemovedDemo: schemaOfObject({
    removed: integerSchema,
    kept: listSchema(
      schemaOfObject({ resource: { type: 'string', enum: resourceNames }, id: integerSchema }),
    ),
  }),
  QuickEvent: schemaOfObject({
    title: textSchema,
    ...sameSchemaForEach({ type: ['string', 'null'] }, 'start_date', 'end_date'),
    all_day: booleanSchema,
    timezone: textSchema,
    place: textSchema,
    alternatives: listSchema(schemaOfObject(sameSchemaForEach(textSchema, 'start_date', 'end_date'))),
  }),
}

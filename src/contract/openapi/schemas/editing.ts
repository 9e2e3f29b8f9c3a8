/** Schemas of the operations of editors (ext.). */
import { resourceNames } from '../../resources/index.ts'
import { componentReference, type JsonObject } from '../document.ts'
import { integerSchema, listSchema, sameSchemaForEach, schemaOfObject } from './shapes.ts'

/** Schemas by name. */
export const schemasOfEditingTools: Readonly<Record<string, JsonObject>> = {
  Undone: schemaOfObject({
    undone: integerSchema,
    items: listSchema(
      schemaOfObject({ resource: { type: 'string', enum: resourceNames }, id: integerSchema }),
    ),
  }),
  Duplicates: schemaOfObject({ events: listSchema(componentReference('Event')) }),
  BulkChange: schemaOfObject(sameSchemaForEach(listSchema(integerSchema), 'changed', 'unchanged')),
}

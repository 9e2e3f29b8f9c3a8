/** Schemas of the operations of editors (ext.). */
import { resourceNames } from '../../resources/index.ts'
import { componentReference, type JsonObject } from '../document.ts'
import { integerSchema, listSchema, objectSchemaWithProperties, sameSchemaByName } from './shapes.ts'

/** Schemas by name. */
export const schemasOfEditingTools: Readonly<Record<string, JsonObject>> = {
  Undone: objectSchemaWithProperties({
    undone: integerSchema,
    items: listSchema(
      objectSchemaWithProperties({ resource: { type: 'string', enum: resourceNames }, id: integerSchema }),
    ),
  }),
  Duplicates: objectSchemaWithProperties({ events: listSchema(componentReference('Event')) }),
  BulkChange: objectSchemaWithProperties(sameSchemaByName(listSchema(integerSchema), 'changed', 'unchanged')),
}

/** Schemas of the operations of editors (ext.). */
import { componentReference, type JsonObject } from '../document.ts'
import { integerSchema, listSchema, objectSchemaWithProperties, sameSchemaByName } from './shapes.ts'

/** Schemas by name. */
export const schemasOfEditingTools: Readonly<Record<string, JsonObject>> = {
  Duplicates: objectSchemaWithProperties({ events: listSchema(componentReference('Event')) }),
  BulkChange: objectSchemaWithProperties(sameSchemaByName(listSchema(integerSchema), 'changed', 'unchanged')),
}

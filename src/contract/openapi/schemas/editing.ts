/** Schemas of the operations of editors (ext.). */
import { resourceNames } from '../../resources/index.ts'
import { type Json, ref } from '../document.ts'
import { eachSchema, listSchema, schemaOfObject, wholeSchema } from './shapes.ts'

/** Schemas by name. */
export const ofEditing: Readonly<Record<string, Json>> = {
  Undone: schemaOfObject({
    undone: wholeSchema,
    items: listSchema(schemaOfObject({ resource: { type: 'string', enum: resourceNames }, id: wholeSchema })),
  }),
  Duplicates: schemaOfObject({ events: listSchema(ref('Event')) }),
  BulkChange: schemaOfObject(eachSchema(listSchema(wholeSchema), 'changed', 'unchanged')),
}

/** Schemas of the operations of editors (ext.). */
import { resourceNames } from '../../resources/index.ts'
import { type Json, ref } from '../document.ts'
import { each, listOf, object, whole } from './shapes.ts'

/** Schemas by name. */
export const ofEditing: Readonly<Record<string, Json>> = {
  Undone: object({
    undone: whole,
    items: listOf(object({ resource: { type: 'string', enum: resourceNames }, id: whole })),
  }),
  Duplicates: object({ events: listOf(ref('Event')) }),
  BulkChange: object(each(listOf(whole), 'changed', 'unchanged')),
}

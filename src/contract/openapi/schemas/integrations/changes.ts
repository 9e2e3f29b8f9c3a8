/** Schemas of changes (contract §13, ext.). */
import { type ChangeOperationAction, changeActions } from '../../../operations/integrations/changes.ts'
import { resourceNames } from '../../../resources/index.ts'
import { type Json, ref } from '../../document.ts'
import { flagSchema, listSchema, schemaOfObject, webAddressSchema, wholeSchema } from '../shapes.ts'

/** Maps an action to the schema name of its response. */
export const changeSchemas: { readonly [A in ChangeOperationAction]: string } = {
  'list-changes': 'ItemChangeList',
  'stream-changes': 'ItemChange',
}

/** Schemas by name. */
export const ofChanges: Readonly<Record<string, Json>> = {
  ItemChange: schemaOfObject({
    revision: wholeSchema,
    resource: { enum: [...resourceNames] },
    id: wholeSchema,
    action: { enum: [...changeActions] },
    rest_url: webAddressSchema,
  }),
  ItemChangeList: schemaOfObject({
    changes: listSchema(ref('ItemChange')),
    next_since: wholeSchema,
    has_more: flagSchema,
  }),
}

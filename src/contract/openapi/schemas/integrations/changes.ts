/** Schemas of changes (contract §13, ext.). */
import { type ChangeOperationAction, changeActions } from '../../../operations/integrations/changes.ts'
import { resourceNames } from '../../../resources/index.ts'
import { componentReference, type Json } from '../../document.ts'
import { booleanSchema, integerSchema, listSchema, schemaOfObject, webAddressSchema } from '../shapes.ts'

/** Maps an action to the schema name of its response. */
export const changeSchemaNames: { readonly [A in ChangeOperationAction]: string } = {
  'list-changes': 'ItemChangeList',
  'stream-changes': 'ItemChange',
}

/** Schemas by name. */
export const schemasOfChanges: Readonly<Record<string, Json>> = {
  ItemChange: schemaOfObject({
    revision: integerSchema,
    resource: { enum: [...resourceNames] },
    id: integerSchema,
    action: { enum: [...changeActions] },
    rest_url: webAddressSchema,
  }),
  ItemChangeList: schemaOfObject({
    changes: listSchema(componentReference('ItemChange')),
    next_since: integerSchema,
    has_more: booleanSchema,
  }),
}

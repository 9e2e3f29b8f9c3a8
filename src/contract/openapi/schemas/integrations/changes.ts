/** Schemas of changes (contract §13, ext.). */
import { type ChangeOperationName, changeActions } from '../../../operations/integrations/changes.ts'
import { resourceNames } from '../../../resources/index.ts'
import { componentReference, type JsonObject } from '../../document.ts'
import {
  booleanSchema,
  integerSchema,
  listSchema,
  objectSchemaWithProperties,
  webAddressSchema,
} from '../shapes.ts'

/** The name of the schema of each operation’s response, by the name of the operation. */
export const changeSchemaNamesByOperation: { readonly [A in ChangeOperationName]: string } = {
  'list-changes': 'ItemChangeList',
  'stream-changes': 'ItemChange',
}

/** Schemas by name. */
export const schemasOfChanges: Readonly<Record<string, JsonObject>> = {
  ItemChange: objectSchemaWithProperties({
    revision: integerSchema,
    resource: { enum: [...resourceNames] },
    id: integerSchema,
    action: { enum: [...changeActions] },
    rest_url: webAddressSchema,
  }),
  ItemChangeList: objectSchemaWithProperties({
    changes: listSchema(componentReference('ItemChange')),
    next_since: integerSchema,
    has_more: booleanSchema,
  }),
}

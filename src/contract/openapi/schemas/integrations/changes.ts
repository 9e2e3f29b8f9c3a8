/** Schemas of changes (contract §13, ext.). */
import { type ChangeOperationAction, changeActions } from '../../../operations/integrations/changes.ts'
import { resourceNames } from '../../../resources/index.ts'
import { type Json, ref } from '../../document.ts'
import { flag, listOf, object, webAddress, whole } from '../shapes.ts'

/** Maps an action to the schema name of its response. */
export const changeSchemas: { readonly [A in ChangeOperationAction]: string } = {
  'list-changes': 'ItemChangeList',
  'stream-changes': 'ItemChange',
}

/** Schemas by name. */
export const ofChanges: Readonly<Record<string, Json>> = {
  ItemChange: object({
    revision: whole,
    resource: { enum: [...resourceNames] },
    id: whole,
    action: { enum: [...changeActions] },
    rest_url: webAddress,
  }),
  ItemChangeList: object({ changes: listOf(ref('ItemChange')), next_since: whole, has_more: flag }),
}

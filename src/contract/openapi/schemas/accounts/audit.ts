/** Schemas of the change logs (contract §5, ext.). */
import { auditedNames, auditVerbs, auditWays } from '../../../operations/audit.ts'
import type { Json } from '../../document.ts'
import { pageOf } from '../lists.ts'
import { each, listOf, object, text, timestamp, whole } from '../shapes.ts'

/** Schemas by name. */
export const ofAudit: Readonly<Record<string, Json>> = {
  Change: object(
    {
      ...each(whole, 'id', 'item_id', 'user_id'),
      at_utc: timestamp,
      ...each(text, 'login', 'display_name'),
      verb: { type: 'string', enum: auditVerbs },
      resource: { type: 'string', enum: auditedNames },
      ...each(text, 'title', 'slug'),
      fields: listOf(text),
      values: { type: 'object', additionalProperties: object({ before: {}, after: {} }) },
      revision: whole,
      via: { type: 'string', enum: auditWays },
      touched: whole,
    },
    ['values'],
  ),
  ChangeList: pageOf('changes', 'Change'),
}

/** Schemas of the change logs (contract §5, ext.). */
import { auditedNames, auditVerbs, auditWays } from '../../../operations/audit.ts'
import type { Json } from '../../document.ts'
import { pageSchema } from '../lists.ts'
import {
  eachSchema,
  listSchema,
  schemaOfObject,
  textSchema,
  timestampSchema,
  wholeSchema,
} from '../shapes.ts'

/** Schemas by name. */
export const ofAudit: Readonly<Record<string, Json>> = {
  Change: schemaOfObject(
    {
      ...eachSchema(wholeSchema, 'id', 'item_id', 'user_id'),
      at_utc: timestampSchema,
      ...eachSchema(textSchema, 'login', 'display_name'),
      verb: { type: 'string', enum: auditVerbs },
      resource: { type: 'string', enum: auditedNames },
      ...eachSchema(textSchema, 'title', 'slug'),
      fields: listSchema(textSchema),
      values: { type: 'object', additionalProperties: schemaOfObject({ before: {}, after: {} }) },
      revision: wholeSchema,
      via: { type: 'string', enum: auditWays },
      touched: wholeSchema,
    },
    ['values'],
  ),
  ChangeList: pageSchema('changes', 'Change'),
}

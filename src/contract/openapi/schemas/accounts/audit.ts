/** Schemas of the change logs (contract §5, ext.). */
import { auditActs } from '../../../operations/accounts/audit-acts.ts'
import { auditedResources, auditVerbs, auditWays } from '../../../operations/audit.ts'
import type { JsonObject } from '../../document.ts'
import { pageSchema } from '../lists.ts'
import {
  integerSchema,
  listSchema,
  sameSchemaForEach,
  schemaOfObject,
  textSchema,
  timestampSchema,
} from '../shapes.ts'

const personSchema = schemaOfObject({
  id: integerSchema,
  ...sameSchemaForEach(textSchema, 'login', 'display_name'),
})

const actValues = {
  ...sameSchemaForEach(personSchema, 'person', 'to'),
  ...sameSchemaForEach(textSchema, 'group', 'slug', 'name', 'role'),
  ...sameSchemaForEach(listSchema(textSchema), 'fields', 'scopes'),
}
const actValuesSchema = schemaOfObject(actValues, Object.keys(actValues))

/** Schemas by name. */
export const schemasOfAudit: Readonly<Record<string, JsonObject>> = {
  Change: schemaOfObject(
    {
      ...sameSchemaForEach(integerSchema, 'id', 'item_id', 'user_id'),
      at_utc: timestampSchema,
      ...sameSchemaForEach(textSchema, 'login', 'display_name'),
      verb: { type: 'string', enum: auditVerbs },
      resource: { type: 'string', enum: auditedResources },
      ...sameSchemaForEach(textSchema, 'title', 'slug'),
      fields: listSchema(textSchema),
      values: { type: 'object', additionalProperties: schemaOfObject({ before: {}, after: {} }) },
      revision: integerSchema,
      via: { type: 'string', enum: auditWays },
      touched: integerSchema,
      act: { type: 'string', enum: auditActs },
      act_values: actValuesSchema,
    },
    ['values', 'act', 'act_values'],
  ),
  ChangeList: pageSchema('changes', 'Change'),
}

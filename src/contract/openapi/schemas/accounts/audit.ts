/** Schemas of the change logs (contract §5, ext.). */
import { auditActNames } from '../../../operations/accounts/audit-acts.ts'
import { auditDirectAndMcpWays, auditedResources, auditVerbs } from '../../../operations/audit.ts'
import type { JsonObject } from '../../document.ts'
import { listPageSchemaByItemSchemaName } from '../lists.ts'
import {
  integerSchema,
  listSchema,
  objectSchemaWithProperties,
  sameSchemaByName,
  textSchema,
  timestampSchema,
} from '../shapes.ts'

const personSchema = objectSchemaWithProperties({
  id: integerSchema,
  ...sameSchemaByName(textSchema, 'login', 'display_name'),
})

const actValues = {
  ...sameSchemaByName(personSchema, 'person', 'to'),
  ...sameSchemaByName(textSchema, 'group', 'slug', 'name', 'role', 'subject'),
  ...sameSchemaByName(listSchema(textSchema), 'fields', 'scopes', 'claims', 'rules'),
}
const actValuesSchema = objectSchemaWithProperties(actValues, Object.keys(actValues))

/** Schemas by name. */
export const schemasOfAudit: Readonly<Record<string, JsonObject>> = {
  Change: objectSchemaWithProperties(
    {
      ...sameSchemaByName(integerSchema, 'id', 'item_id', 'user_id'),
      at_utc: timestampSchema,
      ...sameSchemaByName(textSchema, 'login', 'display_name'),
      verb: { type: 'string', enum: auditVerbs },
      resource: { type: 'string', enum: auditedResources },
      ...sameSchemaByName(textSchema, 'title', 'slug'),
      fields: listSchema(textSchema),
      values: { type: 'object', additionalProperties: objectSchemaWithProperties({ before: {}, after: {} }) },
      revision: integerSchema,
      via: { type: 'string', enum: auditDirectAndMcpWays },
      touched: integerSchema,
      act: { type: 'string', enum: auditActNames },
      act_values: actValuesSchema,
    },
    ['values', 'act', 'act_values'],
  ),
  ChangeList: listPageSchemaByItemSchemaName('changes', 'Change'),
}

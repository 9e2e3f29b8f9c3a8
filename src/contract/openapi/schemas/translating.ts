/** Schemas of the operations on translations (contract §15, ext.). */
import {
  type MachineTranslatedResource,
  machineTranslatedResources,
  reasonsToTranslate,
} from '../../operations/translating.ts'
import { resourceNames } from '../../resources/index.ts'
import { componentReference, type JsonObject, schemaNamesByResource } from '../document.ts'
import { itemSchemasByResource } from './items.ts'
import { listPageSchemaByItemSchemaName } from './lists.ts'
import {
  integerSchema,
  listSchema,
  objectSchemaWithProperties,
  textSchema,
  webAddressSchema,
} from './shapes.ts'

/** An item, and what its draft lacks. */
function translated(name: MachineTranslatedResource): JsonObject {
  const { properties, required } = itemSchemasByResource[name]
  const warnings = listSchema(componentReference('TranslationWarning'))
  const always = new Set(Array.isArray(required) ? required : [])
  const optional = Object.keys(properties).filter((field) => !always.has(field))
  return objectSchemaWithProperties({ ...properties, warnings }, optional)
}

/** Schemas by name. */
export const schemasOfTranslating: Readonly<Record<string, JsonObject>> = {
  ToTranslate: objectSchemaWithProperties({
    resource: { type: 'string', enum: [...resourceNames] },
    id: integerSchema,
    title: textSchema,
    state: { type: 'string', enum: [...reasonsToTranslate] },
    rest_url: webAddressSchema,
  }),
  ToTranslateList: listPageSchemaByItemSchemaName('translations', 'ToTranslate'),
  TranslationWarning: objectSchemaWithProperties({
    field: textSchema,
    code: { type: 'string', enum: ['link_lost', 'number_changed'] },
    value: textSchema,
  }),
  ...Object.fromEntries(
    machineTranslatedResources.map((name) => [`Translated${schemaNamesByResource[name]}`, translated(name)]),
  ),
}

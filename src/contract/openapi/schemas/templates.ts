/** Schemas of the templates of events (contract §16, ext.). */
import type { TemplateOperationName } from '../../operations/templates.ts'
import { componentReference, type JsonObject } from '../document.ts'
import {
  integerSchema,
  listSchema,
  objectSchemaWithProperties,
  textSchema,
  timestampSchema,
} from './shapes.ts'

/** The name of the schema of each operation’s response, by the name of the operation. */
export const templateSchemaNamesByOperation: { readonly [A in TemplateOperationName]: string } = {
  'list-templates': 'TemplateList',
  'add-template': 'Template',
  'rename-template': 'Template',
  'remove-template': 'Template',
}

/** Schemas by name. */
export const schemasOfTemplates: Readonly<Record<string, JsonObject>> = {
  Template: objectSchemaWithProperties({
    id: integerSchema,
    name: textSchema,
    group: integerSchema,
    fields: { type: 'object', additionalProperties: true },
    modified_utc: timestampSchema,
  }),
  TemplateList: objectSchemaWithProperties({ templates: listSchema(componentReference('Template')) }),
}

/** Schemas of the templates of events (contract §16, ext.). */
import type { TemplateAction } from '../../operations/templates.ts'
import { componentReference, type Json } from '../document.ts'
import { integerSchema, listSchema, schemaOfObject, textSchema, timestampSchema } from './shapes.ts'

/** Maps an action to the schema name of its response. */
export const templateSchemaNames: { readonly [A in TemplateAction]: string } = {
  'list-templates': 'TemplateList',
  'add-template': 'Template',
  'rename-template': 'Template',
  'remove-template': 'Template',
}

/** Schemas by name. */
export const schemasOfTemplates: Readonly<Record<string, Json>> = {
  Template: schemaOfObject({
    id: integerSchema,
    name: textSchema,
    group: integerSchema,
    fields: { type: 'object', additionalProperties: true },
    modified_utc: timestampSchema,
  }),
  TemplateList: schemaOfObject({ templates: listSchema(componentReference('Template')) }),
}

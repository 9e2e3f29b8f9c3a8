/** Schemas of the demo and of quick events (ext.). */
import type { DemoAction } from '../../operations/demo.ts'
import { resourceNames } from '../../resources/index.ts'
import type { Json } from '../document.ts'
import { eachSchema, flagSchema, listSchema, schemaOfObject, textSchema, wholeSchema } from './shapes.ts'

/** Maps an action to the schema name of its response. */
export const demoSchemas: { readonly [A in DemoAction]: string } = {
  'read-demo': 'Demo',
  'add-demo': 'Demo',
  'remove-demo': 'RemovedDemo',
}

/** Schemas by name. */
export const ofDemo: Readonly<Record<string, Json>> = {
  Demo: schemaOfObject(eachSchema(wholeSchema, 'items', 'edited')),
  RemovedDemo: schemaOfObject({
    removed: wholeSchema,
    kept: listSchema(schemaOfObject({ resource: { type: 'string', enum: resourceNames }, id: wholeSchema })),
  }),
  QuickEvent: schemaOfObject({
    title: textSchema,
    ...eachSchema({ type: ['string', 'null'] }, 'start_date', 'end_date'),
    all_day: flagSchema,
    timezone: textSchema,
    place: textSchema,
    alternatives: listSchema(schemaOfObject(eachSchema(textSchema, 'start_date', 'end_date'))),
  }),
}

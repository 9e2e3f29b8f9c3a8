/** Schemas of the demo and of quick events (ext.). */
import type { DemoAction } from '../../operations/demo.ts'
import { resourceNames } from '../../resources/index.ts'
import type { Json } from '../document.ts'
import { each, flag, listOf, object, text, whole } from './shapes.ts'

/** Maps an action to the schema name of its response. */
export const demoSchemas: { readonly [A in DemoAction]: string } = {
  'read-demo': 'Demo',
  'add-demo': 'Demo',
  'remove-demo': 'RemovedDemo',
}

/** Schemas by name. */
export const ofDemo: Readonly<Record<string, Json>> = {
  Demo: object(each(whole, 'items', 'edited')),
  RemovedDemo: object({
    removed: whole,
    kept: listOf(object({ resource: { type: 'string', enum: resourceNames }, id: whole })),
  }),
  QuickEvent: object({
    title: text,
    ...each({ type: ['string', 'null'] }, 'start_date', 'end_date'),
    all_day: flag,
    timezone: text,
    place: text,
    alternatives: listOf(object(each(text, 'start_date', 'end_date'))),
  }),
}

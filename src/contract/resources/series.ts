/** The declaration of series: events that repeat (contract §10). A series is created by an event with `recurrence`. */
import { extension, optional } from '../arg.ts'
import * as kind from '../kinds.ts'
import { resource } from '../resource.ts'
import { event } from './event.ts'

const { apply_to: _applyTo, inherit: _inherit, ...fields } = event.fields
const { series: _series, collapse: _collapse, ...filters } = event.listArgs

export const series = resource({
  name: 'series',
  collection: 'series',
  fields,
  listArgs: {
    ...filters,
    // Without a window, all series are listed.
    start_date: optional(kind.date),
    end_date: optional(kind.date),
    exclude: extension(optional(kind.integers)),
  },
})

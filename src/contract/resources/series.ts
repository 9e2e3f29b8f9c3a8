/** The declaration of series: events that repeat (contract §10). A series is created by an event with `recurrence`. */
import { optional } from '../arg.ts'
import * as kind from '../kinds.ts'
import { resource } from '../resource.ts'
import {
  choiceShape,
  constant,
  each,
  either,
  flag,
  listOf,
  textShape,
  timestamp,
  webAddress,
  whole,
  wholeOrNull,
} from '../shape.ts'
import { event } from './event.ts'
import { statuses } from './shared.ts'

const { apply_to: _applyTo, inherit: _inherit, ...fields } = event.fields
const { series: _series, collapse: _collapse, ...filters } = event.listArgs

export const series = resource({
  name: 'series',
  collection: 'series',
  fields,
  refusesElsewhere: { password: 'belongs to one date: set it by PATCH /events/{id} of each' },
  represented: {
    ...each(whole, 'id', 'author'),
    status: choiceShape(statuses),
    ...each(textShape, 'title', 'slug', 'timezone', 'text'),
    recurrence: listOf(textShape),
    all_day: flag,
    ...each(timestamp, 'start_date', 'end_date', 'made_until'),
    count: whole,
    ...each(wholeOrNull, 'total', 'continues', 'continued_by'),
    next: either(timestamp, constant(null)),
    ...each(timestamp, 'date', 'date_utc', 'modified', 'modified_utc'),
    ...each(webAddress, 'url', 'rest_url', 'events_url'),
  },
  listArgs: {
    ...filters,
    // Without a window, all series are listed.
    start_date: optional(kind.date),
    end_date: optional(kind.date),
  },
})

/** The declaration of series: events that repeat (contract §10). A series is created by an event with `recurrence`. */
import { because } from '../../problem.ts'
import { optional } from '../arg.ts'
import * as kind from '../kinds.ts'
import { resource } from '../resource.ts'
import {
  booleanShape,
  choiceShape,
  constantShape,
  eitherShape,
  integerOrNullShape,
  integerShape,
  listShape,
  sameShapeByName,
  textShape,
  timestampShape,
  webAddressShape,
} from '../shape.ts'
import { languageAndTranslationShapes } from './content.ts'
import { event } from './event.ts'
import { groupAndInMainShapes, internalShapes } from './represented-event.ts'
import { statuses } from './shared.ts'

const { apply_to: _applyTo, inherit: _inherit, ...fields } = event.fields
const { series: _series, collapse: _collapse, ...filters } = event.listArgs

export const series = resource({
  name: 'series',
  collection: 'series',
  fields,
  refusesElsewhere: { password: because('password_of_series', { route: 'PATCH /events/{id}' }) },
  represented: {
    ...sameShapeByName(integerShape, 'id', 'author'),
    status: choiceShape(statuses),
    ...sameShapeByName(textShape, 'title', 'slug', 'timezone', 'text'),
    ...languageAndTranslationShapes,
    recurrence: listShape(textShape),
    ...sameShapeByName(booleanShape, 'all_day', 'no_end_time'),
    ...sameShapeByName(timestampShape, 'start_date', 'end_date', 'made_until'),
    count: integerShape,
    ...sameShapeByName(integerOrNullShape, 'total', 'continues', 'continued_by'),
    ...groupAndInMainShapes,
    next: eitherShape(timestampShape, constantShape(null)),
    ...sameShapeByName(timestampShape, 'date', 'date_utc', 'modified', 'modified_utc'),
    ...sameShapeByName(webAddressShape, 'url', 'rest_url', 'events_url'),
    ...internalShapes,
  },
  listArgs: {
    ...filters,
    // Without a window, all series are listed.
    start_date: optional(kind.date),
    end_date: optional(kind.date),
  },
})

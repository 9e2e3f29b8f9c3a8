/** The fields of represented events (contract §1.1). Those that no arg of events names are read-only. */
import type { DateDetails } from '../../domain/time/timestamp.ts'
import type { CustomField, Ticket } from '../extras.ts'
import type { RepresentationOf } from '../resource.ts'
import {
  byName,
  choiceShape,
  constant,
  each,
  either,
  flag,
  listOf,
  type ObjectOf,
  open,
  optionalShape,
  part,
  textShape,
  timestamp,
  webAddress,
  whole,
} from '../shape.ts'
import type { category } from './category.ts'
import { fieldShapes } from './field-shapes.ts'
import { eventFields } from './fields/event-fields.ts'
import type { organizer } from './organizer.ts'
import { imageOrFalse, publishedFields } from './represented.ts'
import type { tag } from './tag.ts'
import type { venue } from './venue.ts'

const decimal = { schema: { type: 'string', pattern: '^\\d+(\\.\\d+)?$' } }

/** The parts of a cost. */
export const costDetails = {
  ...each(textShape, 'currency_symbol', 'currency_code'),
  currency_position: choiceShape(['prefix', 'postfix', '']),
  values: listOf<string>(decimal),
}

/** The series of an occurrence, as the occurrence shows it. */
export const seriesOfEvent = {
  id: whole,
  recurrence: listOf(textShape),
  recurrence_id: timestamp,
  is_exception: flag,
  own_fields: listOf(textShape),
  rest_url: webAddress,
}

const eventVenue = part<RepresentationOf<typeof venue>>('Venue')

export const representedEvent = {
  ...publishedFields,
  ...each(textShape, 'title', 'slug', 'timezone', 'timezone_abbr', 'cost'),
  ...fieldShapes(eventFields),
  image: imageOrFalse,
  ...each(flag, 'all_day', 'ticketed'),
  ...each(timestamp, 'start_date', 'end_date', 'utc_start_date', 'utc_end_date'),
  ...each(part<DateDetails>('DateDetails'), 'start_date_details', 'end_date_details'),
  ...each(part<DateDetails>('DateDetails'), 'utc_start_date_details', 'utc_end_date_details'),
  cost_details: either(
    part<ObjectOf<typeof costDetails>>('CostDetails'),
    part<Readonly<Record<string, never>>>('Blank'),
  ),
  categories: listOf(part<RepresentationOf<typeof category>>('Category')),
  tags: listOf(part<RepresentationOf<typeof tag>>('Tag')),
  venue: either(eventVenue, listOf(eventVenue)),
  organizer: listOf(part<RepresentationOf<typeof organizer>>('Organizer')),
  custom_fields: byName(part<CustomField>('CustomField')),
  tickets: listOf(part<Ticket>('Ticket')),
  post_parent: whole,
  series: either(part<ObjectOf<typeof seriesOfEvent>>('SeriesOfEvent'), constant(null)),
  external_id: textShape,
  password_protected: flag,
  json_ld: optionalShape(open),
}

/** The fields of represented events (contract §1.1). Those that no arg of events names are read-only. */
import type { DateDetails } from '../../domain/time/timestamp.ts'
import type { RepresentationOf } from '../resource.ts'
import {
  anyObjectShape,
  booleanShape,
  choiceShape,
  constantShape,
  eitherShape,
  integerShape,
  listShape,
  mapShape,
  type ObjectOf,
  optionalShape,
  sameShapeByName,
  schemaReferenceShape,
  textShape,
  timestampShape,
  webAddressShape,
} from '../shape.ts'
import type { CustomField, Ticket } from '../tickets-and-custom-fields.ts'
import { languageAndTranslationShapes } from './content.ts'
import { fieldShapes } from './field-shapes.ts'
import { eventFields } from './fields/event-fields.ts'
import type { organizer } from './organizer.ts'
import { imageOrFalseShape, publishableShapes } from './represented.ts'
import type { category, tag } from './terms.ts'
import type { venue } from './venue.ts'

const decimal = { schema: { type: 'string', pattern: '^\\d+(\\.\\d+)?$' } }

/** The parts of a cost. */
export const costDetailShapes = {
  ...sameShapeByName(textShape, 'currency_symbol', 'currency_code'),
  currency_position: choiceShape(['prefix', 'postfix', '']),
  values: listShape<string>(decimal),
}

/** The series of an occurrence, as the occurrence shows it. */
export const eventSeriesShapes = {
  id: integerShape,
  recurrence: listShape(textShape),
  recurrence_id: timestampShape,
  is_exception: booleanShape,
  own_fields: listShape(textShape),
  rest_url: webAddressShape,
}

/** The group of an event, as the event shows it. */
export const eventGroupShapes = {
  id: integerShape,
  ...sameShapeByName(textShape, 'name', 'slug'),
  ...sameShapeByName(webAddressShape, 'url', 'rest_url'),
}

/** The user whom an event waits for, as those see it who may edit the event. */
export const eventAssigneeShapes = {
  id: integerShape,
  ...sameShapeByName(textShape, 'login', 'display_name'),
}

/** What only those see who may edit an event or a series. */
export const internalShapes = {
  note: optionalShape(textShape),
  assignee: optionalShape(
    eitherShape(
      schemaReferenceShape<ObjectOf<typeof eventAssigneeShapes>>('AssigneeOfEvent'),
      constantShape(null),
    ),
  ),
}

/** Where an event came from, as the event shows it. */
export const eventOriginShapes = { actor: webAddressShape, url: webAddressShape }

/** The group of an event or a series, and whether it is in the main calendar. */
export const groupAndInMainShapes = {
  group: eitherShape(
    schemaReferenceShape<ObjectOf<typeof eventGroupShapes>>('GroupOfEvent'),
    constantShape(null),
  ),
  in_main: booleanShape,
}

const eventVenue = schemaReferenceShape<RepresentationOf<typeof venue>>('Venue')

export const eventShapes = {
  ...publishableShapes,
  ...sameShapeByName(textShape, 'title', 'slug', 'timezone', 'timezone_abbr', 'cost'),
  ...languageAndTranslationShapes,
  ...fieldShapes(eventFields),
  image: imageOrFalseShape,
  ...sameShapeByName(booleanShape, 'all_day', 'no_end_time', 'ticketed'),
  ...sameShapeByName(timestampShape, 'start_date', 'end_date', 'utc_start_date', 'utc_end_date'),
  ...sameShapeByName(
    schemaReferenceShape<DateDetails>('DateDetails'),
    'start_date_details',
    'end_date_details',
  ),
  ...sameShapeByName(
    schemaReferenceShape<DateDetails>('DateDetails'),
    'utc_start_date_details',
    'utc_end_date_details',
  ),
  cost_details: eitherShape(
    schemaReferenceShape<ObjectOf<typeof costDetailShapes>>('CostDetails'),
    schemaReferenceShape<Readonly<Record<string, never>>>('Blank'),
  ),
  categories: listShape(schemaReferenceShape<RepresentationOf<typeof category>>('Category')),
  tags: listShape(schemaReferenceShape<RepresentationOf<typeof tag>>('Tag')),
  venue: eitherShape(eventVenue, listShape(eventVenue)),
  organizer: listShape(schemaReferenceShape<RepresentationOf<typeof organizer>>('Organizer')),
  custom_fields: mapShape(schemaReferenceShape<CustomField>('CustomField')),
  tickets: listShape(schemaReferenceShape<Ticket>('Ticket')),
  post_parent: integerShape,
  ...groupAndInMainShapes,
  series: eitherShape(
    schemaReferenceShape<ObjectOf<typeof eventSeriesShapes>>('SeriesOfEvent'),
    constantShape(null),
  ),
  origin: eitherShape(
    schemaReferenceShape<ObjectOf<typeof eventOriginShapes>>('OriginOfEvent'),
    constantShape(null),
  ),
  external_id: textShape,
  password_protected: booleanShape,
  ...internalShapes,
  json_ld: optionalShape(anyObjectShape),
}

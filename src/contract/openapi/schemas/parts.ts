/** Schemas of the nested parts of representations and bodies. */

import { allTranslatableFieldNames } from '../../resources/fields/translated.ts'
import { embeddedImageShapes, shapesOfOneImageSize } from '../../resources/represented.ts'
import {
  costDetailShapes,
  eventAssigneeShapes,
  eventGroupShapes,
  eventOriginShapes,
  eventSeriesShapes,
} from '../../resources/represented-event.ts'
import { objectSchema } from '../../shape.ts'
import { ticketAvailabilities } from '../../tickets-and-custom-fields.ts'
import type { JsonObject } from '../document.ts'
import {
  objectSchemaWithProperties,
  sameSchemaByName,
  textSchema,
  timestampOrEmptySchema,
  timestampSchema,
} from './shapes.ts'

const scalar = { type: ['string', 'number', 'boolean'] }
const availability = { type: 'string', enum: ticketAvailabilities }
const decimal = { type: 'string', pattern: '^\\d+(\\.\\d+)?$' }

/** Schemas by name. */
export const schemasOfParts: Readonly<Record<string, JsonObject>> = {
  SeriesOfEvent: objectSchema(eventSeriesShapes),
  GroupOfEvent: objectSchema(eventGroupShapes),
  AssigneeOfEvent: objectSchema(eventAssigneeShapes),
  OriginOfEvent: objectSchema(eventOriginShapes),
  DateDetails: objectSchemaWithProperties({
    year: { type: 'string', pattern: '^\\d{4}$' },
    ...sameSchemaByName(
      { type: 'string', pattern: '^\\d{2}$' },
      'month',
      'day',
      'hour',
      'minutes',
      'seconds',
    ),
  }),
  CostDetails: objectSchema(costDetailShapes),
  Blank: { type: 'object', maxProperties: 0 },
  Image: objectSchema(embeddedImageShapes),
  ImageSize: objectSchema(shapesOfOneImageSize),
  Ticket: objectSchemaWithProperties({
    ...sameSchemaByName(textSchema, 'name', 'currency', 'url'),
    price: decimal,
    availability,
    ...sameSchemaByName(timestampOrEmptySchema, 'valid_from', 'valid_through'),
  }),
  NewTicket: objectSchemaWithProperties(
    {
      name: { type: 'string', minLength: 1, maxLength: 200 },
      price: { anyOf: [decimal, { type: 'number', minimum: 0 }] },
      currency: { type: 'string', maxLength: 3 },
      url: { type: 'string', maxLength: 2000 },
      availability,
      ...sameSchemaByName({ type: ['string', 'integer'] }, 'valid_from', 'valid_through'),
    },
    ['price', 'currency', 'url', 'availability', 'valid_from', 'valid_through'],
  ),
  Translations: { type: 'object', additionalProperties: { $ref: '#/components/schemas/Translation' } },
  Translation: objectSchemaWithProperties(
    {
      ...sameSchemaByName(textSchema, ...allTranslatableFieldNames),
      state: { type: 'string', enum: ['published', 'draft'] },
      is_outdated: { type: 'boolean' },
      origin: { type: 'string', enum: ['person', 'machine'] },
      modified_utc: timestampSchema,
    },
    allTranslatableFieldNames,
  ),
  CustomField: objectSchemaWithProperties({ label: textSchema, value: scalar }),
  NewCustomField: {
    anyOf: [
      scalar,
      objectSchemaWithProperties({ label: textSchema, value: scalar }, ['label']),
      { type: 'null' },
    ],
  },
}

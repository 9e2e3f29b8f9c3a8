/** Schemas of the nested parts of representations and bodies. */
import { availabilities } from '../../extras.ts'
import { embeddedImage, imageSize } from '../../resources/represented.ts'
import { costDetails, seriesOfEvent } from '../../resources/represented-event.ts'
import { objectSchema } from '../../shape.ts'
import type { Json } from '../document.ts'
import { each, object, text, timestampOrNone } from './shapes.ts'

const scalar = { type: ['string', 'number', 'boolean'] }
const availability = { type: 'string', enum: availabilities }
const decimal = { type: 'string', pattern: '^\\d+(\\.\\d+)?$' }

/** Schemas by name. */
export const parts: Readonly<Record<string, Json>> = {
  SeriesOfEvent: objectSchema(seriesOfEvent),
  DateDetails: object({
    year: { type: 'string', pattern: '^\\d{4}$' },
    ...each({ type: 'string', pattern: '^\\d{2}$' }, 'month', 'day', 'hour', 'minutes', 'seconds'),
  }),
  CostDetails: objectSchema(costDetails),
  Blank: { type: 'object', maxProperties: 0 },
  Image: objectSchema(embeddedImage),
  ImageSize: objectSchema(imageSize),
  Ticket: object({
    ...each(text, 'name', 'currency', 'url'),
    price: decimal,
    availability,
    ...each(timestampOrNone, 'valid_from', 'valid_through'),
  }),
  NewTicket: object(
    {
      name: { type: 'string', minLength: 1, maxLength: 200 },
      price: { anyOf: [decimal, { type: 'number', minimum: 0 }] },
      currency: { type: 'string', maxLength: 3 },
      url: { type: 'string', maxLength: 2000 },
      availability,
      ...each({ type: ['string', 'integer'] }, 'valid_from', 'valid_through'),
    },
    ['price', 'currency', 'url', 'availability', 'valid_from', 'valid_through'],
  ),
  CustomField: object({ label: text, value: scalar }),
  NewCustomField: {
    anyOf: [scalar, object({ label: text, value: scalar }, ['label']), { type: 'null' }],
  },
}

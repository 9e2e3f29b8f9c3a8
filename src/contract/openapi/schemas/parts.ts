/** Schemas of the nested parts of representations and bodies. */
import { availabilities } from '../../extras.ts'
import { type Json, ref } from '../document.ts'
import { each, listOf, object, text, timestamp, webAddress, whole } from './shapes.ts'

const scalar = { type: ['string', 'number', 'boolean'] }
const availability = { type: 'string', enum: availabilities }
const decimal = { type: 'string', pattern: '^\\d+(\\.\\d+)?$' }
const timestampOrNone = { anyOf: [timestamp, { const: '' }] }

/** Properties common to all image schemas. */
export const imageProperties = {
  id: whole,
  url: webAddress,
  ...each(text, 'extension', 'mime_type'),
  ...each(whole, 'width', 'height', 'filesize', 'focus_x', 'focus_y'),
  sizes: { type: 'object', additionalProperties: ref('ImageSize') },
}

/** Schemas by name. */
export const parts: Readonly<Record<string, Json>> = {
  SeriesOfEvent: object({
    id: whole,
    recurrence: listOf(text),
    recurrence_id: timestamp,
    is_exception: { type: 'boolean' },
    own_fields: listOf(text),
    rest_url: webAddress,
  }),
  DateDetails: object({
    year: { type: 'string', pattern: '^\\d{4}$' },
    ...each({ type: 'string', pattern: '^\\d{2}$' }, 'month', 'day', 'hour', 'minutes', 'seconds'),
  }),
  CostDetails: object({
    ...each(text, 'currency_symbol', 'currency_code'),
    currency_position: { type: 'string', enum: ['prefix', 'postfix', ''] },
    values: { type: 'array', items: decimal },
  }),
  Blank: { type: 'object', maxProperties: 0 },
  Image: object(imageProperties),
  ImageSize: object({ width: whole, height: whole, 'mime-type': text, filesize: whole, url: webAddress }),
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

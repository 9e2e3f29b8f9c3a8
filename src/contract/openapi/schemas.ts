/** The schemas of representations, as JSON Schema 2020-12 (contract §1). */

type Schema = Readonly<Record<string, unknown>>

const text = { type: 'string' }
const flag = { type: 'boolean' }
const whole = { type: 'integer' }
const timestamp = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$' }
const address = { type: 'string', format: 'uri' }
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const listOf = (items: Schema) => ({ type: 'array', items })

/** An object whose every property is always present, but for the optional ones. */
function object(properties: Readonly<Record<string, Schema>>, optional: readonly string[] = []): Schema {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties).filter((name) => !optional.includes(name)),
  }
}

const each = (schema: Schema, ...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, schema]))
const image = { oneOf: [ref('Image'), { const: false }] }

const published = {
  id: whole,
  global_id: text,
  global_id_lineage: listOf(text),
  author: whole,
  status: { type: 'string', enum: ['publish', 'future', 'draft', 'pending', 'private', 'trash'] },
  ...each(timestamp, 'date', 'date_utc', 'modified', 'modified_utc'),
  url: address,
  rest_url: address,
}

const term = (taxonomy: string) => ({
  id: whole,
  ...each(text, 'name', 'slug', 'description'),
  taxonomy: { const: taxonomy },
  count: whole,
  url: address,
  rest_url: address,
  urls: object({ self: address, collection: address, up: address }, ['up']),
})

const event = {
  ...published,
  ...each(text, 'title', 'description', 'excerpt', 'slug', 'timezone', 'timezone_abbr', 'cost', 'website'),
  image,
  ...each(
    flag,
    'all_day',
    'show_map',
    'show_map_link',
    'hide_from_listings',
    'sticky',
    'featured',
    'ticketed',
  ),
  ...each(timestamp, 'start_date', 'end_date', 'utc_start_date', 'utc_end_date'),
  ...each(
    ref('DateDetails'),
    'start_date_details',
    'end_date_details',
    'utc_start_date_details',
    'utc_end_date_details',
  ),
  cost_details: { oneOf: [ref('CostDetails'), { type: 'object', maxProperties: 0 }] },
  categories: listOf(ref('Category')),
  tags: listOf(ref('Tag')),
  venue: { oneOf: [ref('Venue'), listOf(ref('Venue'))] },
  organizer: listOf(ref('Organizer')),
  custom_fields: { type: 'object', additionalProperties: ref('CustomField') },
  tickets: listOf(ref('Ticket')),
  post_parent: whole,
  password_protected: flag,
  json_ld: { type: 'object' },
}

const venue = {
  ...published,
  ...each(
    text,
    'venue',
    'description',
    'slug',
    'address',
    'city',
    'country',
    'province',
    'state',
    'zip',
    'phone',
    'website',
    'stateprovince',
  ),
  image,
  ...each(flag, 'show_map', 'show_map_link'),
  ...each({ type: ['number', 'null'] }, 'geo_lat', 'geo_lng'),
  json_ld: { type: 'object' },
}

const size = object({ width: whole, height: whole, 'mime-type': text, filesize: whole, url: address })

/** Name → schema. */
export const schemas: Readonly<Record<string, Schema>> = {
  Event: object(event, ['json_ld']),
  Venue: object(venue, ['json_ld']),
  Organizer: object(
    {
      ...published,
      ...each(text, 'organizer', 'description', 'slug', 'phone', 'website', 'email'),
      image,
      json_ld: { type: 'object' },
    },
    ['json_ld'],
  ),
  Category: object({ ...term('event_category'), parent: whole }),
  Tag: object(term('event_tag')),
  DateDetails: object(each(text, 'year', 'month', 'day', 'hour', 'minutes', 'seconds')),
  CostDetails: object({
    ...each(text, 'currency_symbol', 'currency_code'),
    currency_position: { type: 'string', enum: ['prefix', 'postfix', ''] },
    values: listOf(text),
  }),
  Image: object({
    id: whole,
    url: address,
    ...each(text, 'extension', 'mime_type'),
    ...each(whole, 'width', 'height', 'filesize'),
    sizes: { type: 'object', additionalProperties: size },
  }),
  Ticket: object({
    ...each(text, 'name', 'price', 'currency', 'url', 'valid_from', 'valid_through'),
    availability: { type: 'string', enum: ['in_stock', 'sold_out', 'pre_order'] },
  }),
  Session: object({
    user: object({ id: whole, ...each(text, 'login', 'role') }),
    csrf_token: { type: ['string', 'null'] },
  }),
  CustomField: object({ label: text, value: { type: ['string', 'number', 'boolean'] } }),
  Problem: object({
    code: text,
    message: text,
    data: { type: 'object', properties: { status: whole }, required: ['status'] },
  }),
}

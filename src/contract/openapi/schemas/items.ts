/** JSON Schemas (2020-12) of representations (contract §1). */
import { eventFlagNames } from '../../resources/event-flags.ts'
import { attendanceModes, eventStatuses } from '../../resources/event-outcome.ts'
import type { ResourceName } from '../../resources/index.ts'
import { statuses } from '../../resources/shared.ts'
import { ref } from '../document.ts'
import { imageProperties } from './parts.ts'
import {
  each,
  flag,
  listOf,
  type ObjectSchema,
  object,
  open,
  text,
  timestamp,
  webAddress,
  whole,
} from './shapes.ts'

const image = { oneOf: [ref('Image'), { const: false }] }

const published = {
  id: whole,
  global_id: text,
  global_id_lineage: listOf(text),
  author: whole,
  status: { type: 'string', enum: statuses },
  ...each(timestamp, 'date', 'date_utc', 'modified', 'modified_utc'),
  url: webAddress,
  rest_url: webAddress,
}

const term = (taxonomy: string) => ({
  id: whole,
  ...each(text, 'name', 'slug', 'description'),
  taxonomy: { const: taxonomy },
  count: whole,
  url: webAddress,
  rest_url: webAddress,
  urls: object({ self: webAddress, collection: webAddress, up: webAddress }, ['up']),
})

const event = {
  ...published,
  ...each(
    text,
    'title',
    'description',
    'excerpt',
    'slug',
    'timezone',
    'timezone_abbr',
    'cost',
    'website',
    'online_url',
  ),
  event_status: { type: 'string', enum: eventStatuses },
  attendance_mode: { type: 'string', enum: attendanceModes },
  previous_start_date: { oneOf: [timestamp, { const: '' }] },
  image,
  ...each(flag, 'all_day', ...eventFlagNames, 'ticketed'),
  ...each(timestamp, 'start_date', 'end_date', 'utc_start_date', 'utc_end_date'),
  ...each(
    ref('DateDetails'),
    'start_date_details',
    'end_date_details',
    'utc_start_date_details',
    'utc_end_date_details',
  ),
  cost_details: { oneOf: [ref('CostDetails'), ref('Blank')] },
  categories: listOf(ref('Category')),
  tags: listOf(ref('Tag')),
  venue: { oneOf: [ref('Venue'), listOf(ref('Venue'))] },
  organizer: listOf(ref('Organizer')),
  custom_fields: { type: 'object', additionalProperties: ref('CustomField') },
  tickets: listOf(ref('Ticket')),
  post_parent: whole,
  series: { oneOf: [ref('SeriesOfEvent'), { type: 'null' }] },
  external_id: text,
  password_protected: flag,
  json_ld: open,
}

const wholeOrNull = { type: ['integer', 'null'] }

const series = {
  ...each(whole, 'id', 'author'),
  status: { type: 'string', enum: statuses },
  ...each(text, 'title', 'slug', 'timezone', 'text'),
  recurrence: listOf(text),
  all_day: flag,
  ...each(timestamp, 'start_date', 'end_date', 'made_until'),
  count: whole,
  ...each(wholeOrNull, 'total', 'continues', 'continued_by'),
  next: { oneOf: [timestamp, { type: 'null' }] },
  ...each(timestamp, 'date', 'date_utc', 'modified', 'modified_utc'),
  ...each(webAddress, 'url', 'rest_url', 'events_url'),
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
  json_ld: open,
}

const organizer = {
  ...published,
  ...each(text, 'organizer', 'description', 'slug', 'phone', 'website', 'email'),
  image,
  json_ld: open,
}

const media = {
  ...imageProperties,
  ...each(text, 'title', 'alt_text', 'source_url'),
  author: whole,
  ...each(timestamp, 'date', 'date_utc'),
  rest_url: webAddress,
}

/** Schemas of items, by resource. */
export const items: { readonly [N in ResourceName]: ObjectSchema } = {
  event: object(event, ['json_ld']),
  series: object(series),
  venue: object(venue, ['json_ld']),
  organizer: object(organizer, ['json_ld']),
  category: object({ ...term('event_category'), parent: whole, color: text }),
  tag: object(term('event_tag')),
  media: object(media),
}

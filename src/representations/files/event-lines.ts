/** Events of a list as JSON lines. Each line has the args that create the event in another calendar. */
import {
  eventFields,
  eventFlagNames,
  writableEventFieldNames,
} from '../../contract/resources/fields/event-fields.ts'
import { type FieldRow, rowNamesWhere } from '../../contract/resources/fields/row.ts'
import { organizerFields, venueFields } from '../../contract/resources/fields/venue-fields.ts'
import { pick } from '../../contract/table-of.ts'
import type { ContentLanguages } from '../../domain/content/languages.ts'
import type { Event } from '../json/event.ts'
import type { ListFileWriter } from './event-table.ts'

const plain = [
  'title',
  'start_date',
  'end_date',
  'all_day',
  'no_end_time',
  'timezone',
  'cost',
  ...writableEventFieldNames.filter((name) => eventFields[name].type !== 'flag'),
  'tickets',
  'custom_fields',
]

const isOwn = (row: FieldRow) => row.type !== 'flag' && !('isDerived' in row)
const ofVenue = ['venue', ...rowNamesWhere(venueFields, isOwn)]
const ofOrganizer = ['organizer', ...rowNamesWhere(organizerFields, isOwn)]

const isFilled = (value: unknown) =>
  value !== '' &&
  value !== null &&
  value !== undefined &&
  value !== false &&
  (typeof value !== 'object' || Object.keys(value).length > 0)

/** Returns the fields of an item that are not empty. */
function filled(item: object, names: readonly string[]): object {
  return Object.fromEntries(
    Object.entries(item).filter(([name, value]) => names.includes(name) && isFilled(value)),
  )
}

/** Returns the flags of an event that differ from their defaults. */
const flagsOf = (event: Event): object =>
  pick(
    event,
    eventFlagNames.filter((name) => event[name] !== eventFields[name].byDefault),
  )

/** Returns the args of an event. A protected event becomes a draft, because its password can't be read. */
function argsOf(event: Event, ofLanguages: readonly string[]): object {
  const { status, password_protected, venue, organizer, categories, tags, image } = event
  const links = {
    venue: [venue].flat().map((one) => filled(one, [...ofVenue, ...ofLanguages])),
    organizer: organizer.map((one) => filled(one, [...ofOrganizer, ...ofLanguages])),
    categories: categories.map(({ name }) => name),
    tags: tags.map(({ name }) => name),
    image: image === false ? '' : image.url,
  }
  return {
    ...filled(event, plain),
    ...flagsOf(event),
    status: password_protected ? 'draft' : status,
    ...filled(links, Object.keys(links)),
    ...filled(event, ofLanguages),
  }
}

/** Returns the text of a file with one line for each event. Where there are several languages, lines have `language` and `translations`, also of places and organizers. */
export function eventLinesWriter(languages: ContentLanguages): ListFileWriter {
  const ofLanguages = languages.length === 1 ? [] : ['language', 'translations']
  const row = (event: Event) => `${JSON.stringify(argsOf(event, ofLanguages))}\n`
  return { head: '', row }
}

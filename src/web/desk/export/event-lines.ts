/** Exports the events of a list as JSON lines. Each line has the args that create the event in another calendar. */
import {
  eventFields,
  eventFlagNames,
  writableEventFields,
} from '../../../contract/resources/fields/event-fields.ts'
import { type FieldRow, namesWhere } from '../../../contract/resources/fields/row.ts'
import { organizerFields, venueFields } from '../../../contract/resources/fields/venue-fields.ts'
import { picked } from '../../../contract/table-of.ts'
import type { Query } from '../api/api.ts'
import type { EventItem } from '../api/types.ts'
import { isFlagField } from '../events/fields/field-kinds.ts'
import { allEvents, type OnProgress } from './all-events.ts'

const plain = [
  'title',
  'start_date',
  'end_date',
  'all_day',
  'timezone',
  'cost',
  ...writableEventFields.filter((name) => !isFlagField(name)),
  'tickets',
  'custom_fields',
] as const satisfies readonly (keyof EventItem)[]

const isOwn = (row: FieldRow) => row.type !== 'flag' && !('isDerived' in row)
const ofVenue = ['venue', ...namesWhere(venueFields, isOwn)]
const ofOrganizer = ['organizer', ...namesWhere(organizerFields, isOwn)]

const linked = ['status', 'password_protected', 'venue', 'organizer', 'categories', 'tags', 'image'] as const
const _fields = [...plain, ...eventFlagNames, ...linked].map((name) => `events.${name}`).join(',')

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
const flagsOf = (event: EventItem): object =>
  picked(
    event,
    eventFlagNames.filter((name) => event[name] !== eventFields[name].byDefault),
  )

/** Returns the args of an event. A protected event becomes a draft, because its password can't be read. */
function argsOf(event: EventItem): object {
  const { status, password_protected, venue, organizer, categories, tags, image } = event
  const links = {
    venue: [venue].flat().map((one) => filled(one, ofVenue)),
    organizer: organizer.map((one) => filled(one, ofOrganizer)),
    categories: categories.map(({ name }) => name),
    tags: tags.map(({ name }) => name),
    image: image === false ? '' : image.url,
  }
  return {
    ...filled(event, plain),
    ...flagsOf(event),
    status: password_protected ? 'draft' : status,
    ...filled(links, Object.keys(links)),
  }
}

/** Returns the events of a list as JSON lines. Throws a Fault. */
export async function eventsAsJsonLines(query: Query, onProgress: OnProgress): Promise<string> {
  const events = await allEvents(query, _fields, onProgress)
  return events.map((event) => `${JSON.stringify(argsOf(event))}\n`).join('')
}

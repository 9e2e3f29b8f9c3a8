/** X- properties for fields that iCalendar has no property for. Another Fasti instance can import them. */
import { eventFieldsWithXProperties, fastiPropertyOfField } from '../../contract/resources/fields/calendar.ts'
import { eventFields, type WritableEventFieldName } from '../../contract/resources/fields/event-fields.ts'
import { type FieldRow, rowNamesWhere } from '../../contract/resources/fields/row.ts'
import { defaultColumnsOfRows } from '../../contract/resources/fields/values.ts'
import {
  fieldNamesSortedInColumnOrder,
  organizerFields,
  venueFields,
} from '../../contract/resources/fields/venue-fields.ts'
import { recordFromNames } from '../../contract/table-of.ts'
import { htmlOfText } from '../../domain/text/html-of-text.ts'
import { textWithLinksOf } from '../../domain/text/text-with-links.ts'
import type { EventItem, EventRecord, OrganizerRecord, VenueRecord } from '../../store/store.ts'
import { escapedTextValue } from './line.ts'

/** A property and its serialized value. */
export type FastiProperty = readonly [name: string, value: string]

const given = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== null))

const isInCalendars = (row: FieldRow) => row.isOutOfCalendars !== true
const venueNames = fieldNamesSortedInColumnOrder(rowNamesWhere(venueFields, isInCalendars))
const organizerNames = fieldNamesSortedInColumnOrder(rowNamesWhere(organizerFields, isInCalendars))

const venueOf = (record: VenueRecord) =>
  given({ venue: record.name, ...recordFromNames(venueNames, (name) => record[name]) })
const organizerOf = (record: OrganizerRecord) =>
  given({ organizer: record.name, ...recordFromNames(organizerNames, (name) => record[name]) })

const json = (value: unknown) => escapedTextValue(JSON.stringify(value))
const unless = (none: string, name: string, value: string): readonly FastiProperty[] =>
  value === none ? [] : [[name, escapedTextValue(value)]]

const truth = (value: number) => (value === 1 ? 'TRUE' : 'FALSE')
const defaults = defaultColumnsOfRows(eventFields)

/** Whether another property tells of a value: STATUS of a cancelled event, and X-FASTI-FEATURED is always there. */
const isTold = (name: WritableEventFieldName, value: string | number) =>
  name === 'featured' || (name === 'event_status' && value === 'cancelled')

/** The fields that differ from their default. */
const fieldExtras = (
  record: EventRecord,
  names: readonly WritableEventFieldName[],
): readonly FastiProperty[] =>
  names.flatMap((name): readonly FastiProperty[] => {
    const value = record[name]
    if (value === defaults[name] || isTold(name, value)) return []
    return [[fastiPropertyOfField(name), typeof value === 'number' ? truth(value) : escapedTextValue(value)]]
  })

/** Returns the X- properties of an event in a fixed order. X-FASTI-FEATURED is always present, so an import knows that absent fields are empty. */
export function fastiPropertiesOfEvent(item: EventItem): readonly FastiProperty[] {
  const { record, tags, venues, organizers } = item
  const names = tags.map((tag) => escapedTextValue(tag.record.name)).join(',')
  return [
    ['X-FASTI-FEATURED', truth(record.featured)],
    ...fieldExtras(record, eventFieldsWithXProperties.flags),
    ...(names === '' ? [] : [['X-FASTI-TAGS', names] as const]),
    ...fieldExtras(record, eventFieldsWithXProperties.texts),
    ...unless('null', 'X-FASTI-COST', JSON.stringify(record.cost)),
    ...fieldExtras(record, eventFieldsWithXProperties.others),
    ...unless('[]', 'X-FASTI-TICKETS', JSON.stringify(record.tickets)),
    ...unless('{}', 'X-FASTI-CUSTOM-FIELDS', JSON.stringify(record.custom_fields)),
    ...venues.map((venue): FastiProperty => ['X-FASTI-VENUE', json(venueOf(venue.record))]),
    ...organizers.map((one): FastiProperty => ['X-FASTI-ORGANIZER', json(organizerOf(one.record))]),
  ]
}

/** Returns the value of the property of the description as HTML, or "" if an import can reconstruct it from the plain text. */
export function htmlDescriptionValue({ record: { description, excerpt } }: EventItem): string {
  return excerpt === '' && htmlOfText(textWithLinksOf(description)) === description ? '' : description
}

/** The names that plain fields of events have in iCalendar. */
import { type EventFieldName, eventFields, eventFieldsByPart } from './event-fields.ts'
import { type FieldRows, writableFieldNames } from './row.ts'

const rows: FieldRows = eventFields

/** Returns the X- property that has a field. */
export const fastiPropertyOfField = (name: string): string =>
  `X-FASTI-${name.replaceAll('_', '-').toUpperCase()}`

/** Returns the property that an import reads a field from, where all programs write it; the X- property of other fields. */
export const icalendarPropertyName = (name: EventFieldName): string =>
  rows[name]?.standard ?? fastiPropertyOfField(name)

/** Returns whether a property that all programs write tells of the field, at least in part. */
export const hasStandardProperty = (name: string): boolean => rows[name]?.standard !== undefined

const inExtras = <R extends FieldRows>(some: R) =>
  writableFieldNames(some).filter((name) => {
    const row = some[name]
    return row?.isStandard !== true && row?.isOutOfCalendars !== true
  })

/** The fields that have X- properties, in the order in which calendars have them. */
export const eventFieldsWithXProperties = {
  flags: inExtras(eventFieldsByPart.flag),
  texts: inExtras(eventFieldsByPart.text),
  others: [...inExtras(eventFieldsByPart.main), ...inExtras(eventFieldsByPart.outcome)],
}

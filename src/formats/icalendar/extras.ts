/** Reads the X- properties of another Fasti: the values for which iCalendar has no property. */

import {
  eventFieldsWithXProperties,
  fastiPropertyOfField,
  hasStandardProperty,
} from '../../contract/resources/fields/calendar.ts'
import { eventFields, type WritableEventFieldName } from '../../contract/resources/fields/event-fields.ts'
import { defaultValueOf } from '../../contract/resources/fields/values.ts'
import { recordFromNames } from '../../contract/table-of.ts'
import type { CustomFields } from '../../contract/tickets-and-custom-fields.ts'
import { type FastiProperty, fastiPropertiesOfEvent } from '../../representations/icalendar/extras.ts'
import type { EventItem } from '../../store/store.ts'
import type { SentObject } from '../jsonl/sent-line.ts'
import { type Component, propertyNamed, unescapedText, unescapedTexts } from './text/content-lines.ts'

const fieldNames: readonly WritableEventFieldName[] = Object.values(eventFieldsWithXProperties).flat()

const argNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(fieldNames.map((name) => [fastiPropertyOfField(name), name])),
  'X-FASTI-TAGS': 'tags',
  'X-FASTI-COST': 'cost',
  'X-FASTI-TICKETS': 'tickets',
  'X-FASTI-CUSTOM-FIELDS': 'custom_fields',
  'X-FASTI-VENUE': 'venue',
  'X-FASTI-ORGANIZER': 'organizer',
}

/** The properties that are read here. */
export const fastiPropertyNames: readonly string[] = Object.keys(argNames)

/** The extras of a component as text; none if another program wrote it. */
export function fastiPropertiesOfComponent(component: Component): readonly FastiProperty[] {
  if (propertyNamed(component, 'X-FASTI-FEATURED') === undefined) return []
  return component.properties.flatMap(({ name, value }) =>
    fastiPropertyNames.includes(name) ? [[name, value] as const] : [],
  )
}

function jsonIn(value: string): unknown {
  try {
    return JSON.parse(unescapedText(value))
  } catch {
    return undefined
  }
}

/** The arg of a field. */
function fieldIn(name: WritableEventFieldName, value: string): unknown {
  if (value === '') return defaultValueOf(eventFields[name])
  return eventFields[name].type === 'flag' ? value.toUpperCase() === 'TRUE' : unescapedText(value)
}

/**
 * Returns the args of extras, including empty ones. Venues, organizers and fields that other properties tell of are included only if
 * they are not empty.
 */
export function argsOfFastiProperties(extras: readonly FastiProperty[]): SentObject {
  if (extras.length === 0) return {}
  const values = (name: string) => extras.flatMap(([own, value]) => (own === name ? [value] : []))
  const first = (name: string) => values(name)[0] ?? ''
  const many = (name: string, arg: string) => {
    const found = values(name).flatMap((value) => jsonIn(value) ?? [])
    return found.length === 0 ? {} : { [arg]: found }
  }
  const fields = fieldNames.filter(
    (name) => !hasStandardProperty(name) || first(fastiPropertyOfField(name)) !== '',
  )
  return {
    ...recordFromNames(fields, (name) => fieldIn(name, first(fastiPropertyOfField(name)))),
    tags: unescapedTexts(first('X-FASTI-TAGS')),
    cost: jsonIn(first('X-FASTI-COST')) ?? null,
    tickets: jsonIn(first('X-FASTI-TICKETS')) ?? [],
    custom_fields: jsonIn(first('X-FASTI-CUSTOM-FIELDS')) ?? {},
    ...many('X-FASTI-VENUE', 'venue'),
    ...many('X-FASTI-ORGANIZER', 'organizer'),
  }
}

/** The website: of an event of another Fasti that has none, URL is only its page there. */
export function websiteArg(website: unknown, extras: readonly FastiProperty[]): unknown {
  const isPage = extras.length > 0 && !extras.some(([name]) => name === 'X-FASTI-WEBSITE')
  return isPage && website !== undefined ? '' : website
}

/** Returns the names of the args for which the stored event has the same extras. */
export function argNamesFastiPropertiesLeaveUnchanged(
  extras: readonly FastiProperty[],
  item: EventItem,
): readonly string[] {
  if (extras.length === 0) return []
  const own = fastiPropertiesOfEvent(item)
  const said = (list: readonly FastiProperty[], name: string) =>
    JSON.stringify(list.filter(([one]) => one === name).map(([, value]) => value))
  const isSaid = (name: string) => extras.some(([one]) => one === name)
  return Object.entries(argNames).flatMap(([name, arg]) => {
    const decides = isSaid(name) || !(arg === 'venue' || arg === 'organizer' || hasStandardProperty(arg))
    return decides && said(extras, name) === said(own, name) ? [arg] : []
  })
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns custom fields that replace all stored ones: fields that are no longer present are removed. */
export function customFieldsReplacingAllStored(sent: unknown, kept: CustomFields): unknown {
  if (!isObject(sent)) return sent
  const removed = Object.keys(kept).map((name) => [name, null] as const)
  return { ...Object.fromEntries(removed), ...sent }
}

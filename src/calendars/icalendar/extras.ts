/** Reads the X- properties of another Fasti: the values for which iCalendar has no property. */
import type { CustomFields } from '../../contract/extras.ts'
import { eventFlagNames, eventFlags } from '../../contract/resources/event-flags.ts'
import { tableOf } from '../../contract/table-of.ts'
import { type Extra, extrasOf, flagProperty } from '../../representations/icalendar/extras.ts'
import type { EventItem } from '../../store/store.ts'
import type { Sent } from '../import/sent-line.ts'
import { type Component, propertyNamed, textOf, textsOf } from './text/content-lines.ts'

const argNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(eventFlagNames.map((name) => [flagProperty(name), name])),
  'X-FASTI-TAGS': 'tags',
  'X-FASTI-EXCERPT': 'excerpt',
  'X-FASTI-COST': 'cost',
  'X-FASTI-WEBSITE': 'website',
  'X-FASTI-EVENT-STATUS': 'event_status',
  'X-FASTI-ATTENDANCE-MODE': 'attendance_mode',
  'X-FASTI-TICKETS': 'tickets',
  'X-FASTI-CUSTOM-FIELDS': 'custom_fields',
  'X-FASTI-VENUE': 'venue',
  'X-FASTI-ORGANIZER': 'organizer',
}

/** The properties that are read here. */
export const extraNames: readonly string[] = Object.keys(argNames)

/** The extras of a component as text; none if another program wrote it. */
export function writtenExtras(component: Component): readonly Extra[] {
  if (propertyNamed(component, 'X-FASTI-FEATURED') === undefined) return []
  return component.properties.flatMap(({ name, value }) =>
    extraNames.includes(name) ? [[name, value] as const] : [],
  )
}

function jsonIn(value: string): unknown {
  try {
    return JSON.parse(textOf(value))
  } catch {
    return undefined
  }
}

/** Returns the args of extras, including empty ones. Venues, organizers and the website are included only if they are not empty. */
export function extraArgs(extras: readonly Extra[]): Sent {
  if (extras.length === 0) return {}
  const values = (name: string) => extras.flatMap(([own, value]) => (own === name ? [value] : []))
  const first = (name: string) => values(name)[0] ?? ''
  const many = (name: string, arg: string) => {
    const found = values(name).flatMap((value) => jsonIn(value) ?? [])
    return found.length === 0 ? {} : { [arg]: found }
  }
  const website = textOf(first('X-FASTI-WEBSITE'))
  return {
    ...tableOf(eventFlagNames, (name) => {
      const said = first(flagProperty(name)).toUpperCase()
      return said === '' ? eventFlags[name].byDefault : said === 'TRUE'
    }),
    tags: textsOf(first('X-FASTI-TAGS')),
    excerpt: textOf(first('X-FASTI-EXCERPT')),
    cost: jsonIn(first('X-FASTI-COST')) ?? null,
    event_status: first('X-FASTI-EVENT-STATUS') || 'scheduled',
    attendance_mode: first('X-FASTI-ATTENDANCE-MODE') || 'offline',
    tickets: jsonIn(first('X-FASTI-TICKETS')) ?? [],
    custom_fields: jsonIn(first('X-FASTI-CUSTOM-FIELDS')) ?? {},
    ...(website !== '' && { website }),
    ...many('X-FASTI-VENUE', 'venue'),
    ...many('X-FASTI-ORGANIZER', 'organizer'),
  }
}

/** The website: of an event of another Fasti that has none, URL is only its page there. */
export function websiteOf(website: unknown, extras: readonly Extra[]): unknown {
  const isPage = extras.length > 0 && !extras.some(([name]) => name === 'X-FASTI-WEBSITE')
  return isPage && website !== undefined ? '' : website
}

/** Returns the names of the args for which the stored event has the same extras. */
export function sameExtras(extras: readonly Extra[], item: EventItem): readonly string[] {
  if (extras.length === 0) return []
  const own = extrasOf(item)
  const said = (list: readonly Extra[], name: string) =>
    JSON.stringify(list.filter(([one]) => one === name).map(([, value]) => value))
  const isSaid = (name: string) => extras.some(([one]) => one === name)
  return Object.entries(argNames).flatMap(([name, arg]) => {
    const decides = isSaid(name) || !['venue', 'organizer', 'website'].includes(arg)
    return decides && said(extras, name) === said(own, name) ? [arg] : []
  })
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns custom fields that replace all stored ones: fields that are no longer present are removed. */
export function replacingFields(sent: unknown, kept: CustomFields): unknown {
  if (!isObject(sent)) return sent
  const removed = Object.keys(kept).map((name) => [name, null] as const)
  return { ...Object.fromEntries(removed), ...sent }
}

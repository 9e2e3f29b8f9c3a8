/** VCALENDAR (RFC 5545 §3.4, RFC 7986), built event by event. The head comes last, because it lists the zones of all events. */
import type { EventItem } from '../../store/store.ts'
import type { Root } from '../urls.ts'
import { type OnZoneUsed, vevent, veventOfTrashedEvent } from './event.ts'
import { contentLine, escapedTextValue } from './line.ts'
import { vtimezone } from './time-zone.ts'

/** Root, title, URL ("" to leave it out) and site zone of a calendar. */
interface CalendarView {
  readonly root: Root
  readonly zone: string
  readonly title: string
  readonly address: string
}

/** Time zones with the years that need their definitions. */
export type ZoneYears = readonly (readonly [zone: string, years: readonly number[]])[]

/** One VEVENT, and the zones of its times. */
export interface CalendarPiece {
  readonly text: string
  readonly zones: ZoneYears
}

const REFRESH = 'PT1H'

function properties({ title, address, zone }: CalendarView): string {
  return [
    contentLine('VERSION', '2.0'),
    contentLine('PRODID', '-//Fasti//Fasti//EN'),
    contentLine('CALSCALE', 'GREGORIAN'),
    contentLine('NAME', escapedTextValue(title)),
    contentLine('X-WR-CALNAME', escapedTextValue(title)),
    contentLine('X-WR-TIMEZONE', escapedTextValue(zone)),
    ...(address === '' ? [] : [contentLine('SOURCE;VALUE=URI', address)]),
    contentLine('REFRESH-INTERVAL;VALUE=DURATION', REFRESH),
    contentLine('X-PUBLISHED-TTL', REFRESH),
  ].join('')
}

function piece(write: (useZone: OnZoneUsed) => string): CalendarPiece {
  const zones: [string, readonly number[]][] = []
  const text = write((zone, years) => void zones.push([zone, years]))
  return { text, zones }
}

/** Returns the VEVENT of an event, with its zones. */
export const calendarPieceOfEvent = (item: EventItem, root: Root): CalendarPiece =>
  piece((useZone) => vevent(item, root, useZone))

/** Returns the cancellation of a trashed event, with its zones. */
export const calendarPieceOfTrashedEvent = (item: EventItem): CalendarPiece =>
  piece((useZone) => veventOfTrashedEvent(item, useZone))

/** Returns a collector of the zones that the pieces of a calendar need. */
export function zoneGatherer() {
  const zones = new Map<string, Set<number>>()
  return {
    add(used: ZoneYears): void {
      for (const [zone, years] of used) {
        const known = zones.get(zone) ?? new Set()
        for (const year of years) known.add(year)
        zones.set(zone, known)
      }
    },
    zones,
  }
}

/** Returns the text before the events: calendar properties and VTIMEZONEs. */
export function calendarHead(view: CalendarView, zones: ReadonlyMap<string, ReadonlySet<number>>): string {
  const inOrder = [...zones].sort(([a], [b]) => (a < b ? -1 : 1))
  const written = inOrder.map(([zone, years]) => vtimezone(zone, years))
  return [contentLine('BEGIN', 'VCALENDAR'), properties(view), ...written].join('')
}

/** The text after the events. */
export const calendarTail = contentLine('END', 'VCALENDAR')

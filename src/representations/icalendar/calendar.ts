/** A VCALENDAR (RFC 5545 §3.4, RFC 7986) written event by event: what it begins with is known only at the end. */
import type { EventItem } from '../../store/store.ts'
import type { Root } from '../urls.ts'
import { cancellation, type UseZone, vevent } from './event.ts'
import { line, textValue } from './line.ts'
import { timeZone } from './time-zone.ts'

/** What a calendar is called, where it is ("" where that is not to be told), and the site zone. */
export interface CalendarView {
  readonly root: Root
  readonly zone: string
  readonly title: string
  readonly address: string
}

/** Zones that times are written in, each with years that it is needed for. */
export type ZoneYears = readonly (readonly [zone: string, years: readonly number[]])[]

/** One VEVENT, and the zones of its times. */
export interface CalendarPiece {
  readonly text: string
  readonly zones: ZoneYears
}

const REFRESH = 'PT1H'

function properties({ title, address, zone }: CalendarView): string {
  return [
    line('VERSION', '2.0'),
    line('PRODID', '-//Fasti//Fasti//EN'),
    line('CALSCALE', 'GREGORIAN'),
    line('NAME', textValue(title)),
    line('X-WR-CALNAME', textValue(title)),
    line('X-WR-TIMEZONE', textValue(zone)),
    ...(address === '' ? [] : [line('SOURCE;VALUE=URI', address)]),
    line('REFRESH-INTERVAL;VALUE=DURATION', REFRESH),
    line('X-PUBLISHED-TTL', REFRESH),
  ].join('')
}

function piece(write: (useZone: UseZone) => string): CalendarPiece {
  const zones: [string, readonly number[]][] = []
  const text = write((zone, years) => void zones.push([zone, years]))
  return { text, zones }
}

/** An event of a calendar. */
export const eventPiece = (item: EventItem, root: Root): CalendarPiece =>
  piece((useZone) => vevent(item, root, useZone))

/** What is left in a calendar of an event in the trash. */
export const cancelledPiece = (item: EventItem): CalendarPiece =>
  piece((useZone) => cancellation(item, useZone))

/** Gathers the zones that the pieces of a calendar need. */
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

/** What comes before the events: the calendar's own properties, and the zones. */
export function calendarHead(view: CalendarView, zones: ReadonlyMap<string, ReadonlySet<number>>): string {
  const inOrder = [...zones].sort(([a], [b]) => (a < b ? -1 : 1))
  const written = inOrder.map(([zone, years]) => timeZone(zone, years))
  return [line('BEGIN', 'VCALENDAR'), properties(view), ...written].join('')
}

/** What comes behind the events. */
export const calendarTail = line('END', 'VCALENDAR')

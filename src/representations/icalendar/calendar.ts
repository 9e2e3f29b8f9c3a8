/** A VCALENDAR (RFC 5545 §3.4, RFC 7986) written event by event: what it begins with is known only at the end. */
import type { EventItem } from '../../store/store.ts'
import type { Root } from '../urls.ts'
import { cancellation, vevent } from './event.ts'
import { line, textValue } from './line.ts'
import { timeZone } from './time-zone.ts'

/** What a calendar is called, where it is ("" where that is not to be told), and the site zone. */
export interface CalendarView {
  readonly root: Root
  readonly zone: string
  readonly title: string
  readonly address: string
}

export interface Calendar {
  event(item: EventItem): string
  cancelled(item: EventItem): string
  /** What comes before the events: the calendar's own properties, and the zones of those written so far. */
  head(): string
  readonly tail: string
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

/** A calendar to which events are added one after the other. */
export function calendar(view: CalendarView): Calendar {
  const zones = new Map<string, Set<number>>()
  const useZone = (zone: string, years: readonly number[]) => {
    zones.set(zone, new Set([...(zones.get(zone) ?? []), ...years]))
  }
  return {
    event: (item) => vevent(item, view.root, useZone),
    cancelled: (item) => cancellation(item, useZone),
    head() {
      const inOrder = [...zones].sort(([a], [b]) => (a < b ? -1 : 1))
      const written = inOrder.map(([zone, years]) => timeZone(zone, years))
      return [line('BEGIN', 'VCALENDAR'), properties(view), ...written].join('')
    },
    tail: line('END', 'VCALENDAR'),
  }
}

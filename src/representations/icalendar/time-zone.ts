/** VTIMEZONEs (RFC 5545 §3.6.5), limited to the years of the events. */

import { utcTimestamp } from '../../domain/time/timestamp.ts'
import { type Transition, transitionsAround } from '../../domain/time/zone-transitions.ts'
import { zoneAbbreviation } from '../../domain/time/zones.ts'
import { line, textValue } from './line.ts'

/** Formats a timestamp as `20270504T180000`. */
export const basic = (timestamp: string) => timestamp.replace(/[-:]/g, '').replace(' ', 'T')

/** Returns the TZID of a zone, without colons: these would need quotes, which some clients reject. */
export const zoneId = (zone: string) => zone.replaceAll(':', '')

function offset(seconds: number): string {
  const size = Math.abs(seconds)
  const parts = [Math.floor(size / 3600), Math.floor(size / 60) % 60, ...(size % 60 === 0 ? [] : [size % 60])]
  return `${seconds < 0 ? '-' : '+'}${parts.map((part) => String(part).padStart(2, '0')).join('')}`
}

/** Writes a transition: DAYLIGHT if the clocks go forward, STANDARD otherwise. */
function observance(zone: string, { epoch, from, to }: Transition): string {
  const name = to > from ? 'DAYLIGHT' : 'STANDARD'
  return [
    line('BEGIN', name),
    line('DTSTART', basic(utcTimestamp(epoch + from))),
    line('TZOFFSETFROM', offset(from)),
    line('TZOFFSETTO', offset(to)),
    line('TZNAME', textValue(zoneAbbreviation(zone, epoch))),
    line('END', name),
  ].join('')
}

/** Returns the VTIMEZONE of a zone for the given years. */
export function timeZone(zone: string, years: Iterable<number>): string {
  const transitions = new Map<number, Transition>()
  for (const year of years) {
    for (const one of transitionsAround(zone, year)) transitions.set(one.epoch, one)
  }
  const inOrder = [...transitions.values()].sort((a, b) => a.epoch - b.epoch)
  return [
    line('BEGIN', 'VTIMEZONE'),
    line('TZID', textValue(zoneId(zone))),
    ...inOrder.map((one) => observance(zone, one)),
    line('END', 'VTIMEZONE'),
  ].join('')
}

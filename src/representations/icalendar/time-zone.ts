/** VTIMEZONEs (RFC 5545 §3.6.5), limited to the years of the events. */

import { fixedOffset } from '../../domain/time/fixed-offset.ts'
import { civilDayOfNumber, monthStartDayNumber, weekdayOfDayNumber } from '../../domain/time/recurrence.ts'
import { basicTimestamp, utcTimestampOfEpoch } from '../../domain/time/timestamp.ts'
import { type ZoneTransition, zoneAbbreviation, zoneTransitionsAroundYear } from '../../domain/time/zones.ts'
import { contentLine, escapedTextValue } from './line.ts'

const DAY = 86_400

const HOUR = 3600

/**
 * Returns the TZID of a zone. Offsets such as `UTC+2` have the names of zones that every program knows, or names that it does not
 * read as an offset: POSIX gives `UTC+2` the opposite sign.
 */
export function zoneId(zone: string): string {
  const seconds = zone === 'UTC' ? undefined : fixedOffset(zone)
  if (seconds === undefined) return zone
  // The names of Etc have the signs of POSIX.
  if (seconds % HOUR === 0) return `Etc/GMT${seconds > 0 ? '-' : '+'}${Math.abs(seconds) / HOUR}`
  return `Fixed${offset(seconds)}`
}

function offset(seconds: number): string {
  const size = Math.abs(seconds)
  const parts = [Math.floor(size / 3600), Math.floor(size / 60) % 60, ...(size % 60 === 0 ? [] : [size % 60])]
  return `${seconds < 0 ? '-' : '+'}${parts.map((part) => String(part).padStart(2, '0')).join('')}`
}

/** A year that stands for all years after the others. */
export const ALL_LATER_YEARS = Number.POSITIVE_INFINITY

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
/** Years that a rule is compared with. */
const YEARS_COMPARED = 10
/** Years of changes that are listed where no rule gives them. */
const YEARS_LISTED = 20

const yearOf = ({ epoch, from }: ZoneTransition) => Number(utcTimestampOfEpoch(epoch + from).slice(0, 4))

/** The changes of a zone within a year of its wall clock. */
const changesIn = (zone: string, year: number): readonly ZoneTransition[] =>
  zoneTransitionsAroundYear(zone, year).filter((one) => one.from !== one.to && yearOf(one) === year)

/** The month, the time, the weekday, and its number in the month from the start and from the end. */
function placeOf({ epoch, from }: ZoneTransition) {
  const wall = utcTimestampOfEpoch(epoch + from)
  const [year, month, day] = [wall.slice(0, 4), wall.slice(5, 7), wall.slice(8, 10)].map(Number)
  const length = civilDayOfNumber(monthStartDayNumber(year ?? 0, (month ?? 0) + 1) - 1).monthDay
  const weekday = WEEKDAYS[weekdayOfDayNumber(Math.floor((epoch + from) / DAY))] ?? 'SU'
  const [nth, last] = [Math.ceil((day ?? 0) / 7), -Math.ceil((length - (day ?? 0) + 1) / 7)]
  const clock = wall.slice(11)
  return { clock, month: Number(month), days: [`${last}${weekday}`, `${nth}${weekday}`] }
}

/** The rule that gives a change of a zone in every later year; undefined if there is none. */
function yearlyRule(zone: string, change: ZoneTransition): string | undefined {
  const { clock, month, days } = placeOf(change)
  const day = days.find((one) =>
    Array.from({ length: YEARS_COMPARED }, (_, at) => changesIn(zone, yearOf(change) + at + 1)).every((all) =>
      all.some((other) => {
        const place = placeOf(other)
        const isSame = other.from === change.from && other.to === change.to
        return isSame && place.month === month && place.clock === clock && place.days.includes(one)
      }),
    ),
  )
  return day && `FREQ=YEARLY;BYMONTH=${month};BYDAY=${day}`
}

/** The changes after a year, as rules without end, or one by one for some years. */
function later(zone: string, year: number): readonly (readonly [ZoneTransition, rule: string | undefined])[] {
  const changes = changesIn(zone, year)
  const ruled = changes.map((one) => [one, yearlyRule(zone, one)] as const)
  if (ruled.every(([, rule]) => rule !== undefined)) return ruled
  const years = Array.from({ length: YEARS_LISTED }, (_, at) => year + at)
  return years.flatMap((one) => changesIn(zone, one).map((change) => [change, undefined] as const))
}

/** Writes a transition, or one of every year from its own on: DAYLIGHT if the clocks go forward, STANDARD otherwise. */
function observance(zone: string, { epoch, from, to }: ZoneTransition, rule?: string): string {
  const name = to > from ? 'DAYLIGHT' : 'STANDARD'
  return [
    contentLine('BEGIN', name),
    contentLine('DTSTART', basicTimestamp(utcTimestampOfEpoch(epoch + from))),
    contentLine('TZOFFSETFROM', offset(from)),
    contentLine('TZOFFSETTO', offset(to)),
    ...(rule === undefined ? [] : [contentLine('RRULE', rule)]),
    contentLine('TZNAME', escapedTextValue(zoneAbbreviation(zone, epoch))),
    contentLine('END', name),
  ].join('')
}

/** Returns the VTIMEZONE of a zone for the given years. */
export function vtimezone(zone: string, years: Iterable<number>): string {
  const transitions = new Map<number, ZoneTransition>()
  const all = [...years]
  for (const year of all.filter(Number.isFinite))
    for (const one of zoneTransitionsAroundYear(zone, year)) transitions.set(one.epoch, one)
  const last = Math.max(...all.filter(Number.isFinite))
  const rules = new Map(
    all.includes(ALL_LATER_YEARS) ? later(zone, last).map(([one, rule]) => [one.epoch, { one, rule }]) : [],
  )
  for (const { one } of rules.values()) transitions.set(one.epoch, one)
  const inOrder = [...transitions.values()].sort((a, b) => a.epoch - b.epoch)
  return [
    contentLine('BEGIN', 'VTIMEZONE'),
    contentLine('TZID', escapedTextValue(zoneId(zone))),
    ...inOrder.map((one) => observance(zone, one, rules.get(one.epoch)?.rule)),
    contentLine('END', 'VTIMEZONE'),
  ].join('')
}

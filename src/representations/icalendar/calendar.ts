/** VCALENDAR (RFC 5545 §3.4, RFC 7986), built event by event. The head comes last, because it lists the zones of all events. */

import { withoutInternalFields } from '../../domain/publication/internal.ts'
import {
  type MoveProgress,
  makeOccurrence,
  type RecurrenceDate,
  recurrenceIdByRuleInMove,
  recurrenceIdsOfSeries,
  type Series,
  secondOfRecurrenceDate,
} from '../../domain/series/occurrences.ts'
import { dateTimeValue } from '../../domain/series/recurrence-lines.ts'
import {
  type Instance,
  instancesUpTo,
  interchangeRule,
  isSeriesStartGivenByItsRule,
  lastRdateOrExdate,
} from '../../domain/series/split-series.ts'
import { basicTimestamp, utcTimestampOfEpoch } from '../../domain/time/timestamp.ts'
import { epochOfWall, isWallClockAtEpochRepeated } from '../../domain/time/zones.ts'
import type { EventItem, SeriesRecord } from '../../store/store.ts'
import { parseSeriesRecord } from '../json/series.ts'
import { type Root, urlOfItemPage } from '../urls.ts'
import { type OnZoneUsed, vevent, veventOfTrashedEvent } from './event.ts'
import { contentLine, escapedTextValue } from './line.ts'
import { ALL_LATER_YEARS, vtimezone, zoneId } from './time-zone.ts'

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

// A series in a calendar (RFC 5545 §3.8.4.4, §3.8.5; contract §10.4): one VEVENT with the rule, and one with RECURRENCE-ID
// for each occurrence that the rule alone does not describe. EXDATE excludes occurrences that the reader may not see.

/** The fields of a series that a calendar needs. */
type CalendarSeries = Pick<
  SeriesRecord,
  | 'uid'
  | 'slug'
  | 'version'
  | 'modified_utc'
  | 'recurrence'
  | 'timezone'
  | 'all_day'
  | 'start_date'
  | 'end_date'
  | 'made_until'
  | keyof MoveProgress
>

/** A series, its rule, and the occurrences that the reader sees. */
interface View {
  readonly record: CalendarSeries
  readonly series: Series
  readonly root: Root
  readonly useZone: OnZoneUsed
  /** The exact length of the first occurrence, in seconds, which other programs use for all (RFC 5545 §3.8.5.3). */
  readonly length: number
  /** The occurrence whose texts are those of the series: the first one without own fields. */
  readonly typical: EventItem
}

/** A date of the series in the form of its DTSTART. */
function dateLine(name: string, wall: string, { allDay, zone }: Series): string {
  if (allDay) return contentLine(`${name};VALUE=DATE`, basicTimestamp(wall).slice(0, 8))
  if (zone === 'UTC') return contentLine(name, `${basicTimestamp(wall)}Z`)
  return contentLine(`${name};TZID=${zoneId(zone)}`, basicTimestamp(wall))
}

const isOwn = ({ record }: EventItem) => withoutInternalFields(record.own_fields) !== '[]'

/** Whether an occurrence needs a separate VEVENT: its times or its texts differ from those of the rule. */
function isException(item: EventItem, { wall, recurrenceId }: Instance, view: View): boolean {
  const { record, isProtected } = item
  const { series, length, typical } = view
  if (isOwn(item) || isProtected !== typical.isProtected) return true
  if (record.start_date !== recurrenceId || record.timezone !== series.zone) return true
  if (series.allDay) return record.all_day !== 1
  const isExact = record.end_utc - record.start_utc === length && wall === recurrenceId
  return !isExact || record.all_day === 1 || isWallClockAtEpochRepeated(record.start_utc, series.zone)
}

function exception(item: EventItem, { wall }: Instance, { record, series, root, useZone }: View): string {
  const own = { ...item, record: { ...item.record, uid: record.uid } }
  const url = urlOfItemPage(root, 'event', item.record.slug)
  const named = series.recurrence.dates.find((date) => date.wall === wall && date.epoch !== undefined)
  const { startEpoch } = makeOccurrence(wall, series)
  // RDATE names it in UTC, and so does its exception.
  const place =
    named !== undefined && named.epoch === startEpoch
      ? contentLine('RECURRENCE-ID', dateTimeValue(named))
      : dateLine('RECURRENCE-ID', wall, series)
  return vevent(own, root, useZone, { lines: [place], isLocal: false, url })
}

/** RRULE, RDATE and EXDATE. RDATE also names a start that the rule does not match, because some programs omit it otherwise. */
function recurrenceLines(series: Series, excluded: readonly string[]): readonly string[] {
  const rule = interchangeRule(series)
  const { dates, exclusions } = series.recurrence
  const added = dates
    .filter(({ epoch }) => epoch === undefined)
    .map((date) => utcTimestampOfEpoch(secondOfRecurrenceDate(date, series)))
  const inUtc = (name: string, some: readonly RecurrenceDate[]) =>
    some.flatMap((date) => (date.epoch === undefined ? [] : [contentLine(name, dateTimeValue(date))]))
  const walls = isSeriesStartGivenByItsRule(series) ? added : [series.start, ...added]
  return [
    ...(rule === '' ? [] : [contentLine('RRULE', rule)]),
    ...walls.map((wall) => dateLine('RDATE', wall, series)),
    ...inUtc('RDATE', dates),
    ...excluded.map((wall) => dateLine('EXDATE', wall, series)),
    ...inUtc('EXDATE', exclusions),
  ]
}

/** Years after the last occurrence whose clock changes the VTIMEZONE lists. */
const YEARS_AHEAD = 3

function zoneYears(series: Series, until: string): readonly number[] {
  const [first, last] = [series.start, until].map((wall) => Number(wall.slice(0, 4)))
  const count = 1 + (last ?? 0) - (first ?? 0) + YEARS_AHEAD
  const years = Array.from({ length: Math.max(1, count) }, (_, at) => (first ?? 0) + at)
  const end = `${String((last ?? 0) + YEARS_AHEAD).padStart(4, '0')}-12-31 23:59:59`
  return goesOn(series, end) ? [...years, ALL_LATER_YEARS] : years
}

/** Whether a series has an occurrence after a wall clock time. */
function goesOn(series: Series, end: string): boolean {
  for (const id of recurrenceIdsOfSeries(series, end)) if (id > end) return true
  return false
}

function whole(view: View, excluded: readonly string[]): string {
  const { record, series, root, useZone, typical, length } = view
  const start_utc = epochOfWall(series.start, series.zone)
  if (!series.allDay && series.zone !== 'UTC')
    useZone(
      series.zone,
      zoneYears(series, record.made_until > series.start ? record.made_until : series.start),
    )
  const { uid, version, start_date, end_date, timezone, all_day } = record
  const modified_utc = Math.max(record.modified_utc, typical.record.modified_utc)
  const times = { start_date, end_date, start_utc, end_utc: start_utc + length, timezone, all_day }
  const item = { ...typical, record: { ...typical.record, ...times, uid, version, modified_utc } }
  const url = urlOfItemPage(root, 'series', record.slug)
  return vevent(item, root, useZone, { lines: recurrenceLines(series, excluded), isLocal: true, url })
}

function written(view: View, items: readonly EventItem[]): string {
  const { record, series } = view
  const byId = new Map(
    items.map((item) => [recurrenceIdByRuleInMove(record, item.record.recurrence_id, series), item]),
  )
  const last = lastRdateOrExdate(series)
  const until = record.made_until > last ? record.made_until : last
  const excluded: string[] = []
  const exceptions: string[] = []
  for (const instance of instancesUpTo(series, until)) {
    const { wall, recurrenceId } = instance
    const item = byId.get(recurrenceId)
    const isAhead = recurrenceId > record.made_until
    if (item === undefined && !isAhead) excluded.push(wall)
    if (item !== undefined && isException(item, instance, view))
      exceptions.push(exception(item, instance, view))
  }
  return [whole(view, excluded), ...exceptions].join('')
}

/**
 * Returns the VEVENTs of a series with the occurrences that the reader sees, of which there must be at least one, and their
 * zones.
 */
export function calendarPieceOfSeries(
  record: CalendarSeries,
  items: readonly EventItem[],
  root: Root,
): CalendarPiece {
  const series = parseSeriesRecord(record)
  const typical =
    items.find((item) => !isOwn(item) && !item.isProtected) ?? items.find((item) => !isOwn(item)) ?? items[0]
  return piece((useZone) => {
    if (series === undefined || typical === undefined)
      return items.map((item) => vevent(item, root, useZone)).join('')
    const length = epochOfWall(series.end, series.zone) - epochOfWall(series.start, series.zone)
    return written({ record, series, root, useZone, length, typical }, items)
  })
}

// VALARM (RFC 5545 §3.6.6): a reminder before an event.

const END = contentLine('END', 'VEVENT')

/** Returns a VEVENT that reminds its reader some minutes before it starts. */
export function veventWithReminder(vevent: string, title: string, minutes: number): string {
  const alarm = [
    contentLine('BEGIN', 'VALARM'),
    contentLine('ACTION', 'DISPLAY'),
    contentLine('DESCRIPTION', escapedTextValue(title)),
    contentLine('TRIGGER', `-PT${minutes}M`),
    contentLine('END', 'VALARM'),
  ]
  // Lines of values begin with their names, and continued ones with a space: no text has this line.
  return vevent.replace(END, () => `${alarm.join('')}${END}`)
}

/**
 * The values that lists compare, stored in columns with one slot for each event. A changed event gets a new slot
 * and its old slot becomes dead, so that slots are only ever appended. Dead slots are swept out occasionally.
 */
import { type FlagFilter, flagFilters } from '../../../contract/resources/event-flags.ts'
import {
  type AttendanceMode,
  attendanceModes,
  type EventStatus,
  eventStatuses,
} from '../../../contract/resources/event-outcome.ts'
import type { Status } from '../../../contract/resources/shared.ts'
import { tableOf } from '../../../contract/table-of.ts'

/** The columns of an event that the almanac needs. Instants are seconds since 1970 UTC. */
export interface Entry {
  readonly id: number
  readonly start_utc: number
  readonly end_utc: number
  readonly date_utc: number
  readonly modified_utc: number
  readonly author: number
  readonly status: Status
  readonly event_status: EventStatus
  readonly attendance_mode: AttendanceMode
  /** Bits: see `HIDDEN`, `PROTECTED` and `filterBits`. */
  readonly marks: number
  readonly post_parent: number | null
}

/** The standing of a slot, ascending. `LISTED` is public at the almanac's moment and not hidden. */
export const DEAD = 0
export const KEPT = 1
export const LISTED = 2

/** Bits of `marks`. */
export const HIDDEN = 1
export const PROTECTED = 2

/** The bit of each flag filter. */
export const filterBits: Readonly<Record<FlagFilter, number>> = tableOf(
  flagFilters,
  (name) => 4 << flagFilters.indexOf(name),
)

export const statuses = [
  'publish',
  'future',
  'draft',
  'pending',
  'private',
  'trash',
] as const satisfies Status[]
export const PUBLISH = statuses.indexOf('publish')
export const FUTURE = statuses.indexOf('future')

export interface Columns {
  size: number
  id: Float64Array
  start: Float64Array
  end: Float64Array
  date: Float64Array
  modified: Float64Array
  author: Float64Array
  /** 0 for an event without a parent. */
  parent: Float64Array
  /** 0 for a single event. */
  series: Float64Array
  /** Index in `statuses`, as stored. */
  status: Uint8Array
  /** Index in `eventStatuses`. */
  outcome: Uint8Array
  /** Index in `attendanceModes`. */
  attendance: Uint8Array
  marks: Uint16Array
  standing: Uint8Array
}

/** Returns empty columns with room for `capacity` slots. */
export function columnsFor(capacity: number): Columns {
  const numbers = () => new Float64Array(capacity)
  const bytes = () => new Uint8Array(capacity)
  return {
    size: 0,
    id: numbers(),
    start: numbers(),
    end: numbers(),
    date: numbers(),
    modified: numbers(),
    author: numbers(),
    parent: numbers(),
    series: numbers(),
    status: bytes(),
    outcome: bytes(),
    attendance: bytes(),
    marks: new Uint16Array(capacity),
    standing: bytes(),
  }
}

const MAX_ROOM_AT_ONCE = 262_144

function grow(columns: Columns): void {
  const larger = columnsFor(columns.size + Math.min(Math.max(columns.size, 1024), MAX_ROOM_AT_ONCE))
  larger.id.set(columns.id)
  larger.start.set(columns.start)
  larger.end.set(columns.end)
  larger.date.set(columns.date)
  larger.modified.set(columns.modified)
  larger.author.set(columns.author)
  larger.parent.set(columns.parent)
  larger.series.set(columns.series)
  larger.status.set(columns.status)
  larger.outcome.set(columns.outcome)
  larger.attendance.set(columns.attendance)
  larger.marks.set(columns.marks)
  larger.standing.set(columns.standing)
  Object.assign(columns, larger, { size: columns.size })
}

/** Writes an event, of a series or of none, into a new slot and returns the slot. */
export function put(columns: Columns, entry: Entry, series = 0): number {
  if (columns.size === columns.id.length) grow(columns)
  const slot = columns.size++
  columns.id[slot] = entry.id
  columns.start[slot] = entry.start_utc
  columns.end[slot] = entry.end_utc
  columns.date[slot] = entry.date_utc
  columns.modified[slot] = entry.modified_utc
  columns.author[slot] = entry.author
  columns.parent[slot] = entry.post_parent ?? 0
  columns.series[slot] = series
  columns.status[slot] = statuses.indexOf(entry.status)
  columns.outcome[slot] = eventStatuses.indexOf(entry.event_status)
  columns.attendance[slot] = attendanceModes.indexOf(entry.attendance_mode)
  columns.marks[slot] = entry.marks
  columns.standing[slot] = KEPT
  return slot
}

/** Copies the first `count` slots of `from`, in that order, to new columns. */
export function gathered(columns: Columns, from: Int32Array, count: number): Columns {
  const next = columnsFor(count)
  next.size = count
  for (let at = 0; at < count; at++) {
    const slot = from[at] ?? 0
    next.id[at] = columns.id[slot] ?? 0
    next.start[at] = columns.start[slot] ?? 0
    next.end[at] = columns.end[slot] ?? 0
    next.date[at] = columns.date[slot] ?? 0
    next.modified[at] = columns.modified[slot] ?? 0
    next.author[at] = columns.author[slot] ?? 0
    next.parent[at] = columns.parent[slot] ?? 0
    next.series[at] = columns.series[slot] ?? 0
    next.status[at] = columns.status[slot] ?? 0
    next.outcome[at] = columns.outcome[slot] ?? 0
    next.attendance[at] = columns.attendance[slot] ?? 0
    next.marks[at] = columns.marks[slot] ?? 0
    next.standing[at] = columns.standing[slot] ?? 0
  }
  return next
}

/** The layout of a day as a grid of half hours. Events at the same time stand side by side. */
import { plusDays } from '../../../../domain/time/calendar-days.ts'
import type { ListedEvent } from '../../../json/listed-event.ts'
import { firstDayOfEvent } from '../dates.ts'

/** The half hours in a day, and the first and last of those that are always shown: 8:00 to 20:00. */
const SLOTS = 48
const EARLIEST = 16
const LATEST = 40
/** The maximum of events side by side: narrower ones could not be read. The others open above the grid. */
export const MAX_SIDE_BY_SIDE = 3
/** The minimum of half hours that an event covers, so that its title is readable. */
const MIN_SLOTS = 2

/** An event in the grid: its first half hour, how many it covers, and its place among those beside it. */
export interface EventSlot {
  readonly event: ListedEvent
  readonly at: number
  readonly length: number
  readonly lane: number
  readonly of: number
}

export interface DayHoursLayout {
  readonly day: string
  /** All-day events and events of several days. */
  readonly above: readonly ListedEvent[]
  /** Events that find no place beside others at the same time. */
  readonly crowded: readonly ListedEvent[]
  readonly slots: readonly EventSlot[]
}

const halfHour = (wall: string, round: (value: number) => number) =>
  round((Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16))) / 30)

/** Whether an event is shown in the grid: it has a time of day, and ends before the same time of the next day. */
function isTimed({ all_day, start_date, end_date }: ListedEvent): boolean {
  const next = plusDays(start_date.slice(0, 10), 1)
  return !all_day && next !== undefined && end_date < `${next}${start_date.slice(10)}`
}

/** The half hours that an event covers on a day: first and end, the end excluded. */
function rangeOn(day: string, event: ListedEvent): readonly [number, number] {
  const from = firstDayOfEvent(event) < day ? 0 : halfHour(event.start_date, Math.floor)
  const to = event.end_date.slice(0, 10) > day ? SLOTS : halfHour(event.end_date, Math.ceil)
  const start = Math.min(from, SLOTS - MIN_SLOTS)
  return [start, Math.max(to, start + MIN_SLOTS)]
}

interface Timed {
  readonly event: ListedEvent
  readonly from: number
  readonly to: number
  lane: number
}

/** Places events that overlap, directly or by others, in lanes of one width. Featured ones are placed first. */
function clusterSlots(cluster: readonly Timed[], crowded: ListedEvent[]): readonly EventSlot[] {
  const rank = ({ event }: Timed) => (event.sticky || event.featured ? 0 : 1)
  const held: Timed[] = []
  for (const one of [...cluster].sort((a, b) => rank(a) - rank(b) || a.from - b.from)) {
    const taken = new Set(
      held.filter(({ from, to }) => one.from < to && from < one.to).map(({ lane }) => lane),
    )
    let lane = 0
    while (taken.has(lane)) lane += 1
    if (lane >= MAX_SIDE_BY_SIDE) crowded.push(one.event)
    else held.push(Object.assign(one, { lane }))
  }
  const of = Math.max(1, ...held.map(({ lane }) => lane + 1))
  return held
    .sort((a, b) => a.from - b.from || a.lane - b.lane)
    .map(({ event, from, to, lane }) => ({ event, at: from, length: to - from, lane, of }))
}

/** Returns the layout of the events of a day. */
export function dayHoursLayout(day: string, events: readonly ListedEvent[]): DayHoursLayout {
  const above = events.filter((event) => !isTimed(event))
  const timed = events
    .filter(isTimed)
    .map((event): Timed => {
      const [from, to] = rangeOn(day, event)
      return { event, from, to, lane: 0 }
    })
    .sort((a, b) => a.from - b.from)
  const clusters: Timed[][] = []
  let end = -1
  for (const one of timed) {
    if (one.from >= end) clusters.push([])
    clusters.at(-1)?.push(one)
    end = Math.max(end, one.to)
  }
  const crowded: ListedEvent[] = []
  const slots = clusters.flatMap((cluster) => clusterSlots(cluster, crowded))
  return { day, above, crowded, slots }
}

/** Returns the half hours that the days show: from the first event, or eight, to the last, or twenty. */
export function shownHalfHourRange(days: readonly DayHoursLayout[]): readonly [first: number, end: number] {
  const all = days.flatMap(({ slots }) => slots)
  const first = Math.min(EARLIEST, ...all.map(({ at }) => at))
  const end = Math.max(LATEST, ...all.map(({ at, length }) => at + length))
  return [first - (first % 2), end + (end % 2)]
}

/** The times of an event, or of a new one, while it is dragged in the calendar. */
import { signal } from '@preact/signals'
import { deskSettings } from '../../desk-settings.ts'
import { dateTimeText, dayText, minutesBetween, plusMinutes, timeText } from '../../time/wall.ts'
import { resolveWallTime } from '../../time/zones.ts'
import { wallDay } from '../days.ts'
import type { ShownEvent } from '../shown.ts'

/** The minutes that start and end change by, on the wall clock of the site zone. */
export interface TimeShift {
  readonly start: number
  readonly end: number
}

/** The times that an event, or a new one, would have, and the place of the pointer in the window. */
export interface LiveTimes {
  readonly start: string
  readonly end: string
  readonly isAllDay: boolean
  readonly x: number
  readonly y: number
}

/** The times of what is being dragged; undefined while nothing is. */
export const liveTimesSignal = signal<LiveTimes | undefined>(undefined)

/** Returns a time of the site zone; one that a change of the clock skips moves forward by the gap, as the service stores it. */
const outOfGap = (wall: string) => resolveWallTime(deskSettings.zone, wall)?.wall ?? wall

/** Returns the times of an event after a change, or undefined if it would end before it starts. */
export function changedTimes(
  { start, end, event: { all_day } }: ShownEvent,
  change: TimeShift,
): Omit<LiveTimes, 'x' | 'y'> | undefined {
  const asDropped = plusMinutes(start, change.start)
  const first = all_day ? asDropped : outOfGap(asDropped)
  // What begins later because of a gap ends later, too.
  const gap = minutesBetween(asDropped, first) ?? 0
  const last = plusMinutes(end, change.end + gap)
  const times = { start: first, end: all_day ? last : outOfGap(last) }
  return times.end < times.start ? undefined : { ...times, isAllDay: all_day }
}

/** Returns times as text: `Tue 4 May, 18:00 – 20:00`. */
export function timesText({ start, end, isAllDay }: Omit<LiveTimes, 'x' | 'y'>): string {
  const isOneDay = wallDay(start) === wallDay(end)
  if (isAllDay) return isOneDay ? dayText(start) : `${dayText(start)} – ${dayText(end)}`
  if (start === end) return dateTimeText(start)
  return `${dateTimeText(start)} – ${isOneDay ? timeText(end) : dateTimeText(end)}`
}

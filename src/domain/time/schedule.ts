/** The schedule of an event: its start and end in wall clock time and UTC. */
import type { ResolvedWallAndEpoch } from './date-text.ts'
import { firstAndLastSecondOfDay, wallAt } from './zones.ts'

/** Start and end of an event, in the wall clock time of its zone and in seconds since 1970. */
export interface Schedule {
  readonly allDay: boolean
  readonly zone: string
  readonly startDate: string
  readonly endDate: string
  readonly startUtc: number
  readonly endUtc: number
}

/** Returns whether an event has no end time: one that is not all day, and ends when it starts. It was never said when it ends. */
export function hasNoEnd(
  times: Readonly<{
    all_day: number
    start_date: string
    end_date: string
    start_utc?: number
    end_utc?: number
  }>,
): boolean {
  return times.all_day === 0 && times.start_date === times.end_date && times.start_utc === times.end_utc
}

/** The input of a schedule: wall clock times that exist in the zone, with their instants. */
interface ScheduleParts {
  readonly allDay: boolean
  readonly zone: string
  readonly start: ResolvedWallAndEpoch
  readonly end: ResolvedWallAndEpoch
}

/** Creates a schedule; an all-day schedule is extended to whole days. Undefined if the end is before the start. */
export function scheduleOf({ allDay, zone, start, end }: ScheduleParts): Schedule | undefined {
  const from = allDay ? readAt(firstAndLastSecondOfDay(start.wall.slice(0, 10), zone).first, zone) : start
  const to = allDay ? readAt(firstAndLastSecondOfDay(end.wall.slice(0, 10), zone).last, zone) : end
  if (to.epoch < from.epoch) return undefined
  return {
    allDay,
    zone,
    startDate: from.wall,
    endDate: to.wall,
    startUtc: from.epoch,
    endUtc: to.epoch,
  }
}

function readAt(epoch: number, zone: string): ResolvedWallAndEpoch {
  return { wall: wallAt(epoch, zone), epoch }
}

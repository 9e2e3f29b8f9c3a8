/** The transitions of zones: changes of their offset from UTC. */
import { Temporal } from 'temporal-polyfill'
import { memoizedByText } from '../../support/remembered.ts'
import { fixedOffset } from './fixed-offset.ts'
import { epochOfUtc, utcTimestampOfEpoch } from './timestamp.ts'
import { offsetSeconds } from './zone-offset.ts'

/** A transition at `epoch` (seconds since 1970 UTC): the offset, in seconds, changes from `from` to `to`. */
export interface ZoneTransition {
  readonly epoch: number
  readonly from: number
  readonly to: number
}

/**
 * The transitions that determine every offset of a zone in a UTC calendar year and one day on either side: the last
 * transition before that time, or an entry without a change at its start, and each transition within.
 */
export const zoneTransitionsAroundYear = memoizedByText(
  5_000,
  (zone: string, year: number): readonly ZoneTransition[] => {
    const begin = epochOfUtc(`${String(year).padStart(4, '0')}-01-01 00:00:00`) - DAY
    const end = begin + 368 * DAY
    const at = offsetSeconds(zone, begin)
    const steady = { epoch: begin, from: at, to: at }
    if (fixedOffset(zone) !== undefined) return [steady]
    const within: ZoneTransition[] = []
    for (
      let epoch = nextChange(zone, begin);
      epoch !== undefined && epoch < end;
      epoch = nextChange(zone, epoch)
    )
      within.push({ epoch, from: offsetSeconds(zone, epoch - 1), to: offsetSeconds(zone, epoch) })
    return [lastChange(zone, begin) ?? steady, ...within]
  },
)

/** Whether the wall clock time of an instant occurs twice, because the clocks are put back. */
export function isWallClockAtEpochRepeated(epoch: number, zone: string): boolean {
  return zoneTransitionsAroundYear(zone, Number(utcTimestampOfEpoch(epoch).slice(0, 4))).some(
    (change) => change.from > change.to && Math.abs(epoch - change.epoch) <= change.from - change.to,
  )
}

const DAY = 86_400

const zoned = (zone: string, epoch: number) =>
  Temporal.Instant.fromEpochMilliseconds(epoch * 1000).toZonedDateTimeISO(zone)

function nextChange(zone: string, epoch: number): number | undefined {
  const change = zoned(zone, epoch).getTimeZoneTransition('next')
  return change === null ? undefined : Math.floor(change.epochMilliseconds / 1000)
}

function lastChange(zone: string, before: number): ZoneTransition | undefined {
  const change = zoned(zone, before).getTimeZoneTransition('previous')
  if (change === null) return undefined
  const epoch = Math.floor(change.epochMilliseconds / 1000)
  return { epoch, from: offsetSeconds(zone, epoch - 1), to: offsetSeconds(zone, epoch) }
}

/** The times of an event from its args and the stored event (contract §2.3, §4.2). Pure. Throws 400 for times that do not fit. */

import type { PureContext } from '../../api/context.ts'
import type { CreateArgs } from '../../contract/resources/index.ts'
import {
  isZonelessWallClock,
  type ParsedDate,
  type ResolvedWallAndEpoch,
  resolveParsedDate,
} from '../../domain/time/date-text.ts'
import { hasNoEnd, type Schedule, scheduleOf } from '../../domain/time/schedule.ts'
import { epochOfWall, wallMovedPastGap } from '../../domain/time/zones.ts'
import { because, invalidParam } from '../../problem.ts'
import type { EventRecord } from '../../store/store.ts'
import type { SentArgs } from './published.ts'

/** The args of an event that say when it is. */
export type ScheduleArgs = Pick<
  SentArgs<CreateArgs<'event'>>,
  'start_date' | 'end_date' | 'timezone' | 'all_day' | 'no_end_time'
>

/** Returns a date that was sent for an arg. Throws 400 for a year that dates can't have. */
export function resolveSentDate(
  name: string,
  sent: ParsedDate,
  zone: string,
  { moment }: PureContext,
): ResolvedWallAndEpoch {
  const date = resolveParsedDate(sent, zone, moment.now)
  if (date === undefined) throw invalidParam(name, because('out_of_years'))
  return date
}

/** The args of an event, and the stored event that they change. */
interface ScheduleSource {
  readonly args: ScheduleArgs
  readonly kept: EventRecord | undefined
  /** The event's zone after the change. */
  readonly zone: string
}

/** One end of the schedule: as sent, or as stored, with its wall clock in the event's current zone. */
function endOf(
  name: 'start_date' | 'end_date',
  { args, kept, zone }: ScheduleSource,
  context: PureContext,
): ResolvedWallAndEpoch {
  const sent = args[name]
  const was = kept && { wall: kept[name], epoch: name === 'start_date' ? kept.start_utc : kept.end_utc }
  if (sent !== undefined && sent !== null) {
    const date = resolveSentDate(name, sent, zone, context)
    const isKept = was !== undefined && kept?.timezone === zone && was.wall === date.wall
    return isKept && isZonelessWallClock(sent) ? was : date
  }
  if (was === undefined || kept === undefined) throw invalidParam(name, because('missing'))
  if (kept.timezone === zone) return was
  return { wall: wallMovedPastGap(was.wall, zone), epoch: epochOfWall(was.wall, zone) }
}

/** Returns the zone of an event: as sent, as stored, or that of the site. */
export const zoneOfEvent = (
  { timezone }: ScheduleArgs,
  kept: EventRecord | undefined,
  { moment }: PureContext,
): string => (timezone === undefined ? (kept?.timezone ?? moment.zone) : (timezone ?? moment.zone))

/** Whether an end is sent, other than the stored one. */
function isEndSent(source: ScheduleSource, context: PureContext): boolean {
  const { args, kept } = source
  if (args.end_date === undefined || args.end_date === null) return false
  return kept === undefined || endOf('end_date', source, context).wall !== kept.end_date
}

/**
 * Returns the end of the event, which starts at `start`. An event without an end time keeps none when its start moves, until an end is
 * sent. Whether it has one counts as absent if it is sent as it is stored.
 */
function settledEnd(
  start: ResolvedWallAndEpoch,
  source: ScheduleSource,
  context: PureContext,
): ResolvedWallAndEpoch {
  const { args, kept } = source
  const hadNone = kept !== undefined && hasNoEnd(kept)
  const isAsked = args.no_end_time !== undefined && (args.no_end_time ?? false) !== hadNone
  const isSent = isEndSent(source, context)
  if (isAsked && args.no_end_time === true) {
    if (isSent && endOf('end_date', source, context).epoch !== start.epoch)
      throw invalidParam('end_date', because('end_without_end_time'))
    return start
  }
  if (hadNone && !isAsked && !isSent) return start
  const end = endOf('end_date', source, context)
  if (hadNone && isAsked && end.epoch === start.epoch)
    throw invalidParam('end_date', because('not_after_start'))
  return end
}

/** Returns the schedule: as sent, or as stored where absent. Throws 400 for dates that do not fit. */
export function scheduleColumnsFromArgs(
  args: ScheduleArgs,
  kept: EventRecord | undefined,
  context: PureContext,
): Schedule {
  const zone = zoneOfEvent(args, kept, context)
  const allDay = args.all_day === undefined ? kept?.all_day === 1 : args.all_day === true
  const isNew = args.no_end_time === true && !(kept !== undefined && hasNoEnd(kept))
  if (allDay && isNew) throw invalidParam('no_end_time', because('whole_days_end'))
  const start = endOf('start_date', { args, kept, zone }, context)
  const end = settledEnd(start, { args, kept, zone }, context)
  const schedule = scheduleOf({ allDay, zone, start, end })
  if (schedule !== undefined) return schedule
  const onStart = args.start_date !== undefined && args.end_date === undefined
  throw onStart
    ? invalidParam('start_date', because('after_end'))
    : invalidParam('end_date', because('before_start'))
}

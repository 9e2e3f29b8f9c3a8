/** The dates of an event list: six bounds, read once as ranges of seconds and as wall clock times. */

import { type ParsedDate, type ResolvedWallAndEpoch, resolveParsedDate } from './date-text.ts'
import { epochOfInstant, type Moment } from './moment.ts'
import { plusDays } from './timestamp.ts'
import {
  type DayBoundSeconds,
  epochOfWall,
  firstAndLastSecondOfDay,
  firstWallTimeOfDay,
  wallAt,
} from './zones.ts'

// The schedule of an event: its start and end in wall clock time and UTC.

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

/** The args that bound a window. */
export const windowBoundNames = [
  'start_date',
  'end_date',
  'starts_before',
  'starts_after',
  'ends_before',
  'ends_after',
] as const

/** The name of an arg that bounds a window. */
export type WindowBoundName = (typeof windowBoundNames)[number]

/** Inclusive limits of an event's start and end, in seconds since 1970; all limits that are set apply. */
export interface StartAndEndLimits {
  readonly startFrom?: number
  readonly startTo?: number
  readonly endFrom?: number
  readonly endTo?: number
}

/** The args of a list that decide its window. A list that names its items has none. */
export type WindowArgs = { readonly [B in WindowBoundName]?: ParsedDate | undefined } & {
  readonly strict_dates?: boolean | undefined
  readonly include?: unknown
  readonly external_id?: unknown
}

/** The meaning of the dates of a list at a moment. */
interface WindowRead {
  readonly window: StartAndEndLimits
  /** The bounds that are sent or have a default, as wall clock times in the site zone. */
  readonly dates: Readonly<Partial<Record<WindowBoundName, string>>>
  /** Whether a date counts from the moment, so that the window changes with it. */
  readonly isMoving: boolean
}

/** The meaning of the dates, or the bound whose date cannot be resolved at this moment. */
export type WindowResult = WindowRead | { readonly fault: WindowBoundName }

/**
 * Reads the dates of a list. Unless they are strict, each bound is the whole day of its instant in the site zone. If none
 * of the four `…s_before` and `…s_after` is sent, an absent start_date or end_date gets its default: the start of
 * today, and that plus two years (to the end of that day, unless strict). Without `hasDefaults` it stays absent.
 */
export function windowOfArgs(args: WindowArgs, moment: Moment, hasDefaults = true): WindowResult {
  const namesItems = args.include !== undefined || args.external_id !== undefined
  const sent: Reads = {}
  for (const bound of windowBoundNames) {
    const text = args[bound]
    const read = text && resolveParsedDate(text, moment.zone, moment.now)
    if (text !== undefined && read === undefined && !namesItems) return { fault: bound }
    if (read !== undefined) sent[bound] = read
  }
  const reads = hasDefaults && !namesItems ? withDefaults(sent, moment) : sent
  return {
    window: namesItems ? {} : joined(reads, args.strict_dates === true, moment.zone),
    dates: wallsOf(reads),
    isMoving: windowBoundNames.some((bound) => args[bound]?.form === 'steps'),
  }
}

/** What a feed is to its reader: a calendar to look things up in, news of what is ahead, or a file of it. */
export type FeedPurpose = 'calendar' | 'news' | 'file'

/** Calendar programs replace what they hold at each refresh, and people look back: calendars keep what is over for so many days. */
const DAYS_KEPT_IN_CALENDARS = 90

/** The first second at which an event of a feed may end. */
const earliestEndIn: Readonly<Record<FeedPurpose, (moment: Moment) => number>> = {
  calendar: (moment) => {
    const day = today(moment)
    return firstAndLastSecondOfDay(plusDays(day, -DAYS_KEPT_IN_CALENDARS) ?? day, moment.zone).first
  },
  news: ({ now }) => epochOfInstant(now) + 1,
  file: (moment) => firstAndLastSecondOfDay(today(moment), moment.zone).first,
}

/**
 * Returns the window of a feed (contract §3.1): what is on, begins within two years, or ended lately. A feed that names its events or
 * their series has all of them. Undefined if a date is sent: then it has the events of the list.
 */
export function windowOfFeed(
  purpose: FeedPurpose,
  args: WindowArgs & { readonly series?: unknown },
  moment: Moment,
): StartAndEndLimits | undefined {
  if (windowBoundNames.some((bound) => args[bound] !== undefined)) return undefined
  if ([args.include, args.external_id, args.series].some((sent) => sent !== undefined)) return {}
  const lastDay = firstWallTimeOfDayTwoYearsAhead(moment).slice(0, 10)
  return {
    endFrom: earliestEndIn[purpose](moment),
    startTo: firstAndLastSecondOfDay(lastDay, moment.zone).last,
  }
}

/** The default of start_date: the first wall clock time of today in the site zone. */
export function firstWallTimeOfToday(moment: Moment): string {
  return firstWallTimeOfDay(today(moment), moment.zone)
}

/** The default of end_date: the first wall clock time of the day two years after today, 28 February for the 29th. */
export function firstWallTimeOfDayTwoYearsAhead(moment: Moment): string {
  const now = today(moment)
  const year = Number(now.slice(0, 4)) + 2
  return firstWallTimeOfDay(`${year}${now.slice(4).replace('-02-29', '-02-28')}`, moment.zone)
}

/** The first second after today in the site zone, in seconds since 1970: the time at which the defaults change. */
export function firstSecondOfTomorrow(moment: Moment): number {
  return firstAndLastSecondOfDay(today(moment), moment.zone).last + 1
}

/** Today in the site zone, as `YYYY-MM-DD`. */
export function today(moment: Moment): string {
  return wallAt(epochOfInstant(moment.now), moment.zone).slice(0, 10)
}

/** The dates of the bounds that have a default, as wall clock times in the site zone. */
export const windowDefaultFunctions = {
  start_date: firstWallTimeOfToday,
  end_date: firstWallTimeOfDayTwoYearsAhead,
} as const

type Reads = Partial<Record<WindowBoundName, ResolvedWallAndEpoch>>
type Spans = Partial<Record<WindowBoundName, DayBoundSeconds>>

function wallsOf(reads: Reads): WindowRead['dates'] {
  const walls: Partial<Record<WindowBoundName, string>> = {}
  for (const bound of windowBoundNames) {
    const read = reads[bound]
    if (read !== undefined) walls[bound] = read.wall
  }
  return walls
}

function withDefaults(sent: Reads, moment: Moment): Reads {
  if (sent.starts_before ?? sent.starts_after ?? sent.ends_before ?? sent.ends_after) return sent
  const dateBy = (bound: keyof typeof windowDefaultFunctions): ResolvedWallAndEpoch => {
    const wall = windowDefaultFunctions[bound](moment)
    return { wall, epoch: epochOfWall(wall, moment.zone) }
  }
  return {
    ...sent,
    start_date: sent.start_date ?? dateBy('start_date'),
    end_date: sent.end_date ?? dateBy('end_date'),
  }
}

// A strict bound is an instant, represented as a span of one second, so that both modes compare alike.
function spanAt({ wall, epoch }: ResolvedWallAndEpoch, strict: boolean, zone: string): DayBoundSeconds {
  return strict ? { first: epoch, last: epoch } : firstAndLastSecondOfDay(wall.slice(0, 10), zone)
}

function spansOf(reads: Reads, strict: boolean, zone: string): Spans {
  const spans: Spans = {}
  for (const bound of windowBoundNames) {
    const read = reads[bound]
    if (read !== undefined) spans[bound] = spanAt(read, strict, zone)
  }
  return spans
}

// `…s_before` includes the day of the bound; if strict, it excludes the second. `…s_after` excludes the day or the second.
function joined(reads: Reads, strict: boolean, zone: string): StartAndEndLimits {
  const spans = spansOf(reads, strict, zone)
  const before = (span: DayBoundSeconds | undefined) => span && (strict ? span.last - 1 : span.last)
  const after = (span: DayBoundSeconds | undefined) => span && span.last + 1
  return {
    ...limit('startFrom', Math.max, [spans.start_date?.first, after(spans.starts_after)]),
    ...limit('startTo', Math.min, [before(spans.starts_before)]),
    ...limit('endFrom', Math.max, [after(spans.ends_after)]),
    ...limit('endTo', Math.min, [spans.end_date?.last, before(spans.ends_before)]),
  }
}

type Choice = (...seconds: number[]) => number

function limit(
  name: keyof StartAndEndLimits,
  narrowest: Choice,
  given: readonly (number | undefined)[],
): StartAndEndLimits {
  const limits = given.filter((second) => second !== undefined)
  return limits.length > 0 ? { [name]: narrowest(...limits) } : {}
}

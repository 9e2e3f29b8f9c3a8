/** The times of a VEVENT: its start and end, the clock on which they are read, and the zone in which they are shown. */
import type { WorkInSteps } from '../../../domain/time/recurrence.ts'
import { epochOfUtc, plusSeconds, utcTimestampOfEpoch } from '../../../domain/time/timestamp.ts'
import { because, Problem, type RefusalReason, reasonOfProblem } from '../../../problem.ts'
import type { NoteFunction } from '../../notes.ts'
import { type Component, type Property, propertyNamed } from '../text/content-lines.ts'
import { parseDuration, parseTimeValue } from '../text/values.ts'
import { type ZoneClock, zoneNamed } from './zones.ts'

/** The context in which times are read. */
export interface TimesContext {
  readonly zones: (id: string) => ZoneClock | undefined
  /** The zone of floating times and of days: the calendar's own (X-WR-TIMEZONE), otherwise the site zone. */
  readonly floating: ZoneClock
  /** The zone in which times in UTC are shown: the calendar's own, otherwise UTC. */
  readonly shown: ZoneClock
  /** The site zone, used for times in an unknown zone. */
  readonly site: ZoneClock
  /** Seconds since 1970 UTC, like the next two. */
  readonly now: number
  /** The first second of occurrences that recur without end. */
  readonly since: number
  /** The last second of occurrences that recur without end. */
  readonly horizon: number
  /** How many more occurrences of rules may be computed for this calendar. */
  readonly left: { occurrences: number }
  /** Whether a date of the current event was not understood. */
  readonly unclear: { is: boolean }
  /** The numbers of the components with a note on their end. */
  readonly noted: Set<number>
  /** Whether the calendar is a message that cancels its events (RFC 5546 §3.2.5). */
  readonly isCancelling: boolean
  /** Called with each part that is not understood, if the event can be imported without it. */
  readonly note: NoteFunction
}

/** A moment, or a day in seconds since 1970 as if in UTC. */
export interface MomentOrDay {
  readonly epoch: number
  readonly isDate: boolean
  /** The zone in which it is read. */
  readonly clock: ZoneClock
  /** The zone in which it is shown. */
  readonly zone: ZoneClock
}

/** The times of an occurrence. All-day times are midnights in UTC in any zone; the end is excluded. */
export interface OccurrenceSpan extends Omit<MomentOrDay, 'epoch'> {
  readonly start: number
  readonly end: number
}

export const DAY_SECONDS = 86_400
const utc = zoneNamed('UTC')

/** The problem for an event that can't be read. */
const refused = (reason: RefusalReason) => new Problem('rest_invalid_param', reason)

/** The day of a moment on the clock on which it is read. */
export function dateOnClockAtEpoch({ clock }: Pick<MomentOrDay, 'clock'>, epoch: number): string {
  return clock.wallAt(epoch).slice(0, 10)
}

/** Notes a date of an event that is not understood. */
export function noteUnclearDate(times: TimesContext, what: RefusalReason): void {
  times.unclear.is = true
  times.note(what)
}

/** Returns the zone of a TZID. For an unknown one it returns the site zone, and notes it. */
function zoneCalled(id: string, times: TimesContext): ZoneClock {
  const { zones, site } = times
  const zone = zones(id)
  if (zone === undefined) noteUnclearDate(times, because('zone_guessed', { zone: id.slice(0, 100) }))
  if (zone?.isOffsetAlone === true) times.note(because('zone_by_offset', { zone: id.slice(0, 100) }))
  return zone ?? site
}

/** A TZID with a colon and without quotes: the parser reads the text after the colon as the value. */
const unquotedZone = /^(.*):(\d{8}(?:T\d{6}Z?)?)$/i

/**
 * Reads one time of a property, on `clock` if it names no zone. Its form, not VALUE, decides whether it is a day.
 * Throws a problem if it is no time.
 */
export function readMomentOrDay(
  property: Property,
  text: string,
  times: TimesContext,
  clock = times.floating,
): MomentOrDay {
  const [, rest, value = text.trim()] = unquotedZone.exec(text.trim()) ?? []
  const written = property.params.get('TZID')
  const id = written === undefined || rest === undefined ? written : `${written}:${rest}`
  const read = parseTimeValue(value)
  if (read === undefined || (rest !== undefined && written === undefined))
    throw refused(because('not_a_time', { property: property.name, text: text.slice(0, 100) }))
  const { timestamp, isDate, isUtc } = read
  if (isDate) return { isDate, clock: utc, zone: times.floating, epoch: epochOfUtc(timestamp) }
  if (isUtc) {
    const zone = (id === undefined ? undefined : times.zones(id)) ?? times.shown
    return { isDate, clock: utc, zone, epoch: epochOfUtc(timestamp) }
  }
  const zone = id === undefined ? clock : zoneCalled(id, times)
  return { isDate, clock: zone, zone, epoch: zone.epochOf(timestamp) }
}

/** The maximum dates of one event. */
const MAX_DATES = 10_000
const DATES_IN_STEP = 200

/** Reads one time of several. Notes one that is not understood, and returns none. */
function readWhen(
  property: Property,
  text: string,
  times: TimesContext,
  clock: ZoneClock,
): readonly MomentOrDay[] {
  try {
    return [readMomentOrDay(property, text, times, clock)]
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    noteUnclearDate(times, reasonOfProblem(error))
    return []
  }
}

/** Yields every time of the properties with that name, in steps; of periods, the starts. Ignores empty ones. */
export function* readMomentsOrDays(
  { properties }: Component,
  name: string,
  times: TimesContext,
  clock: ZoneClock,
): WorkInSteps<readonly MomentOrDay[]> {
  const whens: MomentOrDay[] = []
  for (const property of properties) {
    if (property.name !== name) continue
    for (const one of property.value.split(',', MAX_DATES + 1)) {
      if (one.trim() === '') continue
      if (whens.length === MAX_DATES) {
        noteUnclearDate(times, because('dates_left_out', { part: name, most: MAX_DATES }))
        return whens
      }
      whens.push(...readWhen(property, one.split('/', 1)[0] ?? '', times, clock))
      if (whens.length % DATES_IN_STEP === 0) yield undefined
    }
  }
  return whens
}

/** The instant of DTEND. If its type differs from the start's, only its day counts. */
function endAt(end: Property, start: MomentOrDay, times: TimesContext): number {
  const read = readMomentOrDay(end, end.value, times, start.clock)
  if (read.isDate === start.isDate) return read.epoch
  if (read.isDate) return start.clock.epochOf(utcTimestampOfEpoch(read.epoch))
  const wall = read.zone.wallAt(read.epoch)
  const day = epochOfUtc(`${wall.slice(0, 10)} 00:00:00`)
  return wall.endsWith(' 00:00:00') ? day : day + DAY_SECONDS
}

/** An end that is not before the start: one that is less than a day before it is in the night that follows. */
function endFrom(end: number, component: Component, start: MomentOrDay, times: TimesContext): number {
  if (end >= start.epoch) return end
  const next = start.clock.epochOf(plusSeconds(start.clock.wallAt(end), DAY_SECONDS))
  const isNight = !start.isDate && next > start.epoch
  // The times of a component are read several times.
  if (!times.noted.has(component.number)) times.note(because(isNight ? 'end_next_night' : 'end_before_start'))
  times.noted.add(component.number)
  return isNight ? next : start.epoch
}

/** The end of an event: DTEND, otherwise DURATION, otherwise one day for days and the start for times. */
function endOf(component: Component, start: MomentOrDay, times: TimesContext): number {
  const [end, duration] = [propertyNamed(component, 'DTEND'), propertyNamed(component, 'DURATION')]
  if (end !== undefined) return endFrom(endAt(end, start, times), component, start, times)
  if (duration === undefined) return start.isDate ? start.epoch + DAY_SECONDS : start.epoch
  const length = parseDuration(duration.value.trim())
  if (length === undefined) throw refused(because('not_a_duration', { text: duration.value.slice(0, 100) }))
  const wall = plusSeconds(start.clock.wallAt(start.epoch), length.days * DAY_SECONDS)
  return start.clock.epochOf(wall) + length.seconds
}

/** Returns the start of a component. Throws a problem if there is none. */
export function dtstartOf(component: Component, times: TimesContext): MomentOrDay {
  const start = propertyNamed(component, 'DTSTART')
  if (start === undefined) throw refused(because('no_start'))
  const when = readMomentOrDay(start, start.value, times)
  return saysAllDay(component, times) ? dayFrom(when) : when
}

/** The day of a moment, in the zone in which it is shown. */
function dayFrom({ epoch, isDate, clock, zone }: MomentOrDay): MomentOrDay {
  const wall = (isDate ? clock : zone).wallAt(epoch)
  return { isDate: true, clock: utc, zone, epoch: epochOfUtc(`${wall.slice(0, 10)} 00:00:00`) }
}

/** Whether Microsoft's programs say that an event is all-day, and its times are midnights in their zones. */
function saysAllDay(component: Component, times: TimesContext): boolean {
  const said = propertyNamed(component, 'X-MICROSOFT-CDO-ALLDAYEVENT')?.value.trim().toUpperCase()
  if (said !== 'TRUE') return false
  const ends = ['DTSTART', 'DTEND'].flatMap((name) => propertyNamed(component, name) ?? [])
  return ends.every((property) => {
    const { isDate, epoch, zone } = readMomentOrDay(property, property.value, times)
    return isDate || zone.wallAt(epoch).endsWith(' 00:00:00')
  })
}

/** Returns the start and end of a component. Throws a problem if they are not understood. */
export function componentSpan(component: Component, times: TimesContext): OccurrenceSpan {
  const when = dtstartOf(component, times)
  const { isDate, epoch: start, clock, zone } = when
  const end = endOf(component, when, times)
  return { isDate, clock, zone, start, end: isDate ? Math.max(end, start + DAY_SECONDS) : end }
}

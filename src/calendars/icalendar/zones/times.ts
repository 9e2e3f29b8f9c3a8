/** The times of a VEVENT: when it begins and ends, on which clock, and in which zone that is shown. */
import type { Steps } from '../../../domain/time/recurrence.ts'
import { epochOfUtc, utcTimestamp } from '../../../domain/time/timestamp.ts'
import { Problem } from '../../../problem.ts'
import { type Component, type Property, propertyNamed } from '../text/content-lines.ts'
import { durationIn, timestampIn } from '../text/values.ts'
import { keptZone, type Zone } from './zones.ts'

/** What times depend on besides themselves. */
export interface Times {
  readonly zones: (id: string) => Zone | undefined
  /** The zone of times that float, and of days: what the calendar says (X-WR-TIMEZONE), else the site zone. */
  readonly floating: Zone
  /** The zone that times in UTC are shown in: what the calendar says, else UTC. */
  readonly shown: Zone
  /** The site zone: of times in a zone that is not known. */
  readonly site: Zone
  /** Seconds since 1970 UTC, like the next two. */
  readonly now: number
  /** The first second of what recurs without end. */
  readonly since: number
  /** The last second of what recurs without end. */
  readonly horizon: number
  /** How many occurrences of rules may yet be followed in this calendar. */
  readonly left: { occurrences: number }
  /** Whether something of the event at hand was not understood that says when it takes place. */
  readonly unclear: { is: boolean }
  /** Whether the calendar is a message that cancels its events (RFC 5546 §3.2.5). */
  readonly isCancelling: boolean
  /** Told of what is not understood, and does not keep the event from being imported. */
  readonly note: (what: string) => void
}

/** A moment, or a day in seconds since 1970 as if in UTC. */
export interface When {
  readonly epoch: number
  readonly isDate: boolean
  /** What it is read by. */
  readonly clock: Zone
  /** What it is shown in. */
  readonly zone: Zone
}

/** When an occurrence takes place. Days are those of UTC, whatever the zone, the end excluded. */
export interface Span extends Omit<When, 'epoch'> {
  readonly start: number
  readonly end: number
}

export const DAY = 86_400
const utc = keptZone('UTC')

/** The problem of an event that can't be read. */
export const refused = (message: string) => new Problem('rest_invalid_param', { message })

/** The day of a moment on the clock that it is read by. */
export function dayOf({ clock }: Pick<When, 'clock'>, epoch: number): string {
  return clock.wallAt(epoch).slice(0, 10)
}

/** Notes what says when an event takes place and is not understood. */
export function unclear(times: Times, what: string): void {
  times.unclear.is = true
  times.note(what)
}

/** The zone of a TZID; the site zone where it is not known, which is noted. */
function zoneCalled(id: string, times: Times): Zone {
  const { zones, site } = times
  const zone = zones(id)
  if (zone === undefined) unclear(times, `TZID=${id.slice(0, 100)} (not known: read in the site zone)`)
  return zone ?? site
}

/** A TZID with a colon that is not in quotes: what follows the colon is taken for the value. */
const unquotedZone = /^(.*):(\d{8}(?:T\d{6}Z?)?)$/i

/**
 * Reads one time of a property; without a zone of its own it is read by `clock`. A day is one by its form, whatever VALUE says.
 * Throws a problem where it is no time.
 */
export function whenOf(property: Property, text: string, times: Times, clock = times.floating): When {
  const [, rest, value = text.trim()] = unquotedZone.exec(text.trim()) ?? []
  const written = property.params.get('TZID')
  const id = written === undefined || rest === undefined ? written : `${written}:${rest}`
  const read = timestampIn(value)
  if (read === undefined || (rest !== undefined && written === undefined))
    throw refused(`${property.name} is not a time: ${text.slice(0, 100)}`)
  const { timestamp, isDate, isUtc } = read
  if (isDate) return { isDate, clock: utc, zone: times.floating, epoch: epochOfUtc(timestamp) }
  if (isUtc) {
    const zone = (id === undefined ? undefined : times.zones(id)) ?? times.shown
    return { isDate, clock: utc, zone, epoch: epochOfUtc(timestamp) }
  }
  const zone = id === undefined ? clock : zoneCalled(id, times)
  return { isDate, clock: zone, zone, epoch: zone.epochOf(timestamp) }
}

/** Dates of one event that are read. */
const MAX_DATES = 10_000
const DATES_IN_STEP = 200

/** One time of several; none where it is not understood, which is noted. */
function readWhen(property: Property, text: string, times: Times, clock: Zone): readonly When[] {
  try {
    return [whenOf(property, text, times, clock)]
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    unclear(times, error.message)
    return []
  }
}

/** Every time of the properties of that name, in steps; of periods, their beginnings. Empty ones are nothing. */
export function* whensOf(
  { properties }: Component,
  name: string,
  times: Times,
  clock: Zone,
): Steps<readonly When[]> {
  const whens: When[] = []
  for (const property of properties) {
    if (property.name !== name) continue
    for (const one of property.value.split(',', MAX_DATES + 1)) {
      if (one.trim() === '') continue
      if (whens.length === MAX_DATES) {
        unclear(times, `${name} beyond the first ${MAX_DATES} dates`)
        return whens
      }
      whens.push(...readWhen(property, one.split('/', 1)[0] ?? '', times, clock))
      if (whens.length % DATES_IN_STEP === 0) yield undefined
    }
  }
  return whens
}

/** Where DTEND lies; one of the other type counts by its day. */
function endAt(end: Property, start: When, times: Times): number {
  const read = whenOf(end, end.value, times, start.clock)
  if (read.isDate === start.isDate) return read.epoch
  if (read.isDate) return start.clock.epochOf(utcTimestamp(read.epoch))
  const wall = read.clock.wallAt(read.epoch)
  const day = epochOfUtc(`${wall.slice(0, 10)} 00:00:00`)
  return wall.endsWith(' 00:00:00') ? day : day + DAY
}

/** The end of what begins at a moment; DTEND, else DURATION, else a day, or no time at all. */
function endOf(component: Component, start: When, times: Times): number {
  const [end, duration] = [propertyNamed(component, 'DTEND'), propertyNamed(component, 'DURATION')]
  if (end !== undefined) return Math.max(start.epoch, endAt(end, start, times))
  if (duration === undefined) return start.isDate ? start.epoch + DAY : start.epoch
  const length = durationIn(duration.value.trim())
  if (length === undefined) throw refused(`DURATION is none: ${duration.value.slice(0, 100)}`)
  const wall = utcTimestamp(epochOfUtc(start.clock.wallAt(start.epoch)) + length.days * DAY)
  return start.clock.epochOf(wall) + length.seconds
}

/** When a component begins. Throws a problem where it does not say. */
export function startOf(component: Component, times: Times): When {
  const start = propertyNamed(component, 'DTSTART')
  if (start === undefined) throw refused('It has no DTSTART.')
  return whenOf(start, start.value, times)
}

/** When a component takes place. Throws a problem where that is not understood. */
export function spanOf(component: Component, times: Times): Span {
  const when = startOf(component, times)
  const { isDate, epoch: start, clock, zone } = when
  const end = endOf(component, when, times)
  return { isDate, clock, zone, start, end: isDate ? Math.max(end, start + DAY) : end }
}

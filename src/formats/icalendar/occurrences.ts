/** The events of a calendar, with the occurrences of recurring events up to a horizon (RFC 5545 §3.8.4, §3.8.5). */
import {
  ruleDatesAsSecondsInSteps,
  ruleSecondsOfDay,
  untilSecond,
  type WorkInSteps,
} from '../../domain/time/recurrence.ts'
import { parseRule, type Rule } from '../../domain/time/recurrence-rule.ts'
import { epochOfUtc, plusSeconds, utcTimestampOfEpoch } from '../../domain/time/timestamp.ts'
import { addSentenceToReason, because, Problem, type RefusalReason, reasonOfProblem } from '../../problem.ts'
import type { NoteFunction } from '../format.ts'
import {
  type Component,
  type Property,
  parseDuration,
  parseTimeValue,
  propertyNamed,
  unescapedText,
} from './text.ts'
import { type ZoneClock, zoneNamed } from './zones.ts'

// The times of a VEVENT: its start and end, the clock on which they are read, and the zone in which they are shown.

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
const TIMES_IN_STEP = 200

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
      if (whens.length % TIMES_IN_STEP === 0) yield undefined
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

// The starts that the rules of a component give, on any clock and in steps (RFC 5545 §3.8.5.3).

/** The maximum dates of one rule that are followed. */
const MAX_FOLLOWED = 10_000
const DATES_IN_STEP = 200

const TOO_OFTEN = { fault: because('recurs_too_often') }

/** Whether a rule has no end. */
const isEndless = ({ count, until }: Rule) => count === Number.POSITIVE_INFINITY && until === ''

interface Followed {
  readonly seconds: readonly number[]
  /** Whether dates after these were left out. */
  readonly isCut: boolean
}

/** Follows a rule between two seconds of its wall clock. Dates before `from` are left out, except those that COUNT counts. */
function* followed(rule: Rule, start: number, from: number, last: number): WorkInSteps<Followed> {
  const seconds: number[] = []
  const isCounted = rule.count < Number.POSITIVE_INFINITY
  for (const second of ruleDatesAsSecondsInSteps(rule, { start, from: isCounted ? start : from, last })) {
    if (seconds.length >= rule.count) break
    if (second !== undefined && seconds.length === MAX_FOLLOWED) return { seconds, isCut: true }
    if (second !== undefined) seconds.push(second)
    if (second === undefined || seconds.length % DATES_IN_STEP === 0) yield undefined
  }
  return { seconds, isCut: false }
}

/** The dates of a rule, in seconds of its wall clock: all of them, else those of the last years, else those to come. */
function* datesOf(
  rule: Rule,
  { clock, start }: OccurrenceSpan,
  until: number,
  times: TimesContext,
): WorkInSteps<Followed> {
  const wall = (epoch: number) => epochOfUtc(clock.wallAt(epoch))
  const last = Math.min(until, wall(times.horizon))
  const whole = isEndless(rule) ? times.since : start
  let found: Followed = { seconds: [], isCut: false }
  for (const from of new Set([whole, times.since, times.now])) {
    found = yield* followed(rule, wall(start), Math.max(wall(start), wall(from)), last)
    if (!found.isCut) return found
  }
  return found
}

/** The dates of the text of a rule; or why there are none. */
function* followedText(
  text: string,
  span: OccurrenceSpan,
  times: TimesContext,
): WorkInSteps<Followed | { readonly fault: RefusalReason }> {
  if (times.left.occurrences <= 0) return { fault: because('others_recur_too_often') }
  const rule = parseRule(text)
  if ('fault' in rule) return { fault: addSentenceToReason(rule.fault) }
  const { clock, start } = span
  const until = untilSecond(rule, (timestamp) => clock.wallAt(epochOfUtc(timestamp)))
  if (until === undefined)
    return { fault: because('rule_not_understood', { part: 'UNTIL', text: rule.until.slice(0, 40) }) }
  if (ruleSecondsOfDay(rule, epochOfUtc(clock.wallAt(start)) % DAY_SECONDS) === undefined) return TOO_OFTEN
  const found = yield* datesOf(rule, span, until, times)
  return found.isCut && rule.count < Number.POSITIVE_INFINITY ? TOO_OFTEN : found
}

/**
 * The starts from the rules of a component, in seconds since 1970 UTC, with its own start. Those of rules without end begin two
 * years ago. Notes rules that are not understood, and starts that are left out.
 */
function* collectRuleStartsOfComponent(
  component: Component,
  span: OccurrenceSpan,
  times: TimesContext,
): WorkInSteps<Set<number>> {
  const found = new Set([span.start])
  for (const { value } of component.properties.filter(({ name }) => name === 'RRULE')) {
    const dates = yield* followedText(value, span, times)
    if ('fault' in dates)
      noteUnclearDate(times, because('rule_left_out', { rule: value.slice(0, 100), why: dates.fault }))
    else {
      times.left.occurrences -= dates.seconds.length
      if (dates.isCut) times.note(because('occurrences_left_out', { most: MAX_FOLLOWED }))
      for (const second of dates.seconds) found.add(span.clock.epochOf(utcTimestampOfEpoch(second)))
    }
    yield undefined
  }
  return found
}

/** A component, with the context of its times. */
export interface ComponentInContext {
  readonly component: Component
  readonly times: TimesContext
}

export interface CalendarOccurrence extends ComponentInContext {
  readonly span: OccurrenceSpan
  /** The recurrence id; "" for the first occurrence and for a single event. */
  readonly recurrence: string
  /** The occurrence that it replaces, if the calendar does not contain the series. */
  readonly of?: MomentOrDay
}

/** The occurrences of the components that share a UID. */
interface Occurrences {
  /** The occurrences to import, in order. */
  readonly near: readonly CalendarOccurrence[]
  /** The other occurrences, which are too far from now to be imported. */
  readonly far: readonly string[]
}

/** The maximum number of imported occurrences of one event that does not recur. */
const MAX_NEAREST = 500
/** The maximum occurrences of all rules of one calendar. */
export const MAX_DATES_OF_ALL_RULES = 300_000
/** Components that are read in one step. */
const COMPONENTS_IN_STEP = 100

/** Converts an added date to a start. A day without a time begins at the event's time of day. */
function asStart(one: MomentOrDay, span: OccurrenceSpan): number {
  if (one.isDate === span.isDate) return one.epoch
  const day = dateOnClockAtEpoch(one, one.epoch)
  return span.clock.epochOf(`${day} ${span.clock.wallAt(span.start).slice(11)}`)
}

/** The starts of a recurring event up to the horizon, in order. */
export function* recurringStarts(
  component: Component,
  span: OccurrenceSpan,
  times: TimesContext,
): WorkInSteps<readonly number[]> {
  const found = yield* collectRuleStartsOfComponent(component, span, times)
  for (const one of yield* readMomentsOrDays(component, 'RDATE', times, span.clock))
    found.add(asStart(one, span))
  const excluded = yield* readMomentsOrDays(component, 'EXDATE', times, span.clock)
  const isOther = isOfOtherType(span)
  const moments = new Set(excluded.filter((one) => !isOther(one)).map(({ epoch }) => epoch))
  const days = new Set(excluded.filter(isOther).map((one) => dateOnClockAtEpoch(one, one.epoch)))
  return [...found]
    .filter((epoch) => epoch <= times.horizon || epoch === span.start)
    .filter((epoch) => !moments.has(epoch) && !(days.size > 0 && days.has(dateOnClockAtEpoch(span, epoch))))
    .sort((a, b) => a - b)
}

/** Whether a date has another type (day or time) than the start of the event. Then dates are compared by their day. */
const isOfOtherType =
  ({ isDate }: Pick<MomentOrDay, 'isDate'>) =>
  (one: MomentOrDay) =>
    one.isDate !== isDate

/** The recurrence id of an occurrence, from its start in seconds since 1970 UTC. */
export const recurrenceIdOfStart = (epoch: number) =>
  utcTimestampOfEpoch(epoch).replace(/[-:]/g, '').replace(' ', 'T')

/** Whether a component is at least as new as another one for the same occurrence: by SEQUENCE, then by DTSTAMP. */
function isAsNew(component: Component, other: Component): boolean {
  const rankOf = (one: Component) => {
    const text = (name: string) => unescapedText(propertyNamed(one, name)?.value ?? '').trim()
    return { sequence: Number(text('SEQUENCE')) || 0, stamp: text('DTSTAMP') }
  }
  const [a, b] = [rankOf(component), rankOf(other)]
  return a.sequence === b.sequence ? a.stamp >= b.stamp : a.sequence > b.sequence
}

function newerOf<D extends ComponentInContext>(one: D, other: D | undefined): D {
  return other === undefined || isAsNew(one.component, other.component) ? one : other
}

/** A component that replaces one occurrence. */
export interface ReplacingComponent extends ComponentInContext {
  readonly of: MomentOrDay
}

/** The main component, and the replacing components by the moment of the occurrence that they replace. */
interface Family {
  readonly master: ComponentInContext | undefined
  readonly replacing: Map<number, ReplacingComponent>
}

/** Splits the components of one UID. If several replace the same occurrence, the newest is used. */
export function* splitComponentsOfUid(components: readonly ComponentInContext[]): WorkInSteps<Family> {
  const masters = components.filter(
    ({ component }) => propertyNamed(component, 'RECURRENCE-ID') === undefined,
  )
  const master = masters.reduce<ComponentInContext | undefined>((last, one) => newerOf(one, last), undefined)
  const clock: ZoneClock | undefined = master && dtstartOf(master.component, master.times).clock
  const replacing = new Map<number, ReplacingComponent>()
  for (const [at, { component, times }] of components.entries()) {
    if (at % COMPONENTS_IN_STEP === COMPONENTS_IN_STEP - 1) yield undefined
    const id = propertyNamed(component, 'RECURRENCE-ID')
    if (id === undefined) continue
    const of = placeIn(id, { component, times }, clock)
    if (of !== undefined) replacing.set(of.epoch, newerOf({ component, times, of }, replacing.get(of.epoch)))
  }
  return { master, replacing }
}

/**
 * The occurrence that a component of a series replaces. One that is not understood, or has no times that are, is noted and left
 * out. Throws a problem if the calendar does not contain the series.
 */
function placeIn(id: Property, { component, times }: ComponentInContext, clock: ZoneClock | undefined) {
  if (clock === undefined) return readMomentOrDay(id, id.value, times)
  try {
    componentSpan(component, times)
    return readMomentOrDay(id, id.value, times, clock)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    noteUnclearDate(times, because('exception_left_out', { why: reasonOfProblem(error) }))
    return undefined
  }
}

/** Removes and returns the component that replaces a single event: found by its moment, or by its day if the types differ. */
function takeReplacement(
  replacing: Map<number, ReplacingComponent>,
  span: OccurrenceSpan,
): ReplacingComponent | undefined {
  const isOther = isOfOtherType(span)
  const day = dateOnClockAtEpoch(span, span.start)
  const all = [...replacing]
  const same = all.find(([epoch, { of }]) => !isOther(of) && epoch === span.start)
  const found =
    same ?? all.findLast(([epoch, { of }]) => isOther(of) && dateOnClockAtEpoch(of, epoch) === day)
  if (found !== undefined) replacing.delete(found[0])
  return found?.[1]
}

const nameOfReplaced = ({ of }: ReplacingComponent) => recurrenceIdOfStart(of.epoch)

function detached({ component, times, of }: ReplacingComponent): CalendarOccurrence {
  const span = componentSpan(component, times)
  return { component, times, span, recurrence: recurrenceIdOfStart(of.epoch) }
}

/**
 * Returns the occurrences of the components of one UID that don't recur, in order and in steps: of the event, and of those that replace
 * others. Throws a problem if a time is not understood.
 */
export function* occurrencesOfUid(components: readonly ComponentInContext[]): WorkInSteps<Occurrences> {
  const { master, replacing } = yield* splitComponentsOfUid(components)
  if (master === undefined) {
    const alone = [...replacing.values()]
    const far = alone.slice(MAX_NEAREST).map(nameOfReplaced)
    return { near: alone.slice(0, MAX_NEAREST).map((one) => ({ ...detached(one), of: one.of })), far }
  }
  const { component, times } = master
  const span = componentSpan(component, times)
  const first: CalendarOccurrence[] = []
  // An exclusion may leave nothing of the event.
  if ((yield* recurringStarts(component, span, times)).length > 0) {
    const other = takeReplacement(replacing, span)
    if (other === undefined) first.push({ component, times, span, recurrence: '' })
    else first.push({ ...other, span: componentSpan(other.component, other.times), recurrence: '' })
  }
  const replaced = [...replacing.values()]
  const later = replaced.filter(({ of }) => of.epoch > span.start).slice(0, MAX_NEAREST - first.length)
  return { near: [...first, ...later.map(detached)], far: replaced.map(nameOfReplaced) }
}

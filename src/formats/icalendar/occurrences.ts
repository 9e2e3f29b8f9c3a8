/** The events of a calendar, with the occurrences of recurring events up to a horizon (RFC 5545 §3.8.4, §3.8.5). */

import { ruleSecondsOfDay, untilSecond, type WorkInSteps } from '../../domain/time/recurrence.ts'
import { parseRule, type Rule } from '../../domain/time/recurrence-rule.ts'
import { ruleDatesAsSecondsInSteps } from '../../domain/time/rule-seconds.ts'
import { epochOfUtc, utcTimestampOfEpoch } from '../../domain/time/timestamp.ts'
import { addSentenceToReason, because, Problem, type RefusalReason, reasonOfProblem } from '../../problem.ts'
import { MAX_NEAREST_STARTS, startsNearNow } from './nearest.ts'
import { type Component, type Property, propertyNamed, unescapedText } from './text/content-lines.ts'
import {
  componentSpan,
  DAY_SECONDS,
  dateOnClockAtEpoch,
  dtstartOf,
  type MomentOrDay,
  noteUnclearDate,
  type OccurrenceSpan,
  readMomentOrDay,
  readMomentsOrDays,
  type TimesContext,
} from './zones/event-times.ts'
import type { ZoneClock } from './zones/zones.ts'

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

/** Removes and returns the component that replaces an occurrence: found by its moment, or by its day if the types differ. */
function replacements(replacing: Map<number, ReplacingComponent>, span: OccurrenceSpan) {
  const byDay = new Map<string, number>()
  const isOther = isOfOtherType(span)
  for (const [epoch, { of }] of replacing) if (isOther(of)) byDay.set(dateOnClockAtEpoch(of, epoch), epoch)
  return (start: number): ReplacingComponent | undefined => {
    const same = replacing.get(start)
    const found = same !== undefined && !isOther(same.of) ? start : byDay.get(dateOnClockAtEpoch(span, start))
    const other = found === undefined ? undefined : replacing.get(found)
    if (found !== undefined) replacing.delete(found)
    return other
  }
}

const nameOfReplaced = ({ of }: ReplacingComponent) => recurrenceIdOfStart(of.epoch)

function detached({ component, times, of }: ReplacingComponent): CalendarOccurrence {
  const span = componentSpan(component, times)
  return { component, times, span, recurrence: recurrenceIdOfStart(of.epoch) }
}

/**
 * Yields the occurrences of the components of one UID, in order and in steps. A component that replaces a time outside the rule
 * is an occurrence, too. Throws a problem if a time is not understood.
 */
export function* occurrencesOfUid(components: readonly ComponentInContext[]): WorkInSteps<Occurrences> {
  const { master, replacing } = yield* splitComponentsOfUid(components)
  if (master === undefined) {
    const alone = [...replacing.values()]
    const far = alone.slice(MAX_NEAREST_STARTS).map(nameOfReplaced)
    return { near: alone.slice(0, MAX_NEAREST_STARTS).map((one) => ({ ...detached(one), of: one.of })), far }
  }
  const { component, times } = master
  const span = componentSpan(component, times)
  const all = yield* recurringStarts(component, span, times)
  const starts = startsNearNow(all, { component, length: span.end - span.start }, times)
  const isNear = new Set(starts)
  const nameFrom = (start: number) => (start === span.start ? '' : recurrenceIdOfStart(start))
  const replacementOf = replacements(replacing, span)
  const followed = starts.map((start): CalendarOccurrence => {
    const recurrence = nameFrom(start)
    const other = replacementOf(start)
    if (other !== undefined)
      return { ...other, span: componentSpan(other.component, other.times), recurrence }
    const moved = { ...span, start, end: start + span.end - span.start }
    return { component, times, recurrence, span: moved }
  })
  const from = starts[0] ?? span.start
  const replaced = [...replacing.values()]
  const others = replaced.filter(({ of }) => of.epoch > from)
  const room = Math.max(0, MAX_NEAREST_STARTS - followed.length)
  return {
    near: [...followed, ...others.slice(0, room).map(detached)],
    far: [...all.filter((start) => !isNear.has(start)).map(nameFrom), ...replaced.map(nameOfReplaced)],
  }
}

/** The events of a calendar, with the occurrences of recurring events up to a horizon (RFC 5545 §3.8.4, §3.8.5). */
import type { WorkInSteps } from '../../domain/time/recurrence.ts'
import { utcTimestampOfEpoch } from '../../domain/time/timestamp.ts'
import { because, Problem, reasonOfProblem } from '../../problem.ts'
import { MAX_NEAREST_STARTS, startsNearNow } from './nearest.ts'
import { collectRuleStartsOfComponent } from './rule-starts.ts'
import { type Component, type Property, propertyNamed, unescapedText } from './text/content-lines.ts'
import {
  componentSpan,
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

export type { OccurrenceSpan, TimesContext } from './zones/event-times.ts'

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

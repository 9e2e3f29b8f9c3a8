/** Converts a recurring VEVENT to a stored series with exactly the same instants. */
import { occurrences } from '../../domain/series/occurrence-starts.ts'
import { parseRecurrence } from '../../domain/series/recurrence-lines.ts'
import type { Series, SeriesTimes } from '../../domain/series/series.ts'
import { atOnce } from '../../domain/time/recurrence.ts'
import { utcTimestamp } from '../../domain/time/timestamp.ts'
import { epochOfWall, wallAt, zoneNamed } from '../../domain/time/zones.ts'
import { type Component, propertyNamed, textOf } from '../icalendar/text/content-lines.ts'
import { dayOf, type Span, type Times, type When, whensOf } from '../icalendar/zones/times.ts'
import { timesOfSpan } from './moved-part.ts'

const compact = (wall: string) => wall.replace(/[-:]/g, '').replace(' ', 'T')

/** A line of RDATE or EXDATE with wall clock times of the series. */
function dateLines(name: string, whens: readonly When[], { zone, allDay }: SeriesTimes): readonly string[] {
  const days = whens.filter(({ isDate }) => isDate || allDay).map((one) => compact(dayOf(one, one.epoch)))
  const moments = whens
    .filter(({ isDate }) => !isDate && !allDay)
    .map(({ epoch }) => compact(wallAt(epoch, zone)))
  return [...days.map((day) => `${name};VALUE=DATE:${day}`), ...moments.map((moment) => `${name}:${moment}`)]
}

/** The lines of a component in the zone of the series; undefined if they are refused, or there is not exactly one rule. */
function ownLines(component: Component, span: Span, series: SeriesTimes, times: Times): Series | undefined {
  const rules = component.properties
    .filter(({ name }) => name === 'RRULE')
    .map(({ value }) => `RRULE:${value}`)
  const dates = (name: string) => dateLines(name, atOnce(whensOf(component, name, times, span.clock)), series)
  const later = dates('RDATE').filter((line) => !line.endsWith(`:${compact(series.start)}`))
  const recurrence = parseRecurrence([...rules, ...later, ...dates('EXDATE')], series)
  return 'fault' in recurrence ? undefined : { ...series, recurrence }
}

/** The instants of the occurrences up to a second since 1970 UTC. All-day occurrences count as midnights in UTC. */
function* instants(series: Series, horizon: number): Generator<number> {
  for (const { recurrenceId } of occurrences(series)) {
    const day = `${recurrenceId.slice(0, 10)} 00:00:00`
    const epoch = series.allDay ? epochOfWall(day, 'UTC') : epochOfWall(recurrenceId, series.zone)
    if (epoch > horizon) return
    yield epoch
  }
}

function isSame(series: Series, starts: readonly number[], horizon: number): boolean {
  const within = starts.filter((epoch) => epoch <= horizon)
  let at = 0
  for (const epoch of instants(series, horizon)) {
    if (epoch !== within[at]) return false
    at += 1
  }
  return at === within.length
}

/** Lists all starts as dates, if no stored rule gives the same starts. */
function namedOneByOne(first: SeriesTimes, starts: readonly number[], span: Span): Series | undefined {
  const { zone, allDay } = first
  const walls = starts.map((epoch) => (allDay ? utcTimestamp(epoch) : wallAt(epoch, zone)))
  const [start, ...others] = walls
  if (start === undefined) return undefined
  const length = span.end - span.start
  const at = { ...span, start: starts[0] ?? span.start, end: (starts[0] ?? span.start) + length }
  const dates = others.map((wall) => ({ wall, isDay: allDay }))
  const rule = dates.length === 0 ? 'FREQ=DAILY;COUNT=1' : ''
  return { ...timesOfSpan(at, zone), recurrence: { rule, dates, exclusions: [] } }
}

/** Whether a rule continues beyond the compared occurrences. */
const MAX_NAMED = 2000

/**
 * Returns the series of a component. `starts` are its starts up to the horizon, in seconds since 1970 UTC. Uses the component's
 * lines if they give exactly these starts in a known zone, otherwise the list of starts. Undefined for no starts or too many.
 */
export function representedSeries(
  component: Component,
  span: Span,
  starts: readonly number[],
  times: Times,
): Series | undefined {
  const said = zoneNamed(textOf(propertyNamed(component, 'X-FASTI-TIMEZONE')?.value ?? ''))
  const zones = [said ?? span.zone.nameAt(span.start), span.clock.nameAt(span.start)]
  for (const zone of new Set(zones)) {
    const series = ownLines(component, span, timesOfSpan(span, zone), times)
    if (series !== undefined && isSame(series, starts, times.horizon)) return series
  }
  if (starts.length === 0 || starts.length > MAX_NAMED) return undefined
  return namedOneByOne(timesOfSpan(span, zones[0] ?? 'UTC'), starts, span)
}

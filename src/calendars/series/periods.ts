/** RDATE with VALUE=PERIOD (RFC 5545 §3.3.9): dates with a duration of their own. */
import { Problem, reasonOfProblem } from '../../problem.ts'
import type { Component } from '../icalendar/text/content-lines.ts'
import { parseDuration } from '../icalendar/text/values.ts'
import {
  noteUnclearDate,
  type OccurrenceSpan,
  readMomentOrDay,
  type TimesContext,
} from '../icalendar/zones/event-times.ts'

const DAY = 86_400

/** Returns the end by the start of each period whose duration differs from the event's, in seconds since 1970 UTC. */
export function endByStartOfPeriods(
  component: Component,
  span: OccurrenceSpan,
  times: TimesContext,
): ReadonlyMap<number, number> {
  const ends = new Map<number, number>()
  for (const property of component.properties) {
    if (property.name !== 'RDATE' || !property.value.includes('/')) continue
    for (const text of property.value.split(',', 1000)) {
      const [from = '', to] = text.split('/', 2)
      if (to === undefined) continue
      try {
        const start = readMomentOrDay(property, from, times, span.clock).epoch
        const length = parseDuration(to.trim())
        const end =
          length === undefined
            ? readMomentOrDay(property, to, times, span.clock).epoch
            : start + length.days * DAY + length.seconds
        if (end >= start && end - start !== span.end - span.start) ends.set(start, end)
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        noteUnclearDate(times, reasonOfProblem(error))
      }
    }
  }
  return ends
}

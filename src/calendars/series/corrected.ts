/** Series in a zone that no stored zone behaves like. */
import { recurrenceIdsOfSeries } from '../../domain/series/occurrence-starts.ts'
import type { Series } from '../../domain/series/series.ts'
import { wallAt } from '../../domain/time/zones.ts'
import { because } from '../../problem.ts'
import type { TimesContext } from '../icalendar/zones/event-times.ts'
import { hasSeriesEnd } from './imported-part.ts'

const DAY = 86_400

/** The maximum corrections of a series. */
const MAX_CORRECTED = 1500

/**
 * Returns a series whose rule recurs on the clock of another zone than its source's. Where that clock shows another time, the
 * right start replaces the one of the rule. `starts` are the starts of the source that are imported, in order, in seconds since
 * 1970 UTC. Notes what follows the other clock later. Undefined if too much would be replaced.
 */
export function seriesWithStartsCorrected(
  series: Series,
  starts: readonly number[],
  times: TimesContext,
): Series | undefined {
  const [first, last] = [starts[0], starts.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const { zone, allDay, recurrence } = series
  const right = new Set(starts.map((epoch) => wallAt(epoch, zone)))
  const [from, to] = [wallAt(first - DAY, zone), wallAt(Math.max(last + DAY, times.horizon), zone)]
  const wrong: string[] = []
  for (const id of recurrenceIdsOfSeries(series, from)) {
    if (id > to) break
    if (id >= from && !right.delete(id)) wrong.push(id)
  }
  if (right.size + wrong.length > MAX_CORRECTED) return undefined
  const dates = (walls: Iterable<string>) => [...walls].map((wall) => ({ wall, isDay: allDay }))
  if (!hasSeriesEnd(series)) times.note(because('dates_right_until', { until: to.slice(0, 10) }))
  return {
    ...series,
    recurrence: {
      ...recurrence,
      dates: [...recurrence.dates, ...dates(right)].sort((a, b) => (a.wall < b.wall ? -1 : 1)),
      exclusions: [...recurrence.exclusions, ...dates(wrong)].sort((a, b) => (a.wall < b.wall ? -1 : 1)),
    },
  }
}

/** The args of page links: all args of the request with dates resolved, so that every page shows the same result (contract §1.9). */
import type { Args } from '../../contract/arg.ts'
import { isDateText, readDate } from '../../domain/time/date-text.ts'
import type { Moment } from '../../domain/time/moment.ts'
import { startOfToday, twoYearsFromToday } from '../../domain/time/window.ts'
import type { Query } from './query.ts'
import type { RawArgs } from './raw-args.ts'

type Pair = [string, string]

const others = ['starts_before', 'starts_after', 'ends_before', 'ends_after', 'include', 'external_id']
/** Undeclared parameters that links repeat, because they shape the response. */
const shaping = ['_fields', 'context', '_envelope']

/** The default dates of the window, as far as they apply. */
function windowDates(values: RawArgs, args: Args, moment: Moment): Readonly<Record<string, string>> {
  if (args.starts_before === undefined || others.some((name) => values[name] !== undefined)) return {}
  return {
    ...(values.start_date === undefined && { start_date: startOfToday(moment) }),
    ...(values.end_date === undefined && { end_date: twoYearsFromToday(moment) }),
  }
}

/**
 * The query parameters of page links, in the order of declaration, so that equal requests have equal links. Passwords are left
 * out. Repeated parameters are joined into a list.
 */
export function linkArgs(query: Query, values: RawArgs, args: Args, moment: Moment): Pair[] {
  const pairs: Pair[] = []
  const byDefault = windowDates(values, args, moment)
  for (const name of Object.keys(args)) {
    if (byDefault[name] !== undefined) pairs.push([name, byDefault[name]])
    if (!query.has(name)) continue
    const sent = query.texts(name).join(',')
    if (name === 'page' || name === 'password' || sent === '') continue
    if (args[name]?.kind.name === 'date') {
      const value = values[name]
      const read = isDateText(value) ? readDate(value, moment.zone, moment.now) : undefined
      pairs.push([name, read?.wall ?? sent])
    } else if (name !== 'per_page') pairs.push([name, sent])
  }
  const kept = shaping
    .filter((name) => query.has(name))
    .map((name): Pair => [name, query.texts(name).join(',')])
  return [...pairs, ...kept, ['per_page', String(values.per_page)]]
}

/** schema.org linked data of series (contract §10.4): an EventSeries with its Schedule. */
import { ruleOfSeries } from '../../domain/series/occurrence-starts.ts'
import type { Series } from '../../domain/series/series.ts'
import type { Rule, RuleDay } from '../../domain/time/recurrence-rule.ts'
import { untilSecondInZone } from '../../domain/time/rule-seconds.ts'
import { utcTimestampOfEpoch } from '../../domain/time/timestamp.ts'
import type { SeriesHeadWithWithheldDates } from '../../store/store.ts'
import { type Root, urlOfItemPage } from '../urls.ts'
import { type SchemaOrgThing, withoutEmpty } from './ld.ts'
import { parseSeriesRecord } from './series.ts'

const units: Readonly<Record<Rule['frequency'], string>> = {
  DAILY: 'D',
  WEEKLY: 'W',
  MONTHLY: 'M',
  YEARLY: 'Y',
}
const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const letters = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** Returns the schema.org name of a weekday; the form of iCalendar for a weekday with a number. */
const dayLd = ({ weekday, ordinal }: RuleDay) =>
  ordinal === 0 ? `https://schema.org/${days[weekday]}` : `${ordinal}${letters[weekday]}`

/** The maximum number of listed dates without occurrences. */
const MAX_EXCEPTED = 100

/** The first dates of the rule without an occurrence that the public sees: excluded, in the trash, or not published. */
function exceptDates({ recurrence, allDay }: Series, withheld: readonly string[]): readonly string[] {
  const dates = [...recurrence.exclusions, ...withheld.map((wall) => ({ wall, isDay: false }))]
  const shown = dates.map(({ wall, isDay }) => (isDay || allDay ? wall.slice(0, 10) : wall.replace(' ', 'T')))
  return [...new Set(shown)].sort().slice(0, MAX_EXCEPTED)
}

function scheduleLd(series: Series, withheld: readonly string[]): SchemaOrgThing {
  const rule = ruleOfSeries(series)
  const { start, end, zone, allDay } = series
  const last = rule === undefined || rule.until === '' ? undefined : untilSecondInZone(rule, zone)
  return withoutEmpty({
    '@type': 'Schedule',
    repeatFrequency: rule === undefined ? undefined : `P${rule.interval}${units[rule.frequency]}`,
    repeatCount: rule !== undefined && rule.count < Number.POSITIVE_INFINITY ? rule.count : undefined,
    byDay: rule?.byDay.map(dayLd),
    byMonth: rule === undefined ? undefined : [...rule.months],
    byMonthDay: rule === undefined ? undefined : [...rule.monthDays],
    startDate: start.slice(0, 10),
    endDate: last === undefined ? undefined : utcTimestampOfEpoch(last).slice(0, 10),
    startTime: allDay ? undefined : start.slice(11),
    endTime: allDay || start === end ? undefined : end.slice(11),
    scheduleTimezone: zone,
    exceptDate: [...exceptDates(series, withheld)],
  })
}

/** Returns the series of an event as a schema.org EventSeries. */
export function seriesLd(head: SeriesHeadWithWithheldDates, root: Root): SchemaOrgThing {
  const series = parseSeriesRecord(head)
  const url = urlOfItemPage(root, 'series', head.slug)
  return withoutEmpty({
    '@type': 'EventSeries',
    '@id': url,
    url,
    name: head.title,
    eventSchedule: series === undefined ? undefined : scheduleLd(series, head.withheld),
  })
}

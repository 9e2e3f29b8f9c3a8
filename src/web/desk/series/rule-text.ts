/** Recurrence rules in words of the reader: their parts, and a whole one in a line. */
import { deskSettings } from '../desk-settings.ts'
import { dayText, wallEpoch } from '../time/wall.ts'
import { locale, t } from '../words/index.ts'
import { listText } from '../words/list-text.ts'
import { type RecurrencePattern, type RepeatKind, type Weekday, weekdayCodesFromMonday } from './pattern.ts'
import { patternOfLines } from './read-lines.ts'

/** Returns the name of a weekday. 2024-01-01 is a Monday. */
export const nameOfRuleWeekday = (day: Weekday, weekday: 'long' | 'short'): string =>
  new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' }).format(
    wallEpoch(`2024-01-0${1 + weekdayCodesFromMonday.indexOf(day)}`),
  )

const units: Readonly<Partial<Record<RepeatKind, string>>> = {
  day: 'day',
  week: 'week',
  'month-day': 'month',
  'month-weekday': 'month',
  year: 'year',
}

/** Returns the interval of a rule with its unit, such as “2 weeks”; undefined for what has none. */
export function ruleIntervalText({ repeat, interval }: RecurrencePattern): string | undefined {
  const unit = units[repeat]
  return unit && new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(interval)
}

const daysText = (walls: readonly string[]) => listText(walls.map(dayText))

/** The weekdays that a rule names: one without any has that of its start. */
function weekdayTexts({ repeat, ordinal, weekdays }: RecurrencePattern): readonly string[] {
  const place = repeat === 'month-weekday' ? [t(`repeat.ordinal.${ordinal}`)] : []
  return [...place, ...weekdays.map((day) => nameOfRuleWeekday(day, 'long'))]
}

/** Returns recurrence lines as a text, such as “Every week, Tuesday, 10 dates”; as they are where the editor cannot show the rule. */
export function recurrenceLinesText(lines: readonly string[]): string {
  const pattern = patternOfLines(lines, { start_date: '', timezone: deskSettings.zone, all_day: false })
  const { repeat, interval, ends, until, count, added, skipped } = pattern
  if (repeat === 'other') return listText(lines)
  const every = interval > 1 ? ruleIntervalText(pattern) : undefined
  return listText([
    every === undefined ? t(`repeat.${repeat}`) : t('labelled', { label: t('repeat.interval'), text: every }),
    ...(lines.some((line) => /[:;]BYDAY=/.test(line)) ? weekdayTexts(pattern) : []),
    ...(ends === 'until' ? [t('labelled', { label: t('repeat.until'), text: dayText(until) })] : []),
    ...(ends === 'count' ? [t('repeat.total', { count })] : []),
    ...(added.length > 0 ? [t('labelled', { label: t('repeat.added'), text: daysText(added) })] : []),
    ...(skipped.length > 0 ? [t('labelled', { label: t('repeat.skipped'), text: daysText(skipped) })] : []),
  ])
}

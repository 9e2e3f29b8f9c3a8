/** How often a rule repeats an event, as the choices of the editor. */
import type { Rule, RuleDay } from '../../../domain/time/recurrence-rule.ts'
import {
  ordinalOf,
  ordinals,
  type PatternStart,
  type RecurrencePattern,
  weekdayCodesFromMonday,
  weekdayOfWall,
} from './pattern.ts'

type Repeating = Pick<RecurrencePattern, 'repeat' | 'weekdays' | 'ordinal'>

const nameOf = ({ weekday }: RuleDay) => weekdayCodesFromMonday[weekday]

/** The days of a week, or the day that a rule without BYDAY takes from the start. */
function weeklyOf({ byDay, monthDays }: Rule, own: Repeating): Repeating {
  if (byDay.length === 0) return { ...own, repeat: monthDays.length === 0 ? 'week' : 'other' }
  const named = weekdayCodesFromMonday.filter((day) =>
    byDay.some((one) => one.ordinal === 0 && nameOf(one) === day),
  )
  const isWhole = named.length === byDay.length && monthDays.length === 0
  return { ...own, weekdays: named, repeat: isWhole ? 'week' : 'other' }
}

/** The day of a month: that of the start, or a weekday by its position. */
function monthlyOf({ byDay, monthDays }: Rule, own: Repeating, startDay: number): Repeating {
  if (byDay.length === 0) {
    const isOwnDay = monthDays.length === 0 || monthDays.join() === String(startDay)
    return { ...own, repeat: isOwnDay ? 'month-day' : 'other' }
  }
  const [first, second] = byDay
  const ordinal = ordinals.find((one) => Number(one) === first?.ordinal)
  const weekday = first && nameOf(first)
  const isClear = second === undefined && monthDays.length === 0
  return isClear && ordinal !== undefined && weekday !== undefined
    ? { repeat: 'month-weekday', weekdays: [weekday], ordinal }
    : { ...own, repeat: 'other' }
}

/** Whether a rule has parts that the editor cannot show. */
const hasMore = ({ months, weekNumbers, yearDays, hours, minutes, seconds, positions }: Rule) =>
  [months, weekNumbers, yearDays, hours, minutes, seconds, positions].some((one) => one.length > 0)

/** Returns the choices of the editor for a rule, with what it leaves to its start; `other` for one that the editor cannot show. */
export function editorChoicesOfRule(rule: Rule, { start_date }: Pick<PatternStart, 'start_date'>): Repeating {
  const own = {
    weekdays: [weekdayOfWall(start_date)],
    ordinal: ordinalOf(start_date),
    repeat: 'other',
  } as const
  if (hasMore(rule)) return own
  if (rule.frequency === 'WEEKLY') return weeklyOf(rule, own)
  if (rule.frequency === 'MONTHLY') return monthlyOf(rule, own, Number(start_date.slice(8, 10)))
  const isPlain = rule.byDay.length + rule.monthDays.length === 0
  return { ...own, repeat: !isPlain ? 'other' : rule.frequency === 'DAILY' ? 'day' : 'year' }
}

/** The weekdays of a rule in words. */
import { weekdayOfDayNumber } from '../time/recurrence-days.ts'
import type { Rule, RuleDay } from '../time/recurrence-rule.ts'
import type { RuleWords } from './words/rule-words.ts'

const SECONDS_OF_DAY = 86_400
const WORKDAY = 7
/** The noun of any day. */
export const ANY_DAY_NOUN = 8

/** Returns words as a list of the language. */
export const joinedWords = (own: RuleWords, items: readonly string[]) =>
  own.join?.(items) ?? new Intl.ListFormat(own.tag, { type: 'conjunction' }).format(items)

/** Whether the days are those from Monday to Friday. */
export const isWorkdays = (days: readonly RuleDay[]) =>
  days.length === 5 && days.every(({ weekday, ordinal }) => weekday < 5 && ordinal === 0)

/** The number of the noun that BYSETPOS selects from: one weekday, Monday to Friday, or all seven days; undefined if there is none. */
export function indexOfNounForRuleDays(days: readonly RuleDay[]): number | undefined {
  if (days.some(({ ordinal }) => ordinal !== 0)) return undefined
  if (days.length === 1) return days[0]?.weekday
  if (isWorkdays(days)) return WORKDAY
  return days.length === 7 ? ANY_DAY_NOUN : undefined
}

/** Whether the phrase of the days says BYSETPOS already. */
export const weekdayPhraseSaysPositions = ({ positions, byDay, frequency }: Rule) =>
  positions.length > 0 &&
  (frequency === 'MONTHLY' || frequency === 'YEARLY') &&
  indexOfNounForRuleDays(byDay) !== undefined

/** “every Monday and Wednesday”; undefined for a rule that is not of each week, or that says more of its days. */
export function weeklyRuleText(rule: Rule, start: number, own: RuleWords): string | undefined {
  const { interval, byDay, monthDays, yearDays, weekNumbers } = rule
  const isOther = interval > 1 || monthDays.length + yearDays.length + weekNumbers.length > 0
  if (isOther || weekdayPhraseSaysPositions(rule) || isWorkdays(byDay)) return undefined
  if (byDay.some(({ ordinal }) => ordinal !== 0)) return undefined
  const days =
    byDay.length > 0
      ? byDay.map(({ weekday }) => weekday)
      : [weekdayOfDayNumber(Math.floor(start / SECONDS_OF_DAY))]
  const { each, all } = own.everyWeek
  return all(joinedWords(own, days.sort((a, b) => a - b).map(each)))
}

/** The words of a language for recurrence. The sentences are put together in `rule-text.ts`. */

export type RuleUnit = 'day' | 'week' | 'month' | 'year'

/** Monday is 0, Sunday 6; 7 is a day from Monday to Friday, 8 any day. */
type DayNoun = number

export interface RuleWords {
  /** The language, a BCP 47 tag: names of months, dates and lists come from Intl. */
  readonly tag: string
  /** Between the parts of a sentence, and before what limits it. */
  readonly space: string
  readonly comma: string
  /** Joins a list, where it is not done as Intl does. */
  readonly join?: (items: readonly string[]) => string
  /** Whether months and weeks stand before the days. */
  readonly isMonthFirst: boolean
  /** "every week", "every 2 weeks" */
  readonly every: (unit: RuleUnit, interval: number) => string
  /** "every Monday and Wednesday", where `each` is one of the list */
  readonly everyWeek: { readonly each: (noun: DayNoun) => string; readonly all: (list: string) => string }
  /** "Monday", as one of a list behind `on` */
  readonly day: (noun: DayNoun) => string
  /** "the first Monday"; below zero from the end, as one of a list behind `on` */
  readonly nth: (ordinal: number, noun: DayNoun) => string
  /** "the 15th"; below zero from the end, as one of a list behind `on` */
  readonly monthDay: (day: number) => string
  /** "May 4", as one of a list behind `on`; the date is as Intl writes it */
  readonly date: (date: string) => string
  readonly on: (list: string) => string
  /** "from Monday to Friday" */
  readonly workdays: string
  /** "in May and June": behind a frequency of days, weeks or months; `of` behind the days of a year */
  readonly inMonths: (list: string) => string
  readonly ofMonths: (list: string) => string
  readonly inWeeks: (list: string) => string
  /** "day 100 of the year", as one of a list behind `on`; below zero from the end */
  readonly yearDay: (day: number) => string
  /** "no. 2", "the last": those that BYSETPOS selects, and "of these only no. 2" */
  readonly position: (position: number) => string
  readonly only: (list: string) => string
  readonly at: (list: string) => string
  readonly until: (date: string) => string
  readonly times: (count: number) => string
  readonly once: string
  /** "on 12 dates" */
  readonly dates: (count: number) => string
  /** "also on May 4", "except on May 4"; the list has its `on` */
  readonly also: (list: string) => string
  readonly except: (list: string) => string
}

/** Finds the day that a line names. */
import type { Moment } from '../time/moment.ts'
import { today } from '../time/window.ts'
import { anyOf, months, weekdays } from './names.ts'
import { type Found, type Groups, type Speech, take, two } from './take.ts'

/** In the order of ISO 8601, in English: the date reader knows these. */
const ENGLISH = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/** A day as the date reader takes it, and how much later it is meant where it has passed. */
export interface Day {
  readonly text: string
  readonly laterBy: 'week' | 'year' | undefined
}

/** A way to write a day: a pattern, and the day that its groups name. */
type Form = readonly [source: string, meaning: (groups: Groups) => Day | undefined]

const plain = (text: string): Day => ({ text, laterBy: undefined })

/** Days that are counted from today, and weekdays. */
function relativeForms({ language, words }: Speech): readonly Form[] {
  const days = weekdays(language)
  return [
    [anyOf(words.afterTomorrow), () => plain('+2 days')],
    [anyOf(words.tomorrow), () => plain('tomorrow')],
    [anyOf(words.today), () => plain('today')],
    [
      `(?<next>${anyOf(words.next)}\\s*)?(?<weekday>${anyOf(days.keys())})\\.?(?:\\s+prochaine?)?`,
      ({ next, weekday = '' }) => {
        const name = ENGLISH[(days.get(weekday.toLowerCase()) ?? 1) - 1] ?? ''
        return { text: next === undefined ? name : `next ${name}`, laterBy: 'week' }
      },
    ],
  ]
}

/** Days of the calendar. Without a year they are in this year or the next. */
function calendarForms({ language }: Speech, thisYear: string): readonly Form[] {
  const names = months(language)
  const dated = (day = '', month: string | number = '', year?: string): Day => ({
    text: `${year ?? thisYear}-${two(month)}-${two(day)}`,
    laterBy: year === undefined ? 'year' : undefined,
  })
  const named = ({ day, month = '', year }: Groups) => dated(day, names.get(month.toLowerCase()), year)
  const dayFirst = ({ day, month, year }: Groups) => dated(day, month, year)
  const monthFirst = ({ day, month, year }: Groups) => dated(month, day, year)
  const month = `(?<month>${anyOf(names.keys())})`
  return [
    ['(?<iso>\\d{4}-\\d\\d-\\d\\d)', ({ iso = '' }) => plain(iso)],
    ['(?<day>\\d{1,2})\\.\\s?(?<month>\\d{1,2})\\.(?:\\s?(?<year>\\d{4}))?', dayFirst],
    ['(?<day>\\d{1,2})/(?<month>\\d{1,2})(?:/(?<year>\\d{4}))?', language === 'en' ? monthFirst : dayFirst],
    ['(?:(?<year>\\d{4})年)?(?<month>\\d{1,2})月(?<day>\\d{1,2})日', dayFirst],
    [
      `(?<day>\\d{1,2})(?:\\.|st|nd|rd|th|er|º)?\\s+(?:de\\s+)?${month}\\.?(?:,?\\s+(?:de\\s+)?(?<year>\\d{4}))?`,
      named,
    ],
    [`${month}\\.?\\s+(?<day>\\d{1,2})(?:st|nd|rd|th)?(?:,?\\s+(?<year>\\d{4}))?`, named],
  ]
}

/** Finds the day of a line. */
export function takeDay(line: string, speech: Speech, moment: Moment): Found<Day> | undefined {
  const forms = [...calendarForms(speech, today(moment).slice(0, 4)), ...relativeForms(speech)]
  for (const [source, meaning] of forms) {
    const found = take(line, source, speech, meaning)
    if (found !== undefined) return found
  }
  return undefined
}

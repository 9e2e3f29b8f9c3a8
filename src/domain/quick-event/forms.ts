/** The ways to write a day, as patterns. */
import { isMonthFirstInRegion } from '../time/date-order.ts'
import { anyOfRegexSource, monthNumbersByNameIn, weekdayNumbersByNameIn } from './names.ts'
import type { LineLocaleWithWords, MatchGroups } from './take.ts'

/** A day as it is written: parts of a date, a weekday, or a number of days from today. */
export interface WrittenDay {
  readonly year?: number | undefined
  readonly month?: number | undefined
  readonly day?: number | undefined
  /** From 1 for Monday; beside a date it says which day that is. */
  readonly weekday?: number | undefined
  /** Whether the weekday is “next”: never today. */
  readonly isNext?: boolean
  readonly inDays?: number
}

/** The first or the second day of a span; it makes the names of groups differ. */
export type FirstOrSecondDay = 1 | 2

/** A way to write a day. `first` and `second` are what is left of it in a span: “3” of “3–12 May”, “12” of “May 3–12”. */
export interface DayForm {
  readonly whole: (n: FirstOrSecondDay) => string
  readonly first?: (n: FirstOrSecondDay) => string
  readonly second?: (n: FirstOrSecondDay) => string
}

const FULL_YEAR = (n: FirstOrSecondDay) => `(?<year${n}>\\d{4})`
const number = (part: 'day' | 'month', n: FirstOrSecondDay) => `(?<${part}${n}>\\d{1,2})`
const ORDINAL = '(?:\\.|st|nd|rd|th|er|[ºª°])'
/** A number that begins a time: “4 May – 7 pm” is no span of days. */
const noTime = ({ words }: LineLocaleWithWords) =>
  `(?!\\s*(?:[ap]\\.?m|${anyOfRegexSource(words.hour)})|[:.h時]\\d)`

/** The word behind the end of a Japanese span. */
export const JAPANESE_UNTIL_REGEX_SOURCE = '(?:まで)?'

/** Adds the weekday that may stand before a day, or behind it in brackets; in Japanese without them. */
function withWeekday({ language, words }: LineLocaleWithWords, source: string, n: FirstOrSecondDay): string {
  const names = [...weekdayNumbersByNameIn(language).keys()]
  const long = anyOfRegexSource(names.filter((name) => name.length > 1))
  const before = `(?:(?<weekday${n}>${long})\\.?,?\\s+(?:${anyOfRegexSource([...words.joints, ...words.articles])}\\s+)*)?`
  if (language !== 'ja')
    return `${before}${source}(?:\\s*\\((?<behind${n}>${anyOfRegexSource(names)})\\.?\\))?`
  return `${source}(?:[((](?<behind${n}>${anyOfRegexSource(names)})[))]|(?<weekday${n}>${long}))?`
}

const slash = (part: 'one' | 'other', n: FirstOrSecondDay) => `(?<${part}${n}>\\d{1,2})`

/** The forms of dates of the calendar. A line without a year means this one or the next. */
export function dateRegexForms(speech: LineLocaleWithWords): readonly DayForm[] {
  const { language, words } = speech
  const month = (n: FirstOrSecondDay) =>
    `(?<name${n}>${anyOfRegexSource(monthNumbersByNameIn(language).keys())})`
  const of = `(?:${anyOfRegexSource(words.of)}\\s*)?`
  const year = (n: FirstOrSecondDay) => `(?:,?\\s+(?:de\\s+|of\\s+)?${FULL_YEAR(n)})?`
  const forms: readonly DayForm[] = [
    { whole: (n) => `${FULL_YEAR(n)}-(?<month${n}>\\d\\d)-(?<day${n}>\\d\\d)` },
    { whole: (n) => `${FULL_YEAR(n)}/${number('month', n)}/${number('day', n)}` },
    {
      whole: (n) =>
        `${number('day', n)}\\.\\s?${number('month', n)}\\.(?:\\s?${FULL_YEAR(n)}|(?<short${n}>\\d\\d)(?!\\d))?`,
      first: (n) => `${number('day', n)}\\.`,
    },
    {
      whole: (n) =>
        `${slash('one', n)}/${slash('other', n)}(?:/(?:${FULL_YEAR(n)}|(?<short${n}>\\d\\d)(?!\\d)))?`,
    },
    {
      whole: (n) => `(?:${FULL_YEAR(n)}年)?${number('month', n)}月${number('day', n)}日`,
      second: (n) => `${number('day', n)}日`,
    },
    {
      whole: (n) => `${number('day', n)}(?:\\.\\s*|${ORDINAL}?\\s+)${of}${month(n)}\\.?${year(n)}`,
      first: (n) => `(?<![:.])${number('day', n)}${ORDINAL}?`,
    },
    {
      // “mar 19:00” is a weekday of Spanish and Italian, and a time.
      whole: (n) => `${month(n)}\\.?\\s+${number('day', n)}${ORDINAL}?${noTime(speech)}${year(n)}`,
      second: (n) => `${number('day', n)}${ORDINAL}?${noTime(speech)}${year(n)}`,
    },
  ]
  const dated = (source: (n: FirstOrSecondDay) => string) => (n: FirstOrSecondDay) =>
    withWeekday(speech, source(n), n)
  return forms.map(({ whole, first, second }) => ({
    whole: dated(whole),
    ...(first && { first: dated(first) }),
    ...(second && { second: dated(second) }),
  }))
}

/** Forms of days that have no date: each in turn, and any of them at once for spans. */
interface RelativeForms {
  readonly inTurn: readonly DayForm[]
  readonly any: DayForm
}

/** The forms of days that are counted from today, in the order in which they count, and of weekdays. */
export function relativeDayRegexForms({ language, words }: LineLocaleWithWords): RelativeForms {
  // One letter or character is too little to tell a day from a word, and short names are words of titles: “mar”, “do”.
  const names = [...weekdayNumbersByNameIn(language).keys()].filter((name) => name.length > 1)
  const named = (some: readonly string[]) => (n: FirstOrSecondDay) =>
    `(?<next${n}>${anyOfRegexSource(words.next)}\\s*)?(?<weekday${n}>${anyOfRegexSource(some)})\\.?(?:\\s+prochaine?)?`
  const counted: readonly DayForm['whole'][] = [
    (n) => `(?<afterTomorrow${n}>${anyOfRegexSource(words.afterTomorrow)})`,
    (n) => `(?<tomorrow${n}>${anyOfRegexSource(words.tomorrow)})`,
    (n) => `(?<today${n}>${anyOfRegexSource(words.today)})`,
  ]
  const long = named(names.filter((name) => name.length > (language === 'ja' ? 1 : 3)))
  const any = [...counted, named(names)]
  return {
    inTurn: [...counted, long, named(names)].map((whole) => ({ whole })),
    any: { whole: (n) => `(?:${any.map((whole) => whole(n)).join('|')})` },
  }
}

/** Reads the n-th day from the groups of its form; undefined if they name no day. */
export function dayFromMatchGroups(
  groups: MatchGroups,
  n: FirstOrSecondDay,
  { language, region }: LineLocaleWithWords,
): WrittenDay | undefined {
  const of = (name: string) => groups[`${name}${n}`]?.toLowerCase()
  const numberOf = (name: string) => (of(name) === undefined ? undefined : Number(of(name)))
  for (const [inDays, word] of ['today', 'tomorrow', 'afterTomorrow'].entries())
    if (of(word) !== undefined) return { inDays }
  const weekday = weekdayNumbersByNameIn(language).get(of('weekday') ?? of('behind') ?? '')
  const short = numberOf('short')
  const year = short === undefined ? numberOf('year') : 2000 + short
  const [one, other] = [numberOf('one'), numberOf('other')]
  if (one !== undefined && other !== undefined) {
    // A month that no year has is the day: then only one order is possible.
    const isMonth = one <= 12 && (isMonthFirstInRegion(language, region) || other > 12)
    return { year, weekday, ...(isMonth ? { month: one, day: other } : { month: other, day: one }) }
  }
  const month = numberOf('month') ?? monthNumbersByNameIn(language).get(of('name') ?? '')
  const day = numberOf('day')
  if (day === undefined && weekday === undefined) return undefined
  return { year, month, day, weekday, isNext: of('next') !== undefined }
}

/** Finds the day, or the first and the last day, that a line names. */
import {
  type DayForm,
  dateRegexForms,
  dayFromMatchGroups,
  type FirstOrSecondDay,
  JAPANESE_UNTIL_REGEX_SOURCE,
  relativeDayRegexForms,
  type WrittenDay,
} from './forms.ts'
import { anyOfRegexSource } from './names.ts'
import { type LineLocaleWithWords, type MatchGroups, type TakenPart, takeMatchFromLine } from './take.ts'

/** The first and the last day as they are written; the same one twice for a single day. */
export interface WrittenDays {
  readonly from: WrittenDay
  readonly to: WrittenDay
  readonly isSpan: boolean
}

/** Gives each day of a span what only the other one says: “28 December – 3 January 2028”, “3–12 May”. */
function completed(one: WrittenDay, other: WrittenDay): WrittenDays | undefined {
  const month = one.month ?? other.month
  const from = { ...one, month, year: one.year }
  const to = { ...other, month: other.month ?? month, year: other.year }
  const isBackwards = from.month === to.month && (from.day ?? 0) > (to.day ?? 0)
  const hasLeftOut = one.month === undefined || other.month === undefined
  return isBackwards && hasLeftOut && to.day !== undefined ? undefined : { from, to, isSpan: true }
}

type Pattern = (n: FirstOrSecondDay) => string

/** The patterns of spans of a form: both days whole, or one with what the other leaves out. */
const spansOf = ({ whole, first, second }: DayForm): readonly (readonly [Pattern, Pattern])[] => [
  [whole, whole],
  ...(first === undefined ? [] : [[first, whole] as const]),
  ...(second === undefined ? [] : [[whole, second] as const]),
]

/** Finds a span of days. */
function takeSpan(
  line: string,
  speech: LineLocaleWithWords,
  forms: readonly DayForm[],
): TakenPart<WrittenDays> | undefined {
  const until = `\\s*(?:[-–—〜~]|${anyOfRegexSource(speech.words.untilDay)})\\s*`
  const meaning = (groups: MatchGroups) => {
    const [from, to] = [dayFromMatchGroups(groups, 1, speech), dayFromMatchGroups(groups, 2, speech)]
    return from && to && completed(from, to)
  }
  for (const [one, other] of forms.flatMap(spansOf)) {
    const found = takeMatchFromLine(
      line,
      `${one(1)}${until}${other(2)}${JAPANESE_UNTIL_REGEX_SOURCE}`,
      speech,
      meaning,
    )
    if (found !== undefined) return found
  }
  return undefined
}

/** Finds the day of a line, or its days. */
export function takeDaysFromLine(
  line: string,
  speech: LineLocaleWithWords,
): TakenPart<WrittenDays> | undefined {
  const [dates, relative] = [dateRegexForms(speech), relativeDayRegexForms(speech)]
  const span = takeSpan(line, speech, [...dates, relative.any])
  if (span !== undefined) return span
  for (const { whole } of [...dates, ...relative.inTurn]) {
    const found = takeMatchFromLine(line, whole(1), speech, (groups) => {
      const day = dayFromMatchGroups(groups, 1, speech)
      return day && { from: day, to: day, isSpan: false }
    })
    if (found !== undefined) return found
  }
  return undefined
}

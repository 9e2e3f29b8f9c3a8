/** Finds the time of day that a line names. */
import { JAPANESE_UNTIL_REGEX_SOURCE } from './forms.ts'
import { anyOfRegexSource } from './names.ts'
import {
  type LineLocaleWithWords,
  type MatchGroups,
  type TakenPart,
  takeMatchFromLine,
  twoDigits,
} from './take.ts'
import type { QuickWords } from './words.ts'

/** The pattern of a time; `n` makes the names of its groups differ. */
const clock = (n: 1 | 2, words: QuickWords, needsUnit: boolean) => {
  const unit = words.hour.length === 0 ? '' : `|(?:\\s*${anyOfRegexSource(words.hour)})`
  const half = `(?<half${n}>\\s*[ap]\\.?m\\.?)`
  const bare = needsUnit ? '' : '?'
  return `(?:(?<hour${n}>\\d{1,2})(?:(?:[:.](?<minute${n}>[0-5]\\d)(?:${half}${unit})?)|(?:h(?<french${n}>[0-5]\\d))|(?:時(?:(?<japanese${n}>[0-5]?\\d)分)?)|(?:${half.replace(`half${n}`, `late${n}`)}${unit})${bare}))`
}

/** The time of day as `HH:MM`; undefined for an hour or a minute that no clock has. */
function timeOf(groups: MatchGroups, n: 1 | 2, halfOfOther?: string): string | undefined {
  const hour = Number(groups[`hour${n}`])
  const minute = Number(groups[`minute${n}`] ?? groups[`french${n}`] ?? groups[`japanese${n}`] ?? 0)
  const half = (groups[`half${n}`] ?? groups[`late${n}`] ?? halfOfOther)?.trim().charAt(0).toLowerCase()
  if (half !== undefined && (hour < 1 || hour > 12)) return undefined
  const hours = half === undefined ? hour : (hour % 12) + (half === 'p' ? 12 : 0)
  return hours < 24 && minute < 60 ? `${twoDigits(hours)}:${twoDigits(minute)}` : undefined
}

/** Times of day as `HH:MM`. */
export interface TimeOfDaySpan {
  readonly from: string
  readonly to: string | undefined
}

/** Finds the time of a line: a start, or a start and an end. */
export function takeTimesFromLine(
  line: string,
  speech: LineLocaleWithWords,
): TakenPart<TimeOfDaySpan> | undefined {
  const { words } = speech
  const named = `${anyOfRegexSource(words.beforeHour)}\\s+`
  const until = `\\s*(?:-|–|${anyOfRegexSource(words.until)})\\s*`
  const range = (before: string, needsUnit: boolean) =>
    takeMatchFromLine(
      line,
      `${before}${clock(1, words, false)}${until}${clock(2, words, needsUnit)}${JAPANESE_UNTIL_REGEX_SOURCE}`,
      speech,
      (groups) => {
        const half = groups.half2 ?? groups.late2
        const [from, to] = [timeOf(groups, 1, half), timeOf(groups, 2)]
        return from === undefined || to === undefined ? undefined : { from, to }
      },
    )
  const start = (before: string, needsUnit: boolean) =>
    takeMatchFromLine(line, `${before}${clock(1, words, needsUnit)}`, speech, (groups) => {
      const from = timeOf(groups, 1)
      return from === undefined ? undefined : { from, to: undefined }
    })
  return range('', true) ?? range(named, false) ?? start('', true) ?? start(named, false)
}

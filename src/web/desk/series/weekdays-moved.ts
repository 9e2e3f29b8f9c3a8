/** The weekdays of a rule whose date is moved by days. */
import { weekdayCodesFromMonday } from './pattern.ts'

/** Whether a rule counts its weekdays, such as the second Monday of the month: the day after that is not always the second Tuesday. */
export const countsWeekdays = (lines: readonly string[]): boolean =>
  lines.some((line) => /^RRULE:.*BYDAY=[^;]*\d/.test(line))

/**
 * Returns the lines with the weekdays of their rule moved by some days: `BYDAY=MO,WE` by one is `BYDAY=TU,TH`. Undefined where the rule
 * would have other dates then than those a day later: it counts its days, or leaves out weeks.
 */
export function linesWithWeekdaysMoved(
  lines: readonly string[],
  days: number,
): readonly string[] | undefined {
  const moved = (code: string) => {
    const at = weekdayCodesFromMonday.findIndex((one) => one === code)
    return weekdayCodesFromMonday[(((at + days) % 7) + 7) % 7] ?? code
  }
  const isPlain = (line: string) =>
    /[:;]FREQ=(?:WEEKLY|DAILY)\b/.test(line) &&
    /[:;]BYDAY=[A-Z,]+(?:;|$)/.test(line) &&
    !/;INTERVAL=(?!1(?:;|$))|[:;]BY(?!DAY=)/.test(line)
  if (!lines.some((line) => line.startsWith('RRULE:') && isPlain(line))) return undefined
  return lines.map((line) => line.replace(/(?<=[:;]BYDAY=)[^;]+/, (list) => list.replace(/[A-Z]+/g, moved)))
}

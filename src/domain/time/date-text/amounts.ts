/** Amounts of time: `+1 week 2 hours`, `3 days` before `ago`, and amounts after another form. */
import type { ParsedDateStep } from './steps.ts'
import { timeUnitOf, UNIT_REGEX_SOURCE } from './words.ts'

/** A regular expression source for one amount, signed or not. */
export const NUMBER_AND_UNIT_REGEX_SOURCE = `[+-]?\\d{1,12} ?${UNIT_REGEX_SOURCE}`

const SIGNED = `[+-]\\d{1,12} ?${UNIT_REGEX_SOURCE}`
const FIRST_APPENDED = new RegExp(` ${SIGNED}(?= |$)`)
const APPENDED = new RegExp(`^(?: ${SIGNED})+$`)
const MAX_SECONDS = 10_000 * 366 * 86_400
const SECONDS = {
  second: 1,
  minute: 60,
  hour: 3600,
  day: 86_400,
  week: 604_800,
  month: 2_678_400,
  year: 31_622_400,
}

/** Parses a list of amounts into shifts. A sign applies until the next one: in `-1 week 2 hours` both are negative. Undefined for an unknown unit or more than 10 000 years. */
export function dateShifts(list: string): readonly ParsedDateStep[] | undefined {
  const steps: ParsedDateStep[] = []
  let sign = 1
  let seconds = 0
  for (const [, mark, digits, word = ''] of list.matchAll(/([+-]?)(?<!\d)(\d+) ?([a-z]+)/g)) {
    const unit = timeUnitOf(word)
    if (unit === undefined) return undefined
    if (mark) sign = mark === '-' ? -1 : 1
    steps.push({ step: 'shift', unit, by: sign * Number(digits) })
    seconds += Number(digits) * SECONDS[unit]
  }
  return seconds <= MAX_SECONDS ? steps : undefined
}

/** Parses a list of amounts before `ago` into shifts; undefined if an amount has a minus sign. */
export function dateShiftsAgo(list: string): readonly ParsedDateStep[] | undefined {
  return list.includes('-') ? undefined : dateShifts(`-${list.replaceAll('+', '')}`)
}

/** A text in two parts: a form, and the shifts after it. */
interface FormAndShifts {
  readonly form: string
  readonly steps: readonly ParsedDateStep[]
}

/** Splits `today -1 week +2 hours` before its first signed amount; undefined if the text does not end with signed amounts. */
export function splitOffTrailingAmounts(text: string): FormAndShifts | undefined {
  const at = text.search(FIRST_APPENDED)
  const tail = at < 0 ? '' : text.slice(at)
  const steps = APPENDED.test(tail) ? dateShifts(tail) : undefined
  return steps && { form: text.slice(0, at), steps }
}

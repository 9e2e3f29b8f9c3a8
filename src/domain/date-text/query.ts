/** What query strings do to dates. */
import { UNIT } from './words.ts'

const LONGEST = 200
const TIME_THEN_BLANK =
  /(:\d\d(?:[.,]\d{1,12})?|\dt\d{6}|[ap]m|noon|midnight|\butc) {1,2}(?=\d\d?(?::?\d\d|\.5)?$)/i
const BLANK_THEN_AMOUNT = new RegExp(`^ (?=\\d{1,12} ?${UNIT}\\b)`, 'i')

/** The date with the `+` that a query string turned into a space: before an offset, before a leading amount. */
export function mendQueryDate(text: string): string {
  if (text.length > LONGEST) return text
  return text.replace(TIME_THEN_BLANK, '$1+').replace(BLANK_THEN_AMOUNT, '+')
}

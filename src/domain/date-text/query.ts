/** What query strings do to dates. */
import { UNIT } from './words.ts'

const LONGEST = 200
const AMOUNT = `\\d{1,12} ?${UNIT}\\b`
// An offset ends the text, or stands before a zone in brackets (RFC 9557) or before an amount.
const TIME_THEN_BLANK = new RegExp(
  '(:\\d\\d(?:[.,]\\d{1,12})?|\\dt\\d{6}|[ap]m|noon|midnight|\\butc) {1,2}' +
    `(?=\\d\\d?(?::?\\d\\d|\\.5)?(?:$|\\[| {1,2}[+-]?${AMOUNT}))`,
  'i',
)
const BLANK_THEN_AMOUNT = new RegExp(`^ (?=${AMOUNT})`, 'i')
const BEGINS_WITH_AMOUNT = new RegExp(`^ ?[+-]?${AMOUNT}`, 'i')
const BLANK_INSIDE = new RegExp(`(?<=[^ ]) {1,2}(?=${AMOUNT})`, 'gi')
// In a list of amounts one blank parts two of them: only what `ago` ends, or a second blank tells of, was a `+`.
const BLANK_IN_LIST = new RegExp(`(?:(?<=[^ ]) {2}|(?<= ago) )(?=${AMOUNT})`, 'gi')

/**
 * The date with the `+` that a query string turned into a space: before an offset, before a leading amount, and before
 * amounts behind another form.
 */
export function mendQueryDate(text: string): string {
  if (text.length > LONGEST) return text
  const inside = BEGINS_WITH_AMOUNT.test(text) ? BLANK_IN_LIST : BLANK_INSIDE
  return text.replace(TIME_THEN_BLANK, '$1+').replace(BLANK_THEN_AMOUNT, '+').replace(inside, ' +')
}

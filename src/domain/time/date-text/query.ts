/** Repairs dates from query strings, in which an unencoded `+` arrives as a space. */
import { UNIT_REGEX_SOURCE } from './words.ts'

const MAX_LENGTH = 200
const AMOUNT = `\\d{1,12} ?${UNIT_REGEX_SOURCE}\\b`
// An offset is at the end of the text, before a zone in brackets (RFC 9557), or before an amount.
const TIME_THEN_BLANK = new RegExp(
  '(:\\d\\d(?:[.,]\\d{1,12})?|\\dt\\d{6}|[ap]m|noon|midnight|\\butc) {1,2}' +
    `(?=\\d\\d?(?::?\\d\\d|\\.5)?(?:$|\\[| {1,2}[+-]?${AMOUNT}))`,
  'i',
)
const BLANK_THEN_AMOUNT = new RegExp(`^ (?=${AMOUNT})`, 'i')
const BEGINS_WITH_AMOUNT = new RegExp(`^ ?[+-]?${AMOUNT}`, 'i')
const BLANK_INSIDE = new RegExp(`(?<=[^ ]) {1,2}(?=${AMOUNT})`, 'gi')
// In a list of amounts one blank separates two of them. A blank after `ago`, or a second blank, was a `+`.
const BLANK_IN_LIST = new RegExp(`(?:(?<=[^ ]) {2}|(?<= ago) )(?=${AMOUNT})`, 'gi')

/**
 * Restores each `+` that the query string decoded to a space: before an offset, before a leading amount, and before
 * amounts after another form.
 */
export function restorePlusSigns(text: string): string {
  if (text.length > MAX_LENGTH) return text
  const inside = BEGINS_WITH_AMOUNT.test(text) ? BLANK_IN_LIST : BLANK_INSIDE
  return text.replace(TIME_THEN_BLANK, '$1+').replace(BLANK_THEN_AMOUNT, '+').replace(inside, ' +')
}

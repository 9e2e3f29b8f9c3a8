/** Splits a cost into tokens: numbers, currencies, words and separators (contract §1.7). */
import { unicodeNormalizedText } from '../../text/normalized.ts'
import { groupsInLakhs, leadingCurrency } from './currency-sign.ts'
import { leadingDigits, numbersOf } from './number.ts'
import { leadingFreeWord, leadingFromWord, leadingToWord } from './words.ts'

/** A token of a cost. */
export type CostToken =
  | { readonly kind: 'number'; readonly value: string; readonly digits: string }
  | { readonly kind: 'currency'; readonly sign: string }
  | { readonly kind: 'space'; readonly text: string }
  /** Zeros that are no price, as in `1 0000`. */
  | { readonly kind: 'zeros'; readonly digits: string }
  | { readonly kind: 'from' }
  | { readonly kind: 'range' }
  | { readonly kind: 'comma' }
  | { readonly kind: 'free' }
  | { readonly kind: 'other' }

/** Digits, before the currencies of the text say how they are grouped. */
type WrittenToken = CostToken | { readonly kind: 'digits'; readonly text: string }

const SPACE = /^\s+/
const TO_SIGN = /^[-–—/|;~〜～]/u
const WORD = /^[\p{L}\p{M}]+/u
/** Full-width characters, which each have a plain one. The wave is a sign of ranges, as it is. */
const FULL_WIDTH = /[\uff01-\uff5d\uffe0-\uffe1\uffe5-\uffe6\u3000\ufe69]/g

/** The text with plain characters for those of full width, each at its place. */
export const withPlainWidth = (text: string): string =>
  text.replace(FULL_WIDTH, (character) => unicodeNormalizedText(character, 'NFKC'))

interface Step {
  readonly token: WrittenToken
  readonly length: number
}

/** The currency, word for free or word of a range that `text` begins with. The character before it is no letter. */
function wordAt(text: string, site: string | undefined, isAlone: boolean): Step | undefined {
  const currency = leadingCurrency(text, site, isAlone)
  if (currency !== undefined) return { token: { kind: 'currency', sign: currency }, length: currency.length }
  const free = leadingFreeWord(text)
  if (free !== undefined) return { token: { kind: 'free' }, length: free.length }
  const from = leadingFromWord(text)
  if (from !== undefined) return { token: { kind: 'from' }, length: from.length }
  const to = TO_SIGN.exec(text)?.[0] ?? leadingToWord(text)
  return to === undefined ? undefined : { token: { kind: 'range' }, length: to.length }
}

function stepAt(text: string, site: string | undefined, isAlone: boolean): Step {
  const space = SPACE.exec(text)?.[0]
  if (space !== undefined) return { token: { kind: 'space', text: space }, length: space.length }
  const digits = leadingDigits(text)
  if (digits !== undefined) return { token: { kind: 'digits', text: digits }, length: digits.length }
  if (text.startsWith(',')) return { token: { kind: 'comma' }, length: 1 }
  const word = wordAt(text, site, isAlone)
  if (word !== undefined) return word
  return { token: { kind: 'other' }, length: WORD.exec(text)?.[0].length ?? 1 }
}

function numberTokens(digits: string, inLakhs: boolean): readonly CostToken[] {
  const values = numbersOf(digits, inLakhs)
  if (values.length === 0) return [{ kind: 'other' }]
  return values.flatMap((value, at): CostToken[] => [
    ...(at === 0 ? [] : [{ kind: 'comma' } as const]),
    value === '' ? { kind: 'zeros', digits } : { kind: 'number', value, digits },
  ])
}

/**
 * The tokens of a text, in order; `site` is the site's ISO 4217 code. With `isAlone`, names of currencies and codes in any case count,
 * as they do where the text has only prices.
 */
export function costTokensOf(sent: string, site: string | undefined, isAlone: boolean): readonly CostToken[] {
  const text = withPlainWidth(sent)
  const written: WrittenToken[] = []
  for (let at = 0; at < text.length; ) {
    const step = stepAt(text.slice(at), site, isAlone)
    written.push(step.token)
    at += step.length
  }
  const signs = written.flatMap((token) => (token.kind === 'currency' ? [token.sign] : []))
  const inLakhs = signs.length > 0 && signs.every((sign) => groupsInLakhs(sign, site))
  return written.flatMap((token) => (token.kind === 'digits' ? numberTokens(token.text, inLakhs) : [token]))
}

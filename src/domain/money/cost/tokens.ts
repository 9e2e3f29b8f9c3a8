/** Splits a cost into tokens: numbers, currencies, words and separators (contract §1.7). */
import { leadingCurrency } from './currency-sign.ts'
import { leadingFreeWord } from './free.ts'
import { leadingNumbers } from './number.ts'

/** A token of a cost. */
export type CostToken =
  | { readonly kind: 'number'; readonly value: string }
  | { readonly kind: 'currency'; readonly sign: string }
  | { readonly kind: 'space'; readonly text: string }
  | { readonly kind: 'range' }
  | { readonly kind: 'comma' }
  | { readonly kind: 'free' }
  | { readonly kind: 'other' }

const SPACE = /^\s+/
const RANGE = /^(?:[-–—/|;]|to(?!\p{L}))/iu
const WORD = /^[\p{L}\p{M}]+/u

interface Step {
  readonly tokens: readonly CostToken[]
  readonly length: number
}

/** The currency, word for free or range mark that `text` begins with. The character before it is no letter. */
function wordAt(text: string, site: string | undefined): Step | undefined {
  const currency = leadingCurrency(text, site)
  if (currency !== undefined)
    return { tokens: [{ kind: 'currency', sign: currency }], length: currency.length }
  const word = leadingFreeWord(text)
  if (word !== undefined) return { tokens: [{ kind: 'free' }], length: word.length }
  const range = RANGE.exec(text)?.[0]
  return range === undefined ? undefined : { tokens: [{ kind: 'range' }], length: range.length }
}

function numberTokens(values: readonly string[]): readonly CostToken[] {
  if (values.length === 0) return [{ kind: 'other' }]
  return values.flatMap((value, at): CostToken[] => [
    ...(at === 0 ? [] : [{ kind: 'comma' } as const]),
    { kind: 'number', value },
  ])
}

function stepAt(text: string, site: string | undefined): Step {
  const space = SPACE.exec(text)?.[0]
  if (space !== undefined) return { tokens: [{ kind: 'space', text: space }], length: space.length }
  const numbers = leadingNumbers(text)
  if (numbers !== undefined) return { tokens: numberTokens(numbers.values), length: numbers.length }
  if (text.startsWith(',')) return { tokens: [{ kind: 'comma' }], length: 1 }
  const word = wordAt(text, site)
  if (word !== undefined) return word
  return { tokens: [{ kind: 'other' }], length: WORD.exec(text)?.[0].length ?? 1 }
}

/** The tokens of a text, in order; `site` is the site's ISO 4217 code. */
export function costTokensOf(text: string, site?: string): readonly CostToken[] {
  const tokens: CostToken[] = []
  for (let at = 0; at < text.length; ) {
    const step = stepAt(text.slice(at), site)
    tokens.push(...step.tokens)
    at += step.length
  }
  return tokens
}

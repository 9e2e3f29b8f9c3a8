/** Numbers as people type them. */
import { unicodeNormalizedText } from '../text/normalized.ts'

/** A minus in any of the forms that keyboards and texts have: hyphen, minus sign, dashes. */
const minus = /^[-\u2010-\u2015\u2212]/u

/** Reads a whole number with or without a sign: `7`, `+7`, `−7`, `–7`. Undefined for any other text. */
export function wholeNumber(text: string): number | undefined {
  const plain = unicodeNormalizedText(text, 'NFKC').trim().replace(minus, '-')
  return /^[+-]?\d{1,15}$/.test(plain) ? Number(plain) : undefined
}

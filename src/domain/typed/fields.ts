/** Numbers and addresses typed into fields. */
import { unicodeNormalizedText } from '../text/letters.ts'

// Numbers as people type them.

/** A minus in any of the forms that keyboards and texts have: hyphen, minus sign, dashes. */
const minus = /^[-\u2010-\u2015\u2212]/u

/** Reads a whole number with or without a sign: `7`, `+7`, `−7`, `–7`. Undefined for any other text. */
export function wholeNumber(text: string): number | undefined {
  const plain = unicodeNormalizedText(text, 'NFKC').trim().replace(minus, '-')
  return /^[+-]?\d{1,15}$/.test(plain) ? Number(plain) : undefined
}

// Web addresses as people type them.

/** Adds the scheme to an address such as `town.example/x` or `www.town.example`. Other texts stay as they are, for the service to refuse. */
export function withScheme(text: string): string {
  const typed = text.trim()
  const isBare = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+([/?#:].*)?$/u.test(typed)
  return isBare ? `https://${typed}` : typed
}

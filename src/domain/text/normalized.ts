/** Unicode normalisation in linear time. The engine sorts each run of marks by insertion, which is quadratic in its length. */

/**
 * The first 30 marks of a longer run: the most in Unicode's stream-safe text format (UAX #15, D4). U+034F parts runs; U+FF9E and
 * U+FF9F become marks in NFKC.
 */
const longRun = /(?:(?!\u034f)[\p{M}\uff9e\uff9f]){30}(?=(?!\u034f)[\p{M}\uff9e\uff9f])/gu

/** Texts below U+0300 have no marks, and none of their characters changes in NFC. */
const mayChangeInNfc = /[\u0300-\uffff]/

type Form = 'NFC' | 'NFD' | 'NFKC'

const parted = (text: string, form: Form): string => text.replace(longRun, '$&\u034f').normalize(form)

/**
 * Normalises a text of any length in linear time. Behind each 30 marks of a longer run it inserts U+034F, as Unicode's stream-safe
 * text format does. The result normalised again is the same.
 */
export function unicodeNormalizedText(text: string, form: Form = 'NFC'): string {
  if (form === 'NFC' && !mayChangeInNfc.test(text)) return text
  const once = parted(text, form)
  // Few marks stand for two.
  return once.length > text.length ? parted(once, form) : once
}

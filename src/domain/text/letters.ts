/** Normalisation of letters for slugs, searching and sorting. */

import { unicodeNormalizedText } from './normalized.ts'

/** Latin letters without a Unicode decomposition, and their usual replacements. */
const undivided: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ŋ: 'ng' }),
  ...Object.entries({ ø: 'o', ł: 'l', đ: 'd', ð: 'd', ı: 'i', ħ: 'h', ŧ: 't', ĸ: 'k', ƚ: 'l', ɫ: 'l' }),
  ...Object.entries({ ƀ: 'b', ɓ: 'b', ƈ: 'c', ȼ: 'c', ɖ: 'd', ɗ: 'd', ɇ: 'e', ƒ: 'f', ǥ: 'g', ɠ: 'g' }),
  ...Object.entries({ ɨ: 'i', ɉ: 'j', ȷ: 'j', ƙ: 'k', ɲ: 'n', ƞ: 'n', ɵ: 'o', ƥ: 'p', ɍ: 'r', ƭ: 't' }),
  ...Object.entries({ ʉ: 'u', ʋ: 'v', ɏ: 'y', ƴ: 'y', ƶ: 'z', ȥ: 'z', ⱥ: 'a', ⱦ: 't' }),
])

const undividedLetter = new RegExp(`[${[...undivided.keys()].join('')}]`, 'g')
const latinMarks = /(?<=\p{Script=Latin})\p{M}+/gu
/** Invisible characters, and the tatweel, which only stretches words. */
const invisible = /\p{Default_Ignorable_Code_Point}|ـ/gu

/** Marks that writers of Greek, Arabic and Hebrew often leave out. */
const ignoredMarks = /(?<=[\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}])\p{Mn}+/gu
const cyrillicStress = /(?<=е)[\u0300\u0301\u0308]+|(?<=[аиоуыэюяєі]\u0308?)[\u0300\u0301]+/g

/** Converts to lower case in NFKC and removes the accents of Latin letters; other scripts keep theirs. */
export function lowerCaseWithoutLatinAccents(text: string): string {
  return unicodeNormalizedText(withoutLatinMarks(unicodeNormalizedText(text, 'NFKC').toLowerCase()))
}

const beyondAscii = /[\u0080-\uffff]/

/** Signs that count as the apostrophe of keyboards, also the accents and breathings of Greek that stand alone. */
const apostrophes = /[`´΄\u1ffd᾽᾿‘’‛ʼʻ′]/g
const quotes = /[“”„‟«»]/g
const dashes = /[\u2010\u2011\u2012–—\u2015−]/g

/** Returns a text with the apostrophes, quotes and dashes of keyboards, each at its place. */
export const withTypedSigns = (text: string): string =>
  text.replace(apostrophes, "'").replace(quotes, '"').replace(dashes, '-')

/**
 * Folds a text for searching and sorting: removes case, accents, invisible characters and width variants, replaces
 * apostrophes, quotes and dashes by those of keyboards, and collapses white space to one space. Accents are those of Latin, Greek, Arabic (harakat, hamza, tatweel) and
 * Hebrew letters, Cyrillic stress and ё; й, ї, が and the marks of Indic scripts are letters of their own.
 */
export function foldedText(text: string): string {
  // Most texts are ASCII, in which there is nothing to fold but case and white space.
  if (!beyondAscii.test(text)) return text.toLowerCase().replaceAll('`', "'").replace(/\s+/g, ' ')
  // Before, since NFKC makes a space with a mark of an accent that stands alone; and after, since it makes two primes of a double one.
  const lower = unicodeNormalizedText(withTypedSigns(text), 'NFKC').replace(invisible, '').toLowerCase()
  const bare = withoutLatinMarks(lower)
    .replace(ignoredMarks, '')
    .replace(cyrillicStress, '')
    .replaceAll('ς', 'σ')
  return withTypedSigns(unicodeNormalizedText(bare).replace(/\s+/g, ' '))
}

function withoutLatinMarks(text: string): string {
  const bare = unicodeNormalizedText(text, 'NFD').replace(latinMarks, '')
  return bare.replace(undividedLetter, (letter) => undivided.get(letter) ?? letter)
}

/** A key for comparing names without case and kinds of signs; accents count. */
export function caselessKey(text: string): string {
  return unicodeNormalizedText(withTypedSigns(text.toLowerCase().toUpperCase()))
}

/** Normalisation of letters for slugs, searching and sorting. */

// Unicode normalisation in linear time. The engine sorts each run of marks by insertion, which is quadratic in its length.

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

// Slugs: readable identifiers of items in addresses.

const maxBytes = 200
const words = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu
/** Invisible letters and marks, and the enclosing marks of emoji digits. */
const unseen = /(?=[\p{L}\p{M}])\p{Default_Ignorable_Code_Point}|[\u20d0-\u20ff]/gu

/** The slug of a title or name, at most 200 bytes; empty if it has no letter or digit. */
export function slugify(text: string): string {
  const plain = unicodeNormalizedText(lowerCaseWithoutLatinAccents(text).replace(unseen, ''))
  return cut((plain.match(words) ?? []).join('-'), maxBytes)
}

/** The slug of a text, or the fallback if the slug is empty. */
export function slugOr(text: string, fallback: string): string {
  return slugify(text) || fallback
}

/** A slug with a suffix behind a hyphen; at most 180 bytes, so that a number fits behind it. */
export function slugWithTextSuffix(slug: string, suffix: string): string {
  return `${cut(slug, maxBytes - 21 - suffix.length)}-${suffix}`
}

/** The nth candidate for a unique slug: `x`, `x-2`, `x-3`; at most 200 bytes. */
export function numberedSlug(slug: string, n: number): string {
  const suffix = n === 1 ? '' : `-${n}`
  return cut(slug, maxBytes - suffix.length) + suffix
}

/** The most bytes that one UTF-16 unit takes in UTF-8. */
const UNIT_BYTES = 3

function cut(slug: string, bytes: number): string {
  if (slug.length * UNIT_BYTES <= bytes) return slug.replace(/-$/, '')
  const { read } = new TextEncoder().encodeInto(slug, new Uint8Array(bytes))
  const kept = slug.slice(0, read)
  return (beginsWithMark(slug.slice(read)) ? withoutLastLetter(kept) : kept).replace(/-$/, '')
}

function beginsWithMark(text: string): boolean {
  return /^\p{M}/u.test(text)
}

/** Removes the last letter with its marks: a letter without some of its marks is another letter. Keeps a text of only one letter. */
function withoutLastLetter(text: string): string {
  return text.replace(/\P{M}\p{M}*$/u, '') || text
}

// The order of texts as both databases have it: by the bytes of UTF-8, which is by code points.

// In UTF-16, the halves of surrogate pairs stand for characters beyond U+FFFF, but are lower than U+E000.
const rank = (unit: number) => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800)

/** Compares two texts by code points: negative where `a` comes first, positive where `b` does, 0 where they are equal. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const [one, other] = [a.charCodeAt(at), b.charCodeAt(at)]
    if (one !== other) return rank(one) - rank(other)
  }
  return a.length - b.length
}

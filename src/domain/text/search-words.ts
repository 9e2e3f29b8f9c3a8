/** Parses search texts: words, `"phrases"` and `-words` to exclude. */
import { because, type RefusalReason } from '../../problem.ts'
import { foldedText, withTypedSigns } from './letters.ts'

/** Folded texts that must occur, and folded texts that must not occur. */
export interface SearchWords {
  readonly include: readonly string[]
  readonly exclude: readonly string[]
}

const maxWords = 20
const maxCharacters = 200
/** The shortest word, in letters, that the text indexes contain. */
const INDEXED_LETTERS = 3
/** Shorter words need a scan of every text, so a search may have only a few of them. */
const maxShortWords = 5

/** Whether the text indexes can find the word. */
export const isIndexableWord = (word: string): boolean => Array.from(word).length >= INDEXED_LETTERS

/** A quote opens at the start of a word and closes at the end of a word; any other quote is a character. */
const pieces = /-?"(?=\s*[^"\s])[^"]*"(?=\s|$)|\S+/gu
const exclusion = /^-(?:\p{L}|"\p{L}[^"]*"$)/u

/** The words and phrases of a search, with the signs of keyboards. A dash that stands alone is none. */
const piecesOf = (text: string): readonly string[] =>
  Array.from(withTypedSigns(text).matchAll(pieces), ([piece]) => piece).filter((piece) => !/^-+$/.test(piece))

/**
 * Parses a search. A minus excludes the word or phrase after it if that begins with a letter and the search
 * includes another word; otherwise the minus is a character. Returns the words, or why the search is refused.
 */
export function parseSearch(
  text: string,
): { readonly words: SearchWords } | { readonly fault: RefusalReason } {
  const search = text.trim()
  if (Array.from(search).length > maxCharacters)
    return { fault: because('too_long', { most: maxCharacters }) }
  const found = piecesOf(search)
  if (found.length > maxWords) return { fault: because('too_many_words', { most: maxWords }) }
  const words = sorted(found)
  const short = [...words.include, ...words.exclude].filter((word) => !isIndexableWord(word))
  if (short.length > maxShortWords)
    return { fault: because('too_many_short_words', { most: maxShortWords, letters: INDEXED_LETTERS }) }
  return { words }
}

/** A search of more words than a search may have, as one of the first of them that are accepted together; any other text unchanged. */
export function searchTextOfFirstWords(text: string): string {
  const found = piecesOf(text)
  if (found.length <= maxWords) return text
  let search = ''
  for (const word of found.slice(0, maxWords)) {
    const longer = `${search} ${word}`.trim()
    if ('words' in parseSearch(longer)) search = longer
  }
  return search || text
}

function sorted(found: readonly string[]): SearchWords {
  const include = found.filter((piece) => !exclusion.test(piece))
  if (include.length === 0) return { include: wordsOf(found), exclude: [] }
  const exclude = found.filter((piece) => exclusion.test(piece))
  return { include: wordsOf(include), exclude: wordsOf(exclude.map((piece) => piece.slice(1))) }
}

function wordsOf(found: readonly string[]): readonly string[] {
  const words = found.map((piece) => foldedText(unquoted(piece)).trim())
  return [...new Set(words)].filter((word) => word !== '')
}

function unquoted(piece: string): string {
  return /^"[^"]+"$/.test(piece) ? piece.slice(1, -1) : piece
}

const isUnspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々〆]+$/u
/** Particles and endings of verbs: up to two letters that stand between the words. */
const particles = /(?<![\p{Script=Hiragana}])\p{Script=Hiragana}{1,2}(?![\p{Script=Hiragana}])/gu
const turnOfScripts =
  /(?<=[\p{Script=Han}々])(?=[\p{Script=Katakana}])|(?<=[\p{Script=Katakana}ー])(?=\p{Script=Han})/gu
/** The most words that take the place of one: short words take a scan of all texts. */
const MAX_PARTS = 5

/** The signs of sentences around a word. Others belong to it: `C++`, `.NET`. */
const sentenceSigns =
  /^[¿¡("'«„“‚‘「『（]+|(?<![,;:.!?…)"'»“”’、。！？」』）])[,;:.!?…)"'»“”’、。！？」』）]+$/gu
const hasLetters = /[\p{L}\p{N}]/u

/**
 * Returns the words that a typed word means: without the signs of sentences around it, and those that it consists of if it is written without
 * spaces (`子供のコンサート` → `子供`, `コンサート`), as far as they can be told apart; none if it has no letter.
 */
export function wordsOfTypedWord(typed: string): readonly string[] {
  const word = typed.replace(sentenceSigns, '')
  if (!hasLetters.test(word)) return []
  if (!isUnspaced.test(word)) return [word]
  const parts = word.replace(particles, ' ').replace(turnOfScripts, ' ').split(' ')
  const words = [...new Set(parts.filter((part) => part !== ''))]
  return words.length === 0 || words.length > MAX_PARTS ? [word] : words
}

// Words that a reader may have meant: other forms of a word, and words with one letter wrong. All words are folded.

/** The shortest and the longest word, in letters, that is also found with a letter wrong. Each letter takes a search of its own. */
const SIMILAR_LETTERS = 5
const MOST_SIMILAR_LETTERS = 16
/** The shortest stem, in letters. */
const STEM_LETTERS = 4

/**
 * Endings of plurals and cases in the languages that the service speaks, with the letters that have to precede them: a short word
 * loses only the s of a plural.
 */
const plural = /(?<=[^\Waiosu])s$/u
const ending = /(?:es|en|er|[aeinosx])$/u

const lengthOf = (word: string) => Array.from(word).length
const isOneWord = (word: string) => /^[\p{L}\p{M}\p{N}'’]+$/u.test(word)
const withoutApostrophes = (word: string) => word.replace(/['’]/g, '')

/** Returns the beginning that the forms of a word share (`concert` for `concerts`); the word itself where it has no ending, and phrases. */
export function stemOf(word: string): string {
  if (!isOneWord(word)) return word
  const stem = word.replace(lengthOf(word) > STEM_LETTERS + 1 ? ending : plural, '')
  return lengthOf(stem) < STEM_LETTERS ? word : stem
}

/** Whether a word may be found with a letter wrong, by its length. Phrases are not. */
export const hasMisspellableLength = (word: string): boolean =>
  isOneWord(word) && lengthOf(word) >= SIMILAR_LETTERS && lengthOf(word) <= MOST_SIMILAR_LETTERS

/** Whether two lists of letters are equal after at most one was added, left out, changed, or swapped with its neighbour. */
function differInOne(one: readonly string[], other: readonly string[]): boolean {
  if (Math.abs(one.length - other.length) > 1) return false
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  const rest = (letters: readonly string[], from: number) => letters.slice(from).join('')
  const [next, after] = [rest(one, at + 1), rest(other, at + 1)]
  if (next === after) return true
  if (next === rest(other, at) || rest(one, at) === after) return true
  return one[at] === other[at + 1] && one[at + 1] === other[at] && rest(one, at + 2) === rest(other, at + 2)
}

/** Whether the words are the same but for apostrophes and one letter. */
export const isSimilarWord = (word: string, other: string): boolean =>
  differInOne(Array.from(withoutApostrophes(word)), Array.from(withoutApostrophes(other)))

/**
 * Returns what a name with a word similar to `word` contains: all parts of one of the lists. One letter wrong leaves one half of the word
 * as it is, unless it is swapped with its neighbour in the other half.
 */
export function halvesFindingSimilarWords(word: string): readonly (readonly string[])[] {
  const letters = Array.from(word)
  const middle = letters.length >> 1
  const part = (from: number, to?: number) => letters.slice(from, to).join('')
  return [[part(0, middle)], [part(middle)], [part(0, middle - 1), part(middle + 1)]]
}

/** The shortest word, in letters, that is found with a letter wrong within a longer one: most letters of a shorter one are in too many words. */
const COMPOUND_LETTERS = 6

/** Returns the first or the last part of a longer word that is similar to a word: `garten` of `volksgarten` for `gaerten`. */
function similarPart(letters: readonly string[], longer: string): string | undefined {
  const all = Array.from(longer)
  if (all.length < letters.length + 2) return undefined
  const lengths = [letters.length - 1, letters.length, letters.length + 1]
  const parts = lengths.flatMap((length) => [all.slice(-length), all.slice(0, length)])
  return parts.find((part) => differInOne(letters, part))?.join('')
}

/** Returns the parts of longer words that are similar to a word. Only words with a half of it are looked at more closely. */
function similarPartsIn(words: readonly string[], word: string): readonly string[] {
  const letters = Array.from(word)
  if (letters.length < COMPOUND_LETTERS) return []
  const lists = halvesFindingSimilarWords(word)
  const likely = words.filter((one) => lists.some((parts) => parts.every((part) => one.includes(part))))
  return likely.flatMap((one) => similarPart(letters, one) ?? [])
}

/**
 * Returns the words of a text that are similar to one, each once, in their order; where there are none, the parts of longer words that are.
 * A longer word counts by its beginning.
 */
export function similarWordsInText(text: string, word: string): readonly string[] {
  const words = [...new Set(text.match(/[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+)*/gu))]
  const stem = stemOf(word)
  const whole = words.filter((one) => isSimilarWord(word, one) || isSimilarWord(stem, stemOf(one)))
  return whole.length > 0 ? whole : [...new Set(similarPartsIn(words, word))]
}

/**
 * Returns what a text with a word similar to `word` contains, by the place of the wrong letter: all parts of one of the lists. Only
 * parts that `isUsable` takes are in it. Each list is there once; one without a part is left out.
 */
export function partsFindingSimilarWords(
  word: string,
  isUsable: (part: string) => boolean,
): readonly (readonly string[])[] {
  const letters = Array.from(word)
  const lists = letters.flatMap((_, at) => {
    const before = letters.slice(0, at).join('')
    // A letter that is changed or added, then one that the text has besides or in another order.
    return [at + 1, at, at + 2].map((from) => [before, letters.slice(from).join('')])
  })
  const usable = lists.map((parts) => parts.filter((part) => part !== '' && isUsable(part)))
  return [
    ...new Map(usable.filter((parts) => parts.length > 0).map((parts) => [parts.join(' '), parts])).values(),
  ]
}

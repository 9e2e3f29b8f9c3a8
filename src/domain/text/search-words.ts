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

/** What a search asks for: words, `"phrases kept together"` and `-words` to leave out. */

import { fold } from './letters.ts'

/** Folded texts that must occur, and folded texts that must not. */
export interface SearchWords {
  readonly include: readonly string[]
  readonly exclude: readonly string[]
}

const mostWords = 20
const mostCharacters = 200
/** Indexes of texts know words of so many letters and more. */
export const INDEXED_LETTERS = 3
/** Shorter words are looked for in every text, so there are few of them in one search. */
const mostShortWords = 5

/** Whether an index of texts knows the word. */
export const isIndexed = (word: string): boolean => Array.from(word).length >= INDEXED_LETTERS

/** A quote opens at the start of a word and closes at the end of one; any other is a character. */
const pieces = /-?"(?=\s*[^"\s])[^"]*"(?=\s|$)|\S+/gu
const exclusion = /^-(?:\p{L}|"\p{L}[^"]*"$)/u

/**
 * Reads a search. A minus leaves out the word or phrase behind it when that begins with a letter and the
 * search has something to look for besides; otherwise the minus is a character like any other.
 */
export function parseSearch(text: string): { readonly words: SearchWords } | { readonly fault: string } {
  const search = text.trim()
  if (Array.from(search).length > mostCharacters)
    return { fault: `must have at most ${mostCharacters} characters` }
  const found = Array.from(search.matchAll(pieces), ([piece]) => piece)
  if (found.length > mostWords) return { fault: `must have at most ${mostWords} words` }
  const words = sorted(found)
  const short = [...words.include, ...words.exclude].filter((word) => !isIndexed(word))
  if (short.length > mostShortWords)
    return { fault: `must have at most ${mostShortWords} words of fewer than ${INDEXED_LETTERS} letters` }
  return { words }
}

function sorted(found: readonly string[]): SearchWords {
  const include = found.filter((piece) => !exclusion.test(piece))
  if (include.length === 0) return { include: wordsOf(found), exclude: [] }
  const exclude = found.filter((piece) => exclusion.test(piece))
  return { include: wordsOf(include), exclude: wordsOf(exclude.map((piece) => piece.slice(1))) }
}

function wordsOf(found: readonly string[]): readonly string[] {
  const words = found.map((piece) => fold(unquoted(piece)).trim())
  return [...new Set(words)].filter((word) => word !== '')
}

function unquoted(piece: string): string {
  return /^"[^"]+"$/.test(piece) ? piece.slice(1, -1) : piece
}

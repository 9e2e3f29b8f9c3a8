/** Words that a reader may have meant: other forms of a word, and words with one letter wrong. All words are folded. */

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

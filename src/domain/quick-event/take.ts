/** Finds a part of a line, and takes it out. */
import { anyOfRegexSource, wordBoundRegexSources } from './names.ts'
import { type QuickWords, quickWords } from './words.ts'

/** A part of the line that was read, and the line without it. */
export interface TakenPart<T> {
  readonly value: T
  readonly rest: string
}

/** Where a line is written: its language, and the region (ISO 3166) that decides how dates are written, if one is set. */
export interface LineLocale {
  readonly language: string
  readonly region?: string | undefined
}

/** A line's language and region, and the words of the language. */
export interface LineLocaleWithWords extends LineLocale {
  readonly words: QuickWords
}

/** Returns the words of a language; those of English for one that has none. */
export function lineLanguageWithWords({ language, region }: LineLocale): LineLocaleWithWords {
  const words = quickWords[language] ?? quickWords.en
  if (words === undefined) throw new RangeError('English has no words.')
  return { language, region, words }
}

/** The named groups of a match. */
export type MatchGroups = Readonly<Record<string, string | undefined>>

/** Finds what `source` matches, with the joints before it. Undefined if nothing matches, or what matches has no value. */
export function takeMatchFromLine<T>(
  line: string,
  source: string,
  { language, words }: LineLocaleWithWords,
  meaning: (groups: MatchGroups) => T | undefined,
): TakenPart<T> | undefined {
  const [before, after] = wordBoundRegexSources(language)
  const joints = words.joints.length === 0 ? '' : `(?:${anyOfRegexSource(words.joints)}\\s+)*`
  const found = new RegExp(`${before}${joints}${source}${after}`, 'iu').exec(line)
  const value = found === null ? undefined : meaning(found.groups ?? {})
  if (found === null || value === undefined) return undefined
  const rest = `${line.slice(0, found.index)} ${line.slice(found.index + found[0].length)}`
  return { value, rest: rest.replace(/\s+/g, ' ').trim() }
}

/** Two digits of a number. */
export const twoDigits = (part: string | number) => String(part).padStart(2, '0')

/** The texts of the desk in all languages, each loaded when it is wanted, and the choice of a language. */
import type { Texts } from '../../../words/finder.ts'
import { type InterfaceLanguageCode, isInterfaceLanguageCode } from '../../../words/languages.ts'

interface LanguageFile {
  readonly words: Texts
}

const english = (): Promise<LanguageFile> => import('./languages/en.ts')

/** The files of words by language. Languages are named as in URLs. */
const files: Readonly<Record<InterfaceLanguageCode, () => Promise<LanguageFile>>> = {
  en: english,
  de: () => import('./languages/de.ts'),
  es: () => import('./languages/es.ts'),
  fr: () => import('./languages/fr.ts'),
  it: () => import('./languages/it.ts'),
  ja: () => import('./languages/ja.ts'),
  nl: () => import('./languages/nl.ts'),
  'pt-br': () => import('./languages/pt-br.ts'),
}

/** The languages of the desk. */
export const deskLanguages: readonly string[] = Object.keys(files)

/** Loads the words of a language; those in English for one that the desk has none of. */
export const loadWords = async (language: string): Promise<Texts> =>
  (await (isInterfaceLanguageCode(language) ? files[language] : english)()).words

/** A language tag without its region. */
export const languageFamily = (tag: string) => tag.split('-')[0]

/** Returns the first wanted language that is in `known`: the same tag, or a tag of the same language. */
export function bestLanguage(wanted: readonly string[], known: readonly string[]): string | undefined {
  const each = wanted.map((tag) => tag.toLowerCase())
  const of = (tag: string) =>
    known.find((name) => name === tag) ?? known.find((name) => languageFamily(name) === languageFamily(tag))
  return each.map(of).find((name) => name !== undefined)
}

/** The texts of the desk in all languages, each loaded when it is wanted, and the choice of a language. */
import type { Words } from './en.ts'

const loadEnglish = async (): Promise<Words> => (await import('./en.ts')).en

/** Functions that load the words of a language. Languages are named as in URLs. */
const wordLoaders: Readonly<Record<string, () => Promise<Words>>> = {
  en: loadEnglish,
  de: async () => (await import('./de.ts')).de,
  es: async () => (await import('./es.ts')).es,
  fr: async () => (await import('./fr.ts')).fr,
  it: async () => (await import('./it.ts')).it,
  ja: async () => (await import('./ja.ts')).ja,
  nl: async () => (await import('./nl.ts')).nl,
  'pt-br': async () => (await import('./pt-br.ts')).ptBr,
}

/** The languages of the desk. */
export const deskLanguages: readonly string[] = Object.keys(wordLoaders)

/** Loads the words of a language; those in English for one that the desk has none of. */
export const loadWords = (language: string): Promise<Words> => (wordLoaders[language] ?? loadEnglish)()

/** A language tag without its region. */
export const languageFamily = (tag: string) => tag.split('-')[0]

/** Returns the first wanted language that is in `known`: the same tag, or a tag of the same language. */
export function bestLanguage(wanted: readonly string[], known: readonly string[]): string | undefined {
  const each = wanted.map((tag) => tag.toLowerCase())
  const of = (tag: string) =>
    known.find((name) => name === tag) ?? known.find((name) => languageFamily(name) === languageFamily(tag))
  return each.map(of).find((name) => name !== undefined)
}

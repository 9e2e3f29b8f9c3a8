/** Loads the words for refusals, which the start of the desk does without. */
import type { RefusalWords } from './refused-en.ts'

const loadEnglish = async (): Promise<RefusalWords> => (await import('./refused-en.ts')).refusedInEnglish

/** Functions that load the words of a language, named as in URLs. */
const loaders: Readonly<Record<string, () => Promise<RefusalWords>>> = {
  en: loadEnglish,
  de: async () => (await import('./refused-de.ts')).refusedInGerman,
  es: async () => (await import('./refused-es.ts')).refusedInSpanish,
  fr: async () => (await import('./refused-fr.ts')).refusedInFrench,
  it: async () => (await import('./refused-it.ts')).refusedInItalian,
  ja: async () => (await import('./refused-ja.ts')).refusedInJapanese,
  nl: async () => (await import('./refused-nl.ts')).refusedInDutch,
  'pt-br': async () => (await import('./refused-pt-br.ts')).refusedInPortuguese,
}

/** Returns the words of a language; those in English for one that the desk has none of. */
export const loadRefusalWords = (language: string): Promise<RefusalWords> =>
  (loaders[language] ?? loadEnglish)()

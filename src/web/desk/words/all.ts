/** The texts of the desk in all languages, each loaded when it is wanted, and the choice of a language. */
import type { Texts } from '../../../words/finder.ts'

interface LanguageFiles {
  readonly shared: () => Promise<{ readonly default: Texts }>
  readonly desk: () => Promise<{ readonly default: Texts }>
  readonly refusals: () => Promise<{ readonly default: Texts }>
}

const english: LanguageFiles = {
  shared: () => import('../../../words/en/shared.json', { with: { type: 'json' } }),
  desk: () => import('../../../words/en/desk.json', { with: { type: 'json' } }),
  refusals: () => import('../../../words/en/refusals.json', { with: { type: 'json' } }),
}

/** The files of words by language. Languages are named as in URLs. */
const filesByLanguage: Readonly<Record<string, LanguageFiles>> = {
  en: english,
  de: {
    shared: () => import('../../../words/de/shared.json', { with: { type: 'json' } }),
    desk: () => import('../../../words/de/desk.json', { with: { type: 'json' } }),
    refusals: () => import('../../../words/de/refusals.json', { with: { type: 'json' } }),
  },
  es: {
    shared: () => import('../../../words/es/shared.json', { with: { type: 'json' } }),
    desk: () => import('../../../words/es/desk.json', { with: { type: 'json' } }),
    refusals: () => import('../../../words/es/refusals.json', { with: { type: 'json' } }),
  },
  fr: {
    shared: () => import('../../../words/fr/shared.json', { with: { type: 'json' } }),
    desk: () => import('../../../words/fr/desk.json', { with: { type: 'json' } }),
    refusals: () => import('../../../words/fr/refusals.json', { with: { type: 'json' } }),
  },
  it: {
    shared: () => import('../../../words/it/shared.json', { with: { type: 'json' } }),
    desk: () => import('../../../words/it/desk.json', { with: { type: 'json' } }),
    refusals: () => import('../../../words/it/refusals.json', { with: { type: 'json' } }),
  },
  ja: {
    shared: () => import('../../../words/ja/shared.json', { with: { type: 'json' } }),
    desk: () => import('../../../words/ja/desk.json', { with: { type: 'json' } }),
    refusals: () => import('../../../words/ja/refusals.json', { with: { type: 'json' } }),
  },
  nl: {
    shared: () => import('../../../words/nl/shared.json', { with: { type: 'json' } }),
    desk: () => import('../../../words/nl/desk.json', { with: { type: 'json' } }),
    refusals: () => import('../../../words/nl/refusals.json', { with: { type: 'json' } }),
  },
  'pt-br': {
    shared: () => import('../../../words/pt-br/shared.json', { with: { type: 'json' } }),
    desk: () => import('../../../words/pt-br/desk.json', { with: { type: 'json' } }),
    refusals: () => import('../../../words/pt-br/refusals.json', { with: { type: 'json' } }),
  },
}

/** The languages of the desk. */
export const deskLanguages: readonly string[] = Object.keys(filesByLanguage)

const filesOf = (language: string) => filesByLanguage[language] ?? english

/** Loads the words of a language; those in English for one that the desk has none of. */
export async function loadWords(language: string): Promise<Texts> {
  const files = filesOf(language)
  const [shared, desk] = await Promise.all([files.shared(), files.desk()])
  return { ...shared.default, ...desk.default }
}

/** Loads the words for refusals, which the start of the desk does without; those in English for a language that the desk has none of. */
export const loadRefusalWords = async (language: string): Promise<Texts> =>
  (await filesOf(language).refusals()).default

/** A language tag without its region. */
export const languageFamily = (tag: string) => tag.split('-')[0]

/** Returns the first wanted language that is in `known`: the same tag, or a tag of the same language. */
export function bestLanguage(wanted: readonly string[], known: readonly string[]): string | undefined {
  const each = wanted.map((tag) => tag.toLowerCase())
  const of = (tag: string) =>
    known.find((name) => name === tag) ?? known.find((name) => languageFamily(name) === languageFamily(tag))
  return each.map(of).find((name) => name !== undefined)
}

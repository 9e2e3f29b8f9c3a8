/** In which languages an item can be read, as lists filter by it (contract §15). */
import type { ContentLanguages } from './languages.ts'
import { ownLanguage } from './translations.ts'

/** Items that can be read in one language of each group. */
export interface ReadableFilter {
  readonly languages: ContentLanguages
  readonly groups: readonly (readonly string[])[]
}

/** The columns of an item that decide in which languages it can be read. */
export interface ReadableLanguageColumns {
  readonly language: string
  /** The languages of published translations with a title or name, each between spaces. */
  readonly readable_in: string
}

/** Returns whether an item can be read in one language of each group. */
export function isReadableFilterMet(
  item: ReadableLanguageColumns,
  { languages, groups }: ReadableFilter,
): boolean {
  const own = ownLanguage(item, languages)
  return groups.every((group) => group.some((tag) => tag === own || item.readable_in.includes(` ${tag} `)))
}

/** Reads the columns of a table for texts in other languages (contract §15). */

import { type ContentLanguages, parseLanguageTag } from '../../domain/content/languages.ts'
import { STATE_PART, translationPartsWithColumns } from '../../representations/files/translation-columns.ts'

/** The part of a translation that a column has. */
interface TranslationPlace {
  readonly part: string
  readonly language: string
}

/** Returns the part of a translation that a column of ours has; undefined for any other column. */
export function translationPartOfColumn(column: string): TranslationPlace | undefined {
  const [part = '', language, ...more] = column.split(':')
  return language === undefined || more.length > 0 || !translationPartsWithColumns.includes(part)
    ? undefined
    : { part, language }
}

/** Returns our column for the plain name of one, such as `title:pt_br`; undefined for any other name. */
export function ourTranslationColumnName(name: string): string | undefined {
  const place = translationPartOfColumn(name)
  const tag = place && parseLanguageTag(place.language.replaceAll('_', '-'))
  return tag === undefined ? undefined : `${place?.part}:${tag}`
}

/** Returns whether a site reads a column: one with a single language has no columns of languages. */
export function isImportedColumn(column: string, languages: ContentLanguages): boolean {
  const place = translationPartOfColumn(column)
  if (place === undefined && column !== 'language') return true
  return languages.length > 1 && (place === undefined || languages.includes(place.language))
}

/** Returns the arg of translations that these columns determine; undefined without one. An empty cell removes its text. */
export function translationsArg(
  columns: readonly string[],
  cells: Readonly<Record<string, string>>,
): Readonly<Record<string, object>> | undefined {
  const sent = new Map<string, Record<string, string | undefined>>()
  for (const column of columns) {
    const place = translationPartOfColumn(column)
    if (place === undefined) continue
    const { part, language } = place
    const cell = cells[column] ?? ''
    const text = part === STATE_PART && cell === '' ? undefined : cell
    sent.set(language, { ...sent.get(language), [part]: text })
  }
  return sent.size === 0 ? undefined : Object.fromEntries(sent)
}

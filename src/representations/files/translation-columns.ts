/** The columns of tables for texts in other languages: `title:fr description:fr excerpt:fr state:fr` (contract §15). */

import { translatableFieldsAndColumnsByResource } from '../../contract/resources/fields/translated.ts'
import { fieldTextInOneTranslation, type Translations } from '../../domain/content/translations.ts'

/** The part of a translation that says whether it is published. */
export const STATE_PART = 'state'

/** The parts of a translation that have columns, in their order. */
export const translationPartsWithColumns: readonly string[] = [
  ...translatableFieldsAndColumnsByResource.event.map(({ field }) => field),
  STATE_PART,
]

/** Returns the columns of a table with translations into these languages. */
export const translationColumnNamesForLanguages = (languages: readonly string[]): readonly string[] =>
  languages.flatMap((language) => translationPartsWithColumns.map((part) => `${part}:${language}`))

/** Returns the cells of translations by their columns. */
export const translationCells = (translations: Translations): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(translations).flatMap(([language, one]) =>
      translationPartsWithColumns.map((part) => [
        `${part}:${language}`,
        fieldTextInOneTranslation(one, part) ?? '',
      ]),
    ),
  )

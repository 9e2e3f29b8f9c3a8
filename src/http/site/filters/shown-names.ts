/** The names of items in the language of a page. */
import type { ItemName } from '../../../contract/resources/index.ts'
import type { TranslatedItem } from '../../../domain/content/translations.ts'
import { shownRecordAndLanguages } from '../../../representations/shown-language.ts'
import type { PageRequest } from '../reader.ts'

/** The part of a record that names the item. */
export interface RecordWithTranslatedName extends TranslatedItem {
  readonly name: string
}

/** Returns the name of an item as the page shows it, and its language. */
export function shownNameAndLanguage(
  kind: Exclude<ItemName, 'event'>,
  item: RecordWithTranslatedName,
  { view }: Pick<PageRequest, 'view'>,
): { readonly name: string; readonly language: string } {
  const { record, shown } = shownRecordAndLanguages(kind, item, view.root)
  return { name: record.name, language: shown.language }
}

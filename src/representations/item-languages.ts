/** The languages of an item as its page tells them (contract §15). */
import {
  titleFieldAndColumnByResource,
  translatableFieldsAndColumnsByResource,
} from '../contract/resources/fields/translated.ts'
import type { ResourceName } from '../contract/resources/index.ts'
import {
  readableLanguages,
  shownTextReader,
  type TranslatedItem,
  translationsWithoutDrafts,
} from '../domain/content/translations.ts'
import { contentChoiceOfRoot, type Root } from './urls.ts'

/** The languages of an item, without those of drafts. */
export interface ItemLanguages {
  /** The language of the title that is shown. */
  readonly shown: string
  /** The language of the text below it. */
  readonly written: string
  /** The languages in which the item can be read, its own first. */
  readonly readable: readonly string[]
}

/** Returns the languages of an item; undefined on a site with one language. `text` is the field of the text below the title. */
export function itemLanguages<R extends TranslatedItem & object>(
  name: ResourceName,
  record: R,
  root: Root,
  text = 'description',
): ItemLanguages | undefined {
  const choice = contentChoiceOfRoot(root)
  if (choice.languages.length === 1) return undefined
  const { field, column } = titleFieldAndColumnByResource[name]
  const shownOf = shownTextReader(record, choice)
  const textColumn =
    translatableFieldsAndColumnsByResource[name].find((one) => one.field === text)?.column ?? text
  const published = { ...record, translations: translationsWithoutDrafts(record.translations) }
  return {
    shown: shownOf(field, String(Reflect.get(record, column))).language,
    written: shownOf(text, String(Reflect.get(record, textColumn))).language,
    readable: readableLanguages(published, field, choice.languages),
  }
}

/** The texts of an item in the language that its reader is shown (contract §15). */
import {
  titleFieldAndColumnByResource,
  translatableFieldsAndColumnsByResource,
} from '../contract/resources/fields/translated.ts'
import type { ResourceName } from '../contract/resources/index.ts'
import {
  noTranslations,
  ownLanguage,
  readableLanguages,
  shownTextReader,
  type TranslatedItem,
  type Translations,
} from '../domain/content/translations.ts'
import { contentChoiceOfRoot, type Root } from './urls.ts'

/** The fields of representations about languages. */
interface ShownLanguages {
  readonly language: string
  readonly languages: readonly string[]
  readonly translations?: Translations
}

/** A record whose texts are those that are shown, and what its representation says of its languages. */
interface ShownContent<R> {
  readonly record: R
  readonly shown: ShownLanguages
}

/** Returns the texts of a record as its reader is shown them: the record itself, if these are its own. */
export function recordWithShownTexts<R extends TranslatedItem & object>(
  name: ResourceName,
  record: R,
  root: { readonly content?: Root['content'] | undefined },
): R {
  if (record.translations === noTranslations) return record
  const shown = shownTextReader(record, contentChoiceOfRoot(root))
  const texts: Record<string, string> = {}
  for (const { field, column } of translatableFieldsAndColumnsByResource[name]) {
    const own: unknown = Reflect.get(record, column)
    // Records of lists have no texts but their title.
    if (typeof own === 'string') texts[column] = shown(field, own).text
  }
  return { ...record, ...texts }
}

/** The translations that are shown of an item; of one that a password hides, only the titles. */
function allTranslations(
  name: ResourceName,
  { translations }: TranslatedItem,
  { languages }: ReturnType<typeof contentChoiceOfRoot>,
  isProtected: boolean,
): Translations {
  const hidden = isProtected
    ? translatableFieldsAndColumnsByResource[name].slice(1).map(({ field }) => field)
    : []
  const shown = Object.entries(translations).filter(([tag]) => languages.includes(tag))
  return Object.fromEntries(
    shown.map(([tag, one]) => [
      tag,
      Object.assign({ ...one }, ...hidden.map((field) => field in one && { [field]: '' })),
    ]),
  )
}

/** Returns a record in the language that its reader is shown, and its languages. */
export function shownRecordAndLanguages<R extends TranslatedItem & object>(
  name: ResourceName,
  record: R,
  root: Root,
  isProtected = false,
): ShownContent<R> {
  const choice = contentChoiceOfRoot(root)
  const all = root.showsTranslations === true && {
    translations: allTranslations(name, record, choice, isProtected),
  }
  if (record.translations === noTranslations) {
    const language = ownLanguage(record, choice.languages)
    return { record, shown: { language, languages: [language], ...all } }
  }
  const { field, column } = titleFieldAndColumnByResource[name]
  const { language } = shownTextReader(record, choice)(field, String(Reflect.get(record, column)))
  const languages = readableLanguages(record, field, choice.languages)
  return { record: recordWithShownTexts(name, record, root), shown: { language, languages, ...all } }
}

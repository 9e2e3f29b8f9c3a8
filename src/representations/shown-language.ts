/** The texts of an item in the language that its reader is shown (contract §15). */
import {
  titleFieldAndColumnByResource,
  translatableFieldsAndColumnsByResource,
} from '../contract/resources/fields/index.ts'
import type { ResourceName } from '../contract/resources/index.ts'
import {
  noTranslations,
  ownLanguage,
  readableLanguages,
  shownTextReader,
  type TranslatedItem,
  type Translations,
  translationsWithoutDrafts,
} from '../domain/languages.ts'
import type { EventItem } from '../store/store.ts'
import { memoizedByText } from '../support/remembered.ts'
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

// An event and what it names in the language that its reader is shown, for feeds (contract §15).

type RootContent = { readonly content?: Root['content'] | undefined }

interface Holder<R> {
  readonly record: R
}

const shownEach = <R extends TranslatedItem & object, I extends Holder<R>>(
  name: ResourceName,
  items: readonly I[],
  root: RootContent,
): readonly I[] => items.map((item) => ({ ...item, record: recordWithShownTexts(name, item.record, root) }))

/** Whether the site has content in several languages. */
const isMultilingual = (root: RootContent) => contentChoiceOfRoot(root).languages.length > 1

/** Returns an event with the texts that are shown of it and of what it names: the event itself on a site with one language. */
export function eventWithShownTexts(item: EventItem, root: RootContent): EventItem {
  if (!isMultilingual(root)) return item
  return {
    ...item,
    record: recordWithShownTexts('event', item.record, root),
    venues: shownEach('venue', item.venues, root),
    organizers: shownEach('organizer', item.organizers, root),
    categories: shownEach('category', item.categories, root),
    tags: shownEach('tag', item.tags, root),
  }
}

/** Returns the language in which a text of an item is shown. */
function shownLanguageOf<R extends TranslatedItem & object>(
  name: ResourceName,
  record: R,
  field: string,
  root: RootContent,
): string {
  const column =
    translatableFieldsAndColumnsByResource[name].find((one) => one.field === field)?.column ?? field
  return shownTextReader(record, contentChoiceOfRoot(root))(field, String(Reflect.get(record, column)))
    .language
}

/** Returns the language in which a text of an item is shown; undefined on a site with one language. */
export const languageOfText = <R extends TranslatedItem & object>(
  name: ResourceName,
  record: R,
  field: string,
  root: RootContent,
): string | undefined => (isMultilingual(root) ? shownLanguageOf(name, record, field, root) : undefined)

/** Returns the content language of a root; undefined on a site with one language. */
export const contentLanguageOfRoot = (root: RootContent): string | undefined =>
  isMultilingual(root) ? contentChoiceOfRoot(root).asked : undefined

// The languages of an item as its page tells them (contract §15).

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
  if (!isMultilingual(root)) return undefined
  const { field } = titleFieldAndColumnByResource[name]
  const published = { ...record, translations: translationsWithoutDrafts(record.translations) }
  return {
    shown: shownLanguageOf(name, record, field, root),
    written: shownLanguageOf(name, record, text, root),
    readable: readableLanguages(published, field, contentChoiceOfRoot(root).languages),
  }
}

const scriptOf = memoizedByText(
  200,
  (language, _: '') => new Intl.Locale(language).maximize().script ?? 'Latn',
)

/** Returns the writing direction of a language (BCP 47 tag). */
export const directionOf = (language: string): 'ltr' | 'rtl' =>
  ['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm'].includes(scriptOf(language, '')) ? 'rtl' : 'ltr'

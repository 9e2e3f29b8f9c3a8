/** An event and what it names in the language that its reader is shown, for feeds (contract §15). */
import { translatableFieldsAndColumnsByResource } from '../contract/resources/fields/translated.ts'
import type { ResourceName } from '../contract/resources/index.ts'
import { shownTextReader, type TranslatedItem } from '../domain/content/translations.ts'
import type { EventItem } from '../store/store.ts'
import { recordWithShownTexts } from './shown-language.ts'
import { contentChoiceOfRoot, type Root as WholeRoot } from './urls.ts'

type Root = { readonly content?: WholeRoot['content'] | undefined }

interface Holder<R> {
  readonly record: R
}

const shownEach = <R extends TranslatedItem & object, I extends Holder<R>>(
  name: ResourceName,
  items: readonly I[],
  root: Root,
): readonly I[] => items.map((item) => ({ ...item, record: recordWithShownTexts(name, item.record, root) }))

/** Whether the site has content in several languages. */
const isMultilingual = (root: Root) => contentChoiceOfRoot(root).languages.length > 1

/** Returns an event with the texts that are shown of it and of what it names: the event itself on a site with one language. */
export function eventWithShownTexts(item: EventItem, root: Root): EventItem {
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

/** Returns the language in which a text of an item is shown; undefined on a site with one language. */
export function languageOfText<R extends TranslatedItem & object>(
  name: ResourceName,
  record: R,
  field: string,
  root: Root,
): string | undefined {
  if (!isMultilingual(root)) return undefined
  const column =
    translatableFieldsAndColumnsByResource[name].find((one) => one.field === field)?.column ?? field
  return shownTextReader(record, contentChoiceOfRoot(root))(field, String(Reflect.get(record, column)))
    .language
}

/** Returns the content language of a root; undefined on a site with one language. */
export const contentLanguageOfRoot = (root: Root): string | undefined =>
  isMultilingual(root) ? contentChoiceOfRoot(root).asked : undefined

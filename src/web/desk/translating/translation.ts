/** An item with its own texts and its translations, as the desk edits them (contract §15). */
import { type ApiResponse, callApi } from '../api/api.ts'
import { deskSettings } from '../desk-settings.ts'
import { type LoggedChange, loadChangesPageAtPath } from '../history/changes.ts'
import { plainTextOfHtml } from '../parts/markup.ts'

/** Whether the calendar has texts in several languages; nothing about languages is shown otherwise. */
export const isMultilingual: boolean = deskSettings.contentLanguages.length > 1

/** The collections whose items are translated, and their texts in the order of the form. */
export const translatedTextNamesByCollection = {
  events: ['title', 'excerpt', 'description'],
  venues: ['venue', 'description'],
  organizers: ['organizer', 'description'],
  categories: ['name', 'description'],
  tags: ['name', 'description'],
  groups: ['name', 'description'],
  media: ['title', 'alt_text'],
  pages: ['title', 'content'],
} as const
export type TranslatedCollection = keyof typeof translatedTextNamesByCollection

/** The collections of which a machine makes drafts. */
export const machineTranslatedCollections: readonly TranslatedCollection[] = [
  ...(['events', 'venues', 'organizers', 'categories', 'tags', 'pages'] as const),
]

/** Returns whether a text is the name of such a collection. */
export const isTranslatedCollection = (name: string): name is TranslatedCollection =>
  name in translatedTextNamesByCollection

/** A translation as the service shows it. */
export interface StoredTranslation {
  readonly state: 'published' | 'draft'
  readonly is_outdated: boolean
  readonly origin: 'person' | 'machine'
  readonly modified_utc: string
  readonly [text: string]: string | boolean
}

/** An item as far as its languages go. On a site with one language, translations are not asked for. */
export interface MultilingualItem {
  readonly languages: readonly string[]
  readonly translations?: Readonly<Record<string, StoredTranslation>>
}

/** An item with all of its translations, in its own language. */
export interface TranslatedItem extends MultilingualItem {
  readonly id: number
  readonly language: string
  readonly series?: { readonly id: number; readonly own_fields: readonly string[] } | null
  readonly translations: Readonly<Record<string, StoredTranslation>>
  readonly [text: string]: unknown
}

/** Returns the name of a language in that of the desk. */
export const languageName = (tag: string): string =>
  new Intl.DisplayNames(deskSettings.language, { type: 'language' }).of(tag) ?? tag

const [siteLanguage] = deskSettings.contentLanguages

/** Returns the query by which the service shows an item in its own language, with its translations. */
export const ownLanguageQueryArgs = ({ languages }: Pick<MultilingualItem, 'languages'>) =>
  isMultilingual ? { lang: languages[0], translations: 'all' } : {}

/** Loads an item with its own texts, whatever the language of the desk, and its translations. */
export async function loadOwnTexts<T extends Pick<MultilingualItem, 'languages'>>(
  path: string,
): Promise<ApiResponse<T>> {
  if (!isMultilingual) return callApi<T>('GET', path)
  const first = await callApi<T>('GET', path, { query: { lang: siteLanguage, translations: 'all' } })
  if (first.body.languages[0] === siteLanguage) return first
  return callApi<T>('GET', path, { query: ownLanguageQueryArgs(first.body) })
}

/** Returns a text of an item or of a translation. */
export const textOf = (from: object | undefined, name: string): string => {
  const value: unknown = Object(from)[name]
  return typeof value === 'string' ? value : ''
}

/** Returns the own texts of an item as they were when a translation was saved, as far as they changed since. */
export async function loadEarlierTexts(
  collection: TranslatedCollection,
  id: number,
  { is_outdated, modified_utc }: StoredTranslation,
): Promise<Readonly<Record<string, string>>> {
  if (!is_outdated) return {}
  const { changes } = await loadChangesPageAtPath(`/${collection}/${id}/history`, { per_page: 50 })
  const earlier: Record<string, string> = {}
  // The newest change comes first: of each text, the oldest value since then is the last to be set.
  for (const change of changes) if (change.at_utc >= modified_utc) Object.assign(earlier, beforeOf(change))
  return earlier
}

const beforeOf = ({ values }: LoggedChange): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(values ?? {}).flatMap(([name, { before }]) =>
      typeof before === 'string' ? [[name, plainTextOfHtml(before)]] : [],
    ),
  )

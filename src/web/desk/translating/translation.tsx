/** Items with their own texts and their translations, as the desk edits them (contract §15). */

import type { components } from '../../../../clients/typescript/src/schema.ts'
import { namesOf } from '../../../contract/table-of.ts'
import { type ApiResponse, callApi, hasRoleAtLeast, loadList } from '../api/api.ts'
import { deskSettings } from '../desk-settings.ts'
import { type ChangedKind, type LoggedChange, loadChangesPageAtPath } from '../history/changes.ts'
import { Icon, Link } from '../parts/link.tsx'
import { plainTextOfHtml } from '../parts/markup.ts'
import { type Key, languageName, t } from '../words/index.ts'

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

export const machineTranslatedCollections: readonly TranslatedCollection[] = [
  ...(['events', 'venues', 'organizers', 'categories', 'tags', 'pages'] as const),
]

export const isTranslatedCollection = (name: string): name is TranslatedCollection =>
  name in translatedTextNamesByCollection

export type StoredTranslation = components['schemas']['Translation']

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

const [siteLanguage] = deskSettings.contentLanguages

export const hasLanguages = <I extends object>(item: I): item is I & MultilingualItem => 'languages' in item

/** Returns the query by which the service shows an item in its own language, with its translations. */
export const ownLanguageQueryArgs = (item: object) =>
  isMultilingual && hasLanguages(item) ? { lang: item.languages[0], translations: 'all' } : {}

/** Loads an item with its own texts, whatever the language of the desk, and its translations. */
export async function loadOwnTexts<T extends object>(path: string): Promise<ApiResponse<T>> {
  if (!isMultilingual) return callApi<T>('GET', path)
  const first = await callApi<T>('GET', path, { query: { lang: siteLanguage, translations: 'all' } })
  if (hasLanguages(first.body) && first.body.languages[0] === siteLanguage) return first
  return callApi<T>('GET', path, { query: ownLanguageQueryArgs(first.body) })
}

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
  const { body: changes } = await loadChangesPageAtPath(`/${collection}/${id}/history`, { per_page: 50 })
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

// The list of what is to translate into a language.

export const workStates = ['missing', 'draft', 'outdated'] as const

export type ItemToTranslate = components['schemas']['ToTranslate']

const collections: Readonly<Record<ItemToTranslate['resource'], TranslatedCollection | 'series'>> = {
  event: 'events',
  series: 'series',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
  group: 'groups',
  media: 'media',
  page: 'pages',
}

export const workKinds = namesOf(collections)

/** Returns what the items of a collection are called in the log. */
export const kindOfCollection = (collection: TranslatedCollection | 'series'): ChangedKind =>
  workKinds.find((kind) => collections[kind] === collection) ?? 'event'

export const workStateWords: Readonly<Record<ItemToTranslate['state'], Key>> = {
  missing: 'translation.missing',
  draft: 'status.draft',
  outdated: 'translation.outdated',
}

/** The list that is worked through: the language, and the state, kind and words that narrow it, as they are in the address. */
type Wanted = Readonly<Record<string, string>>

export const loadTranslationWork = ({ language, state, resource, q, page = '1', per_page = '50' }: Wanted) =>
  loadList<ItemToTranslate>('/translations', { language, state, resource, search: q, page, per_page })

const placeOf = ({ resource, id }: ItemToTranslate) => `${collections[resource]}/${id}`

/** Returns the path of the form of a translation, from which saving leads to the next of the list. */
export function translationTaskPath(work: ItemToTranslate, { page: _, ...wanted }: Wanted): string {
  const query = new URLSearchParams({ state: '', ...wanted })
  return `/translate/${placeOf(work)}?${query}`
}

/** Returns what comes after an item in the list, around its end; undefined if there is no other. */
export async function loadNextTask(
  { page: _, ...wanted }: Wanted,
  place: string,
): Promise<ItemToTranslate | undefined> {
  const { body } = await loadTranslationWork({ ...wanted, per_page: '100' })
  const at = body.findIndex((work) => placeOf(work) === place)
  return body[at + 1] ?? body.slice(0, Math.max(at, 0))[0]
}

// Marks of lists for the translations that an item lacks, or that are not right.

/** Whether lists have marks: only editors see the drafts of all items. */
const hasMarks = () => isMultilingual && hasRoleAtLeast('editor')

/** Returns the args by which lists show translations, if they have marks. */
export const translationMarksQueryArgs = () => (hasMarks() ? ({ translations: 'all' } as const) : {})

/** The fields of an item that its marks need. Texts would be most of the answer. */
export const translationMarkFields: readonly string[] = [
  'languages',
  ...deskSettings.contentLanguages.flatMap((tag) => [
    `translations.${tag}.state`,
    `translations.${tag}.is_outdated`,
  ]),
]

/** The state of what is to translate, as the service lists it; undefined if nothing is. */
export function workState({ languages, translations }: MultilingualItem, tag: string) {
  const one = translations?.[tag]
  if (!languages.includes(tag) || one === undefined) return 'missing'
  if (one.state === 'draft') return 'draft'
  return one.is_outdated ? 'outdated' : undefined
}

interface MarksProps {
  readonly collection: TranslatedCollection
  readonly item: Partial<MultilingualItem> & { readonly id: number }
}

/** The languages that an item lacks, as a link to the form of the first of these translations. */
export function TranslationMarks({ collection, item }: MarksProps) {
  const { id, languages, translations } = item
  if (!hasMarks() || languages === undefined) return null
  const left = deskSettings.contentLanguages.flatMap((tag) => {
    const state =
      tag === languages[0] ? undefined : workState({ languages, ...(translations && { translations }) }, tag)
    return state === undefined
      ? []
      : [{ tag, text: t('labelled', { label: languageName(tag), text: t(workStateWords[state]) }) }]
  })
  const [first] = left
  if (first === undefined) return null
  const words = left.map(({ text }) => text).join(' · ')
  return (
    <Link to={`/translate/${collection}/${id}?language=${first.tag}`} class="tag" title={words}>
      <span aria-hidden="true">
        <Icon of="globe" /> {left.map(({ tag }) => tag).join(' ')}
      </span>
      <span class="unseen">{words}</span>
    </Link>
  )
}

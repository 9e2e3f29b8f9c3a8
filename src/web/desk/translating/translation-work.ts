/** The list of what is to translate into a language. */
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { callApi } from '../api/api.ts'
import type { Key } from '../words/index.ts'
import type { TranslatedCollection } from './translation.ts'

export const workStates = ['missing', 'draft', 'outdated'] as const

/** An item that is to be translated, as the service lists it. */
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

/** The words for the states. */
export const workStateWords: Readonly<Record<ItemToTranslate['state'], Key>> = {
  missing: 'translation.missing',
  draft: 'status.draft',
  outdated: 'translation.outdated',
}

interface Wanted {
  readonly tag: string
  /** "" for all. */
  readonly state: string
}

/** Loads a page of the list. */
export const loadTranslationWork = ({ tag, state }: Wanted, page: number, perPage = 50) =>
  callApi<{ readonly translations: readonly ItemToTranslate[] }>('GET', '/translations', {
    query: { language: tag, state, page, per_page: perPage },
  })

const placeOf = ({ resource, id }: ItemToTranslate) => `${collections[resource]}/${id}`

/** Returns the path of the form of a translation, from which saving leads to the next of the list. */
export const translationTaskPath = (work: ItemToTranslate, { tag, state }: Wanted): string =>
  `/translate/${placeOf(work)}?${new URLSearchParams({ language: tag, state })}`

/** Returns the path of the next translation of the list, or of the list if there is no other. */
export async function loadNextTaskPath({
  after,
  ...wanted
}: Wanted & { readonly after: string }): Promise<string> {
  const { body } = await loadTranslationWork(wanted, 1, 2)
  const next = body.translations.find((work) => placeOf(work) !== after)
  return next === undefined
    ? `/translations?${new URLSearchParams({ language: wanted.tag })}`
    : translationTaskPath(next, wanted)
}

/** Loads categories and tags. */

import { callApi, loadAllPages, type QueryFields } from '../api/api.ts'
import type { Category, Tag } from '../api/types.ts'
import { MAX_LOADED_SUGGESTIONS, type Suggestion, suggestionsToShow } from '../suggesting/suggestion.ts'
import { t } from '../words/index.ts'

const PER_PAGE = 100

/** Loads all categories that match the filter, by name. */
export const loadAllCategories = (filter: QueryFields = {}): Promise<readonly Category[]> =>
  loadAllPages(async (page) => {
    const query = { ...filter, hide_empty: false, per_page: PER_PAGE, page }
    const { body, pages } = await callApi<{ categories: readonly Category[] }>('GET', '/categories', {
      query,
    })
    return { body: body.categories, pages }
  })

/** Loads a page of tags. */
export async function listTags(query: QueryFields) {
  const response = await callApi<{ tags: readonly Tag[] }>('GET', '/tags', {
    query: { hide_empty: false, ...query },
  })
  return { tags: response.body.tags, total: response.total, pages: response.pages }
}

/** A category, and its depth in the tree, from 0. */
interface CategoryAtDepth {
  readonly category: Category
  readonly depth: number
}

/** Categories in the order of the tree, each after its parent. */
export function categoriesInTreeOrder(
  all: readonly Category[],
  parent = 0,
  depth = 0,
): readonly CategoryAtDepth[] {
  return all
    .filter((one) => one.parent === parent)
    .flatMap((category) => [{ category, depth }, ...categoriesInTreeOrder(all, category.id, depth + 1)])
}

/** The ids of a category and of all its descendants. */
export function categoryIdWithDescendants(all: readonly Category[], id: number): ReadonlySet<number> {
  return new Set([id, ...categoriesInTreeOrder(all, id).map(({ category }) => category.id)])
}

// Suggests tags while the user types.

/** Loads the tags that match the words, with the number of their events. */
export async function loadTagsMatchingText(text: string): Promise<readonly Suggestion[]> {
  const { tags } = await listTags({ search: text.trim(), per_page: MAX_LOADED_SUGGESTIONS })
  return suggestionsToShow(
    text,
    tags.map(({ id, name, count }) => ({ value: String(id), label: name, detail: t('uses', { count }) })),
  )
}

/** Loads categories and tags. */
import { callApi, type QueryFields } from '../api/api.ts'
import type { Category, Tag } from '../api/types.ts'

const PER_PAGE = 100

/** Loads all categories that match the filter, by name. */
export async function loadAllCategories(filter: QueryFields = {}): Promise<readonly Category[]> {
  const all: Category[] = []
  for (let page = 1; ; page += 1) {
    const query = { ...filter, hide_empty: false, per_page: PER_PAGE, page }
    const { body, pages } = await callApi<{ categories: readonly Category[] }>('GET', '/categories', {
      query,
    })
    all.push(...body.categories)
    if (page >= pages) return all
  }
}

/** Loads a page of tags. */
export async function listTags(query: QueryFields) {
  const response = await callApi<{ tags: readonly Tag[] }>('GET', '/tags', {
    query: { hide_empty: false, ...query },
  })
  return { tags: response.body.tags, total: response.total, pages: response.pages }
}

/** A category, and its depth in the tree, from 0. */
export interface CategoryAtDepth {
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

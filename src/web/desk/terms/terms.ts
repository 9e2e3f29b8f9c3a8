import { loadList, loadWholeList, type QueryFields } from '../api/api.ts'
import type { Category, Tag } from '../api/types.ts'
import { MAX_LOADED_SUGGESTIONS, type Suggestion, suggestionsToShow } from '../suggesting/suggestion.ts'
import { t } from '../words/index.ts'

export const loadAllCategories = (filter: QueryFields = {}): Promise<readonly Category[]> =>
  loadWholeList('/categories', { ...filter, hide_empty: false })

export const listTags = (query: QueryFields) => loadList<Tag>('/tags', { hide_empty: false, ...query })

/** The number of categories above which one searches them. */
export const MANY_CATEGORIES = 12

interface CategoryAtDepth {
  readonly category: Category
  readonly depth: number
}

function idsWithAncestors(all: readonly Category[], ids: readonly number[]): readonly number[] {
  const parents = all.filter(({ id, parent }) => ids.includes(id) && parent !== 0).map(({ parent }) => parent)
  return parents.length === 0 ? ids : [...ids, ...idsWithAncestors(all, parents)]
}

/** Puts some categories, and those above them, before the others, and those used most before these: each counts with those below it. */
export function categoriesByUse(all: readonly Category[], ids: readonly number[]): readonly Category[] {
  const first = new Set(idsWithAncestors(all, ids))
  const uses = new Map<number, number>()
  for (const { id, count } of all)
    for (const one of new Set(idsWithAncestors(all, [id]))) uses.set(one, (uses.get(one) ?? 0) + count)
  const rank = ({ id }: Category) => (first.has(id) ? Number.POSITIVE_INFINITY : (uses.get(id) ?? 0))
  return all.toSorted((one, other) => (rank(one) === rank(other) ? 0 : rank(other) - rank(one)))
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

/** The choices of a category, indented as the tree. */
export const categoryOptions = (all: readonly Category[]) =>
  categoriesInTreeOrder(all).map(
    ({ category: { id, name }, depth }) => [String(id), '\u2003'.repeat(depth) + name] as const,
  )

export function categoryIdWithDescendants(all: readonly Category[], id: number): ReadonlySet<number> {
  return new Set([id, ...categoriesInTreeOrder(all, id).map(({ category }) => category.id)])
}

export async function loadTagsMatchingText(text: string): Promise<readonly Suggestion[]> {
  const { body } = await listTags({ search: text.trim(), per_page: MAX_LOADED_SUGGESTIONS })
  return suggestionsToShow(
    text,
    body.map(({ id, name, count }) => ({ value: String(id), label: name, detail: t('uses', { count }) })),
  )
}

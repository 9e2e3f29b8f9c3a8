/** Representations of categories and tags (contract §1.4). */
import { categoryOnlyFields, tagFields } from '../../contract/resources/fields/other-fields.ts'
import { presenterOf } from '../../contract/resources/fields/values.ts'
import type { Representation, TermName } from '../../contract/resources/index.ts'
import type { CategoryRecord, TagRecord, TermItem } from '../../store/store.ts'
import { shownContent } from '../shown-content.ts'
import { pageUrl, type Root, restUrl } from '../urls.ts'
import type { RepresentationContext } from './published.ts'

const fieldsOf = presenterOf(tagFields)
const ownOf = presenterOf(categoryOnlyFields)

function term<K extends TermName>(kind: K, collection: string, own: TagRecord, root: Root) {
  const { record, shown: languages } = shownContent(kind, own, root)
  const rest_url = restUrl(root, collection, record.id)
  const shown = {
    id: record.id,
    name: record.name,
    slug: record.slug,
    ...languages,
    ...fieldsOf(record),
    taxonomy: `event_${kind}` as const,
    count: record.count,
    url: pageUrl(root, kind, record.slug),
    rest_url,
  }
  return { shown, urls: { self: rest_url, collection: restUrl(root, collection) } }
}

/** Returns the representation of a category. */
export function representCategory(
  { record }: TermItem<CategoryRecord>,
  { root }: RepresentationContext,
): Representation<'category'> {
  const { shown, urls } = term('category', 'categories', record, root)
  const up = record.parent === null ? {} : { up: restUrl(root, 'categories', record.parent) }
  return Object.assign(shown, { parent: record.parent ?? 0, ...ownOf(record), urls: { ...urls, ...up } })
}

/** Returns the representation of a tag. */
export function representTag(
  { record }: TermItem<TagRecord>,
  { root }: RepresentationContext,
): Representation<'tag'> {
  const { shown, urls } = term('tag', 'tags', record, root)
  return Object.assign(shown, { urls })
}

export type Term = Representation<TermName>

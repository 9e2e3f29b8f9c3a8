/** Categories and tags as represented (contract §1.4). */
import type { CategoryRecord, TagRecord, TermItem } from '../../store/store.ts'
import { pageUrl, type Root, restUrl } from '../urls.ts'
import type { View } from './published.ts'

function term<Up extends object>(
  kind: 'category' | 'tag',
  collection: string,
  record: TagRecord,
  root: Root,
  up: Up,
) {
  const rest_url = restUrl(root, collection, record.id)
  return {
    id: record.id,
    name: record.name,
    slug: record.slug,
    description: record.description,
    taxonomy: `event_${kind}`,
    count: record.count,
    url: pageUrl(root, kind, record.slug),
    rest_url,
    urls: { self: rest_url, collection: restUrl(root, collection), ...up },
  }
}

export function category({ record }: TermItem<CategoryRecord>, { root }: View) {
  const up = record.parent === null ? {} : { up: restUrl(root, 'categories', record.parent) }
  return Object.assign(term('category', 'categories', record, root, up), { parent: record.parent ?? 0 })
}

export function tag({ record }: TermItem<TagRecord>, { root }: View) {
  return term('tag', 'tags', record, root, {})
}

export type Term = ReturnType<typeof category> | ReturnType<typeof tag>

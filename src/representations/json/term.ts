/** Representations of categories, tags and groups (contract §1.4, §16). */
import { categoryOnlyFields, groupFields, tagFields } from '../../contract/resources/fields/other-fields.ts'
import { fieldRowsPresenter } from '../../contract/resources/fields/values.ts'
import type { Representation, TermName } from '../../contract/resources/index.ts'
import { isInMainCalendarByGroupAndOwnFlag } from '../../domain/publication/main-calendar.ts'
import type {
  CategoryRecord,
  GroupRecord,
  GroupWithEventCount,
  TagRecord,
  TermItem,
} from '../../store/store.ts'
import { shownRecordAndLanguages } from '../shown-language.ts'
import { type Root, restUrl, urlOfItemPage } from '../urls.ts'
import { representImage } from './image.ts'
import type { JsonItemContext } from './published.ts'

const fieldsOf = fieldRowsPresenter(tagFields)
const ownOf = fieldRowsPresenter(categoryOnlyFields)

function term<K extends TermName>(kind: K, collection: string, own: TagRecord, root: Root) {
  const { record, shown: languages } = shownRecordAndLanguages(kind, own, root)
  const rest_url = restUrl(root, collection, record.id)
  const shown = {
    id: record.id,
    name: record.name,
    slug: record.slug,
    ...languages,
    ...fieldsOf(record),
    taxonomy: `event_${kind}` as const,
    count: record.count,
    url: urlOfItemPage(root, kind, record.slug),
    rest_url,
  }
  return { shown, urls: { self: rest_url, collection: restUrl(root, collection) } }
}

/** Returns the representation of a category. */
export function representCategory(
  { record }: TermItem<CategoryRecord>,
  { root }: JsonItemContext,
): Representation<'category'> {
  const { shown, urls } = term('category', 'categories', record, root)
  const up = record.parent === null ? {} : { up: restUrl(root, 'categories', record.parent) }
  return Object.assign(shown, { parent: record.parent ?? 0, ...ownOf(record), urls: { ...urls, ...up } })
}

/** Returns the representation of a tag. */
export function representTag(
  { record }: TermItem<TagRecord>,
  { root }: JsonItemContext,
): Representation<'tag'> {
  const { shown, urls } = term('tag', 'tags', record, root)
  return Object.assign(shown, { urls })
}

export type Term = Representation<TermName>
export type Group = Representation<'group'>

const groupFieldsOf = fieldRowsPresenter(groupFields)

/** Returns the group of an event or a series as that shows it, and whether it is in the main calendar. */
export function representGroupAndInMain(
  group: GroupRecord | undefined,
  own: 0 | 1 | null,
  { root }: Pick<JsonItemContext, 'root'>,
): Pick<Representation<'event'>, 'group' | 'in_main'> {
  const in_main = isInMainCalendarByGroupAndOwnFlag(group, own)
  if (group === undefined) return { group: null, in_main }
  const { id, name, slug } = shownRecordAndLanguages('group', group, root).record
  const [url, rest_url] = [urlOfItemPage(root, 'group', slug), restUrl(root, 'groups', id)]
  return { group: { id, name, slug, url, rest_url }, in_main }
}

/** Returns the representation of a group. */
export function representGroup(
  { record: own, image, count }: GroupWithEventCount,
  { root }: JsonItemContext,
): Representation<'group'> {
  const { record, shown: languages } = shownRecordAndLanguages('group', own, root)
  return {
    id: record.id,
    name: record.name,
    slug: record.slug,
    ...languages,
    ...groupFieldsOf(record),
    image: representImage(image, root),
    count,
    url: urlOfItemPage(root, 'group', record.slug),
    rest_url: restUrl(root, 'groups', record.id),
    events_url: `${restUrl(root, 'events')}?group=${record.id}`,
  }
}

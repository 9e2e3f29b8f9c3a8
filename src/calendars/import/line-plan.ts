/** The writes of a line of an export, as values: computed from what was read, and written by `applyLinePlan`. Pure. */
import { changedValues } from '../../actions/writing/save.ts'
import { type ItemName, linkNames } from '../../contract/resources/index.ts'
import { internalFields, isInternalField, withoutInternalFields } from '../../domain/publication/internal.ts'
import type { LinkIds, RecordOf, TermIdsOfEventToCount, ValuesOf } from '../../store/store.ts'
import type { ItemOnLine } from '../jsonl/record-values.ts'

export type DescribedItem = ItemOnLine<ItemName>
export type StoredItem = RecordOf<ItemName>
export type ItemValues = DescribedItem['values']

/** The columns and links of a line, with our ids of the items that it references. */
export interface ItemWithOurIds {
  readonly values: ItemValues
  readonly links: LinkIds
}

/** The existing item that a line describes; `isOwn` if this calendar exported the line. */
export interface ExistingItem {
  readonly record: StoredItem
  readonly isOwn: boolean
}

/** The row, the links and the counts that a line writes. */
export interface LinePlan {
  readonly row:
    | { readonly act: 'insert'; readonly values: ItemValues & { readonly id?: number } }
    | { readonly act: 'change'; readonly id: number; readonly columns: Partial<ValuesOf<ItemName>> }
  /** The links that are set; those that are absent stay. */
  readonly links: Partial<LinkIds>
  /** The terms of an event that count for it before and after; undefined for other items. */
  readonly counts:
    | { readonly before: TermIdsOfEventToCount; readonly after: TermIdsOfEventToCount }
    | undefined
}

/** The id of a category's parent; null for none, and for items of other kinds. */
export const parentIdIn = (values: ItemValues): number | null => ('parent' in values ? values.parent : null)

/** Whether the item counts for its terms. */
const countsForTerms = (record: StoredItem | ItemValues) => 'status' in record && record.status === 'publish'

/** Columns that a line of another calendar never changes: what depends on our users and addresses, and what only our editors see. */
const keptOfOthers = ['author', 'slug', ...internalFields]

/** Returns the values of another calendar's line with our own fields of an occurrence that only our editors see. */
function withOurInternalFields(values: ItemValues, record: StoredItem): ItemValues {
  if (!('own_fields' in values && 'own_fields' in record) || values.series === null) return values
  const sent: readonly string[] = JSON.parse(withoutInternalFields(values.own_fields))
  const ours: readonly string[] = JSON.parse(record.own_fields)
  return { ...values, own_fields: JSON.stringify([...sent, ...ours.filter(isInternalField)]) }
}

/** Returns the changed columns. Some keep our values, whatever the line says. */
function changesTo({ record, isOwn }: ExistingItem, values: ItemValues): Partial<StoredItem> {
  const ours = ['version', 'modified_utc', 'origins', 'count', 'uid', ...(isOwn ? [] : keptOfOthers)]
  const changes = changedValues<StoredItem>(isOwn ? values : withOurInternalFields(values, record), record)
  for (const name of ours) Reflect.deleteProperty(changes, name)
  return changes
}

/** An item as it is before its line changes it. */
interface ItemBefore extends ExistingItem {
  /** The links that it has; of an item that is no event, those of the line. */
  readonly links: LinkIds
  /** The slug that it gets if its line may give it one: free, or its own. */
  readonly slug: string
}

/**
 * Returns the plan that changes an item to its line at `now`, in seconds since 1970 UTC; undefined if nothing
 * differs.
 */
export function changedItemPlan(
  name: ItemName,
  { values, links }: ItemWithOurIds,
  { slug, links: had, ...present }: ItemBefore,
  now: number,
): LinePlan | undefined {
  const { record } = present
  const moved = linkNames.filter((kind) => had[kind].join() !== links[kind].join())
  const changes = changesTo(present, { ...values, slug })
  if (Object.keys(changes).length === 0 && moved.length === 0) return undefined
  const columns = { ...changes, version: record.version + 1, modified_utc: now }
  return {
    row: { act: 'change', id: record.id, columns },
    links: Object.fromEntries(moved.map((kind) => [kind, links[kind]])),
    counts:
      name === 'event'
        ? {
            before: { ...had, counts: countsForTerms(record) },
            after: { ...links, counts: countsForTerms(values) },
          }
        : undefined,
  }
}

/** The place of a new item: whether its line is of this calendar, whether it keeps the id of the line, and a free slug. */
interface NewPlace {
  readonly isOwn: boolean
  readonly keepsId: boolean
  readonly slug: string
}

/** Returns the plan of a new item. Where it does not keep its id, its author is nobody here. */
export function newItemPlan(
  item: DescribedItem,
  { values, links }: ItemWithOurIds,
  { isOwn, keepsId, slug }: NewPlace,
): LinePlan {
  const origins = isOwn && keepsId ? item.origins : [item.globalId, ...item.origins]
  return {
    row: {
      act: 'insert',
      values: {
        ...values,
        ...(keepsId && { id: item.id }),
        ...('author' in values && !keepsId && { author: 0 }),
        slug,
        origins,
      },
    },
    links: Object.fromEntries(
      linkNames.filter((kind) => links[kind].length > 0).map((kind) => [kind, links[kind]]),
    ),
    counts:
      item.name === 'event'
        ? {
            before: { counts: false, category: [], tag: [] },
            after: { ...links, counts: countsForTerms(values) },
          }
        : undefined,
  }
}

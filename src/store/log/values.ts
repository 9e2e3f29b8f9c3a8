/** The values of an item's fields before a write changes them, for its history. */
import { type ResourceName, resourceNamed } from '../../contract/resources/index.ts'
import { argAndValueOfColumn, argNamesByLinkedResource } from '../../contract/stored-args.ts'
import type { Db } from '../database/rows.ts'
import { linksOfEvent } from '../records/links.ts'
import { recordsOfIdsInAnyOrder } from '../records/query-records.ts'
import type { BeforeAndAfterByField, LinkName } from '../store.ts'
import type { RememberedRecords } from '../types/records.ts'

/** The title and slug of an item. */
interface ItemTitle {
  readonly title: string
  readonly slug: string
}

/** The title and slug of an item, taken from its columns; from those that it had `before` where none is written. */
export function titleAndSlugIn(values: object, before: object = {}): ItemTitle {
  const told = (column: string): unknown => Reflect.get(values, column) ?? Reflect.get(before, column)
  return { title: String(told('title') ?? told('name')), slug: String(told('slug') ?? '') }
}

/** An item's title after a write of `values`, and the values of the changed fields before and after. */
interface ValueChange extends ItemTitle {
  readonly changes: BeforeAndAfterByField
}

/** Where the values before a write are read, and what is known without reading. */
interface EarlierValues {
  readonly db: Db
  readonly known: RememberedRecords
}

/** Returns what a write of `values` is about to change. It is read where the record is not known. A deleted item has no title. */
export async function changeOfWrittenValues(
  { db, known }: EarlierValues,
  name: ResourceName,
  id: number,
  values: object,
): Promise<ValueChange> {
  const written = Object.entries(values).filter(
    ([column]) => argAndValueOfColumn(name, column, null) !== undefined,
  )
  const before = known.record(name, id) ?? (await recordsOfIdsInAnyOrder(db, name, [id]))[0]
  if (before === undefined) return { title: '', slug: '', changes: {} }
  const changes = written.flatMap(([column, value]) => {
    const was = argAndValueOfColumn(name, column, Reflect.get(before, column))
    const is = argAndValueOfColumn(name, column, value)
    return was === undefined || is === undefined ? [] : [[was[0], [was[1], is[1]]]]
  })
  return { ...titleAndSlugIn(values, before), changes: Object.fromEntries(changes) }
}

/** Returns the links of one kind that an event has before they are set to `targets`. */
export async function linkIdsBeforeAndAfterChange(
  { db, known }: EarlierValues,
  name: LinkName,
  eventId: number,
  targets: readonly number[],
): Promise<BeforeAndAfterByField> {
  const links = known.links(eventId) ?? (await linksOfEvent(db, eventId))
  return { [argNamesByLinkedResource[name]]: [links[name], targets] }
}

/**
 * The field that a column stores, usually of the same name. Derived columns, such as search keys, belong to no
 * field.
 */
export function fieldsOfColumn(name: ResourceName, column: string): readonly string[] {
  if (column === 'password_hash') return ['password']
  if (column === 'date_utc') return ['date']
  if (column === 'group_id') return ['group']
  if (column === 'name' && (name === 'venue' || name === 'organizer')) return [name]
  return Object.hasOwn(resourceNamed(name).fields, column) ? [column] : []
}

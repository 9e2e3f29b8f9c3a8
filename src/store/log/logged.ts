/** What the log has of each resource, and what the store has to know of it to write it. */
import type { derivedColumns } from '../../contract/columns.ts'
import { type ResourceName, resourceNamed } from '../../contract/resources/index.ts'
import { isOneOfSql } from '../conditions/visibility.ts'
import { type Db, sql } from '../database/sql.ts'
import type { ValuesOf } from '../types/items.ts'

/** The resources of which each change of an item has a line. Acts on many events, and on series, have one line. */
export const loggedNames = [
  'venue',
  'organizer',
  'category',
  'tag',
  'group',
  'media',
  'page',
] as const satisfies readonly ResourceName[]

type LoggedName = (typeof loggedNames)[number]

const names: ReadonlySet<string> = new Set(loggedNames)

export const isLogged = (name: string): name is LoggedName => names.has(name)

type DerivedOf<N extends ResourceName> = ReturnType<(typeof derivedColumns)[N]>

/** The columns that `put` derives, the counts, and the widths of the pictures that are made of an image. */
export type DerivedColumn<N extends ResourceName> = keyof DerivedOf<N> | 'count' | 'widths'

type Blank<N extends ResourceName> = Omit<
  ValuesOf<N>,
  keyof DerivedOf<N> | 'slug' | 'version' | 'modified_utc'
>

/** What a resource declares of its rows. */
export interface StoredResource<N extends ResourceName> {
  /** The columns of a new row that nobody has set. Those of an event or a series are nearly all set with it. */
  readonly blank: N extends LoggedName ? Blank<N> : Partial<Blank<N>>
  /** The columns that derive from the others. */
  readonly derive: (row: ValuesOf<N>) => DerivedOf<N>
  /** The columns that tell of a person: where one is erased, they are emptied, here and in all that is kept of its changes. None by default. */
  readonly personal?: readonly (keyof ValuesOf<N> & string)[]
}

export type StoredResources = { readonly [N in ResourceName]: StoredResource<N> }

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

/** What the log has of an item under other names. */
const beside: ReadonlyMap<ResourceName, readonly string[]> = new Map([
  ['event', ['decision', 'draft']],
  ['series', ['series_before']],
  ['group', ['group_before']],
  ['category', ['category_before']],
  ['tag', ['tag_before']],
])

/** Deletes the values of the lines of these. */
export async function forgetValuesOf(
  db: Db,
  resources: readonly string[],
  ids: readonly number[],
): Promise<void> {
  await sql`update audit set changes = '{}' where ${isOneOfSql(sql`resource`, resources)}
    and ${isOneOfSql(sql`item_id`, ids)} and changes <> '{}'`.execute(db)
}

/** Deletes the values of an item's changes, since an item that is deleted for good leaves none behind. */
export const forgetValuesOfItem = (db: Db, resource: ResourceName, ...ids: number[]): Promise<void> =>
  forgetValuesOf(db, [resource, ...(beside.get(resource) ?? [])], ids)

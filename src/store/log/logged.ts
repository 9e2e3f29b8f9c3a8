/** The resources whose changes are in the log, and what the store has to know of each to write it. */
import type { derivedColumns } from '../../contract/columns.ts'
import type { ResourceName } from '../../contract/resources/index.ts'
import type { ValuesOf } from '../types/items.ts'

/** The resources of which the log tells followers. Of events and series the journal tells: acts on many of them have one line. */
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

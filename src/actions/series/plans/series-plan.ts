/** The writes of an act on a series, as values: computed from what was read, and written by `applySeriesPlan`. */
import type { Occurrence as Place } from '../../../domain/series/series.ts'
import type {
  EventRecord,
  LinkIds,
  OccurrencePlaceChange,
  SeriesRecord,
  ValuesOf,
} from '../../../store/store.ts'
import type { PatternWithExistingReferences } from '../pattern.ts'

interface Identified {
  readonly id: number
}

/** Columns and links that some events get alike; links that are absent stay. */
export interface UniformChange {
  readonly ids: readonly number[]
  readonly columns: Partial<ValuesOf<'event'>>
  readonly links: Partial<LinkIds>
}

/** Columns of events in which each gets its own values, as the same version. */
interface EachChange {
  readonly rows: readonly (Identified & Partial<ValuesOf<'event'>>)[]
}

export type EventsChange = UniformChange | EachChange

/** The row of the series itself. Of a removed one, `columns` are written before. */
export type SeriesRowWrite =
  | {
      readonly act: 'insert'
      readonly values: Omit<ValuesOf<'series'>, 'slug'>
      readonly slug: string
      /** Somebody chose the slug. */
      readonly isChosen?: boolean
    }
  | { readonly act: 'change'; readonly record: SeriesRecord; readonly columns: Partial<ValuesOf<'series'>> }
  | { readonly act: 'remove'; readonly record: SeriesRecord; readonly columns: Partial<ValuesOf<'series'>> }

/** Another series, before or after this one. `names` is the column that gets the id of this series. */
export interface NeighbourSeriesChange {
  readonly id: number
  readonly columns: Partial<ValuesOf<'series'>>
  readonly names?: 'continues' | 'continued_by'
}

/** Occurrences that are inserted like a pattern. `uid` is that of the first of them. */
export interface AddedOccurrences {
  readonly pattern: PatternWithExistingReferences
  readonly places: readonly Place[]
  readonly uid?: string
}

/** All that an act on a series writes, in this order. */
export interface SeriesPlan {
  /** The stored events whose terms may count otherwise afterwards. */
  readonly counted: readonly Identified[]
  readonly changes: readonly EventsChange[]
  /** The new places of occurrences whose times follow in further transactions. */
  readonly places: readonly OccurrencePlaceChange[]
  readonly series: SeriesRowWrite
  readonly neighbours: readonly NeighbourSeriesChange[]
  /** Changes of events that become occurrences of this series. */
  readonly joining: readonly EventsChange[]
  readonly added: AddedOccurrences | undefined
  /** The ids of events that are deleted. */
  readonly removed: readonly number[]
}

/** Returns a plan that changes nothing but the row of a series, and what is given besides. */
export function seriesPlanWithDefaults(
  series: SeriesRowWrite,
  more: Partial<Omit<SeriesPlan, 'series'>>,
): SeriesPlan {
  return {
    counted: [],
    changes: [],
    places: [],
    series,
    neighbours: [],
    joining: [],
    added: undefined,
    removed: [],
    ...more,
  }
}

/** Returns a change of some events alike. */
export function sameChangeForEvents(
  events: readonly Identified[],
  columns: UniformChange['columns'],
  links: Partial<LinkIds> = {},
): UniformChange {
  return { ids: events.map(({ id }) => id), columns, links }
}

/** Returns events as they are after changes of their columns. */
export function eventsAfterChanges<E extends Identified & Partial<EventRecord>>(
  events: readonly E[],
  changes: readonly EventsChange[],
): readonly E[] {
  const columns = new Map<number, Partial<ValuesOf<'event'>>>()
  const add = (id: number, more: Partial<ValuesOf<'event'>>) =>
    columns.set(id, { ...columns.get(id), ...more })
  for (const change of changes) {
    if ('ids' in change) for (const id of change.ids) add(id, change.columns)
    else for (const { id, ...own } of change.rows) add(id, own)
  }
  return events.map((event) => ({ ...event, ...columns.get(event.id) }))
}

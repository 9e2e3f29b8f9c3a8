/** What an act on a series writes, as values; events that leave a series and come back. */

import type { ItemStatus } from '../../domain/publication.ts'
import {
  type Occurrence as Place,
  type Series,
  standaloneOccurrenceUid,
} from '../../domain/series/occurrences.ts'
import type {
  EventRecord,
  LinkIds,
  OccurrencePlaceChange,
  OccurrenceRecord,
  SeriesRecord,
  ValuesOf,
} from '../../store/store.ts'
import { type EventWithLinks, fieldsThatDiffer, patternAsEventAt } from './pattern.ts'

// The writes of an act on a series, as values: computed from what was read, and written by `applySeriesPlan`.

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
  readonly pattern: EventWithLinks
  readonly places: readonly Place[]
  readonly uid?: string
}

/** All that an act on a series writes, in this order. */
export interface SeriesPlan {
  readonly changes?: readonly EventsChange[]
  /** The new places of occurrences whose times follow in further transactions. */
  readonly places?: readonly OccurrencePlaceChange[]
  readonly series: SeriesRowWrite
  readonly neighbours?: readonly NeighbourSeriesChange[]
  /** Changes of events that become occurrences of this series. */
  readonly joining?: readonly EventsChange[]
  readonly added?: AddedOccurrences
  /** The ids of events that are deleted. */
  readonly removed?: readonly number[]
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

// The series before and after one that was cut. Pure.

/** A series before or after another one; `names` is its column with the id of the other one. */
export interface NeighbourSeries {
  readonly record: SeriesRecord
  readonly names: 'continues' | 'continued_by'
}

/** Returns the changes of the neighbours of a series that is removed, at `now` in seconds since 1970 UTC: they name it no more. */
export function changesUnlinkingNeighbours(
  neighbours: readonly NeighbourSeries[],
  now: number,
): readonly NeighbourSeriesChange[] {
  return neighbours.map(({ record, names }) => ({
    id: record.id,
    columns: { [names]: null, version: record.version + 1, modified_utc: now },
  }))
}

// Occurrences that leave their series: as single events, or to the trash (contract §10.3). Pure.

/** The columns of an event that belongs to no series. */
export const singleEventColumns = { series: null, recurrence_id: '', own_fields: '[]', trash_act: 0 } as const

/** Returns the changes that move events to the trash, each with whether it was public. */
export function trashChanges(
  events: readonly OccurrenceRecord[],
  columns: Partial<Pick<OccurrenceRecord, 'series' | 'recurrence_id' | 'own_fields' | 'trash_act'>>,
): readonly UniformChange[] {
  return ([0, 1] as const).map((was_public) =>
    sameChangeForEvents(
      events.filter(({ status }) => (status === 'publish') === (was_public === 1)),
      { ...columns, status: 'trash', pruned_status: '', was_public },
    ),
  )
}

/**
 * Returns those occurrences that go to the trash with their series, or when they leave it, at `now`, in seconds since 1970 UTC: they have not
 * begun.
 */
export const occurrencesToTrash = (
  all: readonly OccurrenceRecord[],
  now: number,
): readonly OccurrenceRecord[] => all.filter(({ status, start_utc }) => status !== 'trash' && start_utc > now)

/**
 * Returns the changes that take occurrences out of their series at `now`, in seconds since 1970 UTC: those that have not begun
 * go to the trash, the others stay as single events.
 */
export function changesOfLeavingOccurrences(
  left: readonly OccurrenceRecord[],
  now: number,
): readonly EventsChange[] {
  const going = new Set(occurrencesToTrash(left, now))
  return [
    ...trashChanges([...going], singleEventColumns),
    sameChangeForEvents(
      left.filter((one) => !going.has(one)),
      singleEventColumns,
    ),
  ]
}

/** The series that occurrences are withdrawn from. */
export interface WithdrawnFrom {
  readonly uid: string
  readonly rule: Pick<Series, 'zone' | 'allDay'>
  /** The status of the occurrences that went to the trash with the series. */
  readonly status: ItemStatus
  /** Returns where the rule of the series would put an occurrence. */
  placeOf(recurrenceId: string): string
}

/**
 * Returns the changes that take the occurrences out of a series that its source removed. They keep their status and get the UID
 * of their place, by which they come back.
 */
export function changesOfOccurrencesRemovedBySource(
  { uid, rule, status, placeOf }: WithdrawnFrom,
  left: readonly OccurrenceRecord[],
  now: number,
): readonly EventsChange[] {
  const pruned = occurrencesToTrash(left, now).map(({ id, status: pruned_status }) => ({ id, pruned_status }))
  const along = left.filter((one) => one.status === 'trash' && one.trash_act > 0 && status !== 'trash')
  return [
    ...changesOfLeavingOccurrences(left, now),
    { rows: [...pruned, ...along.map(({ id }) => ({ id, pruned_status: status }))] },
    {
      rows: left.map(({ id, recurrence_id }) => ({
        id,
        uid: standaloneOccurrenceUid(uid, placeOf(recurrence_id), rule),
      })),
    },
  ]
}

/** Returns the changes that end a series of which the event with the id `kept` stays as a single one. */
export function changesDissolvingSeriesIntoOneEvent(
  all: readonly OccurrenceRecord[],
  kept: number,
  now: number,
): readonly EventsChange[] {
  return [
    ...changesOfLeavingOccurrences(
      all.filter(({ id }) => id !== kept),
      now,
    ),
    sameChangeForEvents(
      all.filter(({ id }) => id === kept),
      singleEventColumns,
    ),
  ]
}

// Single events that become occurrences of a series, ids and slugs kept (contract §10.4). Pure.

/** A slug that an event gets, as its own was taken while it was in the trash. */
export type NewSlugOfReturningEvent = Pick<EventRecord, 'id' | 'slug'>

/** The events that left a series, by the `recurrence_id` that they had, and the slugs that those in the trash need. */
export interface ReturningEvents {
  readonly found: ReadonlyMap<string, EventWithLinks>
  readonly slugs: readonly NewSlugOfReturningEvent[]
}

export const noReturningEvents: ReturningEvents = { found: new Map(), slugs: [] }

/** Whether an import moved an event to the trash. */
export const isTrashedByImport = ({ status, pruned_status }: EventRecord): boolean =>
  status === 'trash' && pruned_status !== ''

/**
 * Returns the changes by which events become occurrences, where the series has none yet. `places` maps `recurrence_id` to event.
 * What differs from the pattern becomes their own. The series is the parent no more.
 */
export function changesTurningEventsIntoOccurrences(
  pattern: EventWithLinks,
  rule: Series,
  places: ReadonlyMap<string, EventWithLinks>,
): readonly UniformChange[] {
  return [...places].map(([recurrence_id, { event, links }]) => {
    const place = patternAsEventAt(pattern, rule, recurrence_id)
    const own = { event: { ...event, post_parent: null }, links }
    const fields = fieldsThatDiffer(own, place).filter((field) => field !== 'status')
    return sameChangeForEvents([event], {
      recurrence_id,
      own_fields: JSON.stringify(fields),
      post_parent: null,
    })
  })
}

/** Returns the changes that take returning events out of the trash, with the status that they had before an import moved them there. */
export function returningEventsChanges({ found, slugs }: ReturningEvents): readonly EventsChange[] {
  const restored = [...found.values()].flatMap(({ event }) => {
    const { pruned_status } = event
    const isBack = isTrashedByImport(event) && pruned_status !== ''
    return isBack
      ? [sameChangeForEvents([event], { status: pruned_status, pruned_status: '', was_public: 0 })]
      : []
  })
  return [{ rows: slugs }, ...restored]
}

/** Keeps what an act on a series changes, as it was, so that the act can be undone. The log has it beside each transaction of the act. */

import { createHash } from 'node:crypto'
import type { ContextWithImages } from '../../api/context.ts'
import { isSameValue } from '../../contract/columns.ts'
import { linkNames } from '../../contract/resources/index.ts'
import { pick, withoutUndefined } from '../../contract/table-of.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import type { EventRecord, LinkIds, SeriesRecord, ValuesOf, Writing } from '../../store/store.ts'
import { slicesOf } from '../../support/slices.ts'
import { eventsWithLinksById } from './apply-plan.ts'

/** Events that are read at once, and kept in one part. */
const AT_ONCE = 500

/** Columns and links of an event. */
export type EventValues = Partial<ValuesOf<'event'>> & Partial<LinkIds>

/** Ids of items, each with the mark of the item. */
type Marked = readonly (readonly [id: number, mark: string])[]

/** An event with its links as columns. */
export type EventAndLinks = EventRecord & LinkIds

/** Events: the values that all of them have alike, and those of each. */
interface EventsInParts {
  readonly alike: Partial<EventAndLinks>
  readonly each: readonly Partial<EventAndLinks>[]
}

function eventsInParts(all: readonly EventAndLinks[]): EventsInParts {
  const alike: Partial<EventAndLinks> = { ...all[0] }
  for (const name of Object.keys(alike))
    if (!all.every((one) => isSameValue(Reflect.get(one, name), Reflect.get(alike, name))))
      Reflect.deleteProperty(alike, name)
  const own = (event: EventAndLinks) =>
    Object.fromEntries(Object.entries(event).filter(([name]) => !Object.hasOwn(alike, name)))
  return { alike, each: all.map(own) }
}

export const wholeEvents = ({ alike, each }: EventsInParts): readonly EventAndLinks[] =>
  each.map((own) => Object({ ...alike, ...own }))

/** What one transaction of an act on a series changed, or a part of it, as it was, and the marks of what it left. */
export interface EarlierState {
  /** Whether it goes on with an act that an earlier transaction began, or is a further part of one. */
  readonly goesOn: boolean
  /** The events and the series that it changed or made. */
  readonly left: Marked
  readonly leftSeries: Marked
  /** What these name, where some name alike. Earlier versions had it in the marks. */
  readonly named: readonly GroupedByValues<NamedByItem>[]
  readonly namedBySeries: readonly GroupedByValues<NamedByItem>[]
  /** The ids of those that it made. */
  readonly made: readonly number[]
  readonly madeSeries: readonly number[]
  /** The values that some of the others had alike. */
  readonly events: readonly GroupedByValues<EventValues>[]
  readonly series: readonly { readonly id: number; readonly columns: Partial<SeriesRecord> }[]
  readonly removedSeries: readonly SeriesRecord[]
  /** The events that it deleted: only undoing deletes any that can come back. */
  readonly removedEvents?: EventsInParts
  /** The events whose passwords it set. Neither these nor those before are kept. */
  readonly secrets?: readonly number[]
}

/** Columns of events and series that each write sets anew. */
const written = ['id', 'version', 'modified_utc']

/** How far the dates of a series have come. */
const progress = ['made_until', 'is_complete', 'unspread', 'spread_to', 'moved_by', 'moved_to'] as const

/** What an item names: that may go, or become a part of another one, while nobody changes the item. */
const naming = [
  ...linkNames,
  ...(['image', 'post_parent', 'author', 'group_id', 'in_main', 'assignee'] as const),
] as const

/** What an event names, or a series in all of its events. */
export type NamedByItem = Pick<EventAndLinks, (typeof naming)[number]>

export function namedBy(item: EventAndLinks | SeriesRecord): NamedByItem {
  if (!('pattern' in item)) return pick(item, naming)
  const { author, group_id, in_main, pattern } = item
  const { assignee = null, image, post_parent } = pattern.columns
  return { ...pattern.links, image, post_parent, author, group_id, in_main, assignee }
}

/** Columns that say nothing of what an item itself is: they derive from others, or say how far the dates of a series have come. */
const unmarked: readonly string[] = [...written, 'was_public', 'search_text', ...progress, ...naming]

const isEmpty = (value: unknown) => !value || (typeof value === 'object' && Object.keys(value).length === 0)

/**
 * Returns a short text that is the same for an item that is the same, whatever it names. What is empty doesn't count, so that a new column
 * changes none.
 */
export function markOf(item: EventAndLinks | SeriesRecord): string {
  const own = 'pattern' in item ? { ...item.pattern.columns, ...item, pattern: '' } : item
  const said = Object.entries(own).filter(([name, value]) => !unmarked.includes(name) && !isEmpty(value))
  // What was scheduled may have been published meanwhile.
  const text = JSON.stringify(said).replace('["status","future"]', '["status","publish"]')
  return createHash('sha256').update(text).digest('base64url').slice(0, 12)
}

/** Items with equal values. */
interface GroupedByValues<V> {
  readonly ids: readonly number[]
  readonly values: V
}

/** Groups ids by equal values. */
export function groupedByValues<V>(all: Iterable<readonly [id: number, values: V]>) {
  const groups = new Map<string, { readonly ids: number[]; readonly values: V }>()
  for (const [id, values] of all) {
    const key = JSON.stringify(values)
    const group = groups.get(key) ?? { ids: [], values }
    group.ids.push(id)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** Yields events by id, each with its links as columns. */
export async function* eventsWithLinks(store: Writing, ids: readonly number[]) {
  for (const some of slicesOf(ids, AT_ONCE))
    for (const [id, { event, links }] of await eventsWithLinksById(store, some))
      yield [id, { ...event, ...links }] as const
}

/** Columns whose values of before are not kept: each write sets them anew, and secrets are kept nowhere. */
const unkept = [...written, 'password_hash']

/** The values of an item that are others now, as they were. */
function changedSince<T extends object>(before: T, now: object): Partial<T> {
  const changed = { ...before }
  for (const name of Object.keys(before))
    if (unkept.includes(name) || isSameValue(Reflect.get(before, name), Reflect.get(now, name)))
      Reflect.deleteProperty(changed, name)
  return changed
}

/** What became of an item: its mark, what it names, and the values that were others; undefined for one that was made. */
interface Left<T> {
  readonly id: number
  readonly mark: string
  readonly named: NamedByItem
  readonly was: Partial<T> | undefined
}

/** Returns what became of items as they were before an act; those that it made were undefined. */
async function changesOf<T extends EventAndLinks | SeriesRecord>(
  before: ReadonlyMap<number, T | undefined>,
  now: AsyncIterable<readonly [id: number, item: T]>,
) {
  const left: Left<T>[] = []
  const gone = new Map(before)
  for await (const [id, item] of now) {
    const earlier = gone.get(id)
    gone.delete(id)
    const was = earlier && changedSince(earlier, item)
    if (was === undefined || Object.keys(was).length > 0)
      left.push({ id, mark: markOf(item), named: namedBy(item), was })
  }
  return { left, gone: [...gone.values()].filter((one) => one !== undefined) }
}

const marked = <T>(left: readonly Left<T>[]): Marked => left.map(({ id, mark }) => [id, mark])
const madeOf = <T>(left: readonly Left<T>[]) => left.flatMap(({ id, was }) => (was === undefined ? [id] : []))
const namedOf = <T>(left: readonly Left<T>[]) =>
  groupedByValues(left.map(({ id, named }) => [id, named] as const))

/** What is kept of some events. */
const keptOf = (left: readonly Left<EventAndLinks>[], gone: readonly EventAndLinks[]) => ({
  ...{ left: marked(left), named: namedOf(left), made: madeOf(left) },
  events: groupedByValues(left.flatMap(({ id, was }) => (was === undefined ? [] : [[id, was] as const]))),
  ...(gone.length > 0 && { removedEvents: eventsInParts(gone) }),
})

/** Whether nothing was changed that is kept. */
export const isWithoutChange = ({ left, leftSeries, removedSeries }: EarlierState): boolean =>
  left.length + leftSeries.length + removedSeries.length === 0

/** A writing that keeps what is changed through it, as it was. */
interface KeepingWriting {
  readonly store: Writing
  /** Notes in the log what was changed, by an act on the series with that id. */
  note(id: number): Promise<void>
}

/** Returns a writing for one transaction of an act on a series; `goesOn` if an earlier one began the act. */
export function keepEarlierState(
  store: Writing,
  { moment }: Pick<ContextWithImages, 'moment'>,
  goesOn = false,
): KeepingWriting {
  const events = new Map<number, EventAndLinks | undefined>()
  const series = new Map<number, SeriesRecord | undefined>()
  const secrets: number[] = []
  const told = new Set<number>()
  /** The events that were there, as writes left them, unless something else was written that may change them. */
  let after: Map<number, EventAndLinks> | undefined = new Map()
  const wrote = (id: number, values: EventValues) => {
    const before = after?.get(id) ?? events.get(id)
    if (before !== undefined) after?.set(id, { ...before, ...withoutUndefined(values) })
  }
  const meet = async (ids: readonly number[]) => {
    const unmet = ids.filter((id) => !events.has(id))
    for await (const [id, event] of eventsWithLinks(store, unmet)) events.set(id, event)
  }
  const meetSeries = async (name: string, id: number) => {
    if (name === 'series' && !series.has(id)) series.set(id, await store.find('series', { id }, moment))
  }
  // Whole events are most of what an act on a long series reads: once, then (`npm run trial imports`).
  const eventsNow = async function* () {
    if (after !== undefined) yield* after
    yield* eventsWithLinks(
      store,
      [...events.keys()].filter((id) => after?.has(id) !== true),
    )
  }
  const seriesNow = async function* () {
    for (const id of series.keys()) {
      const record = await store.find('series', { id }, moment)
      if (record !== undefined) yield [id, record] as const
    }
  }
  /** Returns what was changed, in parts: a long series may have many long texts. */
  const changed = async (): Promise<readonly [EarlierState, ...EarlierState[]]> => {
    const { left, gone } = await changesOf(events, eventsNow())
    const ofSeries = await changesOf(series, seriesNow())
    const further: EarlierState[] = []
    for (let at = AT_ONCE; at < Math.max(left.length, gone.length); at += AT_ONCE)
      further.push({
        ...{ goesOn: true, leftSeries: [], namedBySeries: [], madeSeries: [], series: [], removedSeries: [] },
        ...keptOf(left.slice(at, at + AT_ONCE), gone.slice(at, at + AT_ONCE)),
      })
    const first = {
      goesOn,
      ...keptOf(left.slice(0, AT_ONCE), gone.slice(0, AT_ONCE)),
      ...{ leftSeries: marked(ofSeries.left), namedBySeries: namedOf(ofSeries.left) },
      ...{ madeSeries: madeOf(ofSeries.left), removedSeries: ofSeries.gone },
      // How far the dates have come is no change of the series, but goes back with them.
      series: ofSeries.left.flatMap(({ id, was }) => {
        const before = series.get(id)
        return was && before ? [{ id, columns: { ...pick(before, progress), ...was } }] : []
      }),
      ...(secrets.length > 0 && { secrets }),
    }
    return [first, ...further]
  }
  return {
    store: {
      ...store,
      noteSeries(verb, one, act) {
        told.add(one.id)
        store.noteSeries(verb, one, act)
      },
      attempt: (act) =>
        store.attempt(act).catch((error: unknown) => {
          after = undefined
          throw error
        }),
      async put(name, id, values, read) {
        if (id !== undefined) await meetSeries(name, id)
        if (name === 'event') after = undefined
        const stored = await store.put(name, id, values, read)
        if (id === undefined && name === 'series') series.set(stored.id, undefined)
        return stored
      },
      async remove(name, id) {
        await meetSeries(name, id)
        after = undefined
        await store.remove(name, id)
      },
      async insertOccurrences(values, links) {
        const ids = await store.insertOccurrences(values, links)
        for (const id of ids) events.set(id, undefined)
        return ids
      },
      async updateEvents(ids, values) {
        await meet(ids)
        if (values.password_hash !== undefined) secrets.push(...ids)
        await store.updateEvents(ids, values)
        for (const id of ids) wrote(id, values)
      },
      async updateEach(rows) {
        await meet(rows.map(({ id }) => id))
        await store.updateEach(rows)
        for (const { id, ...values } of rows) wrote(id, values)
      },
      async setPlaces(places) {
        await meet(places.map(({ id }) => id))
        await store.setPlaces(places)
        for (const { id, to } of places) wrote(id, { recurrence_id: to })
      },
      async removeEvents(ids) {
        await meet(ids)
        after = undefined
        await store.removeEvents(ids)
      },
    },
    async note(id) {
      if (events.size + series.size === 0 || (goesOn && !(await store.hasSeriesBefore(id)))) return
      const [first, ...further] = await changed()
      if (isWithoutChange(first) && secrets.length === 0) return
      const record = told.has(id) || goesOn ? undefined : await store.find('series', { id }, moment)
      if (record !== undefined) {
        const touched = [first, ...further].reduce((sum, one) => sum + one.left.length, 0)
        store.noteSeries('update', record, { changed: ['recurrence'], touched })
      }
      await store.noteSeriesBefore(id, [first, ...further], epochOfInstant(moment.now))
    },
  }
}

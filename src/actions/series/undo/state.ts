/** The state of a series and its events, and the part of it that an act changed: what undoing the act needs. */

import type { ContextWithImages } from '../../../api/context.ts'
import { entriesOf } from '../../../contract/table-of.ts'
import { epochOfInstant } from '../../../domain/time/moment.ts'
import type { EventRecord, LinkIds, LinkName, SeriesRecord, Writing } from '../../../store/store.ts'
import { isSameValue } from '../../writing/save.ts'

/** Series of more events than this are not undone as a whole. */
const MOST_EVENTS = 1000

/** The greatest number of characters that are kept of one act. */
const LONGEST = 4_000_000

/** Columns of events and series that each write sets anew. */
const written: readonly string[] = ['id', 'version', 'modified_utc']

type Columns = Readonly<Record<string, unknown>>

/** Everything that an act on a series may change. */
interface SeriesState {
  readonly series: ReadonlyMap<number, SeriesRecord>
  readonly events: ReadonlyMap<number, EventRecord>
  readonly links: ReadonlyMap<number, LinkIds>
}

/** Columns or links that some events had alike. */
export interface EarlierColumnsOfEvents {
  readonly ids: readonly number[]
  readonly columns: Columns
}

interface EarlierLinks {
  readonly name: LinkName
  readonly ids: readonly number[]
  readonly targets: readonly number[]
}

/** Columns of a series as they were before an act, and its version afterwards. */
interface ChangedRow {
  readonly id: number
  readonly version: number
  readonly columns: Columns
}

/** The changed part of a state, as it was before an act, and the versions that the act left. */
export interface EarlierState {
  /** Id and version of each event that the act changed or made. */
  readonly versions: readonly (readonly [id: number, version: number])[]
  /** The ids of the events that it made. */
  readonly made: readonly number[]
  readonly events: readonly EarlierColumnsOfEvents[]
  readonly links: readonly EarlierLinks[]
  /** The series that it changed, with their versions afterwards. */
  readonly series: readonly ChangedRow[]
  /** The series that it removed. */
  readonly removedSeries: readonly SeriesRecord[]
  /** The series that it made, with their versions. */
  readonly madeSeries: readonly (readonly [id: number, version: number])[]
}

async function stateOf(
  store: Writing,
  series: readonly number[],
  events: readonly number[],
  { moment }: ContextWithImages,
): Promise<SeriesState> {
  const records = new Map<number, SeriesRecord>()
  for (const id of series) {
    const record = await store.find('series', { id }, moment)
    if (record !== undefined) records.set(id, record)
  }
  return {
    series: records,
    events: await store.eventRecords(events),
    links: await store.linksOfAll(events),
  }
}

const idsOf = (all: readonly { readonly id: number }[]) => all.map(({ id }) => id)

/** The columns of `before` that are others in `after`. */
function changedColumns(before: object, after: object): Columns {
  const now: Columns = { ...after }
  const changed = Object.entries(before).filter(
    ([name, value]) => !written.includes(name) && !isSameValue(value, now[name]),
  )
  return Object.fromEntries(changed)
}

/** Groups ids by equal values. */
function grouped<V>(all: Iterable<readonly [id: number, value: V]>) {
  const groups = new Map<string, { readonly ids: number[]; readonly value: V }>()
  for (const [id, value] of all) {
    const key = JSON.stringify(value)
    const group = groups.get(key) ?? { ids: [], value }
    group.ids.push(id)
    groups.set(key, group)
  }
  return [...groups.values()]
}

function earlierEvents(before: SeriesState, after: SeriesState): readonly EarlierColumnsOfEvents[] {
  const changed = [...before.events].map(
    ([id, event]) => [id, changedColumns(event, after.events.get(id) ?? event)] as const,
  )
  return grouped(changed.filter(([, columns]) => Object.keys(columns).length > 0)).map(
    ({ ids, value: columns }) => ({ ids, columns }),
  )
}

function earlierLinks(before: SeriesState, after: SeriesState): readonly EarlierLinks[] {
  const all = [...before.links].flatMap(([id, links]) =>
    entriesOf(links)
      .filter(([name, targets]) => !isSameValue(targets, after.links.get(id)?.[name]))
      .map(([name, targets]) => [id, { name, targets }] as const),
  )
  return grouped(all).map(({ ids, value: { name, targets } }) => ({ name, ids, targets }))
}

function earlierSeries(before: SeriesState, after: SeriesState): readonly ChangedRow[] {
  return [...before.series].flatMap(([id, record]) => {
    const now = after.series.get(id)
    const columns = now === undefined ? {} : changedColumns(record, now)
    return now === undefined || Object.keys(columns).length === 0
      ? []
      : [{ id, version: now.version, columns }]
  })
}

/** The part that an act changed; undefined where it deleted events, or took in others, which can't be undone. */
function changedPart(before: SeriesState, after: SeriesState): EarlierState | undefined {
  const isGone = [...before.events.keys()].some((id) => !after.events.has(id))
  const made = [...after.events.values()].filter(({ id }) => !before.events.has(id))
  const isUnfinished = [...after.series.values()].some((one) => one.moved_by !== 0 || one.unspread.length > 0)
  const events = earlierEvents(before, after)
  // A password that was replaced comes back nowhere.
  const isSecret = events.some(({ columns }) => Object.hasOwn(columns, 'password_hash'))
  if (isGone || isUnfinished || isSecret || made.some(({ version }) => version !== 1)) return undefined
  const isChanged = ({ id, version }: EventRecord) => before.events.get(id)?.version !== version
  return {
    versions: [...after.events.values()].filter(isChanged).map(({ id, version }) => [id, version]),
    made: idsOf(made),
    events,
    links: earlierLinks(before, after),
    series: earlierSeries(before, after),
    removedSeries: [...before.series.values()].filter(({ id }) => !after.series.has(id)),
    madeSeries: [...after.series.values()]
      .filter(({ id }) => !before.series.has(id))
      .map(({ id, version }) => [id, version]),
  }
}

const isId = (id: number | null): id is number => id !== null

/**
 * Runs an act on a series in an open transaction, and keeps what it changes, as it was, so that the act can be undone. `act` returns the
 * id of the series that the audit names, undefined if it changed nothing. Imports, which are undone otherwise, and very long series keep nothing.
 */
export async function runKeepingEarlierState(
  store: Writing,
  series: SeriesRecord,
  act: () => Promise<number | undefined>,
  context: ContextWithImages,
): Promise<void> {
  const every = idsOf(await store.occurrences(series.id))
  const isImport = context.followsSource === true || context.madeAtOnce !== undefined
  if (isImport || every.length > MOST_EVENTS) {
    await act()
    return
  }
  const beside = [series.id, series.continues, series.continued_by].filter(isId)
  const before = await stateOf(store, beside, every, context)
  const noted = await act()
  if (noted === undefined) return
  const moved = [...(await store.eventRecords(every)).values()].map((event) => event.series)
  const made = [...new Set(moved.filter(isId))].filter((id) => !beside.includes(id))
  const touched = new Set(every)
  for (const id of [series.id, ...made])
    for (const event of idsOf(await store.occurrences(id))) touched.add(event)
  const part = changedPart(before, await stateOf(store, [...beside, ...made], [...touched], context))
  if (part !== undefined && JSON.stringify(part).length <= LONGEST)
    await store.noteSeriesBefore(noted, part, epochOfInstant(context.moment.now))
}

/** Keeps what an act on a series changes, and puts it back. */
import type { ContextWithImages } from '../../api/context.ts'
import { mayPublishInGroup, refusalProblem } from '../../api/policy.ts'
import { entriesOf } from '../../contract/table-of.ts'
import { isApprovedStatus, itemStatusAt } from '../../domain/publication.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { because, Problem } from '../../problem.ts'
import type {
  EventRecord,
  LinkIds,
  LinkName,
  OccurrenceRecord,
  SeriesRecord,
  ValuesOf,
  Writing,
} from '../../store/store.ts'
import { isSameValue } from '../writing/save.ts'
import { replacementSlugs, requireMayEditOccurrences } from './apply-plan.ts'

// The state of a series and its events, and the part of it that an act changed: what undoing the act needs.

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
interface EarlierColumnsOfEvents {
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

// Undoes an act on a series as a whole: the series and its events become as they were (ext.).

/** Columns in which each occurrence has a value of its own, and which are written for many at once. */
const ofEach = [
  'recurrence_id',
  'start_date',
  'end_date',
  'start_utc',
  'end_utc',
  'previous_start_date',
] as const

type EventColumns = Partial<ValuesOf<'event'>> & Partial<LinkIds>

const noLinkIds: LinkIds = { venue: [], organizer: [], category: [], tag: [] }

/** Throws 409 with the name of what was changed since the act. `title` names what is gone. */
async function requireAsLeft(
  store: Writing,
  state: EarlierState,
  title: string,
  { moment }: ContextWithImages,
): Promise<void> {
  const require = (
    now: { readonly version: number; readonly title: string } | undefined,
    version?: number,
  ) => {
    if (now?.version !== version)
      throw new Problem('change-overtaken', because('changed_since', { title: now?.title ?? title }))
  }
  const events = await store.eventRecords(state.versions.map(([id]) => id))
  for (const [id, version] of state.versions) require(events.get(id), version)
  const series = [...state.series.map(({ id, version }) => [id, version] as const), ...state.madeSeries]
  for (const [id, version] of series) require(await store.find('series', { id }, moment), version)
  for (const { id } of state.removedSeries) require(await store.find('series', { id }, moment))
}

/** Throws 401 or 403 unless the caller may edit the events as they are and as they were, and publish what becomes public again. */
function allowRestoring(
  events: ReadonlyMap<number, EventRecord>,
  { events: earlier }: EarlierState,
  context: ContextWithImages,
): void {
  const now = epochOfInstant(context.moment.now)
  const current = [...events.values()]
  const before = new Map(current.map((event) => [event.id, event]))
  for (const { ids, columns } of earlier)
    for (const id of ids) {
      const event = before.get(id)
      if (event !== undefined) before.set(id, Object.assign({ ...event }, columns))
    }
  requireMayEditOccurrences([...current, ...before.values()] satisfies readonly OccurrenceRecord[], context)
  for (const event of current) {
    const was = before.get(event.id) ?? event
    const isPublishedAgain =
      isApprovedStatus(was.status) && !isApprovedStatus(itemStatusAt(event.status, event.date_utc, now))
    if (isPublishedAgain && !mayPublishInGroup(context.actor, was.group_id))
      throw refusalProblem(context.actor)
  }
}

/** The columns without references to what is gone. */
async function existing(
  store: Writing,
  columns: EventColumns,
  { moment }: ContextWithImages,
): Promise<EventColumns> {
  const { image, post_parent, group_id } = columns
  const kept = { ...columns }
  if (image && (await store.media(image)) === undefined) delete kept.image
  if (post_parent && (await store.find('event', { id: post_parent }, moment)) === undefined)
    delete kept.post_parent
  if (group_id && (await store.find('group', { id: group_id }, moment)) === undefined) delete kept.group_id
  return kept
}

/** Gives events the places and times that they had: first, since others may have these places in another series. */
async function restoreTimes(
  store: Writing,
  changes: readonly EarlierColumnsOfEvents[],
  events: ReadonlyMap<number, EventRecord>,
): Promise<void> {
  const groups = new Map<string, { id: number; columns: EventColumns }[]>()
  for (const { ids, columns } of changes)
    for (const id of ids) {
      const own: EventColumns = Object.fromEntries(
        ofEach.flatMap((name) => (Object.hasOwn(columns, name) ? [[name, columns[name]]] : [])),
      )
      if (Object.keys(own).length === 0) continue
      const key = `${events.get(id)?.series} ${Object.keys(own)}`
      groups.set(key, [...(groups.get(key) ?? []), { id, columns: own }])
    }
  for (const group of groups.values())
    await store.updateEach(group.map(({ id, columns }) => ({ id, ...columns })))
}

/** Gives events the other columns and the links that they had, and each a new version. */
async function restoreColumnsAndLinks(
  store: Writing,
  { events, links }: EarlierState,
  context: ContextWithImages,
): Promise<void> {
  const earlier = new Map<number, EventColumns>()
  const add = (ids: readonly number[], values: EventColumns) => {
    for (const id of ids) earlier.set(id, { ...earlier.get(id), ...values })
  }
  for (const { ids, columns } of events)
    add(
      ids,
      Object.fromEntries(Object.entries(columns).filter(([name]) => !ofEach.some((one) => one === name))),
    )
  for (const { name, ids, targets } of links) {
    const all: LinkIds = { ...noLinkIds, [name]: targets }
    add(ids, { [name]: (await store.existing(all))[name] })
  }
  const modified_utc = epochOfInstant(context.moment.now)
  for (const { ids, value } of grouped(earlier))
    await store.updateEvents(ids, { ...(await existing(store, value, context)), modified_utc })
}

/** Slugs of events that leave the trash, where others have them meanwhile. */
async function freeSlugs(
  store: Writing,
  { events: earlier }: EarlierState,
  current: ReadonlyMap<number, EventRecord>,
) {
  const back = earlier.flatMap(({ ids, columns: { status } }) =>
    status === undefined || status === 'trash'
      ? []
      : [...current.values()].filter((event) => ids.includes(event.id) && event.status === 'trash'),
  )
  const slugs = await replacementSlugs(store, back)
  if (slugs.length > 0) await store.updateEach(slugs)
}

/** Writes the rows of series that the act removed, before their events come back to them. */
async function bringSeriesBack(store: Writing, { removedSeries }: EarlierState): Promise<void> {
  for (const record of removedSeries) {
    const slug = await store.freeSlug('series', record.slug, record.id)
    await store.insert('series', { ...record, slug, version: record.version + 1 })
  }
}

async function restoreSeries(store: Writing, { series }: EarlierState, now: number): Promise<void> {
  for (const { id, version, columns } of series) {
    const { slug } = columns
    const own = typeof slug === 'string' ? { slug: await store.freeSlug('series', slug, id) } : {}
    await store.update('series', id, { ...columns, ...own, version: version + 1, modified_utc: now })
  }
}

/**
 * Makes a series and its events what they were before an act, in an open transaction. Throws 401, 403, or 409 where something of it was
 * changed since.
 */
export async function restoreEarlierState(
  store: Writing,
  state: EarlierState,
  title: string,
  context: ContextWithImages,
): Promise<void> {
  await requireAsLeft(store, state, title, context)
  const ids = state.versions.map(([id]) => id)
  const events = await store.eventRecords(ids)
  allowRestoring(events, state, context)
  const now = epochOfInstant(context.moment.now)
  if (state.made.length > 0) await store.removeEvents(state.made)
  await freeSlugs(store, state, events)
  await bringSeriesBack(store, state)
  await restoreTimes(store, state.events, events)
  await restoreColumnsAndLinks(store, state, context)
  await restoreSeries(store, state, now)
  for (const [id] of state.madeSeries) await store.remove('series', id, now)
}

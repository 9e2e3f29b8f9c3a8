/** Undoes an act on a series as a whole: the series and its events become as they were (ext.). */

import type { ContextWithImages } from '../../../api/context.ts'
import { mayPublishInGroup, refusalProblem } from '../../../api/policy.ts'
import { isApprovedStatus, itemStatusAt } from '../../../domain/publication/status.ts'
import { epochOfInstant } from '../../../domain/time/moment.ts'
import { because, Problem } from '../../../problem.ts'
import type { EventRecord, LinkIds, OccurrenceRecord, ValuesOf, Writing } from '../../../store/store.ts'
import { replacementSlugs } from '../returning.ts'
import { requireMayEditOccurrences } from '../rights.ts'
import { beginTermTally } from '../tally.ts'
import type { EarlierColumnsOfEvents, EarlierState } from './state.ts'

/** Columns in which each occurrence has a value of its own, and which are written for many at once. */
const ofEach = [
  'recurrence_id',
  'start_date',
  'end_date',
  'start_utc',
  'end_utc',
  'previous_start_date',
] as const

type EventColumns = Partial<ValuesOf<'event'>>

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

/** Gives events the other columns that they had, and each a new version. */
async function restoreColumns(
  store: Writing,
  changes: readonly EarlierColumnsOfEvents[],
  context: ContextWithImages,
) {
  const groups = new Map<string, { readonly ids: number[]; readonly columns: EventColumns }>()
  for (const { ids, columns } of changes) {
    const rest: EventColumns = Object.fromEntries(
      Object.entries(columns).filter(([name]) => !ofEach.some((one) => one === name)),
    )
    const key = JSON.stringify(rest)
    const group = groups.get(key) ?? { ids: [], columns: await existing(store, rest, context) }
    group.ids.push(...ids)
    groups.set(key, group)
  }
  const modified_utc = epochOfInstant(context.moment.now)
  for (const { ids, columns } of groups.values()) await store.updateEvents(ids, { ...columns, modified_utc })
}

async function restoreLinks(store: Writing, { links, events }: EarlierState, now: number): Promise<void> {
  // Links are part of the version of an event.
  const linked = [...new Set(links.flatMap(({ ids }) => ids))]
  const alone = linked.filter((id) => !events.some(({ ids }) => ids.includes(id)))
  if (alone.length > 0) await store.updateEvents(alone, { modified_utc: now })
  for (const { name, ids, targets } of links) {
    const all: LinkIds = { venue: [], organizer: [], category: [], tag: [], [name]: targets }
    await store.setLinksOfAll(name, ids, (await store.existing(all))[name])
  }
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
  const tally = await beginTermTally(store, [...events.values()])
  if (state.made.length > 0) await store.removeEvents(state.made)
  await freeSlugs(store, state, events)
  await bringSeriesBack(store, state)
  await restoreTimes(store, state.events, events)
  await restoreColumns(store, state.events, context)
  await restoreLinks(store, state, now)
  await restoreSeries(store, state, now)
  for (const [id] of state.madeSeries) await store.remove('series', id, now)
  await tally.settle()
}

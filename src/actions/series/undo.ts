/** Undoes an act on a series as a whole: the series and its events become as they were (ext.). */
import type { Context } from '../../api/context.ts'
import { mayPublishInGroup, refusalProblem, rightsByRole, rightsOnItemsOfGroup } from '../../api/policy.ts'
import { linkNames } from '../../contract/resources/index.ts'
import { pick, withoutProperties } from '../../contract/table-of.ts'
import { isApprovedStatus } from '../../domain/publication.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { overtaken } from '../../problem.ts'
import type { EventRecord, LinkIds, LinkName, SeriesRecord, Writing } from '../../store/store.ts'
import { slicesOf } from '../../support/slices.ts'
import { groupColumnsAfterChange } from '../groups.ts'
import { replacementSlugs, requireMayEditAll } from './apply-plan.ts'
import {
  type EarlierState,
  type EventAndLinks as Event,
  type EventValues,
  eventsWithLinks,
  groupedByValues,
  markOf,
  type NamedByItem,
  namedBy,
  wholeEvents,
} from './earlier-state.ts'
import { completeWithin } from './making.ts'
import { placeAndTimes } from './pattern.ts'

const idsOf = (all: readonly { readonly id: number }[]) => all.map(({ id }) => id)

/** The mark of an item as an act left it, and what it named. */
interface LeftItem {
  readonly mark: string
  readonly named: NamedByItem | undefined
}

/** What the transactions of an act changed, as one. */
interface JoinedState extends Pick<EarlierState, 'made' | 'madeSeries' | 'series' | 'removedSeries'> {
  readonly left: ReadonlyMap<number, LeftItem>
  readonly leftSeries: ReadonlyMap<number, LeftItem>
  /** The values of the events that were there, by id, as they were before the first transaction. */
  readonly events: ReadonlyMap<number, EventValues>
  readonly removedEvents: readonly Event[]
}

/** Returns the items as the last of these states left them. */
function leftItems(all: readonly Pick<EarlierState, 'left' | 'named'>[]): ReadonlyMap<number, LeftItem> {
  const named = new Map(
    all.flatMap((one) => one.named.flatMap(({ ids, values }) => ids.map((id) => [id, values]))),
  )
  return new Map(all.flatMap(({ left }) => left.map(([id, mark]) => [id, { mark, named: named.get(id) }])))
}

function joinedStates(all: readonly [first: EarlierState, ...later: EarlierState[]]): JoinedState {
  const [first] = all
  const made = all.flatMap((state) => state.made)
  const events = new Map<number, EventValues>()
  for (const state of all.toReversed())
    for (const { ids, values } of state.events)
      for (const id of ids) events.set(id, { ...events.get(id), ...values })
  for (const id of made) events.delete(id)
  return {
    ...first,
    made,
    left: leftItems(all),
    leftSeries: leftItems([{ left: first.leftSeries, named: first.namedBySeries }]),
    events,
    removedEvents: all.flatMap(({ removedEvents }) => (removedEvents ? wholeEvents(removedEvents) : [])),
  }
}

const ownership = ['author', 'group_id', 'in_main'] as const

type Ownership = Partial<Pick<EventRecord, (typeof ownership)[number]>>

/** Returns the ownership that comes back, as an update by the caller would give it. Throws 403 on `group` and `in_main`. */
async function restorableOwnership(
  store: Writing,
  now: Pick<EventRecord, 'group_id' | 'in_main'>,
  was: Ownership,
  context: Context,
): Promise<Ownership> {
  const { actor, moment } = context
  const { author, group_id: id = now.group_id, in_main = now.in_main } = was
  const isOfGroup = was.group_id !== undefined || was.in_main !== undefined
  const isGone = id !== null && (await store.find('group', { id }, moment)) === undefined
  // Who moves it decides nothing about the main calendar, unless who edits the whole site does.
  const decides = id === now.group_id || rightsByRole[actor.role].edits === 'all'
  const group = id === null ? ({ none: true } as const) : { id }
  const args = { group, ...(decides && { in_main: in_main === null ? null : in_main === 1 }) }
  const columns = isOfGroup && !isGone ? await groupColumnsAfterChange(store, args, now, context) : {}
  const setsAuthor = author === actor.id || rightsOnItemsOfGroup(actor, id).setsAuthor
  return author !== undefined && setsAuthor && (await store.hasUser(author))
    ? { ...columns, author }
    : columns
}

/** Returns the links without items that are gone; those that were merged are the ones that they became part of. */
async function existingLinks(store: Writing, links: Partial<LinkIds>): Promise<LinkIds> {
  const found: Record<LinkName, readonly number[]> = { venue: [], organizer: [], category: [], tag: [] }
  for (const name of linkNames) {
    const ids = new Set<number>()
    for (const id of links[name] ?? []) ids.add((await store.mergedInto(name, { id })) ?? id)
    found[name] = [...ids]
  }
  return store.existing(found)
}

/** Who is gone or suspended since takes nothing on again. */
const isActive = async (store: Writing, id: number) => (await store.activeUsers({ id })).length > 0

/** Returns the values that come back: without what is gone, and what the caller may not set. */
async function restorableValues(
  store: Writing,
  now: Pick<EventRecord, 'group_id' | 'in_main'>,
  was: EventValues,
  context: Context,
): Promise<EventValues> {
  const values = {
    ...withoutProperties(was, [...ownership, ...linkNames]),
    ...pick(
      await existingLinks(store, was),
      linkNames.filter((name) => was[name] !== undefined),
    ),
    ...(await restorableOwnership(store, now, was, context)),
  }
  const { image, post_parent, assignee } = was
  if (image && (await store.media(image)) === undefined) delete values.image
  if (post_parent && (await store.find('event', { id: post_parent }, context.moment)) === undefined)
    delete values.post_parent
  if (assignee && !(await isActive(store, assignee))) delete values.assignee
  return values
}

/** Returns who has what was deleted: nobody, and no group, where these are gone. */
async function existingOwners(
  store: Writing,
  { author, group_id, in_main }: Required<Ownership>,
  { moment }: Context,
): Promise<Required<Ownership>> {
  const isGone = group_id !== null && (await store.find('group', { id: group_id }, moment)) === undefined
  return {
    author: (await store.hasUser(author)) ? author : 0,
    ...(isGone ? { group_id: null, in_main: null } : { group_id, in_main }),
  }
}

/** Returns what of these names exists, as it is written: the order of terms says nothing. */
async function existingNames(store: Writing, named: NamedByItem, context: Context): Promise<string> {
  const { venue, organizer, category, tag } = await existingLinks(store, named)
  const { image, post_parent, assignee } = named
  const exists = async (name: 'media' | 'event', id: number | null) =>
    id !== null && (await store.find(name, { id }, context.moment)) !== undefined
  return JSON.stringify([
    ...[venue, organizer, category.toSorted((a, b) => a - b), tag.toSorted((a, b) => a - b)],
    await existingOwners(store, named, context),
    (await exists('media', image)) && image,
    (await exists('event', post_parent)) && post_parent,
    assignee !== null && (await store.hasUser(assignee)) && assignee,
  ])
}

/**
 * Throws 409 with the name of what was changed since the act. `title` names what is gone. What an item named may be gone, or a part of
 * another one by now.
 */
async function requireAsLeft(
  store: Writing,
  left: ReadonlyMap<number, LeftItem>,
  now: ReadonlyMap<number, Event | SeriesRecord>,
  title: string,
  context: Context,
): Promise<void> {
  const known = new Map<string, Promise<string>>()
  const existing = (named: NamedByItem) => {
    const key = JSON.stringify(named)
    const found = known.get(key) ?? existingNames(store, named, context)
    known.set(key, found)
    return found
  }
  for (const [id, { mark, named }] of left) {
    const item = now.get(id)
    if (item === undefined || named === undefined || markOf(item) !== mark) throw overtaken(item ?? { title })
    if ((await existing(named)) !== (await existing(namedBy(item)))) throw overtaken(item)
  }
}

/** Returns the pattern that comes back: without what is gone. */
async function restorablePattern(store: Writing, { columns, links }: SeriesRecord['pattern']) {
  const { assignee = null } = columns
  const isKept = assignee === null || (await isActive(store, assignee))
  return {
    columns: isKept ? columns : { ...columns, assignee: null },
    links: await existingLinks(store, links),
  }
}

// Writes what was before.

/** Gives events the places and times that they had. Those that come from another series leave it first: others may have these places there. */
async function restoreTimes(
  store: Writing,
  was: ReadonlyMap<number, EventValues>,
  now: ReadonlyMap<number, Event>,
): Promise<void> {
  const coming = [...was].filter(([, { series }]) => series !== undefined).map(([id]) => id)
  if (coming.length > 0) await store.updateEvents(coming, { series: null })
  const groups = new Map<string, { id: number; times: EventValues }[]>()
  for (const [id, values] of was) {
    const times = pick(values, placeAndTimes)
    if (Object.keys(times).length === 0) continue
    const key = `${values.series === undefined && now.get(id)?.series} ${Object.keys(times)}`
    const group = groups.get(key) ?? []
    groups.set(key, group)
    group.push({ id, times })
  }
  for (const group of groups.values())
    await store.updateEach(group.map(({ id, times }) => ({ id, ...times })))
}

const isInTrash = ({ status }: Pick<Event, 'status'>) => status === 'trash'

/** Gives events outside of the trash the slugs that they had, or others where somebody took them meanwhile. */
async function restoreSlugs(
  store: Writing,
  was: ReadonlyMap<number, EventValues>,
  now: ReadonlyMap<number, Event>,
): Promise<void> {
  const all = [...was].flatMap(([id, values]) => {
    const event = now.get(id)
    if (event === undefined) return []
    const then = { ...event, ...values }
    const mayBeTaken = isInTrash(event) || values.slug !== undefined
    return mayBeTaken && !isInTrash(then) ? [{ id, slug: then.slug }] : []
  })
  const free = await replacementSlugs(store, all)
  const slugs = new Map([...all, ...free].map(({ id, slug }) => [id, slug]))
  if (slugs.size > 0) await store.updateEach([...slugs].map(([id, slug]) => ({ id, slug })))
}

/** Gives events the other values that they had, and each a new version. */
async function restoreValues(
  store: Writing,
  was: ReadonlyMap<number, EventValues>,
  now: ReadonlyMap<number, Event>,
  context: Context,
): Promise<void> {
  const modified_utc = epochOfInstant(context.moment.now)
  const all = [...was].flatMap(([id, values]) => {
    const event = now.get(id)
    if (event === undefined) return []
    // Slugs in the trash may be those of others.
    const apart = isInTrash({ ...event, ...values }) ? placeAndTimes : [...placeAndTimes, 'slug' as const]
    return [
      [id, { of: pick(event, ['group_id', 'in_main']), values: withoutProperties(values, apart) }] as const,
    ]
  })
  for (const {
    ids,
    values: { of, values },
  } of groupedByValues(all))
    await store.updateEvents(ids, { ...(await restorableValues(store, of, values, context)), modified_utc })
}

/** Writes the rows of series that the act removed or changed: the former before their events come back to them. */
async function insertRemovedSeries(
  store: Writing,
  removed: readonly SeriesRecord[],
  context: Context,
): Promise<void> {
  for (const record of removed)
    await store.put('series', undefined, {
      ...record,
      ...(await existingOwners(store, record, context)),
      pattern: await restorablePattern(store, record.pattern),
      slug: await store.freeSlug('series', record.slug, record.id),
      version: record.version + 1,
    })
}

/** Columns in which each event that was deleted has a value of its own. */
const ofEachRemoved = [...placeAndTimes, 'id', 'version', 'slug', 'uid', 'modified_utc'] as const

/** Writes the events that the act deleted, as their next versions: their places are free again. */
async function insertRemovedEvents(
  store: Writing,
  removed: readonly Event[],
  context: Context,
): Promise<void> {
  const modified_utc = epochOfInstant(context.moment.now)
  const free = await replacementSlugs(
    store,
    removed.filter((event) => !isInTrash(event)),
  )
  const slugs = new Map(free.map(({ id, slug }) => [id, slug]))
  const byId = new Map(removed.map((event) => [event.id, event]))
  const all = removed.map((event) => [event.id, withoutProperties(event, ofEachRemoved)] as const)
  for (const { ids, values } of groupedByValues(all)) {
    const owners = await existingOwners(store, values, context)
    const { venue, organizer, category, tag, ...common } = {
      ...values,
      ...{ image: null, post_parent: null, assignee: null },
      ...(await restorableValues(store, owners, withoutProperties(values, ownership), context)),
      ...owners,
    }
    const rows = ids.flatMap((id) => {
      const event = byId.get(id)
      if (event === undefined) return []
      const { version, slug } = event
      const own = pick(event, ofEachRemoved)
      return { ...common, ...own, slug: slugs.get(id) ?? slug, version: version + 1, modified_utc }
    })
    await store.insertOccurrences(rows, { venue, organizer, category, tag })
  }
}

async function restoreSeries(
  store: Writing,
  was: JoinedState['series'],
  now: ReadonlyMap<number, SeriesRecord>,
  context: Context,
): Promise<void> {
  for (const { id, columns } of was) {
    const record = now.get(id)
    if (record === undefined) continue
    const { slug, pattern } = columns
    await store.put('series', id, {
      ...withoutProperties(columns, ownership),
      ...(await restorableOwnership(store, record, columns, context)),
      ...(slug !== undefined && { slug: await store.freeSlug('series', slug, id) }),
      ...(pattern !== undefined && { pattern: await restorablePattern(store, pattern) }),
      version: record.version + 1,
      modified_utc: epochOfInstant(context.moment.now),
    })
  }
}

/** Returns the dates that time made since in the series that the act made: their places are those of the earlier series again. */
async function datesMadeSince(
  store: Writing,
  { madeSeries, left }: JoinedState,
): Promise<readonly EventRecord[]> {
  const since: EventRecord[] = []
  for (const series of madeSeries) {
    const ids = idsOf(await store.occurrences(series)).filter((id) => !left.has(id))
    for (const some of slicesOf(ids)) since.push(...(await store.eventRecords(some)).values())
  }
  return since
}

/**
 * Makes a series and its events what they were before an act, whose transactions changed this, in an open transaction. Throws 401, 403, or
 * 409 where something of it was changed since; `title` names what is gone then.
 */
export async function restoreEarlierState(
  store: Writing,
  states: readonly [first: EarlierState, ...later: EarlierState[]],
  title: string,
  context: Context,
): Promise<void> {
  const state = joinedStates(states)
  const events = new Map<number, Event>()
  for await (const [id, event] of eventsWithLinks(store, [...state.left.keys()])) events.set(id, event)
  const series = new Map<number, SeriesRecord>()
  for (const id of [...state.leftSeries.keys(), ...idsOf(state.removedSeries)]) {
    const record = await store.find('series', { id }, context.moment)
    if (record !== undefined) series.set(id, record)
  }
  const since = await datesMadeSince(store, state)
  const now = [...events.values(), ...series.values(), ...since]
  const before = [
    ...[...events].map(([id, event]) => ({ ...event, ...state.events.get(id) })),
    ...state.series.flatMap(({ id, columns }) => {
      const record = series.get(id)
      return record === undefined ? [] : [{ ...record, ...columns }]
    }),
    ...state.removedSeries,
    ...state.removedEvents,
  ]
  // The items as they are and as they were; what was public is published again.
  requireMayEditAll([...now, ...before], context)
  for (const { status, group_id } of before)
    if (isApprovedStatus(status) && !mayPublishInGroup(context.actor, group_id))
      throw refusalProblem(context.actor)
  await requireAsLeft(store, state.left, events, title, context)
  await requireAsLeft(store, state.leftSeries, series, title, context)
  for (const { id, title } of state.removedSeries) if (series.has(id)) throw overtaken({ title })
  // Who has what is there again may be another.
  const again = await store.eventRecords(idsOf(state.removedEvents))
  for (const { id, title } of state.removedEvents) if (again.has(id)) throw overtaken({ title })
  for (const event of since) if (event.version > 1) throw overtaken(event)
  const gone = [...state.made, ...idsOf(since)]
  // None of them is a change of the date itself, and all would be lost with it.
  const secret = gone.map((id) => events.get(id)).find((event) => event && event.password_hash !== null)
  const [held = secret] = await store.eventsWithProposalOrChildren(gone)
  if (held !== undefined) throw overtaken(held)
  if (gone.length > 0) await store.removeEvents(gone)
  await restoreSlugs(store, state.events, events)
  await insertRemovedSeries(store, state.removedSeries, context)
  await restoreTimes(store, state.events, events)
  await restoreValues(store, state.events, events, context)
  await insertRemovedEvents(store, state.removedEvents, context)
  await restoreSeries(store, state.series, series, context)
  for (const id of state.madeSeries) await store.remove('series', id)
  // Dates that were made since, as time passed, are made again as the series was, and those that lacked changes get them.
  for (const { id } of state.series)
    await completeWithin(store, id, states.length > 1 || since.length > 0, context)
}

/** The events of a feed (contract §0, §5): published events by filters, and recently removed ones. */

import { type Context, viewerOf } from '../api/context.ts'
import { refusalProblem, rightsByRole } from '../api/policy.ts'
import { argNamesByLinkedResource } from '../contract/columns.ts'
import {
  type FeedScopeResourceName,
  type FileFormat,
  isListFileFormat,
} from '../contract/operations/feeds.ts'
import type { ListArgs } from '../contract/resources/index.ts'
import type { Status, StatusFilter } from '../contract/resources/shared.ts'
import { epochOfInstant } from '../domain/time/moment.ts'
import { type FeedPurpose, windowOfFeed } from '../domain/time/window.ts'
import type { EventItem, EventQuery, ReadView, ReferenceResolver } from '../store/store.ts'
import { listQueryOf } from './listing/list-query.ts'
import { readItemAt } from './read.ts'

/** The args of a feed: filters and order; in calendars, whether occurrences of series are events of their own. */
export type FeedArgs = Omit<ListArgs<'event'>, 'page' | 'per_page'> & {
  readonly expand?: boolean
  readonly format: FileFormat
}

/** How long a calendar announces an event in the trash as cancelled, in seconds. */
const REMEMBERED = 30 * 86_400

/** The number of events read at once. Another request takes several turns of the event loop, each after one such slice. */
const BATCH = 25

/** Feeds of unpublished events require the right to import (contract §5). Throws 401 or 403. */
export function requireMayReadFeed({ status }: FeedArgs, { actor }: Context): void {
  const isPublic = status === undefined || status.every((one) => one === 'publish')
  if (!isPublic && !rightsByRole[actor.role].imports) throw refusalProblem(actor, 'rest_forbidden_status')
}

/** Restricts a feed to these statuses. Throws 403 if the args name others. */
export function restrictFeedToStatuses(
  args: FeedArgs,
  statuses: readonly Status[],
  { actor }: Context,
): FeedArgs {
  const { status = ['any'] } = args
  if (status.includes('any')) return { ...args, status: statuses }
  if (status.some((one) => !statuses.some((other) => other === one)))
    throw refusalProblem(actor, 'rest_forbidden_status')
  return args
}

/** Returns the name of the item that the feed belongs to. Throws 404, 410, 401 or 403. */
export async function feedItemName(
  scope: FeedScopeResourceName,
  id: number,
  context: Context,
): Promise<string> {
  const item = await readItemAt(scope, { id }, context)
  return item.record.name
}

/** Returns the filters of a feed that belongs to an item. */
export function filtersOfScopedFeed<A extends object>(args: A, scope: FeedScopeResourceName, id: number): A {
  return { ...args, [argNamesByLinkedResource[scope]]: [{ id }] }
}

const purposeOf = (format: FileFormat): FeedPurpose =>
  format === 'ics' ? 'calendar' : isListFileFormat(format) ? 'file' : 'news'

/** Returns the query for the first events of a feed. Throws 400 with all faults, 401 or 403. */
async function feedQueryOf(
  store: ReferenceResolver,
  { format, expand, ...args }: FeedArgs,
  most: number,
  context: Context,
): Promise<EventQuery> {
  const query = await listQueryOf('event', store, { ...args, page: 1, per_page: most }, context)
  const window = windowOfFeed(purposeOf(format), args, context.moment)
  if (window === undefined) return query
  return { ...query, window, ...(format === 'jsonl' && { wholeSeries: true as const }) }
}

/** Whether the status that an event had when it was read is still one of those that it was found in: its reader may see it in others, too. */
export const isStatusIn = (statuses: readonly StatusFilter[], status: Status): boolean =>
  statuses.includes(status) || (statuses.includes('any') && status !== 'trash')

/** Yields the first events of a feed, some at a time, as they are by then. Events that meanwhile left the list are left out. */
export async function* eventsOfFeed(
  args: FeedArgs,
  most: number,
  context: Context,
  minRevision: number,
): AsyncIterable<readonly EventItem[]> {
  const viewer = viewerOf(context)
  const { store } = context
  const find = async () => {
    const view = await store.readView(minRevision)
    const query = await feedQueryOf(store, args, most, context)
    const { ids } = await view.findEvents(query, viewer)
    return { view, ids, listed: new Set(ids), status: query.status }
  }
  let now = await find()
  const { ids } = now
  for (let at = 0; at < ids.length; at += BATCH) {
    if ((await store.readView(minRevision)).revision !== now.view.revision) now = await find()
    const some = ids.slice(at, at + BATCH).filter((id) => now.listed.has(id))
    const { status } = now
    yield (await now.view.events(some, viewer)).filter(({ record }) => isStatusIn(status, record.status))
  }
}

/** Whether calendars may announce that a trashed event is cancelled: it was public and has no password. */
export function isCancellationAnnounced({ record }: EventItem, { moment }: Context): boolean {
  return (
    wasTrashedLately(record.modified_utc, moment) && record.was_public === 1 && record.password_hash === null
  )
}

/** Whether an item in the trash that last changed at `modified` is still announced. In seconds since 1970 UTC. */
export const wasTrashedLately = (modified: number, { now }: Context['moment']): boolean =>
  modified >= epochOfInstant(now) - REMEMBERED

/**
 * Returns when an item in the trash that last changed at `modified` is no longer announced. In seconds since 1970
 * UTC.
 */
export const cancellationAnnouncedUntil = (modified: number): number => modified + REMEMBERED + 1

/** The ids of a calendar: its events in order, and those in the trash, most recently trashed first; and how these are read. */
export interface FoundCalendar {
  readonly view: ReadView
  readonly live: readonly number[]
  readonly trashed: readonly number[]
  /** Which events the calendar may show, whatever its window and its other filters. */
  readonly shown: Pick<EventQuery, 'status' | 'hidden'>
}

/** Viewers may not read the trash, but calendars tell them that these events are cancelled. */
export const allowContextToReadTrash = (context: Context): Context => ({
  ...context,
  actor: { ...context.actor, role: 'editor' },
})

/** Which events a calendar has, and how new the view is that they are read from. */
interface CalendarRequest {
  readonly args: FeedArgs
  /** The most events, and the most cancellations. */
  readonly most: number
  /** The oldest revision that may be read. */
  readonly minRevision: number
}

/**
 * Finds the first events of a calendar and the recently trashed ones. Viewers may not search the trash, so a calendar with a search or a
 * status filter announces no cancellation. Of each series it has the first occurrence alone, unless `expand` is set.
 */
export async function findCalendar(
  { args, most, minRevision }: CalendarRequest,
  context: Context,
): Promise<FoundCalendar> {
  const { store } = context
  const tells = args.search === undefined && args.status === undefined
  const trash = { ...args, status: ['trash'], orderby: 'modified', order: 'desc' } as const
  const view = await store.readView(minRevision)
  const query = await feedQueryOf(store, args, most, context)
  const collapsed = args.expand === true ? query : ({ ...query, collapse: 'series' } as const)
  const live = (await view.findEvents(collapsed, viewerOf(context))).ids
  const service = allowContextToReadTrash(context)
  const trashed = tells
    ? (await view.findEvents(await feedQueryOf(store, trash, most, service), viewerOf(service))).ids
    : []
  const { status, hidden } = query
  return { view, live, trashed, shown: { status, hidden } }
}

/** What a feed holds (contract §0, §5): published events by their filters, and what became of those lately dropped. */
import type { FeedScope } from '../contract/feeds.ts'
import type { ListArgs } from '../contract/resources/index.ts'
import type { Status } from '../contract/resources/shared.ts'
import { epochOf } from '../domain/moment.ts'
import type { EventItem, Look, Snapshot } from '../store/store.ts'
import { askerOf, type Context } from './context.ts'
import { eventBatches } from './list.ts'
import { queries } from './list-query.ts'
import { refusal, rights } from './policy.ts'
import { read } from './read.ts'

/** What is asked of a feed: filters, and in which order how many events at most. */
export type FeedArgs = Omit<ListArgs<'event'>, 'page' | 'per_page'>

/** How long an event in the trash is told of, in seconds. */
const REMEMBERED = 30 * 86_400

/** Events read at once. */
const BATCH = 100

type Batches = AsyncIterable<readonly EventItem[]>

/** A context in which everything is answered from one consistent view. */
export interface FeedContext extends Context {
  readonly view: Snapshot
}

/** What `act` makes of one consistent view; it may be called again, on a newer one. */
export function inView<T>(context: Context, act: (context: FeedContext) => Promise<T>): Promise<T> {
  return context.store.snapshot((view) =>
    act({ ...context, view, store: { ...context.store, ...view, snapshot: (inner) => inner(view) } }),
  )
}

/** Feeds of what is not public are for those who may import (contract §5). Throws 401 or 403. */
export function allowFeed({ status }: FeedArgs, { actor }: Context): void {
  const isPublic = status === undefined || status.every((one) => one === 'publish')
  if (!isPublic && !rights[actor.role].imports) throw refusal(actor, 'rest_forbidden_status')
}

/** A feed that shows these statuses and no others. Throws 403 where others are asked for. */
export function withinStatuses(args: FeedArgs, statuses: readonly Status[], { actor }: Context): FeedArgs {
  const { status = ['any'] } = args
  if (status.includes('any')) return { ...args, status: statuses }
  if (status.some((one) => !statuses.some((other) => other === one)))
    throw refusal(actor, 'rest_forbidden_status')
  return args
}

/** The name of what the feed is behind. Throws 404, 410, 401 or 403. */
export async function scopeName(scope: FeedScope, id: number, context: Context): Promise<string> {
  const item = await read(scope, { id }, async () => false, context)
  return item.record.name
}

const filterOf = { venue: 'venue', organizer: 'organizer', category: 'categories', tag: 'tags' } as const

/** The filters of a feed that is behind an item. */
export function within<A extends object>(args: A, scope: FeedScope, id: number): A {
  return { ...args, [filterOf[scope]]: [{ id }] }
}

/** The first events of a feed, some at a time. */
export function feedEvents(args: FeedArgs, most: number, context: FeedContext): Batches {
  return eventBatches({ ...args, page: 1, per_page: most }, BATCH, context, context.view)
}

/** Whether calendars may announce that a trashed event is cancelled: it was public, and never shown behind a password. */
export function isAnnounced({ record }: EventItem, { moment }: Context): boolean {
  return (
    wasTrashedLately(record.modified_utc, moment) && record.was_public === 1 && record.password_hash === null
  )
}

/** Whether an item in the trash that last changed then is still remembered; seconds since 1970 UTC. */
export const wasTrashedLately = (modified: number, { now }: Context['moment']): boolean =>
  modified >= epochOf(now) - REMEMBERED

/** When an item in the trash that last changed then is remembered no more; seconds since 1970 UTC. */
export const forgottenAt = (modified: number): number => modified + REMEMBERED + 1

/** The ids of a calendar: its events in their order, and those in the trash, the last trashed first. */
export interface CalendarIds {
  readonly live: readonly number[]
  readonly trashed: readonly number[]
}

/** Whoever reads may not see the trash, but what is told of it is that these events are off. */
export const asService = (context: Context): Context => ({
  ...context,
  actor: { ...context.actor, role: 'editor' },
})

/**
 * What `show` makes of the first events of a calendar and of those lately trashed, in a look that is no older than the revision
 * `atLeast`. Searching for words of the trash is not for readers, so a calendar that searches tells of none.
 */
export function lookAtCalendar<T>(
  args: FeedArgs,
  most: number,
  context: Context,
  atLeast: number,
  show: (look: Look, ids: CalendarIds) => Promise<T>,
): Promise<T> {
  const paging = { page: 1, per_page: most }
  const tells = args.search === undefined && args.status === undefined
  const trash = { ...args, ...paging, status: ['trash'], orderby: 'modified', order: 'desc' } as const
  return context.store.look(async (look) => {
    const find = async (args: ListArgs<'event'>, context: Context) =>
      (await look.findEvents(await queries.event(look, args, context), askerOf(context))).ids
    const live = await find({ ...args, ...paging }, context)
    return show(look, { live, trashed: tells ? await find(trash, asService(context)) : [] })
  }, atLeast)
}

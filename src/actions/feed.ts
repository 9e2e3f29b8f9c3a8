/** What a feed holds (contract §0, §5): published events by their filters, and what became of those lately dropped. */
import type { FeedScope } from '../contract/feeds.ts'
import type { ListArgs } from '../contract/resources/index.ts'
import type { Status } from '../contract/resources/shared.ts'
import { epochOf } from '../domain/moment.ts'
import type { EventItem, Snapshot } from '../store/store.ts'
import type { Context } from './context.ts'
import { eventBatches } from './list.ts'
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
function wasPublic({ record }: EventItem): boolean {
  return record.was_public === 1 && record.password_hash === null
}

/**
 * The latest events of such a feed that were trashed in the last 30 days, some at a time. Searching for their words is not
 * for readers, so a feed that searches tells of none.
 */
export async function* cancelledEvents(args: FeedArgs, most: number, context: FeedContext): Batches {
  if (args.search !== undefined || args.status !== undefined) return
  const since = epochOf(context.moment.now) - REMEMBERED
  const trash = { ...args, status: ['trash'], orderby: 'modified', order: 'desc' } as const
  // Whoever reads may not see the trash, but what is told of it is that these events are off.
  const asService: FeedContext = { ...context, actor: { ...context.actor, role: 'editor' } }
  for await (const items of feedEvents(trash, most, asService)) {
    const recent = items.filter(({ record }) => record.modified_utc >= since)
    yield recent.filter(wasPublic)
    if (recent.length < items.length) return
  }
}

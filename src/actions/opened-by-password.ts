/** Finds the protected events that the password sent with a list opens (contract §1.10, §4.7). */

import { type Context, viewerOf } from '../api/context.ts'
import type { PasswordMatches } from '../api/operation.ts'
import { flagFilterNames, passwordHiddenFilterNames } from '../contract/resources/fields/filters.ts'
import type { ListArgs } from '../contract/resources/index.ts'
import type { EventQuery, EventRecord } from '../store/store.ts'
import { listQueryOf } from './listing/list-query.ts'

/**
 * The greatest number of events that one request tries its password on: each takes a hash, which is slow on
 * purpose.
 */
export const MAX_EVENTS_TRIED = 5

/** Filters on protected fields: the password decides whether an event matches at all. */
const onProtected = [
  'search',
  'categories',
  'tags',
  'venue',
  'organizer',
  ...flagFilterNames,
  ...passwordHiddenFilterNames,
  'geoloc',
  'circle',
] as const

type Closed = Pick<EventRecord, 'id' | 'password_hash'>

/**
 * The events to try. With a filter on protected fields, the first ones that would match if all were open, the same
 * for every page; otherwise the first protected ones of the page.
 */
function closedEvents(args: ListArgs<'event'>, context: Context): Promise<readonly Closed[]> {
  return context.store.snapshot(async (store) => {
    const viewer = viewerOf(context)
    const query: EventQuery = await listQueryOf('event', store, args, context)
    if (onProtected.some((name) => query[name] !== undefined)) {
      const first = { ...query, page: 1, per_page: MAX_EVENTS_TRIED, isProtected: true } as const
      const { items } = await store.list('event', first, { ...viewer, opened: 'all' })
      return items.map(({ record }) => record)
    }
    const { items } = await store.list('event', query, viewer)
    return items
      .filter((item) => item.isProtected)
      .slice(0, MAX_EVENTS_TRIED)
      .map(({ record }) => record)
  })
}

/** The event that a list of venues, organizers or terms is restricted to, if it has a password. */
async function namedEvent(
  { event, post }: { readonly event?: number; readonly post?: number },
  { store, moment }: Context,
): Promise<readonly Closed[]> {
  const id = event ?? post
  const record = id === undefined ? undefined : await store.find('event', { id }, moment)
  return record === undefined || record.password_hash === null ? [] : [record]
}

/** Returns the ids of those of these events that `opens` opens. Calls it for one after the other. Throws 429. */
async function opened(closed: readonly Closed[], opens: PasswordMatches): Promise<ReadonlySet<number>> {
  const ids = new Set<number>()
  for (const { id, password_hash: hash } of closed) if (hash !== null && (await opens(hash))) ids.add(id)
  return ids
}

/**
 * Returns the ids of the events of a list that `opens` opens. Calls it for at most `MAX_EVENTS_TRIED` events, one after
 * the other. Throws 400 and 429.
 */
export const tryPasswordOnListedEvents = async (
  args: ListArgs<'event'>,
  opens: PasswordMatches,
  context: Context,
): Promise<ReadonlySet<number>> => opened(await closedEvents(args, context), opens)

/** Returns the id of an event if `opens` opens it. Throws 429. */
export const tryPasswordOnEvent = async (
  event: number,
  opens: PasswordMatches,
  context: Context,
): Promise<ReadonlySet<number>> => opened(await namedEvent({ event }, context), opens)

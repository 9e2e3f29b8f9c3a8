/** Lists any resource (contract §3). */
import { type Context, type PureContext, viewerOf } from '../api/context.ts'
import type { FoundEvents, PasswordMatches, ReadingContext } from '../api/operation.ts'
import { flagFilterNames, passwordHiddenFilterNames } from '../contract/resources/fields/index.ts'
import type { ListArgs, ResourceName, VenueOrOrganizerName } from '../contract/resources/index.ts'
import { withoutUndefined } from '../contract/table-of.ts'
import { Problem } from '../problem.ts'
import type {
  EventQuery,
  EventRecord,
  FoundEventIds,
  Lists,
  Page,
  QueryOf,
  ReadView,
  ReferenceResolver,
} from '../store/store.ts'
import { listQueryOf, validListWindow } from './listing/list-query.ts'

/** Returns one page of a collection, whose query `asked` may change. Throws 404 for a page past the last. */
export async function pageWithin<N extends ResourceName>(
  store: ReferenceResolver & Lists,
  name: N,
  args: ListArgs<N>,
  by: PureContext,
  asked: (query: QueryOf<N>) => QueryOf<N> = (query) => query,
): Promise<Page<N>> {
  const query = asked(await listQueryOf(name, store, args, by))
  const page = await store.list(name, query, viewerOf(by))
  if (query.page > 1 && page.items.length === 0) throw new Problem(`${name}-archive-page-not-found`)
  return page
}

/** Returns one page of a collection. Throws 404 for a page past the last. */
export const listItems = <N extends ResourceName>(
  name: N,
  args: ListArgs<N>,
  context: Context,
): Promise<Page<N>> => pageWithin(context.store, name, args, context)

/**
 * Returns one page of venues or organizers. Where none has the words of the search, other forms of them count, and names
 * with a letter wrong. Throws 404 for a page past the last.
 */
export const pageOfVenuesOrOrganizers = <N extends VenueOrOrganizerName>(
  name: N,
  args: ListArgs<N>,
  context: Context,
): Promise<Page<N>> =>
  pageWithin(context.store, name, args, context, (query) => ({ ...query, isForgiving: true }))

/** Returns one page of all events, past ones too, that were published within some limits. Throws 404 for a page past the last. */
export const pageOfEventsByPublication = (
  args: ListArgs<'event'>,
  published: EventQuery['published'],
  context: Context,
): Promise<Page<'event'>> =>
  pageWithin(context.store, 'event', args, context, (query) =>
    withoutUndefined({ ...query, window: {}, published }),
  )

type Bounds = Pick<
  Partial<ListArgs<'event'>>,
  'strict_dates' | 'starts_before' | 'starts_after' | 'ends_before' | 'ends_after'
>

/** The differences between lists of the same filters. Items that it names were read before: they are not looked up again. */
export type ListBoundsOrderAndLinks = Bounds &
  Pick<
    Partial<ListArgs<'event'>>,
    'per_page' | 'order' | 'collapse' | 'sticky' | 'featured' | 'event_status'
  > &
  Pick<EventQuery, 'venue' | 'organizer' | 'categories' | 'tags' | 'series' | 'post_parent'>

/** Several lists of events in one view. */
export interface EventListsView {
  /** The ids of one page of a list. Throws 400 for args that are not valid. */
  find(args: ListArgs<'event'>): Promise<FoundEventIds>
  /** Prepares lists of the same filters: the items that these name are looked up once. Throws 400 for args that are not valid. */
  prepare(args: ListArgs<'event'>): Promise<(within: ListBoundsOrderAndLinks) => Promise<FoundEventIds>>
  readonly view: ReadView
}

/** Returns a view for lists of events no older than the revision `atLeast`. */
export async function eventListsView(context: ReadingContext, atLeast: number): Promise<EventListsView> {
  const { store, moment } = context
  const viewer = viewerOf(context)
  const view = await store.readView(atLeast)
  return {
    view,
    find: async (args) => view.findEvents(await listQueryOf('event', store, args, context), viewer),
    async prepare(args) {
      const query = await listQueryOf('event', store, args, context)
      return ({ strict_dates, starts_before, starts_after, ends_before, ends_after, ...filters }) => {
        const bounds = withoutUndefined({
          strict_dates,
          starts_before,
          starts_after,
          ends_before,
          ends_after,
        })
        const window = validListWindow({ ...args, ...bounds }, moment)
        return view.findEvents({ ...query, ...filters, window }, viewer)
      }
    },
  }
}

/** Finds a page of events no older than the revision `atLeast`. Throws 404 for a page past the last. */
export async function findEventPage(
  args: ListArgs<'event'>,
  context: ReadingContext,
  atLeast: number,
): Promise<FoundEvents> {
  const view = await context.store.readView(atLeast)
  const query = await listQueryOf('event', context.store, args, context)
  const found = await view.findEvents(query, viewerOf(context))
  if (query.page > 1 && found.ids.length === 0) throw new Problem('event-archive-page-not-found')
  return { view, ...found }
}

// Finds the protected events that the password sent with a list opens (contract §1.10, §4.7).

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
async function closedEvents(args: ListArgs<'event'>, context: Context): Promise<readonly Closed[]> {
  const { store } = context
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
export async function tryPasswordOnEvent(
  id: number,
  opens: PasswordMatches,
  { store, moment }: Context,
): Promise<ReadonlySet<number>> {
  const record = await store.find('event', { id }, moment)
  return opened(record === undefined ? [] : [record], opens)
}

/** The reader of a page, with the root and the moment. */
import { type EventListsView, eventListsView } from '../../actions/list.ts'
import type { Context } from '../../api/context.ts'
import type { ResourceName } from '../../contract/resources/index.ts'
import { surrogateKeyOfItem } from '../../domain/surrogate-keys.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import type { Site } from '../../representations/html/site/site.ts'
import type { JsonItemContext } from '../../representations/json/index.ts'
import { memoizedByObject } from '../../support/remembered.ts'
import type { Guesser } from '../auth/credentials.ts'
import type { TakeShownEvents } from '../cache/renderings.ts'
import { type Validity, validitiesOf } from '../cache/response-cache.ts'
import type { Query, RawArgs } from '../request/query.ts'

export interface PageRequest {
  readonly site: Site
  readonly context: Context
  readonly guesser: Guesser
  /** The view in which events are represented in lists. */
  readonly view: JsonItemContext
  /** The page must not show an older revision. */
  readonly minRevision: number
  readonly shownEvents: TakeShownEvents
  /** The keys of what the page shows, for caches in front of the service; undefined without such caches. */
  readonly shown: { readonly keys: Set<string> } | undefined
  /** The earliest end, after now, of the events that decide the page: it is another one from then on. Seconds since 1970 UTC. */
  readonly ends: { next: number }
  readonly params: Readonly<Record<string, string>>
  readonly query: Query
  /** The submitted form; undefined for a GET. */
  readonly form?: RawArgs
  /** The client's IP address. */
  readonly ip: string
}

/** Returns a view for lists of events that is new enough for the page. */
export const eventViewFor = ({ context, minRevision }: PageRequest): Promise<EventListsView> =>
  eventListsView(context, minRevision)

/** A page as HTML, with or without a status; or a generated file of another type. */
export type RenderedPage =
  | string
  | {
      readonly status: number
      readonly text: string
      readonly headers?: Readonly<Record<string, string>>
    }
  | { readonly type: string; readonly text: string | Buffer }

/** Returns a page with a text: with status 400 if the filters in its address are not valid. */
export const pageOfFilters = (areValid: boolean, text: string): RenderedPage =>
  areValid ? text : { status: 400, text }

/** Notes that a page shows an item. Returns the item. */
export function noteShownItem<I extends { readonly record: { readonly id: number } }>(
  { shown }: PageRequest,
  resource: ResourceName,
  item: I,
): I {
  shown?.keys.add(surrogateKeyOfItem(resource, item.record.id))
  return item
}

/** The page number of a request; 1 if it is invalid, since users edit URLs. */
export function pageNumber({ query }: PageRequest): number {
  const page = Number(query.text('page'))
  return Number.isSafeInteger(page) && page > 0 ? page : 1
}

/** Returns the fields of the address that shape a view, as far as they have known values: the pages stay few. */
export function pageFieldsWithKnownValues(
  { query }: PageRequest,
  known: Readonly<Record<string, readonly string[]>>,
): Readonly<Record<string, string>> {
  const sent = Object.keys(known).map((name) => [name, query.text(name) ?? ''] as const)
  return Object.fromEntries(sent.filter(([name, text]) => known[name]?.includes(text)))
}

export const isPastList = ({ query }: PageRequest) => query.text('past') === '1'

// Values that pages compute once in a validity: until the next write, scheduled publication or midnight.

/** Returns the validity of what is shown now, no older than the page may be. */
export async function currentPageValidity({
  context: { store, moment },
  minRevision,
}: PageRequest): Promise<Validity> {
  const { current, learn } = validitiesOf(store)
  const known = current(epochOfInstant(moment.now))
  return known !== undefined && known.revision >= minRevision ? known : learn(moment)
}

/**
 * Returns a function that computes the result of a key once in a validity; a failure is not kept. It keeps at most `limit` results of
 * a validity, and forgets them when there are more.
 */
export function makeOncePerValidityCache<Result>(limit: number) {
  const keptIn = memoizedByObject((_: Validity) => new Map<string, Promise<Result>>())
  return (validity: Validity, key: string, compute: () => Promise<Result>): Promise<Result> => {
    const kept = keptIn(validity)
    const known = kept.get(key)
    if (known !== undefined) return known
    if (kept.size >= limit) kept.clear()
    const computing = compute()
    kept.set(key, computing)
    computing.catch(() => kept.delete(key))
    return computing
  }
}

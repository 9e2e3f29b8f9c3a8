/** The reads of the args of lists: of references, and between args. They complete a problem, too. */

import { MAX_FIELD_SEARCH_WORDS } from '../../contract/resources/event-search.ts'
import type { ListArgs, ResourceName, VenueOrOrganizerName } from '../../contract/resources/index.ts'
import { because, invalidParam } from '../../problem.ts'
import type { ReferenceResolver } from '../../store/store.ts'
import type { Context } from '../context.ts'
import type { ThrowingArgsCheck } from '../writing/faults.ts'
import { readableLanguageFilter } from './list-readable.ts'
import {
  idsOfReferencedGroups,
  linkedIdsOfReferences,
  refuseUnknownParentCategory,
  requireVisibleEvent,
  requireVisibleSeries,
  termAndDescendantIdsOfReferences,
} from './list-references.ts'
import { validListWindow } from './list-window.ts'

type Searching = Pick<Partial<ListArgs<'event'>>, 'search' | 'search_in' | 'orderby'>

/** Throws 400 if a search in chosen fields, or by relevance, has too many words. */
function refuseTooManyWords({ search, search_in, orderby }: Searching): void {
  if (search === undefined || (search_in === undefined && orderby !== 'relevance')) return
  if (search.include.length + search.exclude.length > MAX_FIELD_SEARCH_WORDS)
    throw invalidParam('search', because('too_many_field_words', { most: MAX_FIELD_SEARCH_WORDS }))
}

type Ordering = Searching & Pick<Partial<ListArgs<'event'>>, 'geoloc_lat' | 'geoloc_lng'>

/** Throws 400 if an order lacks what it is by: relevance a search, distance coordinates. */
function requireOrderBasis(args: Ordering): void {
  if (args.orderby === 'relevance' && (args.search?.include.length ?? 0) === 0)
    throw invalidParam('orderby', because('relevance_without_search'))
  if (args.orderby === 'distance' && args.geoloc_lat === undefined && args.geoloc_lng === undefined)
    throw invalidParam('orderby', because('distance_without_place'))
}

type Circling = Pick<Partial<ListArgs<'event'>>, 'geoloc_lat' | 'geoloc_lng' | 'geoloc_distance' | 'orderby'>

/** Returns the circle of the args, if any; distance in kilometres. Throws 400 if one coordinate is missing. */
function circleOf({ geoloc_lat: lat, geoloc_lng: lng, geoloc_distance: distance = 25 }: Circling) {
  if (lat === undefined && lng === undefined) return undefined
  if (lat === undefined) throw invalidParam('geoloc_lat', because('latitude_missing'))
  if (lng === undefined) throw invalidParam('geoloc_lng', because('longitude_missing'))
  return { lat, lng, distance }
}

/** The args of a list of events that may be wrong without being malformed: each is read, or refused with 400. */
export const eventListArgReaders = (
  store: ReferenceResolver,
  args: Partial<ListArgs<'event'>>,
  context: Context,
) => ({
  circle: () => circleOf(args),
  order: () => requireOrderBasis(args),
  words: () => refuseTooManyWords(args),
  window: () => validListWindow(args, context.moment),
  parent: () => requireVisibleEvent(store, 'post_parent', args.post_parent || undefined, context),
  categories: () => termAndDescendantIdsOfReferences(store, 'category', 'categories', args.categories),
  tags: () => termAndDescendantIdsOfReferences(store, 'tag', 'tags', args.tags),
  venue: () => linkedIdsOfReferences(store, 'venue', args.venue, context),
  organizer: () => linkedIdsOfReferences(store, 'organizer', args.organizer, context),
  group: () => idsOfReferencedGroups(store, args.group, context),
  series: () => requireVisibleSeries(store, args.series, context),
  content: () => readableLanguageFilter(args, context),
})

/** The args of a list of venues or organizers that may be wrong without being malformed: each is read, or refused with 400. */
export const linkedListArgReaders = (
  store: ReferenceResolver,
  { event, ...args }: Partial<ListArgs<VenueOrOrganizerName>>,
  context: Context,
) => ({
  content: () => readableLanguageFilter(args, context),
  event: () => requireVisibleEvent(store, 'event', event, context),
})

/** The args of a list of categories or tags that may be wrong without being malformed: each is read, or refused with 400. */
export const termListArgReaders = (
  store: ReferenceResolver,
  { event, post, parent, ...args }: Partial<ListArgs<'category'>>,
  context: Context,
) => ({
  content: () => readableLanguageFilter(args, context),
  event: () => requireVisibleEvent(store, event === undefined ? 'post' : 'event', event ?? post, context),
  parent: () => refuseUnknownParentCategory(store, parent, context),
})

type ListReads = {
  readonly [N in ResourceName]: (
    store: ReferenceResolver,
    args: Partial<ListArgs<N>>,
    context: Context,
  ) => Readonly<Record<string, ThrowingArgsCheck>>
}

/** The reads of args by resource, of which each may throw 400. */
export const argReadersByResource: ListReads = {
  event: eventListArgReaders,
  series: eventListArgReaders,
  venue: linkedListArgReaders,
  organizer: linkedListArgReaders,
  category: termListArgReaders,
  tag: termListArgReaders,
  group: () => ({}),
  media: (_store, args, context) => ({ content: () => readableLanguageFilter(args, context) }),
}

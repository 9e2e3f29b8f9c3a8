/** The checks between the args of a search of events. */
import { MAX_FIELD_SEARCH_WORDS } from '../../contract/resources/event-search.ts'
import type { ListArgs } from '../../contract/resources/index.ts'
import { because, invalidParam } from '../../problem.ts'

type Searching = Pick<Partial<ListArgs<'event'>>, 'search' | 'search_in' | 'orderby'>

/** Throws 400 if a search in chosen fields, or by relevance, has too many words. */
export function refuseTooManyWords({ search, search_in, orderby }: Searching): void {
  if (search === undefined || (search_in === undefined && orderby !== 'relevance')) return
  if (search.include.length + search.exclude.length > MAX_FIELD_SEARCH_WORDS)
    throw invalidParam('search', because('too_many_field_words', { most: MAX_FIELD_SEARCH_WORDS }))
}

type Ordering = Searching & Pick<Partial<ListArgs<'event'>>, 'geoloc_lat' | 'geoloc_lng'>

/** Throws 400 if an order lacks what it is by: relevance a search, distance coordinates. */
export function requireOrderBasis(args: Ordering): void {
  if (args.orderby === 'relevance' && (args.search?.include.length ?? 0) === 0)
    throw invalidParam('orderby', because('relevance_without_search'))
  if (args.orderby === 'distance' && args.geoloc_lat === undefined && args.geoloc_lng === undefined)
    throw invalidParam('orderby', because('distance_without_place'))
}

/** Builds the query of a list from its args (contract §3), and checks references and the viewer's rights. */

import {
  equalityFilterNames,
  type FilterValuesByName,
  flagFilterNames,
} from '../../contract/resources/fields/filters.ts'
import type { ListArgs, ResourceName, VenueOrOrganizerName } from '../../contract/resources/index.ts'
import type { StatusFilter } from '../../contract/resources/shared.ts'
import { pick, recordFromNames, withoutUndefined } from '../../contract/table-of.ts'
import { foldedText } from '../../domain/text/letters.ts'
import { unicodeNormalizedText } from '../../domain/text/normalized.ts'
import type {
  EventQuery,
  QueryOf,
  ReferenceResolver,
  SeriesQuery,
  TermQuery,
  VenueOrOrganizerQuery,
} from '../../store/store.ts'
import type { Context } from '../context.ts'
import { mayReadUnpublished, refusalProblem, rightsByRole } from '../policy.ts'
import { contentChoiceOfSearch, languageFilters } from './list-readable.ts'
import { eventListArgReaders, linkedListArgReaders, termListArgReaders } from './list-reads.ts'
import { validListWindow } from './list-window.ts'

function allowedStatus(
  status: readonly StatusFilter[] | undefined,
  { actor }: Context,
): readonly StatusFilter[] {
  const request = status ?? ['publish']
  if (request.some((one) => one !== 'publish') && !mayReadUnpublished(actor))
    throw refusalProblem(actor, 'rest_forbidden_status')
  return request
}

/** Throws 401 or 403 where `unused` would tell of events that only editors see. */
function allowUnused({ unused }: { readonly unused?: boolean | undefined }, { actor }: Context): void {
  if (unused !== undefined && rightsByRole[actor.role].reads !== 'all') throw refusalProblem(actor)
}

/** Returns the ids that `include` and `external_id` leave; undefined without either. */
async function includedIds(store: ReferenceResolver, { include, external_id: uid }: ListArgs<'event'>) {
  if (uid === undefined) return include
  const known = await store.eventsWithUid(uid)
  return include === undefined ? known : known.filter((id) => include.includes(id))
}

type MainArgs = {
  readonly [K in 'group' | 'include' | 'series' | 'external_id' | 'in_main' | 'awaits_main' | 'status']?:
    | ListArgs<'event'>[K]
    | undefined
}

/** Lists show the main calendar, unless they ask for certain events, a group or what is not public (contract §16). */
function mainCalendar({ in_main, status = [], ...asked }: MainArgs): boolean | undefined {
  if (in_main !== undefined) return in_main
  const { group, include, series, external_id, awaits_main } = asked
  const isAsked = [group, include, series, external_id].some((one) => one !== undefined)
  return isAsked || awaits_main === true || status.some((one) => one !== 'publish') ? undefined : true
}

async function eventQuery(
  store: ReferenceResolver,
  args: ListArgs<'event'>,
  context: Context,
): Promise<EventQuery> {
  if (args.hide_from_listings === true && context.actor.role === 'anonymous')
    throw refusalProblem(context.actor)
  const reads = eventListArgReaders(store, args, context)
  const circle = reads.circle()
  reads.order()
  reads.words()
  await reads.parent()
  await reads.series()
  const { page, per_page, order, orderby, search, search_in, geoloc, post_parent, author } = args
  return withoutUndefined({
    page,
    per_page,
    order,
    orderby,
    search,
    search_in,
    ...recordFromNames(flagFilterNames, (name) => args[name]),
    geoloc,
    include: await includedIds(store, args),
    exclude: args.exclude,
    post_parent,
    author,
    ...pick<FilterValuesByName, keyof FilterValuesByName>(args, equalityFilterNames),
    group: await reads.group(),
    in_main: mainCalendar(args),
    awaits_main: args.awaits_main,
    series: args.series,
    collapse: args.collapse,
    circle,
    status: allowedStatus(args.status, context),
    window: reads.window(),
    hidden: args.hide_from_listings === true,
    readable: reads.content(),
    shown: contentChoiceOfSearch(args, context),
    categories: await reads.categories(),
    tags: await reads.tags(),
    venue: await reads.venue(),
    organizer: await reads.organizer(),
  })
}

/** The filters of events apply to the occurrences; `include`, `exclude` and `status` to the series. */
async function seriesQuery(
  store: ReferenceResolver,
  { include, exclude, status, ...filters }: ListArgs<'series'>,
  context: Context,
): Promise<SeriesQuery> {
  const events = await eventQuery(store, filters, context)
  const { page, per_page, order, orderby } = filters
  return withoutUndefined({
    page,
    per_page,
    order,
    orderby,
    exclude,
    status: allowedStatus(status, context),
    events: withoutUndefined({
      ...events,
      series: include,
      in_main: mainCalendar({ ...filters, include, status }),
      window: validListWindow(filters, context.moment, false),
    }),
  })
}

async function linkedQuery(
  store: ReferenceResolver,
  args: ListArgs<VenueOrOrganizerName>,
  context: Context,
): Promise<VenueOrOrganizerQuery> {
  allowUnused(args, context)
  const reads = linkedListArgReaders(store, args, context)
  await reads.event()
  const { order, status, ...rest } = args
  return withoutUndefined({
    ...rest,
    readable: reads.content(),
    shown: contentChoiceOfSearch(args, context),
    order: order ?? (args.orderby === 'name' ? 'asc' : 'desc'),
    status: allowedStatus(status, context),
    in_main: mainCalendar({ include: args.include, status }) ?? false,
  })
}

async function termQuery(
  store: ReferenceResolver,
  args: ListArgs<'category'>,
  context: Context,
): Promise<TermQuery> {
  allowUnused(args, context)
  const event = args.event ?? args.post
  const reads = termListArgReaders(store, args, context)
  await reads.event()
  await reads.parent()
  const { page, per_page, order, orderby, include, exclude, parent, hide_empty, unused } = args
  return withoutUndefined({
    page,
    per_page,
    order,
    orderby,
    include,
    exclude,
    parent,
    hide_empty,
    unused,
    event,
    readable: reads.content(),
    shown: contentChoiceOfSearch(args, context),
    search: args.search === undefined ? undefined : foldedText(args.search),
    slug: args.slug && unicodeNormalizedText(args.slug, 'NFKC').toLowerCase(),
  })
}

type Queries = {
  readonly [N in ResourceName]: (
    store: ReferenceResolver,
    args: ListArgs<N>,
    context: Context,
  ) => Promise<QueryOf<N>>
}

/** The query builders by resource. Each throws 400 for an unknown reference, and 401 or 403 for a missing right. */
export const listQueryBuilders: Queries = {
  event: eventQuery,
  series: seriesQuery,
  venue: linkedQuery,
  organizer: linkedQuery,
  category: termQuery,
  tag: termQuery,
  group: async (_store, args, context) => withoutUndefined({ ...args, ...languageFilters(args, context) }),
  media: async (_store, args, context) => withoutUndefined({ ...args, ...languageFilters(args, context) }),
}

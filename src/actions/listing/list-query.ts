/** Builds the query of a list from its args (contract §3), and checks what they name. */
import { contentChoiceIn, type PureContext, viewerOf } from '../../api/context.ts'
import type { ReadingContext } from '../../api/operation.ts'
import { mayRead, mayReadUnpublished, refusalProblem, rightsByRole } from '../../api/policy.ts'
import type { IdOrText } from '../../contract/kinds.ts'
import { MAX_FIELD_SEARCH_WORDS } from '../../contract/resources/event.ts'
import {
  equalityFilterNames,
  type FilterValuesByName,
  flagFilterNames,
} from '../../contract/resources/fields/index.ts'
import type {
  ListArgs,
  PublishableName,
  ResourceName,
  TermName,
  VenueOrOrganizerName,
} from '../../contract/resources/index.ts'
import type { StatusFilter } from '../../contract/resources/shared.ts'
import { pick, recordFromNames, withoutUndefined } from '../../contract/table-of.ts'
import {
  type ContentChoice,
  contentLanguageMatchingTag,
  type ReadableFilter,
} from '../../domain/languages.ts'
import { foldedText, unicodeNormalizedText } from '../../domain/text/letters.ts'
import type { Moment } from '../../domain/time/moment.ts'
import {
  type StartAndEndLimits,
  type WindowArgs,
  type WindowResult,
  windowOfArgs,
} from '../../domain/time/window.ts'
import { because, invalidParam } from '../../problem.ts'
import type {
  EventIdsByAssignee,
  EventQuery,
  QueryOf,
  ReferenceResolver,
  SeriesQuery,
  TermQuery,
  VenueOrOrganizerQuery,
} from '../../store/store.ts'
import { runChecksAndThrowFaults, runReportingAllFaults, type ThrowingArgsCheck } from '../writing/faults.ts'

// The items that filters of lists reference: each must exist, and the viewer must see it (contract §3.2).

/** Returns the visible item that had the slug before, or that a merged one became part of. */
async function laterTarget(
  store: ReferenceResolver,
  name: PublishableName,
  reference: IdOrText,
  context: PureContext,
) {
  const former = 'text' in reference ? await store.itemOfFormerSlug(name, reference.text) : undefined
  const into = former ?? (await store.mergedInto(name, reference))
  if (into === undefined) return undefined
  return (await store.visible(name, [into], viewerOf(context))).has(into) ? into : undefined
}

/** Returns the id that a filter references. Throws 400 if it does not exist or the viewer can't see it. */
async function existing(
  store: ReferenceResolver,
  name: PublishableName,
  { arg, reference }: { readonly arg: string; readonly reference: IdOrText },
  context: PureContext,
): Promise<number> {
  const text = 'text' in reference ? reference.text : ''
  const id = 'id' in reference ? reference.id : /^\d{1,15}$/.test(text) ? Number(text) : undefined
  const slug = text === '' ? undefined : (await store.find(name, { slug: text }, context.moment))?.id
  const named = id === undefined ? [] : [id]
  const seen = await store.visible(name, slug === undefined ? named : [...named, slug], viewerOf(context))
  const direct = [...named, slug].find((one) => one !== undefined && seen.has(one))
  const found = direct ?? (await laterTarget(store, name, reference, context))
  if (found === undefined)
    throw invalidParam(arg, because('no_such_item', { kind: name, id: text || (id ?? '') }))
  return found
}

/** Returns the ids of terms, with the descendants of categories. Throws 400 if one does not exist. */
async function termAndDescendantIdsOfReferences(
  store: ReferenceResolver,
  name: TermName,
  arg: string,
  sent: readonly IdOrText[] | undefined,
): Promise<readonly number[] | undefined> {
  if (sent === undefined) return undefined
  const ids: number[] = []
  for (const reference of sent) {
    const id = await store.term(name, reference)
    if (id === undefined)
      throw invalidParam(
        arg,
        because('no_such_item', { kind: name, id: 'id' in reference ? reference.id : reference.text }),
      )
    ids.push(id)
  }
  return name === 'category' ? store.descendants(ids) : ids
}

/** Returns the ids of venues or organizers. Throws 400 if one does not exist or the viewer can't see it. */
async function linkedIdsOfReferences(
  store: ReferenceResolver,
  name: VenueOrOrganizerName,
  sent: readonly IdOrText[] | undefined,
  context: PureContext,
): Promise<readonly number[] | undefined> {
  if (sent === undefined) return undefined
  const ids: number[] = []
  for (const reference of sent) ids.push(await existing(store, name, { arg: name, reference }, context))
  return ids
}

/** Throws 400 if the event of an arg does not exist or the viewer can't see it. */
async function requireVisibleEvent(
  store: ReferenceResolver,
  arg: string,
  id: number | undefined,
  context: PureContext,
): Promise<void> {
  if (id !== undefined) await existing(store, 'event', { arg, reference: { id } }, context)
}

/** Throws 400 if the category of `parent` does not exist. */
async function refuseUnknownParentCategory(
  store: ReferenceResolver,
  parent: number | undefined,
  { moment }: PureContext,
): Promise<void> {
  if (parent && (await store.find('category', { id: parent }, moment)) === undefined)
    throw invalidParam('parent', because('no_such_item', { kind: 'category', id: parent }))
}

/**
 * Throws 400 if a series does not exist or the viewer can't see it. Occurrences outlive a series in the trash, so that
 * its id stays valid.
 */
async function requireVisibleSeries(
  store: ReferenceResolver,
  ids: readonly number[] | undefined,
  context: PureContext,
): Promise<void> {
  for (const id of ids ?? []) {
    const record = await store.find('series', { id }, context.moment)
    if (record?.status !== 'trash' && !(record !== undefined && mayRead(context.actor, record)))
      throw invalidParam('series', because('no_such_item', { kind: 'series', id }))
  }
}

/** Returns the id of the group whose slug this is, or else was; undefined for none. */
export const groupIdOfSlug = async (
  store: Pick<ReferenceResolver, 'find' | 'itemOfFormerSlug'>,
  slug: string,
  moment: Moment,
): Promise<number | undefined> =>
  (await store.find('group', { slug }, moment))?.id ?? store.itemOfFormerSlug('group', slug)

/** Returns the ids of groups; 0 for none. Throws 400 if one does not exist. */
export async function idsOfReferencedGroups(
  store: ReferenceResolver,
  sent: readonly IdOrText[] | undefined,
  { moment }: PureContext,
): Promise<readonly number[] | undefined> {
  if (sent === undefined) return undefined
  const ids: number[] = []
  for (const reference of sent) {
    const text = 'text' in reference ? reference.text : String(reference.id)
    const id = /^\d{1,15}$/.test(text) ? Number(text) : undefined
    const byId = id ? await store.find('group', { id }, moment) : undefined
    const found = byId?.id ?? ('text' in reference ? await groupIdOfSlug(store, text, moment) : undefined)
    if (id !== 0 && found === undefined)
      throw invalidParam('group', because('no_such_item', { kind: 'group', id: text }))
    ids.push(found ?? 0)
  }
  return ids
}

// The meaning of the dates of a list (contract §1.3): its window, and its dates for the links to other pages.

type Windows = {
  readonly [N in ResourceName]?: (args: ListArgs<N>, moment: Moment) => WindowResult
}

const windows: Windows = {
  event: (args, moment) => windowOfArgs(args, moment),
  // Their `include` names series, whose occurrences have a window all the same.
  series: ({ include: _, ...args }, moment) => windowOfArgs(args, moment, false),
}

/** Returns what the dates of a list mean, or the arg whose date is outside the calendar. */
export function listWindow<N extends ResourceName>(name: N, args: ListArgs<N>, moment: Moment): WindowResult {
  return windows[name]?.(args, moment) ?? { window: {}, dates: {}, isMoving: false }
}

/** Returns the window of a list; without `hasDefaults`, only what the args bound. Throws 400 if a bound is outside the calendar. */
export function validListWindow(args: WindowArgs, moment: Moment, hasDefaults = true): StartAndEndLimits {
  const read = windowOfArgs(args, moment, hasDefaults)
  if ('fault' in read) throw invalidParam(read.fault, because('out_of_years'))
  return read.window
}

// The languages of a list: in which its items are to be readable, and in which a search finds them (contract §15).

interface ReadableArgs {
  readonly fallback?: 'none' | undefined
  readonly available_in?: readonly string[] | undefined
}

/** Returns the filter of a list by languages; undefined without one. Throws 400 on `available_in` for others than content languages. */
function readableLanguageFilter(
  { fallback, available_in }: ReadableArgs,
  context: PureContext,
): ReadableFilter | undefined {
  const { languages, asked } = contentChoiceIn(context)
  const wanted = available_in?.map((tag) => contentLanguageMatchingTag(tag, languages))
  const known = wanted?.filter((tag) => tag !== undefined)
  if (known?.length !== wanted?.length)
    throw invalidParam('available_in', because('not_content_languages', { languages: languages.join(', ') }))
  const groups = [...(fallback === 'none' ? [[asked]] : []), ...(known === undefined ? [] : [known])]
  return groups.length === 0 ? undefined : { languages, groups }
}

/** Returns the languages in which texts are shown, if a list searches for words and there are several. */
function contentChoiceOfSearch(
  { search }: { readonly search?: unknown },
  context: PureContext,
): ContentChoice | undefined {
  const choice = contentChoiceIn(context)
  return search === undefined || choice.languages.length < 2 ? undefined : choice
}

/** Returns both languages of a list. Throws 400 on `available_in`. */
const languageFilters = (args: ReadableArgs & { readonly search?: unknown }, context: PureContext) => ({
  readable: readableLanguageFilter(args, context),
  shown: contentChoiceOfSearch(args, context),
})

// The reads of the args of lists: of references, and between args. They complete a problem, too.

/** Throws 400 if a search in chosen fields, or by relevance, has too many words. */
function refuseTooManyWords({ search, search_in, orderby }: Partial<ListArgs<'event'>>): void {
  if (search === undefined || (search_in === undefined && orderby !== 'relevance')) return
  if (search.include.length + search.exclude.length > MAX_FIELD_SEARCH_WORDS)
    throw invalidParam('search', because('too_many_field_words', { most: MAX_FIELD_SEARCH_WORDS }))
}

/** Throws 400 if an order lacks what it is by: relevance a search, distance coordinates. */
function requireOrderBasis(args: Partial<ListArgs<'event'>>): void {
  if (args.orderby === 'relevance' && (args.search?.include.length ?? 0) === 0)
    throw invalidParam('orderby', because('relevance_without_search'))
  if (args.orderby === 'distance' && args.geoloc_lat === undefined && args.geoloc_lng === undefined)
    throw invalidParam('orderby', because('distance_without_place'))
}

/** Returns the circle of the args, if any; distance in kilometres. Throws 400 if one coordinate is missing. */
function circleOf({
  geoloc_lat: lat,
  geoloc_lng: lng,
  geoloc_distance: distance = 25,
}: Partial<ListArgs<'event'>>) {
  if (lat === undefined && lng === undefined) return undefined
  if (lat === undefined) throw invalidParam('geoloc_lat', because('latitude_missing'))
  if (lng === undefined) throw invalidParam('geoloc_lng', because('longitude_missing'))
  return { lat, lng, distance }
}

/** The args of a list of events that may be wrong without being malformed: each is read, or refused with 400. */
const eventListArgReaders = (
  store: ReferenceResolver,
  args: Partial<ListArgs<'event'>>,
  context: PureContext,
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
const linkedListArgReaders = (
  store: ReferenceResolver,
  { event, ...args }: Partial<ListArgs<VenueOrOrganizerName>>,
  context: PureContext,
) => ({
  content: () => readableLanguageFilter(args, context),
  event: () => requireVisibleEvent(store, 'event', event, context),
})

/** The args of a list of categories or tags that may be wrong without being malformed: each is read, or refused with 400. */
const termListArgReaders = (
  store: ReferenceResolver,
  { event, post, parent, ...args }: Partial<ListArgs<'category'>>,
  context: PureContext,
) => ({
  content: () => readableLanguageFilter(args, context),
  event: () => requireVisibleEvent(store, event === undefined ? 'post' : 'event', event ?? post, context),
  parent: () => refuseUnknownParentCategory(store, parent, context),
})

const languageArgReaders = (_store: ReferenceResolver, args: ReadableArgs, context: PureContext) => ({
  content: () => readableLanguageFilter(args, context),
})

type ListReads = {
  readonly [N in ResourceName]: (
    store: ReferenceResolver,
    args: Partial<ListArgs<N>>,
    context: PureContext,
  ) => Readonly<Record<string, ThrowingArgsCheck>>
}

/** The reads of args by resource, of which each may throw 400. */
const argReadersByResource: ListReads = {
  event: eventListArgReaders,
  series: eventListArgReaders,
  venue: linkedListArgReaders,
  organizer: linkedListArgReaders,
  category: termListArgReaders,
  tag: termListArgReaders,
  group: languageArgReaders,
  media: languageArgReaders,
  page: languageArgReaders,
}

// Builds the query of a list from its args (contract §3), and checks references and the viewer's rights.

function allowedStatus(
  status: readonly StatusFilter[] | undefined,
  { actor }: PureContext,
  mayReadMore = mayReadUnpublished(actor),
): readonly StatusFilter[] {
  const request = status ?? ['publish']
  if (request.some((one) => one !== 'publish') && !mayReadMore)
    throw refusalProblem(actor, 'rest_forbidden_status')
  return request
}

/** Throws 401 or 403 where `unused` would tell of events that only editors see. */
function allowUnused({ unused }: { readonly unused?: boolean | undefined }, { actor }: PureContext): void {
  if (unused !== undefined && rightsByRole[actor.role].reads !== 'all') throw refusalProblem(actor)
}

/** Returns the ids that `include` and `external_id` leave; undefined without either. */
async function includedIds(store: ReferenceResolver, { include, external_id: uid }: ListArgs<'event'>) {
  if (uid === undefined) return include
  const known = await store.eventsWithUid(uid)
  return include === undefined ? known : known.filter((id) => include.includes(id))
}

/**
 * Returns the events that wait for those whom a list asks for, as far as the caller may edit them: to include, or to exclude. Throws 401 for
 * anonymous callers.
 */
async function eventsByAssignee(
  store: ReferenceResolver,
  { assignee }: Pick<ListArgs<'event'>, 'assignee'>,
  context: PureContext,
): Promise<EventIdsByAssignee | undefined> {
  if (assignee === undefined) return undefined
  const { actor } = context
  if (actor.role === 'anonymous') throw refusalProblem(actor)
  const ids = assignee.me ? [...assignee.ids, actor.id] : assignee.ids
  return store.eventsByAssignee({ ids, none: assignee.none }, viewerOf(context))
}

/** Returns the ids that are in all of the lists that are given; undefined without any. */
const idsInAll = (...lists: readonly (readonly number[] | undefined)[]): readonly number[] | undefined =>
  lists.reduce((all, list) => {
    if (all === undefined || list === undefined) return all ?? list
    const some = new Set(list)
    return all.filter((id) => some.has(id))
  }, undefined)

type MainArgs = {
  readonly [K in
    | ('group' | 'include' | 'series' | 'external_id' | 'assignee')
    | ('in_main' | 'awaits_main' | 'status')]?: ListArgs<'event'>[K] | undefined
}

/** Lists show the main calendar, unless they ask for certain events, a group or what is not public (contract §16). */
function mainCalendar({ in_main, status = [], ...asked }: MainArgs): boolean | undefined {
  if (in_main !== undefined) return in_main
  const { group, include, series, external_id, assignee, awaits_main } = asked
  const isAsked = [group, include, series, external_id, assignee].some((one) => one !== undefined)
  return isAsked || awaits_main === true || status.some((one) => one !== 'publish') ? undefined : true
}

async function eventQuery(
  store: ReferenceResolver,
  args: ListArgs<'event'>,
  context: PureContext,
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
  const waiting = {
    include: undefined,
    exclude: undefined,
    ...(await eventsByAssignee(store, args, context)),
  }
  return withoutUndefined({
    page,
    per_page,
    order,
    orderby,
    search,
    search_in,
    ...recordFromNames(flagFilterNames, (name) => args[name]),
    geoloc,
    include: idsInAll(await includedIds(store, args), waiting.include),
    exclude: waiting.exclude === undefined ? args.exclude : [...(args.exclude ?? []), ...waiting.exclude],
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
  context: PureContext,
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
  context: PureContext,
): Promise<VenueOrOrganizerQuery> {
  allowUnused(args, context)
  await linkedListArgReaders(store, args, context).event()
  const { order, status, ...rest } = args
  return withoutUndefined({
    ...rest,
    ...languageFilters(args, context),
    order: order ?? (args.orderby === 'name' ? 'asc' : 'desc'),
    status: allowedStatus(status, context),
    in_main: mainCalendar({ include: args.include, status }) ?? false,
  })
}

async function termQuery(
  store: ReferenceResolver,
  args: ListArgs<'category'>,
  context: PureContext,
): Promise<TermQuery> {
  allowUnused(args, context)
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
    event: args.event ?? args.post,
    ...languageFilters(args, context),
    search: args.search === undefined ? undefined : foldedText(args.search),
    slug: args.slug && unicodeNormalizedText(args.slug, 'NFKC').toLowerCase(),
  })
}

type Queries = {
  readonly [N in ResourceName]: (
    store: ReferenceResolver,
    args: ListArgs<N>,
    context: PureContext,
  ) => Promise<QueryOf<N>>
}

/** The query builders by resource. Each throws 400 for an unknown reference, and 401 or 403 for a missing right. */
const listQueryBuilders: Queries = {
  event: eventQuery,
  series: seriesQuery,
  venue: linkedQuery,
  organizer: linkedQuery,
  category: termQuery,
  tag: termQuery,
  group: async (_store, args, context) => withoutUndefined({ ...args, ...languageFilters(args, context) }),
  media: async (_store, args, context) => withoutUndefined({ ...args, ...languageFilters(args, context) }),
  page: async (_store, args, context) =>
    withoutUndefined({
      ...args,
      ...languageFilters(args, context),
      status: allowedStatus(args.status, context, rightsByRole[context.actor.role].administers),
    }),
}

/** Every read of the args of a list, as checks. */
export const listChecks = <N extends ResourceName>(
  name: N,
  store: ReferenceResolver,
  args: Partial<ListArgs<N>>,
  context: PureContext,
): readonly ThrowingArgsCheck[] => Object.values(argReadersByResource[name](store, args, context))

/** Returns the query of a list's args. Throws 400 with all faults, 401 or 403. */
export function listQueryOf<N extends ResourceName>(
  name: N,
  store: ReferenceResolver,
  args: ListArgs<N>,
  context: PureContext,
): Promise<QueryOf<N>> {
  return runReportingAllFaults(
    () => listQueryBuilders[name](store, args, context),
    () => listChecks(name, store, args, context),
  )
}

/** Checks the args of a list that could be parsed. Throws 400 with all faults. */
export function requireValidListArgs<N extends ResourceName>(
  name: N,
  args: Partial<ListArgs<N>>,
  context: ReadingContext,
): Promise<void> {
  return context.store.snapshot((store) => runChecksAndThrowFaults(listChecks(name, store, args, context)))
}

/** Builds the query of a list from its args (contract §3), and checks references and the viewer's rights. */

import type { Reference } from '../contract/kinds.ts'
import { flagFilters } from '../contract/resources/event-flags.ts'
import type {
  LinkedName,
  ListArgs,
  PublishedName,
  ResourceName,
  TermName,
} from '../contract/resources/index.ts'
import type { StatusFilter } from '../contract/resources/shared.ts'
import { defined, tableOf } from '../contract/table-of.ts'
import { fold } from '../domain/text/letters.ts'
import { windowOf } from '../domain/time/window.ts'
import { invalidParam } from '../problem.ts'
import type { EventQuery, LinkedQuery, Naming, QueryOf, TermQuery } from '../store/store.ts'
import { type Context, viewerOf } from './context.ts'
import { refusal, rights } from './policy.ts'
import { refuseOrder, refuseWords } from './search-checks.ts'

function allowedStatus(
  status: readonly StatusFilter[] | undefined,
  { actor }: Context,
): readonly StatusFilter[] {
  const request = status ?? ['publish']
  if (request.some((one) => one !== 'publish') && rights[actor.role].reads === 'none')
    throw refusal(actor, 'rest_forbidden_status')
  return request
}

/** Returns the id that a filter references. Throws 400 where it does not exist or the viewer can't see it. */
async function existing(
  store: Naming,
  name: PublishedName,
  arg: string,
  reference: Reference,
  context: Context,
): Promise<number> {
  const text = 'text' in reference ? reference.text : ''
  const id = 'id' in reference ? reference.id : /^\d{1,15}$/.test(text) ? Number(text) : undefined
  const slug = text === '' ? undefined : (await store.find(name, { slug: text }, context.moment))?.id
  const named = id === undefined ? [] : [id]
  const seen = await store.visible(name, slug === undefined ? named : [...named, slug], viewerOf(context))
  const found = [...named, slug].find((one) => one !== undefined && seen.has(one))
  if (found === undefined) throw invalidParam(arg, `there is no ${name} ${text || (id ?? '')}`)
  return found
}

/** Returns the ids of terms, with the descendants of categories. Throws 400 where one does not exist. */
export async function termIds(
  store: Naming,
  name: TermName,
  arg: string,
  sent: readonly Reference[] | undefined,
): Promise<readonly number[] | undefined> {
  if (sent === undefined) return undefined
  const ids: number[] = []
  for (const reference of sent) {
    const id = await store.term(name, reference)
    if (id === undefined)
      throw invalidParam(arg, `there is no ${name} ${'id' in reference ? reference.id : reference.text}`)
    ids.push(id)
  }
  return name === 'category' ? store.descendants(ids) : ids
}

/** Returns the ids of venues or organizers. Throws 400 where one does not exist or the viewer can't see it. */
export async function linkedIds(
  store: Naming,
  name: LinkedName,
  sent: readonly Reference[] | undefined,
  context: Context,
): Promise<readonly number[] | undefined> {
  if (sent === undefined) return undefined
  return Promise.all(sent.map((reference) => existing(store, name, name, reference, context)))
}

type Circling = Pick<Partial<ListArgs<'event'>>, 'geoloc_lat' | 'geoloc_lng' | 'geoloc_distance' | 'orderby'>

/** Returns the circle of the args, if any; distance in kilometres. Throws 400 where one coordinate is missing. */
export function circleOf({ geoloc_lat: lat, geoloc_lng: lng, geoloc_distance: distance = 25 }: Circling) {
  if (lat === undefined && lng === undefined) return undefined
  if (lat === undefined) throw invalidParam('geoloc_lat', 'is required with geoloc_lng')
  if (lng === undefined) throw invalidParam('geoloc_lng', 'is required with geoloc_lat')
  return { lat, lng, distance }
}

/** Returns the window of a list. Throws 400 where a bound is outside the calendar. */
export function windowFor(args: Partial<ListArgs<'event'>>, { moment }: Context) {
  if (args.include !== undefined || args.external_id !== undefined) return {}
  const { start_date, end_date, starts_before, starts_after, ends_before, ends_after } = args
  const bounds = { start_date, end_date, starts_before, starts_after, ends_before, ends_after }
  const sent = Object.fromEntries(Object.entries(bounds).filter(([, bound]) => bound !== undefined))
  const result = windowOf(sent, args.strict_dates === true, moment)
  if ('fault' in result) throw invalidParam(result.fault, 'must be in the years 1000 to 9999')
  return result.window
}

/** Throws 400 where the event of an arg does not exist or the viewer can't see it. */
export async function allowEvent(
  store: Naming,
  arg: string,
  id: number | undefined,
  context: Context,
): Promise<void> {
  if (id !== undefined) await existing(store, 'event', arg, { id }, context)
}

/** Throws 400 where the category of `parent` does not exist. */
export async function allowCategory(
  store: Naming,
  parent: number | undefined,
  { moment }: Context,
): Promise<void> {
  if (parent && (await store.find('category', { id: parent }, moment)) === undefined)
    throw invalidParam('parent', `there is no category ${parent}`)
}

/** Returns the ids that `include` and `external_id` leave; undefined without either. */
async function includedIds(store: Naming, { include, external_id: uid }: ListArgs<'event'>) {
  if (uid === undefined) return include
  const known = await store.eventsWithUid(uid)
  return include === undefined ? known : known.filter((id) => include.includes(id))
}

async function eventQuery(store: Naming, args: ListArgs<'event'>, context: Context): Promise<EventQuery> {
  if (args.hide_from_listings === true && context.actor.role === 'anonymous') throw refusal(context.actor)
  const circle = circleOf(args)
  refuseOrder(args)
  refuseWords(args)
  await allowEvent(store, 'post_parent', args.post_parent || undefined, context)
  const { page, per_page, order, orderby, search, search_in, geoloc, post_parent, author } = args
  return defined({
    page,
    per_page,
    order,
    orderby,
    search,
    search_in,
    ...tableOf(flagFilters, (name) => args[name]),
    geoloc,
    include: await includedIds(store, args),
    post_parent,
    author,
    event_status: args.event_status,
    attendance_mode: args.attendance_mode,
    circle,
    status: allowedStatus(args.status, context),
    window: windowFor(args, context),
    hidden: args.hide_from_listings === true,
    categories: await termIds(store, 'category', 'categories', args.categories),
    tags: await termIds(store, 'tag', 'tags', args.tags),
    venue: await linkedIds(store, 'venue', args.venue, context),
    organizer: await linkedIds(store, 'organizer', args.organizer, context),
  })
}

async function linkedQuery(
  store: Naming,
  args: ListArgs<LinkedName>,
  context: Context,
): Promise<LinkedQuery> {
  await allowEvent(store, 'event', args.event, context)
  const { order, status, ...rest } = args
  return {
    ...rest,
    order: order ?? (args.orderby === 'name' ? 'asc' : 'desc'),
    status: allowedStatus(status, context),
  }
}

async function termQuery(store: Naming, args: ListArgs<'category'>, context: Context): Promise<TermQuery> {
  const event = args.event ?? args.post
  const arg = args.event === undefined ? 'post' : 'event'
  await allowEvent(store, arg, event, context)
  await allowCategory(store, args.parent, context)
  const { page, per_page, order, orderby, include, exclude, parent, hide_empty } = args
  return defined({
    page,
    per_page,
    order,
    orderby,
    include,
    exclude,
    parent,
    hide_empty,
    event,
    search: args.search === undefined ? undefined : fold(args.search),
    slug: args.slug?.normalize('NFKC').toLowerCase(),
  })
}

type Queries = {
  readonly [N in ResourceName]: (store: Naming, args: ListArgs<N>, context: Context) => Promise<QueryOf<N>>
}

/** The query builders by resource. Each throws 400 for an unknown reference, and 401 or 403 for a missing right. */
export const queries: Queries = {
  event: eventQuery,
  venue: linkedQuery,
  organizer: linkedQuery,
  category: termQuery,
  tag: termQuery,
  media: async (_store, args) => defined(args),
}

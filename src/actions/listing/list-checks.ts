/** The checks that complete a problem with the args of a list: every reference, and conflicts between args. */
import type { LinkedName, ListArgs, ResourceName } from '../../contract/resources/index.ts'
import type { Naming, QueryOf } from '../../store/store.ts'
import type { Context } from '../context.ts'
import { type Check, throwFaults, withAllFaults } from '../writing/faults.ts'
import { circleOf, queries } from './list-query.ts'
import { allowCategory, allowEvent, allowSeries, linkedIds, termIds } from './list-references.ts'
import { allowedWindow } from './list-window.ts'
import { refuseOrder, refuseWords } from './search-checks.ts'

type Checks = {
  readonly [N in ResourceName]: (
    store: Naming,
    args: Partial<ListArgs<N>>,
    context: Context,
  ) => readonly Check[]
}

const ofLinked = (store: Naming, { event }: Partial<ListArgs<LinkedName>>, context: Context) => [
  () => allowEvent(store, 'event', event, context),
]

type TermArgs = Partial<ListArgs<'category'>>

const ofTerms = (store: Naming, { event, post, parent }: TermArgs, context: Context) => [
  () => allowEvent(store, event === undefined ? 'post' : 'event', event ?? post, context),
  () => allowCategory(store, parent, context),
]

const ofEvents = (store: Naming, args: Partial<ListArgs<'event'>>, context: Context) => [
  () => circleOf(args),
  () => refuseOrder(args),
  () => refuseWords(args),
  () => allowedWindow(args, context.moment),
  () => allowEvent(store, 'post_parent', args.post_parent || undefined, context),
  () => termIds(store, 'category', 'categories', args.categories),
  () => termIds(store, 'tag', 'tags', args.tags),
  () => linkedIds(store, 'venue', args.venue, context),
  () => linkedIds(store, 'organizer', args.organizer, context),
  () => allowSeries(store, args.series, context),
]

const checks: Checks = {
  event: ofEvents,
  series: ofEvents,
  venue: ofLinked,
  organizer: ofLinked,
  category: ofTerms,
  tag: ofTerms,
  media: () => [],
}

/** Returns the query of a list's args. Throws 400 with all faults, 401 or 403. */
export function listQueryOf<N extends ResourceName>(
  name: N,
  store: Naming,
  args: ListArgs<N>,
  context: Context,
): Promise<QueryOf<N>> {
  return withAllFaults(
    () => queries[name](store, args, context),
    () => checks[name](store, args, context),
  )
}

/** Checks the args of a list that could be parsed. Throws 400 with all faults. */
export function allowListing<N extends ResourceName>(
  name: N,
  args: Partial<ListArgs<N>>,
  context: Context,
): Promise<void> {
  return context.store.snapshot((store) => throwFaults(checks[name](store, args, context)))
}

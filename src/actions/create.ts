/** Creates an item of any resource (contract §4.1) with everything that it links to, in one transaction. */

import { type ContextWithImages, type PureContext, viewerOf } from '../api/context.ts'
import type { CreateArgs, ResourceName, TermName } from '../contract/resources/index.ts'
import { rowFromParts } from '../contract/table-of.ts'
import { epochOfInstant } from '../domain/time/moment.ts'
import { Problem } from '../problem.ts'
import type { Item, Reading, RecordOf, RemoteEventOrigin, Writing } from '../store/store.ts'
import { eventColumnsFromArgs, withConsequencesOfStatus } from './compose/event.ts'
import { groupColumnsAfterChange } from './groups.ts'
import { createGroup, createPage, createTerm, createVenueOrOrganizer, newUid } from './items.ts'
import { createMedia } from './linking/images.ts'
import { resolveLinkedIds, resolveTermIds } from './linking/link.ts'
import {
  resolveAssignee,
  resolveAuthorId,
  resolveImageId,
  resolveParentId,
  tellNewAssignee,
} from './linking/references.ts'
import { createSeries } from './series/making.ts'
import { singleEventColumns } from './series/plan.ts'
import { runReportingAllFaults } from './writing/faults.ts'
import { faultChecksByResource } from './writing/write-checks.ts'

/** The identity of an imported event: its iCalendar UID and its global ids at the source. */
interface OriginIdentity {
  readonly uid: string
  readonly origins: readonly string[]
  /** Where it came from on the social web; null for one of ours. */
  readonly origin?: RemoteEventOrigin | null
}

/** Creates an event with its links. Returns it as it is stored. Throws problems for invalid args or missing rights. */
export async function createEvent(
  store: Writing,
  sent: CreateArgs<'event'>,
  outside: ContextWithImages,
  { uid, origins, origin = null }: OriginIdentity = { uid: newUid(), origins: [] },
): Promise<RecordOf<'event'>> {
  const args = withConsequencesOfStatus(sent, undefined, (sent.venue ?? []).length > 0)
  const group = await groupColumnsAfterChange(store, args, undefined, outside)
  const context = { ...outside, group: group.group_id }
  const values = eventColumnsFromArgs(args, undefined, context)
  const author = await resolveAuthorId(store, args.author, undefined, context)
  const owned = { ...group, author, status: values.status }
  const common = {
    ...group,
    author,
    assignee: await resolveAssignee(store, args.assignee, null, owned, context),
    post_parent: await resolveParentId(store, 'event', { sent: args.post_parent, kept: undefined }, context),
  }
  const venue = await resolveLinkedIds(store, 'venue', { sent: args.venue ?? [], by: values }, context)
  const organizer = await resolveLinkedIds(
    store,
    'organizer',
    { sent: args.organizer ?? [], by: values },
    context,
  )
  const terms = (name: TermName, arg: 'categories' | 'tags') =>
    resolveTermIds(store, { name, arg, sent: args[arg] ?? [] }, context)
  const category = await terms('category', 'categories')
  const tag = await terms('tag', 'tags')
  // Last: the image may have to be fetched, which is wasted if anything else is wrong.
  const image = await resolveImageId(store, args.image, null, context)
  const row = { image, uid, origins, origin, version: 1, modified_utc: epochOfInstant(context.moment.now) }
  const own = { slug: '', password_hash: null, was_public: 0, pruned_status: '' } as const
  const columns = rowFromParts(values, common, row, own)
  const links = { venue, organizer, category, tag }
  if (args.recurrence !== undefined && args.recurrence.length > 0) {
    const first = { event: { ...columns, ...singleEventColumns, id: 0 }, links }
    const event = await createSeries(store, first, { recurrence: args.recurrence, slug: args.slug }, context)
    return told(store, event, context)
  }
  const event = await store.put('event', undefined, Object.assign(columns, links, { slug: args.slug }))
  return told(store, event, context)
}

/** Tells whom a new event waits for. Returns the event. */
async function told(store: Writing, event: RecordOf<'event'>, context: ContextWithImages) {
  await tellNewAssignee(
    store,
    { name: 'event', id: event.id },
    { before: null, after: event.assignee },
    context,
  )
  return event
}

type Creators = {
  readonly [N in ResourceName]: (
    store: Writing,
    args: CreateArgs<N>,
    context: ContextWithImages,
  ) => Promise<RecordOf<N>>
}

const creators: Creators = {
  event: (store, args, context) => createEvent(store, args, context),
  // No route creates a series: an event with `recurrence` does.
  series: () => Promise.reject(new Problem('rest_method_not_allowed')),
  venue: (store, args, context) => createVenueOrOrganizer(store, 'venue', args, context),
  organizer: (store, args, context) => createVenueOrOrganizer(store, 'organizer', args, context),
  category: (store, args, context) => createTerm(store, 'category', args, context),
  tag: (store, args, context) => createTerm(store, 'tag', args, context),
  group: createGroup,
  media: createMedia,
  page: createPage,
}

/** Creates an item in an open transaction. Returns it as it is stored. Throws all faults of its args together. */
export function createItemInTransaction<N extends ResourceName>(
  store: Writing,
  name: N,
  args: CreateArgs<N>,
  context: ContextWithImages,
): Promise<RecordOf<N>> {
  return runReportingAllFaults(
    () => creators[name](store, args, context),
    () => faultChecksByResource[name](store, args, undefined, context),
  )
}

/** Returns an item with what its representation shows, as its reader sees it. */
export async function shownItem<N extends ResourceName>(
  store: Reading,
  name: N,
  record: RecordOf<N>,
  context: Pick<PureContext, 'actor' | 'moment'>,
): Promise<Item<N>> {
  const [item] = await store.items(name, [record], viewerOf(context))
  if (item === undefined) throw new Problem('internal_server_error')
  return item
}

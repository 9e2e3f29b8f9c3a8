/** Updates an event (contract §4.2): its columns and its links. */

import { type ContextWithImages, viewerOf } from '../../api/context.ts'
import { hasScope, mayEdit, mayPublishInGroup } from '../../api/policy.ts'
import { linksThatDiffer } from '../../contract/columns.ts'
import type { IdOrText } from '../../contract/kinds.ts'
import { writeScopeByResource } from '../../contract/operations.ts'
import type { TermName, UpdateArgs, VenueOrOrganizerName } from '../../contract/resources/index.ts'
import { rowFromParts } from '../../contract/table-of.ts'
import { isApprovedStatus } from '../../domain/publication.ts'
import type { EventRecord, LinkIds, RecordOf, Writing } from '../../store/store.ts'
import {
  eventColumnsFromArgs,
  publicationColumnsFromArgs,
  withConsequencesOfStatus,
} from '../compose/event.ts'
import { groupColumnsAfterChange } from '../groups.ts'
import {
  type PublicationOfNamingEvent,
  resolveLinkedIds,
  resolveTermIds,
  type SentVenuesOrOrganizers,
} from '../linking/link.ts'
import {
  resolveAssignee,
  resolveAuthorId,
  resolveImageId,
  resolveParentId,
  tellNewAssignee,
} from '../linking/references.ts'
import { convertToSeries } from '../series/making.ts'
import {
  type EventWithLinks,
  ownFieldsAfterChange,
  seriesAndPatternOfEvent,
  translationsWithoutOwnFields,
  withInheritedFields,
} from '../series/pattern.ts'
import { preparedHashOrPlaceholder } from './preparing.ts'
import { changedValues, leavesTrash, saveChangesOfItem, slugAfterChange, withApprovalStatus } from './save.ts'

/** Returns the links after a change, from the stored ones and the event as it becomes. */
async function nextLinks(
  store: Writing,
  { venue, organizer, categories, tags }: UpdateArgs<'event'>,
  { links: kept, event }: EventWithLinks,
  context: ContextWithImages,
): Promise<LinkIds> {
  // Those sent, then the stored ones that the writer can't see.
  const withHidden = async (name: VenueOrOrganizerName, sent: readonly number[]) => {
    const seen = await store.visible(name, kept[name], viewerOf(context))
    return [...new Set([...sent, ...kept[name].filter((id) => !seen.has(id))])]
  }
  const linked = async <N extends VenueOrOrganizerName>(name: N, sent?: SentVenuesOrOrganizers<N> | null) =>
    sent === undefined
      ? kept[name]
      : withHidden(name, await resolveLinkedIds(store, name, { sent: sent ?? [], by: event }, context))
  const terms = async (name: TermName, arg: string, sent: readonly IdOrText[] | null | undefined) =>
    sent === undefined ? kept[name] : await resolveTermIds(store, { name, arg, sent: sent ?? [] }, context)
  return {
    venue: await linked('venue', venue),
    organizer: await linked('organizer', organizer),
    category: await terms('category', 'categories', categories),
    tag: await terms('tag', 'tags', tags),
  }
}

/** Whether an item becomes public later than the event. */
const waits = (item: PublicationOfNamingEvent, event: PublicationOfNamingEvent) =>
  item.status === 'draft' ||
  item.status === 'pending' ||
  (item.status === 'future' && (event.status === 'publish' || item.date_utc > event.date_utc))

/** Publishing an event also publishes its venues and organizers that wait: with a scheduled event, at its date. */
export async function publishLinkedVenuesAndOrganizers(
  store: Writing,
  { links, event }: Pick<EventWithLinks, 'links' | 'event'>,
  outside: ContextWithImages,
): Promise<void> {
  const { status, date_utc, group_id: group } = event
  const context = { ...outside, group }
  // Members of a group publish the places that they added, as they may with a new event.
  const isOwn = ({ author }: Pick<EventRecord, 'author'>) => author === context.actor.id && author !== 0
  const later = status === 'future' ? ({ status, date_utc } as const) : {}
  for (const name of ['venue', 'organizer'] as const) {
    if (!hasScope(context.actor, writeScopeByResource[name])) continue
    for (const id of links[name]) {
      const record = await store.find(name, { id }, context.moment)
      if (record === undefined || !waits(record, event)) continue
      if (!mayEdit(context.actor, record) && !isOwn(record)) continue
      const published = publicationColumnsFromArgs({ status: 'publish' }, record, context)
      await saveChangesOfItem(store, { name, kept: record }, { ...published, ...later }, context)
    }
  }
}

/** Returns what an event becomes by the args. `base` is the event that absent fields are taken from. */
export async function eventAfterUpdate(
  store: Writing,
  base: EventWithLinks,
  sent: UpdateArgs<'event'>,
  outside: ContextWithImages,
) {
  const kept = base.event
  const hasVenue = (sent.venue === undefined ? base.links.venue : (sent.venue ?? [])).length > 0
  const args = withConsequencesOfStatus(sent, kept, hasVenue)
  const group = await groupColumnsAfterChange(store, args, kept, outside)
  const context = { ...outside, group: group.group_id }
  const values = eventColumnsFromArgs(args, kept, context)
  const isBack = leavesTrash(kept.status, values.status)
  const { password } = args
  const password_hash = typeof password === 'string' ? preparedHashOrPlaceholder(password, context) : password
  const parent = { id: kept.id, parent: kept.post_parent }
  const author = await resolveAuthorId(store, args.author, kept.author, context)
  const owned = { ...group, author, status: values.status }
  const own = {
    author,
    assignee: await resolveAssignee(store, args.assignee, kept.assignee, owned, context),
    image: await resolveImageId(store, args.image, kept.image, context),
    post_parent: await resolveParentId(store, 'event', { sent: args.post_parent, kept: parent }, context),
    ...group,
    ...(isBack && { pruned_status: '', trash_act: 0 }),
    ...(password_hash !== undefined && { password_hash }),
  } as const
  const event: EventRecord = rowFromParts(kept, values, own)
  return { event, links: await nextLinks(store, args, { links: base.links, event }, context), isBack }
}

/** Returns the event after a change, sent back to `pending` where what changes was approved (contract §4.3). */
export function sendBackToPendingIfApproved(
  before: EventWithLinks,
  next: EventWithLinks,
  context: ContextWithImages,
): EventWithLinks {
  const kept = before.event
  const columns = changedValues(next.event, kept)
  const moved = Object.keys(linksThatDiffer(before.links, next.links))
  if (Object.keys(columns).length + moved.length === 0) return before
  const approved = withApprovalStatus(columns, kept, context)
  return approved === columns ? next : { event: rowFromParts(kept, approved), links: next.links }
}

/** Writes an event's changes of columns and links as its next version. Returns it as it is stored then. */
async function saveEvent(
  store: Writing,
  before: EventWithLinks,
  after: EventWithLinks,
  context: ContextWithImages,
): Promise<EventRecord> {
  const kept = before.event
  const changes = { ...changedValues(after.event, kept), ...linksThatDiffer(before.links, after.links) }
  if (Object.keys(changes).length === 0) return kept
  // An event that is changed in the trash, or leaves it, is no longer the one that was public.
  const next = kept.was_public === 1 ? { ...changes, was_public: 0 as const } : changes
  const saved = await saveChangesOfItem(store, { name: 'event', kept, links: before.links }, next, context)
  const waits = { before: kept.assignee, after: after.event.assignee }
  await tellNewAssignee(store, { name: 'event', id: kept.id }, waits, context)
  const published = isApprovedStatus(after.event.status) && after.event.status !== kept.status
  if (published && mayPublishInGroup(context.actor, after.event.group_id))
    await publishLinkedVenuesAndOrganizers(store, after, context)
  return saved
}

/**
 * Changes an event in an open transaction, and returns it as it is stored then. A change without effect writes nothing. Of an occurrence, the
 * fields changed become its own (contract §10.3); with `recurrence`, a single event becomes a series.
 */
export async function updateEventInTransaction(
  store: Writing,
  kept: RecordOf<'event'>,
  args: UpdateArgs<'event'>,
  context: ContextWithImages,
): Promise<EventRecord> {
  const before = { event: kept, links: await store.linksOf(kept.id) }
  const member = await seriesAndPatternOfEvent(store, kept, context)
  const base = member === undefined ? before : withInheritedFields(before, args.inherit ?? [], member.pattern)
  const next = await eventAfterUpdate(store, base, args, context)
  const wanted = { sent: args.slug, title: next.event.title }
  const slug = await slugAfterChange(store, { name: 'event', kept }, wanted)
  const after = sendBackToPendingIfApproved(
    before,
    { event: rowFromParts(next.event, { slug }), links: next.links },
    context,
  )
  const own =
    member === undefined ? [] : ownFieldsAfterChange(before, after, member.pattern, args.translations)
  const ofOwn = translationsWithoutOwnFields(after.event, own)
  const event = rowFromParts(after.event, { own_fields: JSON.stringify(own) }, ofOwn)
  const complete = { event, links: after.links }
  const saved = await saveEvent(store, before, complete, context)
  // It is no arg: where this is undone, an import brings the event back again.
  const { pruned_status } = kept
  if (next.isBack && pruned_status !== '')
    store.notePart('event', kept.id, { pruned_status: [pruned_status, ''] })
  const { recurrence } = args
  if (member !== undefined || !recurrence || recurrence.length === 0) return saved
  return convertToSeries(store, { event: saved, links: complete.links }, recurrence, context)
}

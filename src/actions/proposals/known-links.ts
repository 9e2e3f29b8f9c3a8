/** Keeps approved submissions from doubling the venues and organizers that the calendar knows. */

import type { ContextWithImages } from '../../api/context.ts'
import { correctionActor, mayPublishInGroup } from '../../api/policy.ts'
import type { UpdateArgs } from '../../contract/resources/index.ts'
import { isApprovedStatus } from '../../domain/publication/status.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import type { EventRecord, Proposal, SubmittedItemResourceAndId, Writing } from '../../store/store.ts'
import { knownIdByNameAndTown } from '../linking/known-by-name.ts'
import { updateEventOrSeries } from '../series/update.ts'

/** Removes the items that a submission created from its event, and deletes them. */
export async function deleteItemsOfSubmission(
  store: Writing,
  { event_id, made }: Proposal,
  names: readonly ('venue' | 'organizer')[],
  { moment }: ContextWithImages,
): Promise<void> {
  for (const [name, id] of made.filter(([one]) => names.includes(one))) {
    const links = await store.linksOf(event_id)
    if (links[name].includes(id))
      await store.setLinksOfAll(
        name,
        [event_id],
        links[name].filter((one) => one !== id),
      )
    const record = await store.find(name, { id }, moment)
    // What a reviewer has approved, or another event uses, stays.
    if (record?.status !== 'pending' || (await store.linkedTo(name, id)).length > 0) continue
    await store.remove(name, id, epochOfInstant(moment.now))
  }
}

/** Returns the known item that each waiting item of a submission is, by name and town. */
async function knownOnes(
  store: Writing,
  made: readonly SubmittedItemResourceAndId[],
  context: ContextWithImages,
) {
  const known = new Map<SubmittedItemResourceAndId, number>()
  for (const item of made) {
    const [name, id] = item
    const record = await store.find(name, { id }, context.moment)
    if (record?.status !== 'pending') continue
    const same = await knownIdByNameAndTown(store, name, record, context)
    if (same !== undefined) known.set(item, same)
  }
  return known
}

/**
 * Before a change publishes a submitted event: links it to the venues and organizers that the calendar knows by now, instead of to
 * those that it brought, which are deleted. Returns the event as it is then.
 */
export async function linkKnownItems(
  store: Writing,
  kept: EventRecord,
  { status }: Pick<UpdateArgs<'event'>, 'status'>,
  context: ContextWithImages,
): Promise<EventRecord> {
  const isPublished =
    status !== undefined && status !== null && isApprovedStatus(status) && !isApprovedStatus(kept.status)
  const submission =
    isPublished && mayPublishInGroup(context.actor, kept.group_id)
      ? await store.proposals.ofPublic(kept.id)
      : undefined
  if (submission === undefined) return kept
  const known = await knownOnes(store, submission.made, context)
  if (known.size === 0) return kept
  const links = await store.linksOf(kept.id)
  const linked = (name: 'venue' | 'organizer') =>
    links[name].map((id) => {
      const item = submission.made.find(([one, made]) => one === name && made === id)
      return { id: (item && known.get(item)) ?? id }
    })
  const wide = kept.series === null ? {} : ({ apply_to: 'all' } as const)
  const args = { venue: linked('venue'), organizer: linked('organizer'), ...wide }
  // Editors of a group don't see the other places that wait, which stay linked.
  await updateEventOrSeries(store, kept, args, { ...context, actor: correctionActor })
  await deleteItemsOfSubmission(
    store,
    { ...submission, made: [...known.keys()] },
    ['venue', 'organizer'],
    context,
  )
  return (await store.find('event', { id: kept.id }, context.moment)) ?? kept
}

/** Drafts of changes to events (ext.): the public goes on seeing an event as it is until the draft is applied. */

import { type Context, viewerOf } from '../../api/context.ts'
import type { ReadingContext } from '../../api/operation.ts'
import { anonymousActor, mayEdit, requireMayWriteSomeItems } from '../../api/policy.ts'
import type { UpdateArgs } from '../../contract/resources/index.ts'
import { withoutInternalFields } from '../../domain/publication/internal.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { Problem } from '../../problem.ts'
import type { EventChangesDraft, EventItem, EventRecord, ListedEventChangesDraft } from '../../store/store.ts'
import { type CheckPrecondition, updateItem } from '../update.ts'
import { runInOneTransaction, runThenAlwaysUndo } from '../writing/together.ts'
import { isDraftToBeReviewedByActor, noteDraftDecision, replaceSeenDraft } from './draft-decisions.ts'
import { type DraftableEvent, mayPropose, proposingActor, requireDraftableEvent } from './proposing.ts'

/** The most drafts that a list looks through, and shows. */
const MOST = { found: 1000, shown: 100 } as const

/** A draft, and whether the event or its series was changed since it was begun. */
export interface DraftAndIsOutdated {
  readonly draft: EventChangesDraft
  readonly isOutdated: boolean
}

/** The event before and after the change, and after it as the public would see it. */
export interface EventBeforeAndAfterDraft {
  readonly base: EventItem
  readonly preview: EventItem
  readonly public: EventItem
}

/** The draft of a change, as somebody keeps it. */
interface DraftToKeep {
  readonly changes: Readonly<Record<string, unknown>>
  readonly args: UpdateArgs<'event'>
  /** The version of the draft that the caller saw; 0 for none, undefined for whatever there is. */
  readonly seen: number | undefined
  /** Whether it is sent to review. */
  readonly isSent: boolean
  readonly precondition: CheckPrecondition
  /** Makes the text that keeps the views. */
  readonly textOf: (views: EventBeforeAndAfterDraft) => string
}

/** Returns the event, if the actor may change it or propose changes. Throws 401, 403, 404, or 410 in the trash. */
async function draftedEvent(id: number, context: ReadingContext): Promise<DraftableEvent> {
  const found = await requireDraftableEvent(id, context)
  if (found.event.status === 'trash') throw new Problem('event-no-longer-available')
  return found
}

/** Returns the draft of an event as the actor may see it: who only proposes changes sees no draft of somebody else. */
async function seenDraft(
  { event, isProposal }: DraftableEvent,
  { store, actor }: ReadingContext,
): Promise<EventChangesDraft | undefined> {
  const draft = await store.eventDrafts.find(event.id)
  return isProposal && draft?.author !== actor.id ? undefined : draft
}

async function seriesVersion({ series }: EventRecord, { store, moment }: ReadingContext): Promise<number> {
  return series === null ? 0 : ((await store.find('series', { id: series }, moment))?.version ?? 0)
}

async function withState(
  draft: EventChangesDraft,
  event: EventRecord,
  context: ReadingContext,
): Promise<DraftAndIsOutdated> {
  const isChanged = draft.event_version !== event.version
  return { draft, isOutdated: isChanged || draft.series_version !== (await seriesVersion(event, context)) }
}

/**
 * Returns the draft of an event; undefined for none. Throws 401, 403, 404 or 410 unless the actor may change the event or propose
 * changes, and then sees an own draft alone.
 */
export async function draftOfEvent(
  id: number,
  context: ReadingContext,
): Promise<DraftAndIsOutdated | undefined> {
  const found = await draftedEvent(id, context)
  const draft = await seenDraft(found, context)
  return draft === undefined ? undefined : withState(draft, found.event, context)
}

/** Returns the draft of an event as `draftOfEvent` does. Throws 404 where there is none. */
export async function existingDraft(id: number, context: Context): Promise<DraftAndIsOutdated> {
  const found = await draftOfEvent(id, context)
  if (found === undefined) throw new Problem('draft-not-found')
  return found
}

/** Returns the drafts of the events that the actor may change, and own proposals, the newest first. Throws 401 or 403 for who writes no events. */
export async function listEditableDrafts({
  store,
  actor,
}: ReadingContext): Promise<readonly ListedEventChangesDraft[]> {
  requireMayWriteSomeItems(actor, 'event')
  const drafts = await store.eventDrafts.newest(MOST.found)
  const isEditable = ({ event_author, author: keeper, status, group_id }: ListedEventChangesDraft) => {
    const event = { author: event_author, status, group_id }
    return mayEdit(actor, event) || (keeper === actor.id && mayPropose(actor, event))
  }
  return drafts.filter(isEditable).slice(0, MOST.shown)
}

/** Reads the event with an id as somebody sees it, without what only its editors see: others open previews of a draft, too. */
async function viewOf(id: number, context: Context): Promise<EventItem> {
  const { store, moment } = context
  const [item] = await store.snapshot(async (snapshot) => {
    const record = await snapshot.find('event', { id }, moment)
    return record === undefined ? [] : snapshot.items('event', [record], viewerOf(context))
  })
  if (item === undefined) throw new Problem('event-not-found')
  const own_fields = withoutInternalFields(item.record.own_fields)
  return { ...item, record: { ...item.record, own_fields }, isProtected: false, internal: undefined }
}

/**
 * Keeps the draft of a change in the place of an earlier one, after the change was tried: what would be refused is not kept. Throws 400,
 * 401, 403, 404, 410, 412, or 409 where there is another draft than the caller saw.
 */
export async function saveEventDraft(
  id: number,
  { changes, args, seen, isSent, precondition, textOf }: DraftToKeep,
  context: Context,
): Promise<DraftAndIsOutdated> {
  const found = await draftedEvent(id, context)
  const { event, isProposal } = found
  const versions = { event_version: event.version, series_version: await seriesVersion(event, context) }
  const base = await viewOf(id, context)
  const actor = isProposal ? proposingActor(context.actor, event.group_id) : context.actor
  const views = await runThenAlwaysUndo({ ...context, actor }, async (within) => {
    await updateItem('event', { address: { id }, args, precondition }, within)
    const preview = await viewOf(id, within)
    return { base, preview, public: await viewOf(id, { ...within, actor: anonymousActor }) }
  })
  const draft = {
    event_id: id,
    author: context.actor.id,
    changes: JSON.stringify(changes),
    views: textOf(views),
    ...versions,
    modified_utc: epochOfInstant(context.moment.now),
    sent_utc: isSent ? epochOfInstant(context.moment.now) : 0,
  }
  // Who only proposes replaces nothing but an own draft.
  const replaced = isProposal ? (seen ?? (await seenDraft(found, context))?.version ?? 0) : seen
  await replaceSeenDraft(draft, replaced, event, context)
  return existingDraft(id, context)
}

/** Throws 409 where a draft is another one than the caller saw. */
export function requireDraftUnchangedSinceSeen(
  { draft }: DraftAndIsOutdated,
  seen: number | undefined,
): void {
  if (seen !== undefined && seen !== draft.version) throw new Problem('draft_outdated')
}

/** Which draft is discarded: the version that the caller saw, and whether its changes were published in another way. */
interface DraftToDiscard {
  readonly seen: number | undefined
  readonly isPublished: boolean
}

/**
 * Discards the draft of an event, and returns it as it stood. The author of what was sent to review is told that a reviewer did so, or that
 * the changes are published. Throws 401, 403, 404, 409 or 410.
 */
export async function discardDraft(
  id: number,
  { seen, isPublished }: DraftToDiscard,
  context: Context,
): Promise<DraftAndIsOutdated> {
  const found = await existingDraft(id, context)
  requireDraftUnchangedSinceSeen(found, seen)
  const { event } = await draftedEvent(id, context)
  if (!isDraftToBeReviewedByActor(found.draft, event, context)) {
    await context.store.eventDrafts.remove(id)
    return found
  }
  await runInOneTransaction(context, async (within) => {
    await within.store.eventDrafts.remove(id)
    const decided = isPublished
      ? ({ decision: 'approve', left: 0 } as const)
      : ({ decision: 'reject', left: 0, isTaken: true } as const)
    await noteDraftDecision(found.draft, { ...decided, message: '' }, within)
  })
  return found
}

/** Drafts of changes to events (ext.): the public goes on seeing an event as it is until the draft is applied. */
import type { UpdateArgs } from '../../contract/resources/index.ts'
import { parseUpdateArgs } from '../../contract/resources/parse.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { Problem } from '../../problem.ts'
import type {
  EventChangesDraft,
  EventItem,
  EventRecord,
  Item,
  ListedEventChangesDraft,
  ResultAndRevision,
} from '../../store/store.ts'
import { type Context, viewerOf } from '../context.ts'
import { anonymousActor, mayEdit, requireMayWrite } from '../policy.ts'
import { type CheckPrecondition, editableRecord, updateItem } from '../update.ts'
import { runAndUndo, runInOneTransaction } from '../writing/together.ts'

/** The most drafts that a list looks through, and shows. */
const MOST = { found: 1000, shown: 100 } as const

/** A draft, and whether the event or its series was changed since it was begun. */
export interface FoundDraft {
  readonly draft: EventChangesDraft
  readonly isOutdated: boolean
}

/** The event before and after the change, and after it as the public would see it. */
export interface DraftedEventViews {
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
  readonly precondition: CheckPrecondition
  /** Makes the text that keeps the views. */
  readonly textOf: (views: DraftedEventViews) => string
}

/** Returns the event, if the actor may change it. Throws 401, 403, 404, or 410 in the trash. */
async function draftedEvent(id: number, context: Context): Promise<EventRecord> {
  const event = await editableRecord(context.store, 'event', { id }, context)
  if (event.status === 'trash') throw new Problem('event-no-longer-available')
  return event
}

async function seriesVersion({ series }: EventRecord, { store, moment }: Context): Promise<number> {
  return series === null ? 0 : ((await store.find('series', { id: series }, moment))?.version ?? 0)
}

async function withState(
  draft: EventChangesDraft,
  event: EventRecord,
  context: Context,
): Promise<FoundDraft> {
  const isChanged = draft.event_version !== event.version
  return { draft, isOutdated: isChanged || draft.series_version !== (await seriesVersion(event, context)) }
}

/** Returns the draft of an event; undefined for none. Throws 401, 403, 404 or 410 unless the actor may change the event. */
export async function draftOfEvent(id: number, context: Context): Promise<FoundDraft | undefined> {
  const event = await draftedEvent(id, context)
  const draft = await context.store.eventDrafts.find(event.id)
  return draft === undefined ? undefined : withState(draft, event, context)
}

async function existingDraft(id: number, context: Context): Promise<FoundDraft> {
  const found = await draftOfEvent(id, context)
  if (found === undefined) throw new Problem('draft-not-found')
  return found
}

/** Returns the drafts of the events that the actor may change, the newest first. Throws 401 or 403 for who writes no events. */
export async function listEditableDrafts({
  store,
  actor,
}: Context): Promise<readonly ListedEventChangesDraft[]> {
  requireMayWrite(actor, 'event')
  const drafts = await store.eventDrafts.newest(MOST.found)
  const isEditable = ({ event_author: author, status, group_id }: ListedEventChangesDraft) =>
    mayEdit(actor, { author, status, group_id })
  return drafts.filter(isEditable).slice(0, MOST.shown)
}

/** Reads the event with an id as somebody sees it. */
async function viewOf(id: number, context: Context): Promise<EventItem> {
  const { store, moment } = context
  const [item] = await store.snapshot(async (snapshot) => {
    const record = await snapshot.find('event', { id }, moment)
    return record === undefined ? [] : snapshot.items('event', [record], viewerOf(context))
  })
  if (item === undefined) throw new Problem('event-not-found')
  return { ...item, isProtected: false }
}

/**
 * Keeps the draft of a change in the place of an earlier one, after the change was tried: what would be refused is not kept. Throws 400,
 * 401, 403, 404, 410, 412, or 409 where there is another draft than the caller saw.
 */
export async function keepDraft(
  id: number,
  { changes, args, seen, precondition, textOf }: DraftToKeep,
  context: Context,
): Promise<FoundDraft> {
  const event = await draftedEvent(id, context)
  const versions = { event_version: event.version, series_version: await seriesVersion(event, context) }
  const base = await viewOf(id, context)
  const views = await runAndUndo(context, async (within) => {
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
  }
  if ((await context.store.eventDrafts.keep(draft, seen)) === undefined) throw new Problem('draft_outdated')
  return existingDraft(id, context)
}

/** Throws 409 where a draft is another one than the caller saw. */
function requireSeen({ draft }: FoundDraft, seen: number | undefined): void {
  if (seen !== undefined && seen !== draft.version) throw new Problem('draft_outdated')
}

/** Discards the draft of an event, and returns it as it stood. Throws 401, 403, 404, 409 or 410. */
export async function discardDraft(
  id: number,
  seen: number | undefined,
  context: Context,
): Promise<FoundDraft> {
  const found = await existingDraft(id, context)
  requireSeen(found, seen)
  await context.store.eventDrafts.remove(id)
  return found
}

/** A draft to apply: what the caller saw of it, and the precondition of the event, if the caller sent one. */
interface DraftToApply {
  readonly seen: number | undefined
  readonly precondition: CheckPrecondition
  /** Whether the caller says which version of the event is changed. Otherwise it must be the one that the draft was begun on. */
  readonly saysVersion: boolean
}

/**
 * Changes the event as its draft says, as an update by the caller, and removes the draft. Throws what an update throws, 404 without a
 * draft, 409 where it is another one than the caller saw, and 412 where the event was changed since it was begun.
 */
export function applyDraft(
  id: number,
  { seen, precondition, saysVersion }: DraftToApply,
  context: Context,
): Promise<ResultAndRevision<Item<'event'>>> {
  return runInOneTransaction(context, async (within) => {
    const found = await existingDraft(id, within)
    requireSeen(found, seen)
    const { draft, isOutdated } = found
    if (isOutdated && !saysVersion) throw new Problem('rest_precondition_failed')
    const args = parseUpdateArgs('event', JSON.parse(draft.changes), 'id')
    const { result } = await updateItem('event', { address: { id }, args, precondition }, within)
    await within.store.eventDrafts.remove(id)
    return result
  })
}

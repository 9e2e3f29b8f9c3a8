/**
 * Drafts of changes to events (ext.): the public goes on seeing an event as it is until its draft is applied. Authors who may not change what
 * is public send theirs to review.
 */

import { isDraftOutdated, versionsOfEvent } from '../actions/proposals.ts'
import { editableRecord, updateEventAt } from '../actions/update.ts'
import { runReportingAllFaults } from '../actions/writing/faults.ts'
import { runInOneTransaction, runThenAlwaysUndo } from '../actions/writing/preparing.ts'
import { checkUpdateArgs } from '../actions/writing/write-checks.ts'
import { type Answer, answer, named, versionTag } from '../api/answer.ts'
import { type Context, viewerOf } from '../api/context.ts'
import { type ReadingContext, serviceOperation } from '../api/operation.ts'
import { writersOf } from '../api/permission.ts'
import {
  type Actor,
  anonymousActor,
  mayEdit,
  mayReviewInGroup,
  requireMayWriteSomeItems,
} from '../api/policy.ts'
import { markedAsExtension, optional, required } from '../contract/arg.ts'
import * as kind from '../contract/kinds.ts'
import type { Decision } from '../contract/operations/submissions.ts'
import { parsableUpdateArgs, parseUpdateArgs } from '../contract/resources/index.ts'
import {
  anyObjectShape,
  booleanShape,
  integerShape,
  listShape,
  orNullShape,
  schemaReferenceShape,
  textShape,
  timestampOrEmptyShape,
  timestampShape,
} from '../contract/shape.ts'
import { withoutInternalFields } from '../domain/publication/internal.ts'
import { epochOfInstant } from '../domain/time/moment.ts'
import { utcTimestampOfEpoch } from '../domain/time/timestamp.ts'
import { Problem } from '../problem.ts'
import { type Event, oneVenueOrList, representEvent } from '../representations/json/event.ts'
import { representItem } from '../representations/json/index.ts'
import { baseUrlOfPages } from '../representations/urls.ts'
import type {
  EventItem,
  EventRecord,
  Item,
  ListedDraft,
  Proposal,
  ResultAndRevision,
} from '../store/store.ts'

// Changes that somebody proposes to an own event that is public, and may not make: contributors, on the site or in a group.

/** An event whose changes the actor may keep as a draft. */
interface DraftableEvent {
  readonly event: EventRecord
  /** Whether the actor may propose changes alone: the event is public, and a reviewer decides. */
  readonly isProposal: boolean
}

/** Whether the actor might edit the event if it was not public. */
const mayPropose = (
  actor: Actor,
  { author, status, group_id }: Pick<EventRecord, 'author' | 'status' | 'group_id'>,
): boolean =>
  status === 'publish' &&
  !mayEdit(actor, { author, status, group_id }) &&
  mayEdit(actor, { author, status: 'draft', group_id })

/** Returns the actor with the rights of an author, on the site or in a group, as whom a proposed change is tried. Nothing of it is kept. */
function proposingActor(actor: Actor, group: number | null): Actor {
  const { role, groups } = actor
  const isOfGroup = group !== null && groups?.get(group) === 'contributor'
  return {
    ...actor,
    ...(role === 'contributor' && { role: 'author' }),
    ...(isOfGroup && { groups: new Map([...(groups ?? []), [group, 'author']]) }),
  }
}

/** Returns the event, if the actor may change it or propose changes. Throws 401, 403 or 404, and 410 for others in the trash. */
export async function requireDraftableEvent(id: number, context: ReadingContext): Promise<DraftableEvent> {
  const { store, actor, moment } = context
  const found = await store.find('event', { id }, moment)
  // What a password hides from its author, who may not edit it, would stand in the draft.
  if (found?.password_hash === null && mayPropose(actor, found)) return { event: found, isProposal: true }
  return { event: await editableRecord(store, 'event', { id }, context), isProposal: false }
}

/** The most drafts that a list looks through, and shows. */
const MOST = { found: 1000, shown: 100 } as const

/** A draft, and whether the event or its series was changed since it was begun. */
interface DraftAndIsOutdated {
  readonly draft: Proposal
  readonly isOutdated: boolean
}

const allows = writersOf('event')
const reads = { scope: 'read', allows } as const
const writes = { scope: 'write:events', allows } as const
const notThere = ['event-not-found', 'event-no-longer-available'] as const
const seen = markedAsExtension(optional(kind.integer(0)))

const eventShape = schemaReferenceShape<Event>('Event')
const byWhom = {
  event: integerShape,
  author: integerShape,
  author_name: textShape,
  modified_utc: timestampShape,
  sent_utc: timestampOrEmptyShape,
}
const draftShape = named('EventDraft', {
  ...byWhom,
  version: integerShape,
  is_outdated: booleanShape,
  etag: textShape,
  changes: anyObjectShape,
  base: eventShape,
  preview: eventShape,
})
const draftOrNone = named('DraftOfEvent', { draft: orNullShape(draftShape) }, draftShape)
const listedDraft = named('ListedDraft', { ...byWhom, title: textShape })
const draftList = named('EventDraftList', { drafts: listShape(listedDraft) }, listedDraft)

/** Who kept a draft and when, and when it was sent to review, where it waits. */
const byWhomOf = (draft: ListedDraft | Proposal) => ({
  event: draft.event_id,
  author: draft.user_id ?? 0,
  author_name: draft.keeper,
  modified_utc: utcTimestampOfEpoch(draft.modified_utc),
  sent_utc: draft.state === 'sent' ? utcTimestampOfEpoch(draft.sent_utc) : '',
})

type KeptView = 'base' | 'preview' | 'public'

/** The id of a place or an organizer that was made to try a draft. */
const TRIED = 0

/** Returns a view of an event in which what was made to try the draft has no id of its own: another item may get that. */
async function withoutTriedIds(event: Event, { store, moment }: ReadingContext): Promise<Event> {
  const stored = async <T extends { readonly id: number }>(
    name: 'venue' | 'organizer',
    one: T,
  ): Promise<T> =>
    (await store.find(name, { id: one.id }, moment)) === undefined ? { ...one, id: TRIED } : one
  return {
    ...event,
    venue: oneVenueOrList(await Promise.all([event.venue].flat().map((one) => stored('venue', one)))),
    organizer: await Promise.all(event.organizer.map((one) => stored('organizer', one))),
  }
}

/**
 * Returns a view of an event that is kept with a draft, without the places and organizers that its reader may not see: whoever kept it may see more,
 * and they may be hidden by now.
 */
async function keptView(
  { views }: Pick<Proposal, 'views'>,
  which: KeptView,
  context: ReadingContext,
): Promise<Omit<Event, 'json_ld'>> {
  const { store } = context
  const kept: Readonly<Record<KeptView, Event>> = JSON.parse(views)
  const { json_ld: _, venue, organizer, ...event } = kept[which]
  const seen = async <T extends { readonly id: number }>(name: 'venue' | 'organizer', all: readonly T[]) => {
    const visible = await store.visible(
      name,
      all.map(({ id }) => id),
      viewerOf(context),
    )
    return all.filter(({ id }) => id === TRIED || visible.has(id))
  }
  return {
    ...event,
    venue: oneVenueOrList(await seen('venue', [venue].flat())),
    organizer: await seen('organizer', organizer),
  }
}

const shown = async (found: DraftAndIsOutdated | undefined, context: ReadingContext) => {
  if (found === undefined) return { draft: null }
  const { draft, isOutdated } = found
  return {
    draft: {
      ...byWhomOf(draft),
      version: draft.version,
      is_outdated: isOutdated,
      etag: versionTag(draft.event_version),
      changes: draft.changes,
      base: await keptView(draft, 'base', context),
      preview: await keptView(draft, 'preview', context),
    },
  }
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
): Promise<Proposal | undefined> {
  const draft = await store.proposals.draft(event.id)
  return isProposal && draft?.user_id !== actor.id ? undefined : draft
}

/**
 * Returns the draft of an event; undefined for none. Throws 401, 403, 404 or 410 unless the actor may change the event or propose
 * changes, and then sees an own draft alone.
 */
async function draftOfEvent(id: number, context: ReadingContext): Promise<DraftAndIsOutdated | undefined> {
  const found = await draftedEvent(id, context)
  const draft = await seenDraft(found, context)
  return draft && { draft, isOutdated: await isDraftOutdated(draft, found.event, context) }
}

/** Returns the draft of an event as `draftOfEvent` does. Throws 404 where there is none, and 409 where it is another one than the caller saw. */
async function draftAsSeen(
  id: number,
  seen: number | undefined,
  context: ReadingContext,
): Promise<DraftAndIsOutdated> {
  const found = await draftOfEvent(id, context)
  if (found === undefined) throw new Problem('draft-not-found')
  if (seen !== undefined && seen !== found.draft.version) throw new Problem('draft_outdated')
  return found
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

/** A draft that ends, and what a reviewer who ends it decides. */
interface EndingDraft {
  readonly draft: Proposal | undefined
  readonly event: EventRecord
  readonly decision: Decision
}

/**
 * Runs `end`, which ends a draft. Where that is a reviewer's doing, and the author of the event had sent the draft to review, the author is
 * told of it, and it can be undone.
 */
async function endDraft(
  { draft, event, decision }: EndingDraft,
  context: Context,
  end: (context: Context) => Promise<void>,
): Promise<void> {
  const { actor, moment } = context
  const user_id = event.author
  const isOfAnother = draft?.user_id === user_id && user_id !== actor.id
  if (draft?.state !== 'sent' || !isOfAnother || !mayReviewInGroup(context, event.group_id))
    return end(context)
  const decided = { event_id: event.id, user_id, draft, isTaken: decision === 'reject' }
  await runInOneTransaction(context, async (within) => {
    // An approval ends the draft itself.
    if (decision === 'reject') await end(within)
    const { result: isDecided } = await within.store.write(within, ({ proposals }) =>
      proposals.decide(decided, { decision, message: '', by: actor.id }, moment),
    )
    if (!isDecided) throw new Problem('draft_outdated')
  })
}

/** Returns the function that discards a draft, unless it is another one by now. */
const discarding =
  (draft: Proposal) =>
  async ({ store }: Context): Promise<void> => {
    if (!(await store.proposals.discard(draft))) throw new Problem('draft_outdated')
  }

/** Returns the function that removes a draft as it is applied, unless it is another one by now. Undoing that brings it back. */
const applying =
  (draft: Proposal) =>
  async (context: Context): Promise<void> => {
    const { result: isIt } = await context.store.write(context, ({ proposals }) =>
      proposals.endApplied(draft, context.moment),
    )
    if (!isIt) throw new Problem('draft_outdated')
  }

/** The event as changed, with its version, and the revision of the change. */
const changedEvent: Answer<ResultAndRevision<Item<'event'>>> = {
  status: 200,
  schema: 'Event',
  text: 'The event as changed.',
  sends: ['ETag', 'X-Fasti-Revision'],
  items: ({ result }) => [result],
  shown: ({ result }, view) => representItem('event', result, view),
  headersOf: ({ revision }) => ({ 'X-Fasti-Revision': String(revision) }),
}

export const listDrafts = serviceOperation({
  route: 'GET /drafts',
  name: 'list-drafts',
  summary: 'List the drafts of changes to events',
  args: {},
  answer: answer(
    draftList,
    'The newest drafts of changes to events that the caller may change, at most 100.',
  ),
  right: reads,
  async run({ store, actor }) {
    requireMayWriteSomeItems(actor, 'event')
    const isEditable = ({ event_author, user_id, status, group_id }: ListedDraft) => {
      const event = { author: event_author, status, group_id }
      return mayEdit(actor, event) || (user_id === actor.id && mayPropose(actor, event))
    }
    const found = (await store.proposals.drafts(MOST.found)).filter(isEditable).slice(0, MOST.shown)
    return { drafts: found.map((one) => ({ ...byWhomOf(one), title: one.title })) }
  },
})

export const readDraft = serviceOperation({
  route: 'GET /events/{id}/draft',
  name: 'read-draft',
  about: 'event',
  summary: 'Show the draft of changes to an event',
  args: {},
  answer: answer(draftOrNone, 'The draft of changes, or null if there is none.'),
  right: reads,
  problems: notThere,
  run: async ({ id, ...by }) => shown(await draftOfEvent(id, by), by),
})

/** Keeps the draft of a change after the change was tried: what would be refused is not kept. */
export const keepDraft = serviceOperation({
  route: 'PUT /events/{id}/draft',
  name: 'keep-draft',
  about: 'event',
  summary: 'Keep a draft of changes to an event',
  args: {
    changes: markedAsExtension(required(kind.eventDraftChanges)),
    seen,
    review: markedAsExtension(optional(kind.boolean)),
  },
  body: { schema: 'KeptDraft', example: { changes: { title: 'Jazz night, with guests' } } },
  answer: answer(draftOrNone, 'The draft as it is kept.'),
  right: writes,
  problems: [...notThere, 'rest_precondition_failed', 'draft_outdated'],
  async run({ id, request, view, ...by }, { changes, seen, review: isSent = false }) {
    const args = await runReportingAllFaults(
      async () => parseUpdateArgs('event', changes, 'id'),
      () => [() => checkUpdateArgs('event', parsableUpdateArgs('event', changes), by)],
    )
    const precondition = await request.precondition('event')
    const found = await draftedEvent(id, by)
    const { event, isProposal } = found
    const versions = await versionsOfEvent(event, by)
    const base = await viewOf(id, by)
    const actor = isProposal ? proposingActor(by.actor, event.group_id) : by.actor
    const views = await runThenAlwaysUndo({ ...by, actor }, async (within) => {
      await updateEventAt({ id }, { args, precondition }, within)
      const preview = await viewOf(id, within)
      return { base, preview, public: await viewOf(id, { ...within, actor: anonymousActor }) }
    })
    const kept = (item: EventItem) => withoutTriedIds(representEvent(item, view), by)
    const at = epochOfInstant(by.moment.now)
    const draft = {
      event_id: id,
      user_id: by.actor.id,
      changes,
      views: JSON.stringify({
        base: await kept(views.base),
        preview: await kept(views.preview),
        public: await kept(views.public),
      }),
      ...versions,
      modified_utc: at,
      sent_utc: isSent ? at : 0,
    }
    // Who only proposes replaces nothing but an own draft.
    const replaced = isProposal ? (seen ?? (await seenDraft(found, by))?.version ?? 0) : seen
    const earlier = await by.store.proposals.draft(id)
    await endDraft({ draft: earlier, event, decision: 'reject' }, by, async ({ store }) => {
      if (!(await store.proposals.keep(draft, replaced))) throw new Problem('draft_outdated')
    })
    return shown(await draftOfEvent(id, by), by)
  },
})

/** Discards a draft, which is answered as it stood. Its author is told that a reviewer did so, or that the changes are published. */
export const discardOneDraft = serviceOperation({
  route: 'DELETE /events/{id}/draft',
  name: 'discard-draft',
  about: 'event',
  summary: 'Discard the draft of changes to an event',
  args: { seen, published: markedAsExtension(optional(kind.boolean)) },
  answer: answer(draftOrNone, 'The draft as it stood.'),
  right: writes,
  problems: [...notThere, 'draft-not-found', 'draft_outdated'],
  async run({ id, ...by }, { seen, published: isPublished = false }) {
    const found = await draftAsSeen(id, seen, by)
    const { event } = await draftedEvent(id, by)
    const decision = isPublished ? 'approve' : 'reject'
    await endDraft({ draft: found.draft, event, decision }, by, discarding(found.draft))
    return shown(found, by)
  },
})

/** Changes an event as its draft says, as an update by the caller. A reviewer thereby approves what the author of the event sent to review. */
export const applyOneDraft = serviceOperation({
  route: 'POST /events/{id}/draft/apply',
  name: 'apply-draft',
  about: 'event',
  summary: 'Apply the draft of changes to an event',
  args: { seen },
  body: { schema: 'AppliedDraft', example: { seen: 3 } },
  answer: changedEvent,
  right: writes,
  problems: [...notThere, 'draft-not-found', 'rest_precondition_failed', 'draft_outdated'],
  async run({ id, request, ...by }, { seen }) {
    const precondition = await request.precondition('event')
    return runInOneTransaction(by, async (within) => {
      const { draft, isOutdated } = await draftAsSeen(id, seen, within)
      // Who names no version of the event changes the one that the draft was begun on.
      if (isOutdated && request.headers['if-match'] === undefined)
        throw new Problem('rest_precondition_failed')
      const event = await editableRecord(within.store, 'event', { id }, within)
      const args = parseUpdateArgs('event', draft.changes, 'id')
      const changed = await updateEventAt({ id }, { args, precondition }, within)
      await endDraft({ draft, event, decision: 'approve' }, within, applying(draft))
      return changed
    })
  },
})

// Secret links with which somebody without an account sees an event before it is public.

const ofEvent = {
  about: 'event',
  args: {},
  right: { scope: 'write:events', allows: writersOf('event') },
  problems: ['event-not-found', 'event-no-longer-available'],
} as const

const previewLink = named('PreviewLink', { url: textShape, expires_utc: timestampShape })
const endedPreviewLinks = named('EndedPreviewLinks', { ended: integerShape })

export const sharePreview = serviceOperation({
  ...ofEvent,
  route: 'POST /events/{id}/preview-links',
  name: 'share-preview',
  summary: 'Share a preview of an event by a secret link, for seven days',
  answer: answer(
    previewLink,
    'The secret address, which is shown only once, and the time until which it is valid.',
    { status: 201 },
  ),
  async run({ id, root, ...by }) {
    const event = await editableRecord(by.store, 'event', { id }, by)
    if (event.status === 'trash') throw new Problem('event-no-longer-available')
    const { secret, expires_utc } = await by.store.proposals.share(id, by.moment)
    return {
      url: `${baseUrlOfPages(root)}preview/${secret}`,
      expires_utc: utcTimestampOfEpoch(expires_utc),
    }
  },
})

export const endPreviews = serviceOperation({
  ...ofEvent,
  route: 'DELETE /events/{id}/preview-links',
  name: 'end-previews',
  summary: 'End the secret links to previews of an event',
  answer: answer(endedPreviewLinks, 'The number of links that have ended.'),
  async run({ id, ...by }) {
    await editableRecord(by.store, 'event', { id }, by)
    return { ended: await by.store.proposals.endShared(id) }
  },
})

/** The event of a secret link. */
interface PreviewedEvent {
  readonly item: EventItem
  /** What the public would see of it once the draft of changes is applied; undefined for none. */
  readonly draftView: Omit<Event, 'json_ld'> | undefined
}

/**
 * Returns the event of a secret link, and the draft of changes to it. What it links to is shown as to the reader, who learns nothing of hidden venues. The link stands in for
 * the password of the event. Throws 404 for links that are not valid, and once the event is in the trash.
 */
export async function eventOfPreviewSecret(secret: string, context: Context): Promise<PreviewedEvent> {
  const { store, moment } = context
  const id = await store.proposals.shared(secret, moment)
  const item =
    id === undefined
      ? undefined
      : await store.snapshot(async (snapshot) => {
          const record = await snapshot.find('event', { id }, moment)
          if (record === undefined || record.status === 'trash') return undefined
          const [one] = await snapshot.items('event', [record], viewerOf(context))
          return one
        })
  if (item === undefined) throw new Problem('event-not-found')
  const draft = await store.proposals.draft(item.record.id)
  const draftView = draft && (await keptView(draft, 'public', context))
  return { item: { ...item, isProtected: false, internal: undefined }, draftView }
}

/** What writes mean for what waits for a decision. */

import { createHash } from 'node:crypto'
import type { ContextWithImages } from '../api/context.ts'
import {
  correctionActor,
  mayPublishInGroup,
  requireMayEdit,
  requireMayReviewInGroup,
  requireMayWriteSomeItems,
} from '../api/policy.ts'
import type { IdOrText, SentVenueOrOrganizer } from '../contract/kinds.ts'
import type { Decision } from '../contract/operations/submissions.ts'
import { organizerFieldsByPart, venueFieldsByPart } from '../contract/resources/fields/item-fields.ts'
import type {
  CreateArgs,
  ResourceName,
  TermName,
  UpdateArgs,
  VenueOrOrganizerName,
} from '../contract/resources/index.ts'
import { namesOf } from '../contract/table-of.ts'
import { isApprovedStatus } from '../domain/publication.ts'
import { overtaken, Problem } from '../problem.ts'
import type {
  AuditRow,
  EventRecord,
  Proposal,
  Reading,
  SubmittedItemResourceAndId,
  UndoableDecision,
  Writing,
} from '../store/store.ts'
import { addSubmissionImage } from './linking/images.ts'
import { knownIdByNameAndTown, nameAndPlaceOfInlineArgs } from './linking/link.ts'
import { updateEventOrSeries } from './series/update.ts'

// Submissions follow their events: what publishes the event approves them, and what removes it rejects them.

/** Whether a submission waits for a decision. */
export const isSubmissionWaiting = ({ state }: Pick<Proposal, 'state'>): boolean =>
  state === 'sent' || state === 'asked'

/** The submission of an event, where it waits for a decision. */
export async function waitingSubmissionIfAny(
  store: { readonly proposals: Pick<Writing['proposals'], 'ofPublic'> },
  event: number,
): Promise<Proposal | undefined> {
  const found = await store.proposals.ofPublic(event)
  return found !== undefined && isSubmissionWaiting(found) ? found : undefined
}

/** Approves the submission of an event where it has just been published, and adds its image to the media. Returns the event. */
export async function approveSubmissionIfPublished(
  store: Writing,
  event: EventRecord,
  context: ContextWithImages,
): Promise<EventRecord> {
  if (!isApprovedStatus(event.status) || !mayPublishInGroup(context.actor, event.group_id)) return event
  const submission = await store.proposals.ofPublic(event.id)
  if (submission === undefined || submission.state === 'approved') return event
  const decided = { decision: 'approve', message: context.decision ?? '', by: context.actor.id } as const
  const isPictured = submission.image_size > 0 && event.image === null
  const image = isPictured ? await addSubmissionImage(store, submission.id, event.title, context) : null
  const approved =
    image === null ? event : await store.put('event', event.id, { image, version: event.version })
  await store.proposals.decide(submission, decided, context.moment)
  return approved
}

/** Rejects the submission of an event that is moved to the trash or deleted. */
export async function rejectSubmissionOfTrashed(
  store: Writing,
  event: number,
  { actor, moment }: ContextWithImages,
): Promise<void> {
  const submission = await waitingSubmissionIfAny(store, event)
  if (submission !== undefined)
    await store.proposals.decide(submission, { decision: 'reject', message: '', by: actor.id }, moment)
}

// Keeps approved submissions from doubling the venues and organizers that the calendar knows.

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
      await store.updateEvents([event_id], { [name]: links[name].filter((one) => one !== id) })
    const record = await store.find(name, { id }, moment)
    // What a reviewer has approved, or another event uses, stays.
    if (record?.status !== 'pending' || (await store.linkedTo(name, id)).length > 0) continue
    await store.remove(name, id)
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

// The parts of a waiting event that a reviewer sees and a decision makes public: the event, of a series also the dates that differ, the
// venues and organizers that are not public yet, and what the public sent (contract §14).

interface Seen {
  readonly resource: ResourceName
  readonly item_id: number
  readonly version: number
}

/** `own_fields` of an occurrence that is as its pattern. */
const NOTHING_OWN = '[]'

const markOf = (parts: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)

/** The event and, of a series, its pattern and the dates that have fields of their own. */
async function datesOf(
  store: Reading,
  { id, version, series }: EventRecord,
  { moment }: Pick<ContextWithImages, 'moment'>,
): Promise<readonly Seen[]> {
  const own = { resource: 'event', item_id: id, version } as const
  if (series === null) return [own]
  const pattern = await store.find('series', { id: series }, moment)
  const others = (await store.occurrences(series)).filter(
    (one) => one.id !== id && one.own_fields !== NOTHING_OWN && one.status !== 'trash',
  )
  return [
    own,
    { resource: 'series', item_id: series, version: pattern?.version ?? 0 },
    ...others.map((one) => ({ resource: 'event', item_id: one.id, version: one.version }) as const),
  ]
}

/** The venues and organizers of events that are not public yet. */
async function hiddenLinks(
  store: Reading,
  events: readonly number[],
  context: Pick<ContextWithImages, 'moment'>,
): Promise<readonly Seen[]> {
  const links = await store.linksOfAll(events)
  const items: Seen[] = []
  for (const name of ['venue', 'organizer'] as const)
    for (const id of new Set([...links.values()].flatMap((all) => all[name]))) {
      const record = await store.find(name, { id }, context.moment)
      if (record !== undefined && record.status !== 'publish')
        items.push({ resource: name, item_id: id, version: record.version })
    }
  return items
}

async function itemsOf(
  store: Reading,
  event: EventRecord,
  context: Pick<ContextWithImages, 'moment'>,
): Promise<readonly Seen[]> {
  const dates = await datesOf(store, event, context)
  const events = dates.filter(({ resource }) => resource === 'event').map(({ item_id }) => item_id)
  return [...dates, ...(await hiddenLinks(store, events, context))]
}

const sentBy = (submission: Proposal | undefined) =>
  submission === undefined ? [] : [submission.id, submission.name, submission.email, submission.image_mark]

/** Returns the version of what waits: `REVISION.MARK.MARK`, of the items and of what the submitter sent. */
export async function versionOfEventAndSubmission(
  store: Reading,
  event: EventRecord,
  submission: Proposal | undefined,
  context: Pick<ContextWithImages, 'moment'>,
): Promise<string> {
  const items = await itemsOf(store, event, context)
  return [await store.revision(), markOf(items), markOf(sentBy(submission))].join('.')
}

/** The fields of an item that these rows of the log changed. */
const changedBy = (rows: readonly AuditRow[], resource: ResourceName, id: number) => ({
  ...{ resource, id },
  fields: [...new Set(rows.flatMap((row) => row.fields))].sort(),
})

/** The fields of each item that writes after a revision changed. */
async function changedSince(
  store: Writing,
  items: readonly Pick<Seen, 'resource' | 'item_id'>[],
  revision: number,
) {
  const changed: ReturnType<typeof changedBy>[] = []
  for (const { resource, item_id } of items) {
    const rows = await store.recorded({ resource, item_id, after: revision })
    if (rows.length > 0) changed.push(changedBy(rows, resource, item_id))
  }
  return changed
}

/** The version of a draft that a reviewer saw, which a decision names. */
export const reviewVersionOfDraft = ({ version }: Proposal): string => `draft.${version}`

/** Returns the versions of an event and its series; 0 without a series. */
export async function versionsOfEvent(
  { version, series }: EventRecord,
  { store, moment }: { readonly store: Pick<Reading, 'find'> } & Pick<ContextWithImages, 'moment'>,
): Promise<Pick<Proposal, 'event_version' | 'series_version'>> {
  const pattern = series === null ? undefined : await store.find('series', { id: series }, moment)
  return { event_version: version, series_version: pattern?.version ?? 0 }
}

/** Whether an event or its series was changed since the draft of a change to it was begun. */
export async function isDraftOutdated(
  draft: Proposal,
  event: EventRecord,
  context: Parameters<typeof versionsOfEvent>[1],
): Promise<boolean> {
  const { event_version, series_version } = await versionsOfEvent(event, context)
  return draft.event_version !== event_version || draft.series_version !== series_version
}

/** The fields of an event and its series that were changed since the draft of a change to it was begun. */
async function changedSinceDraft(store: Writing, draft: Proposal, { id, version, series }: EventRecord) {
  const { event_version, series_version } = draft
  const ofEvent = await store.recorded({ resource: 'event', item_id: id, aboveVersion: event_version })
  const event = version === event_version ? [] : [changedBy(ofEvent, 'event', id)]
  if (series === null) return event
  const acts = await store.recorded({ resource: 'series', item_id: series, aboveVersion: series_version })
  return acts.length === 0 ? event : [...event, changedBy(acts, 'series', series)]
}

/** Throws 409 unless a draft is as the reviewer saw it, and may still be applied. */
async function requireDraftAsSeen(
  store: Writing,
  { event, draft }: { readonly event: EventRecord; readonly draft: Proposal },
  { version, decision }: Seeing,
  { moment }: Pick<ContextWithImages, 'moment'>,
): Promise<void> {
  if (version !== undefined && version !== reviewVersionOfDraft(draft))
    throw new Problem('review_outdated', { data: { changed: [] } })
  if (decision !== 'approve' || !(await isDraftOutdated(draft, event, { store, moment }))) return
  throw new Problem('review_outdated', { data: { changed: await changedSinceDraft(store, draft, event) } })
}

/** What waits: an event with the submission that it came with, with the draft of a change to it, or with nothing but its own state. */
export interface Waiting {
  /** Undefined where the event of a submission is deleted. */
  readonly event: EventRecord | undefined
  readonly submission?: Proposal | undefined
  readonly draft?: Proposal | undefined
}

/** The version that the reviewer saw, and what the decision is. */
interface Seeing {
  readonly version: string | undefined
  readonly decision: Decision
}

/**
 * Throws 409 with what changed, unless what waits is as the reviewer saw it. Without a version, the caller decides on what there is
 * now.
 */
export async function requireUnchangedSinceSeen(
  store: Writing,
  { event, submission, draft }: Waiting,
  seeing: Seeing,
  context: Pick<ContextWithImages, 'moment'>,
): Promise<void> {
  if (event === undefined) return
  if (draft !== undefined) return requireDraftAsSeen(store, { event, draft }, seeing, context)
  if (seeing.version === undefined) return
  const [revision = '', items, sent] = seeing.version.split('.')
  const now = await itemsOf(store, event, context)
  const isSame = items === markOf(now)
  const isSameSender = sent === markOf(sentBy(submission))
  if (isSame && isSameSender) return
  const since = /^\d{1,15}$/.test(revision) ? Number(revision) : 0
  const changed = isSame ? [] : await changedSince(store, now, since)
  const ofSender = submission === undefined || isSameSender ? [] : [submission.id]
  throw new Problem('review_outdated', {
    data: { changed: [...changed, ...ofSender.map((id) => ({ resource: 'submission', id, fields: [] }))] },
  })
}

/**
 * Throws 409 with what changed where somebody changed the event, its series, or a venue or organizer of it that is not public after the
 * revision as of which the caller saw it. Without a revision, the caller writes to what there is now.
 */
export async function requireEventUnchangedSinceRevision(
  store: Writing,
  event: Pick<EventRecord, 'id' | 'series'>,
  seen: number | undefined,
  context: Pick<ContextWithImages, 'moment'>,
): Promise<void> {
  if (seen === undefined) return
  const series = event.series === null ? [] : [{ resource: 'series', item_id: event.series } as const]
  const links = await hiddenLinks(store, [event.id], context)
  const items = [{ resource: 'event', item_id: event.id } as const, ...series, ...links]
  const changed = await changedSince(store, items, seen)
  if (changed.length > 0) throw new Problem('review_outdated', { data: { changed } })
}

// Terms and inline items of a submission: existing terms are linked, others are named to the reviewer (contract §14).

/** Parts references to terms into those that exist and the names of those that don't. */
export async function knownAndUnknownTerms(store: Reading, name: TermName, sent: readonly IdOrText[]) {
  const known: { readonly id: number }[] = []
  const unknown: string[] = []
  for (const reference of sent) {
    const isId = 'id' in reference && (await store.terms(name, [reference.id])).has(reference.id)
    const id = isId ? reference.id : await store.term(name, reference)
    if (id !== undefined) known.push({ id })
    else unknown.push('text' in reference ? reference.text : String(reference.id))
  }
  return { known, unknown }
}

/** The fields of an inline venue or organizer that the public may send. */
const inlineNames: readonly string[] = [
  'venue',
  'organizer',
  ...namesOf(venueFieldsByPart.text),
  ...namesOf(venueFieldsByPart.main),
  ...namesOf(organizerFieldsByPart.main),
]

/** Links inline items to those that the calendar knows; makes the others wait for approval, without what only users may set. */
export async function linkTargetsAsKnownOrPending<N extends VenueOrOrganizerName>(
  store: Reading,
  name: N,
  targets: readonly SentVenueOrOrganizer<CreateArgs<N>>[],
  context: Pick<ContextWithImages, 'moment'>,
): Promise<readonly SentVenueOrOrganizer<CreateArgs<N>>[]> {
  const pending: SentVenueOrOrganizer<CreateArgs<N>>[] = []
  for (const target of targets) {
    const id =
      'id' in target
        ? target.id
        : await knownIdByNameAndTown(store, name, nameAndPlaceOfInlineArgs(target.inline), context)
    if (id !== undefined) pending.push({ id })
    else if ('inline' in target) pending.push({ inline: waiting(target.inline) })
  }
  return pending
}

/** The args of an inline item that waits. */
function waiting<N extends VenueOrOrganizerName>(args: CreateArgs<N>): CreateArgs<N> {
  const inline = { ...args, status: 'pending' as const }
  for (const name of Object.keys(args))
    if (!inlineNames.includes(name) && name !== 'status') Reflect.deleteProperty(inline, name)
  return inline
}

// Decisions whose writes are undone: what they replaced is back, and nobody is told of a decision that is no more (contract §14).

/** A write that is undone: the decisions that it made, and the rows that it left. */
interface UndoneWrite {
  readonly decisions: readonly UndoableDecision[]
  readonly rows: readonly AuditRow[]
}

/** The image that a write added to the media; undefined for none. */
const addedImage = (rows: readonly AuditRow[]) =>
  rows.find(({ resource, verb }) => resource === 'media' && verb === 'create')?.item_id

/**
 * After the items of a write have their values back: takes its decisions back, so that what waited or was asked about is that again. The
 * image of an approved submission is a media item since, and stays with the event. Drafts that it applied come back. Returns the ids of the
 * events. Throws 401 or 403 unless the actor reviews them, or edits those whose drafts were applied, and 409 where the submitter has changed
 * or withdrawn one since.
 */
export async function takeBackReviewDecisions(
  store: Writing,
  { decisions, rows }: UndoneWrite,
  context: ContextWithImages,
): Promise<readonly number[]> {
  const events: number[] = []
  if (decisions.length > 0) requireMayWriteSomeItems(context.actor, 'event')
  for (const decision of decisions) {
    const { event_id: id, isApplied, isOfPublic, isOvertaken } = decision
    const event = await store.find('event', { id }, context.moment)
    if (!isApplied) requireMayReviewInGroup(context, event?.group_id)
    else if (event !== undefined) requireMayEdit(context.actor, event)
    // Somebody may have begun another draft since: that stays, and what the draft changed is undone without it.
    if (isApplied && rows.length > 0 && (isOvertaken || event === undefined)) continue
    if (isOvertaken) throw overtaken(event ?? { title: '' })
    if (isApplied && event === undefined) throw new Problem('event-not-found')
    const isEventUndone = rows.some(
      ({ resource, item_id }) => resource === 'series' || (resource === 'event' && item_id === id),
    )
    await store.proposals.undoDecision(decision, isEventUndone, context.moment)
    events.push(id)
    const image = isOfPublic && event?.image === null ? addedImage(rows) : undefined
    if (event !== undefined && image !== undefined)
      await store.put('event', id, { image, version: event.version })
  }
  return events
}

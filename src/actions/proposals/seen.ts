/**
 * The parts of a waiting event that a reviewer sees and a decision makes public: the event, of a series also the dates that differ, the
 * venues and organizers that are not public yet, and what the public sent (contract §14).
 */
import { createHash } from 'node:crypto'
import type { ContextWithImages } from '../../api/context.ts'
import type { Decision } from '../../contract/operations/submissions.ts'
import type { ResourceName } from '../../contract/resources/index.ts'
import { Problem } from '../../problem.ts'
import type { EventRecord, Proposal, Reading, Writing } from '../../store/store.ts'

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

/** The fields of each item that writes after a revision changed. */
async function changedSince(
  store: Writing,
  items: readonly Pick<Seen, 'resource' | 'item_id'>[],
  revision: number,
) {
  const changed: { readonly resource: string; readonly id: number; readonly fields: readonly string[] }[] = []
  for (const { resource, item_id } of items) {
    const rows = await store.recorded({ resource, item_id, after: revision })
    const fields = [...new Set(rows.flatMap((row) => row.fields))].sort()
    if (rows.length > 0) changed.push({ resource, id: item_id, fields })
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
  // Each version has a row of its own; the newest come first.
  const rows = await store.recorded({ resource: 'event', item_id: event.id, after: 0 })
  const since = rows.slice(0, event.version - draft.event_version)
  const fields = [...new Set(since.flatMap((row) => row.fields))].sort()
  throw new Problem('review_outdated', { data: { changed: [{ resource: 'event', id: event.id, fields }] } })
}

/** What waits for a decision. */
interface Waiting {
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

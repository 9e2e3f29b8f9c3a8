/** Imports one event of a calendar: updates the event with the same UID, or creates one. */
import { createEvent } from '../../actions/create.ts'
import { updateInTransaction } from '../../actions/update.ts'
import { parseArgs } from '../../contract/parse-args.ts'
import { event as declaration } from '../../contract/resources/event.ts'
import { parseCreateArgs } from '../../contract/resources/parse.ts'
import { sha256Base64Url } from '../../domain/import-source.ts'
import { urlOfAnyScheme } from '../../domain/text/links.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { UNTITLED } from '../../formats/icalendar/event-args.ts'
import { websiteArg } from '../../formats/icalendar/extras.ts'
import { eventStatusArgs } from '../../formats/icalendar/outcome-args.ts'
import type { EventImportEntry } from '../../formats/icalendar/series/series-entry.ts'
import { seriesUidFromUid } from '../../formats/icalendar/text/inventory.ts'
import { runDroppingRefusedArgs } from '../../formats/icalendar/text/lenient.ts'
import type { SentObject } from '../../formats/jsonl/sent-line.ts'
import { because, invalidParam } from '../../problem.ts'
import type { EventRecord } from '../../store/store.ts'
import {
  argsOfPrivateEntry,
  argsSettingBackPrunedStatus,
  entryArgsThatChangeEvent,
  rememberGivenStatus,
} from './args-to-change.ts'
import {
  beginsAlike,
  provenanceOfEvent,
  type Source,
  sourceKeyPrefix,
  wasAnyImportedEventDeleted,
} from './calendar-sources.ts'
import type { ImportTransaction, LineOutcome } from './import-batch.ts'
import type { EntryWithSource, NoteLeftOut } from './source-entry.ts'

/*
 * Events that were moved from a server that did not send their UIDs. Its calendar contains the page of each event (RFC 5545
 * §3.8.4.6, URL), whose URL has the host of the event's origin and its slug.
 */

/** The host and the slug of a page; undefined if the text is no URL with a path. */
function pageOf(website: unknown): { readonly host: string; readonly slug: string } | undefined {
  const url = typeof website === 'string' ? urlOfAnyScheme(website) : undefined
  if (url === undefined) return undefined
  const { host, pathname } = url
  try {
    const slug = decodeURIComponent(pathname).split('/').filter(Boolean).at(-1)
    return slug === undefined ? undefined : { host, slug }
  } catch {
    return undefined
  }
}

/** Whether a global id belongs to an item on that host. */
const isOn = (host: string) => (id: unknown) =>
  typeof id === 'string' && id.includes('?id=') && (id.startsWith(`${host}?`) || id.startsWith(`${host}/`))

/**
 * Returns the moved event that an entry describes; undefined if there is none. The event gets the entry's UID, so that the next
 * import finds it by the UID.
 */
async function findMovedEventAndSetUid(
  { store, context }: ImportTransaction,
  { uid, args, parent }: EventImportEntry,
): Promise<EventRecord | undefined> {
  const page = parent === undefined ? pageOf(args.website) : undefined
  if (page === undefined) return undefined
  const event = await store.find('event', { slug: page.slug }, context.moment)
  if (event === undefined || !event.origins.some(isOn(page.host))) return undefined
  const changed = { uid, version: event.version + 1, modified_utc: epochOfInstant(context.moment.now) }
  await store.update('event', event.id, changed)
  return { ...event, ...changed }
}

const LONGEST_ORIGIN = 1000

const { fields, refuses } = declaration

/** The identifier of an event at its origin: the global id of a calendar that has UIDs instead of ids. */
function originsOf({ uid }: EventImportEntry, { host }: Source): readonly string[] {
  const origin = `${host}?uid=${encodeURIComponent(uid)}`
  return host === undefined || origin.length > LONGEST_ORIGIN ? [] : [origin]
}

/** The first stored occurrence. A calendar begins with a later occurrence as time passes. */
async function firstOf(
  { store, context }: ImportTransaction,
  { parent }: EventImportEntry,
): Promise<EventRecord | undefined> {
  const first = parent === undefined ? undefined : await store.eventWithUid(parent)
  if (first === undefined || first.post_parent === null) return first
  const above = await store.find('event', { id: first.post_parent }, context.moment)
  return above !== undefined && seriesUidFromUid(above.uid) === seriesUidFromUid(first.uid) ? above : first
}

/** Creates the event of an entry, or the series. Returns the id of the event. */
export async function createFromEntry(
  batch: ImportTransaction,
  entry: EventImportEntry,
  source: Source,
  note: NoteLeftOut,
): Promise<number> {
  const { store, context } = batch
  const first = await firstOf(batch, entry)
  const parent = first === undefined || first.status === 'trash' ? {} : { post_parent: first.id }
  // Occurrences differ by their day, also in slugs.
  const slug =
    first === undefined ? {} : { slug: `${entry.args.title} ${String(entry.args.start_date).slice(0, 10)}` }
  const elsewhere = { uid: entry.uid, origins: originsOf(entry, source) }
  const off = entry.cancelled === false ? {} : { event_status: 'cancelled' }
  const status = entry.status === '' ? {} : { status: entry.status }
  const sent = {
    ...entry.args,
    website: websiteArg(entry.args.website, entry.extras),
    ...parent,
    ...slug,
    ...off,
    ...status,
  }
  const { result, left } = await runDroppingRefusedArgs(sent, (some) =>
    store.attempt(async () => {
      const args = parseCreateArgs('event', some)
      return createEvent(store, args, context, elsewhere)
    }),
  )
  for (const what of left) note(what, entry)
  const given = entry.status || (context.newStatus ?? 'publish')
  if (given !== 'publish') {
    const series = entry.series === undefined ? undefined : await store.seriesWithUid(entry.uid)
    const made = series
      ? ({ resource: 'series', id: series.id } as const)
      : ({ resource: 'event', id: result } as const)
    await rememberGivenStatus(store, made, given)
  }
  return result
}

async function change(batch: ImportTransaction, sent: SentObject, event: EventRecord): Promise<LineOutcome> {
  const { store, context } = batch
  const args = parseArgs(fields, sent, 'update', refuses)
  await updateInTransaction(store, { name: 'event', kept: event }, args, context)
  const now = await store.find('event', { id: event.id }, context.moment)
  return now?.version === event.version ? 'unchanged' : 'updated'
}

/** The problem where an event of another time has the UID of one that another subscription brings: it would be lost unsaid. */
export const uidTakenProblem = (subscription: string) =>
  invalidParam('UID', because('uid_taken', { host: new URL(subscription).host }))

/** Updates the stored event from the calendar, unless it follows another subscription. */
async function follow(
  batch: ImportTransaction,
  { entry, source, note }: EntryWithSource,
  event: EventRecord,
  isFirst: boolean,
): Promise<LineOutcome> {
  const { followed, isImported } = await provenanceOfEvent(batch.store, event, source)
  if (source.isConfined && followed !== undefined && followed !== source.name) {
    if (isFirst && entry.cancelled !== 'bare' && !beginsAlike(entry, event)) throw uidTakenProblem(followed)
    note(because('older_subscription'), entry)
    return change(batch, argsSettingBackPrunedStatus(event), event)
  }
  if (source.isConfined && !isImported) throw invalidParam('UID', because('event_made_here'))
  // Our own feed tells in this form what is in the trash: it would come back as cancelled.
  if (entry.cancelled === 'bare' && event.status === 'trash') return 'unchanged'
  const said =
    entry.cancelled === 'bare'
      ? eventStatusArgs(entry, event)
      : await entryArgsThatChangeEvent(batch, entry, event)
  const holder = {
    resource: 'event',
    id: event.id,
    status: event.pruned_status || event.status,
    usual: 'publish',
  } as const
  const sent =
    entry.status === 'private' ? await argsOfPrivateEntry(batch, { entry, note }, said, holder) : said
  const { result, left } = await runDroppingRefusedArgs(sent, (some) =>
    batch.store.attempt(() => change(batch, some, event)),
  )
  for (const what of left) note(what, entry)
  return result
}

/** The entry without the address of its page on the server that it was moved from. */
const withoutPage = ({ args: { website: _, ...args }, ...entry }: EventImportEntry): EventImportEntry => ({
  ...entry,
  args,
})

/** Imports one event within the batch, and stores its source. Throws a problem if it is refused. */
export async function importSingleEvent(
  batch: ImportTransaction,
  entry: EventImportEntry,
  source: Source,
  note: NoteLeftOut,
): Promise<LineOutcome> {
  const { store } = batch
  if (entry.fault !== undefined) throw entry.fault
  const key = sourceKeyPrefix(source) + sha256Base64Url(entry.uid)
  const before = await store.imported(key)
  const known = await store.eventWithUid(entry.uid)
  const moved = known === undefined ? await findMovedEventAndSetUid(batch, entry) : undefined
  // The calendar of the server from which an event was moved may change it, like the calendar from which it was imported.
  if (moved !== undefined) await store.rememberImport(key, 'event', moved.id)
  const kept = known ?? moved
  if (kept === undefined && entry.cancelled === 'bare' && entry.args.title === UNTITLED) {
    note(because('cancelled_unknown'), entry)
    return 'unchanged'
  }
  // A date that comes without the rule of its series is deleted where the series is.
  const keys = new Set([key, sourceKeyPrefix(source) + sha256Base64Url(seriesUidFromUid(entry.uid))])
  if (kept === undefined && (await wasAnyImportedEventDeleted(batch, keys, source))) {
    note(because('event_deleted_here'), entry)
    return 'unchanged'
  }
  const [outcome, id]: [LineOutcome, number] =
    kept === undefined
      ? ['created', await createFromEntry(batch, entry, source, note)]
      : [
          await follow(
            batch,
            { entry: moved === undefined ? entry : withoutPage(entry), source, note },
            kept,
            before === undefined,
          ),
          kept.id,
        ]
  if (before?.item_id !== id) {
    await store.rememberImport(key, 'event', id)
    batch.state.hasWritten = true
  }
  return outcome
}

/** Imports one event of a calendar: updates the event with the same UID, or creates one. */
import { createEvent } from '../../actions/create.ts'
import { type Context, viewerOfAll } from '../../api/context.ts'
import { parseCreateArgs } from '../../contract/resources/index.ts'
import { givenStatusPrefix, importKeyPrefix, sha256Base64Url, uidApart } from '../../domain/import-source.ts'
import { urlOfAnyScheme } from '../../domain/text/links.ts'
import { plainTextOf } from '../../domain/text/plain-text.ts'
import { utcTimestampOfEpoch } from '../../domain/time/timestamp.ts'
import { wallAt } from '../../domain/time/zones.ts'
import type { NoteFunction } from '../../formats/format.ts'
import {
  type CalendarUids,
  type EventImportEntry,
  eventStatusArgs,
  runDroppingRefusedArgs,
  type StoredUids,
  seriesUidFromUid,
} from '../../formats/icalendar/entry.ts'
import {
  argNamesFastiPropertiesLeaveUnchanged,
  argsUndoingDerivedAttendanceMode,
  customFieldsReplacingAllStored,
  UNTITLED,
  websiteArg,
} from '../../formats/icalendar/event-args.ts'
import type { SentObject } from '../../formats/jsonl/lines.ts'
import { because, invalidParam, type RefusalReason } from '../../problem.ts'
import { locationTextOfVenues } from '../../representations/event-text.ts'
import { eventWithShownTexts } from '../../representations/shown-language.ts'
import type { EventItem, EventRecord, ExpectedItems, Writing } from '../../store/store.ts'
import { changeEvent, expectedOfEvent, type ImportTransaction, type LineOutcome } from './importer.ts'
import { hasOccurrenceAt } from './series-decisions.ts'

// The args of an entry of a calendar that change the event that it names.

const withoutScheme = (address: unknown) => String(address).replace(/^https?:\/\//, '')

/** Whether a URL is the page of an event or a series of this service. */
const isOwnPage = (address: unknown, base: string) =>
  ['event', 'series'].some((kind) => withoutScheme(address).startsWith(`${base}/${kind}/`))

const hasCategories = (item: EventItem | undefined, names: unknown) =>
  JSON.stringify(item?.categories.map(({ record }) => record.name)) === JSON.stringify(names)

/**
 * Returns the args of an entry that change its event: none whose value it has in another form, so that formatting is not lost. A bare
 * cancellation tells of the status alone.
 */
export async function entryArgsThatChangeEvent(
  { store, context, globalId }: ImportTransaction,
  entry: EventImportEntry,
  event: EventRecord,
): Promise<SentObject> {
  const {
    description,
    venue,
    categories,
    website: url,
    timezone,
    image,
    event_status: _,
    ...rest
  } = entry.args
  if (entry.cancelled === 'bare') return eventStatusArgs(entry, event)
  const website = websiteArg(url, entry.extras)
  // Nothing of what it is compared with tells of its series.
  const [stored] = await store.items('event', [{ ...event, series: null }], viewerOfAll(context.moment))
  // Our own feed has the texts that are shown.
  const item = stored && eventWithShownTexts(stored, context)
  const base = globalId('event', event.id).replace(/\?.*$/, '')
  const same = item === undefined ? [] : argNamesFastiPropertiesLeaveUnchanged(entry.extras, item)
  const saysVenues = entry.extras.some(([name]) => name === 'X-FASTI-VENUE')
  const isSameText = plainTextOf(item?.record.description ?? '') === plainTextOf(String(description))
  const all: SentObject = {
    ...rest,
    ...argsSettingBackPrunedStatus(event),
    ...argsUndoingDerivedAttendanceMode(entry.args, event, item?.venues.length === 0),
    // All-day events have the same days in every zone.
    ...(!(rest.all_day === true && event.all_day === 1) && { timezone }),
    ...((entry.isFormatted || !isSameText) && { description }),
    ...((saysVenues || locationTextOfVenues(item?.venues ?? []) !== entry.location) && { venue }),
    ...(categories !== undefined && !hasCategories(item, categories) && { categories }),
    ...(website !== undefined && !isOwnPage(website, base) && { website }),
    ...(image !== undefined && !withoutScheme(image).startsWith(`${base}/media/`) && { image }),
    ...('custom_fields' in rest && {
      custom_fields: customFieldsReplacingAllStored(rest.custom_fields, event.custom_fields),
    }),
  }
  const changed = Object.entries(all).filter(([name]) => !same.includes(name))
  return { ...Object.fromEntries(changed), ...eventStatusArgs(entry, event) }
}

/** The status that an event had before an import moved it to the trash. */
export const argsSettingBackPrunedStatus = ({ pruned_status }: EventRecord): SentObject =>
  pruned_status === '' ? {} : { status: pruned_status }

/** An event or a series to which an import may give a status. For an event that the import restores, the status is the restored one. */
interface StatusHolder {
  readonly resource: 'event' | 'series'
  readonly id: number
  readonly status: EventRecord['status']
  /** The status that it has where neither an import nor a person gave it one; undefined if a person did, unless an import has. */
  readonly usual: EventRecord['status'] | undefined
}

/** Remembers the status that an import gave an event or a series. */
async function rememberGivenStatus(
  store: Writing,
  { resource, id }: Pick<StatusHolder, 'resource' | 'id'>,
  status: string,
): Promise<void> {
  const prefix = givenStatusPrefix(resource, id)
  for (const { key } of await store.importsUnder(prefix)) await store.forgetImport(key)
  await store.rememberImport(`${prefix}${status}`, resource, id)
}

/** Whether a person here has changed the status since an import gave it. */
async function isStatusChosen(store: Writing, { resource, id, status, usual }: StatusHolder) {
  const prefix = givenStatusPrefix(resource, id)
  const [given] = await store.importsUnder(prefix)
  return status !== (given?.key.slice(prefix.length) ?? usual)
}

/** What follows the source where a person here shows an event that the source marks private. */
const argsWithoutTexts = [
  'start_date',
  'end_date',
  'timezone',
  'all_day',
  'recurrence',
  'event_status',
  'status',
]

/** The args of an event without its texts and links, which stay as they were before its source marked it private. */
export const withoutTexts = (sent: SentObject): SentObject =>
  Object.fromEntries(Object.entries(sent).filter(([name]) => argsWithoutTexts.includes(name)))

/** Whether an event that has this status is public, or will be. */
export const isToBePublic = (status: EventRecord['status']) => status === 'publish' || status === 'future'

/**
 * The args that change what the source marks private: it becomes private, unless a person here chose another status. Then what is
 * public keeps its texts of before.
 */
export async function argsOfPrivateEntry(
  { store }: Pick<ImportTransaction, 'store'>,
  { entry, note }: { readonly entry: EventImportEntry; readonly note: NoteLeftOut },
  sent: SentObject,
  holder: StatusHolder,
): Promise<SentObject> {
  if (holder.status === 'private') return sent
  // A person may restore it as it was.
  if (holder.status === 'trash') return withoutTexts(sent)
  if (await isStatusChosen(store, holder)) {
    if (!isToBePublic(holder.status)) return sent
    note(because('private_shown_here'), entry)
    return withoutTexts(sent)
  }
  note(because('marked_private'), entry)
  await rememberGivenStatus(store, holder, 'private')
  return { ...sent, status: 'private' }
}

// Sources of calendars, and which source an event follows if several contain it.

/** The source of a calendar. */
export interface Source {
  /** A file name or URL. */
  readonly name: string
  /** Set for a subscription: it changes only imported events, never events that were created here. */
  readonly isConfined: boolean
  /** The host of the URL. Imported events have it among their origins; the rest of the URL stays secret. */
  readonly host?: string
  /** Whether a calendar that is cut off is not imported at all: nothing of it has been read before. */
  readonly needsWhole?: boolean
  /** The names of the categories that all its events get. */
  readonly categories?: readonly string[]
  /** The addresses of all subscriptions, the oldest first. */
  readonly subscribed?: readonly string[]
}

/** The import key of what has a UID in one file or URL. */
export const keyInSource = ({ name }: Pick<Source, 'name'>, uid: string) =>
  importKeyPrefix(name) + sha256Base64Url(uid)

/** The import key of a table row with a UID. */
export const tableRowKeyOfUid = (uid: string) => `csv-uid:${sha256Base64Url(uid)}`

interface EventImportProvenance {
  /** The oldest subscription that contains the event: the event follows it. Undefined if none does. */
  readonly followed: string | undefined
  /** Whether another subscription than this source contains the event. */
  readonly isShared: boolean
  /** Whether it was imported: from a calendar, a table, another server or an export. */
  readonly isImported: boolean
}

/** Returns the provenance of what was imported under these keys. */
export function provenanceOfKeys(
  keys: readonly string[],
  { name, subscribed = [] }: Pick<Source, 'name' | 'subscribed'>,
): EventImportProvenance {
  const has = (one: string) => keys.some((key) => key.startsWith(importKeyPrefix(one)))
  const having = subscribed.filter(has)
  return {
    followed: having[0],
    isShared: having.some((one) => one !== name),
    isImported: keys.some((key) => /^(?:ics-from|csv-uid|item):/.test(key)),
  }
}

/** Whether the event that a subscription brought under a key was deleted for good. */
export async function wasImportedEventDeleted(
  { store, context }: ImportTransaction,
  key: string,
  source: Source,
): Promise<boolean> {
  const before = source.isConfined ? await store.imported(key) : undefined
  return (
    before !== undefined && (await store.find('event', { id: before.item_id }, context.moment)) === undefined
  )
}

/** Whether an event that a subscription brought under one of these keys was deleted for good. */
async function wasAnyImportedEventDeleted(
  batch: ImportTransaction,
  keys: Iterable<string>,
  source: Source,
): Promise<boolean> {
  for (const key of keys) if (await wasImportedEventDeleted(batch, key, source)) return true
  return false
}

/** The hosts of the calendars from which an event was imported. */
const hostsOf = ({ origins }: EventRecord) =>
  origins.flatMap((origin) => /^([^?]+)\?uid=/.exec(String(origin))?.[1] ?? [])

/** Whether an entry begins when the stored event does; a series, whether one of its occurrences does. */
export function beginsAlike(
  { args, series }: Pick<EventImportEntry, 'args' | 'series'>,
  { start_date, start_utc, all_day }: Pick<EventRecord, 'start_date' | 'start_utc' | 'all_day'>,
): boolean {
  if (series !== undefined) {
    const { zone, allDay } = series.series
    if (allDay !== (all_day === 1)) return false
    return hasOccurrenceAt(series.series, allDay ? start_date : wallAt(start_utc, zone))
  }
  const start = String(args.start_date)
  if (args.all_day === true) return all_day === 1 && start_date.startsWith(start)
  return all_day === 0 && `${utcTimestampOfEpoch(start_utc)}Z` === start
}

/**
 * Returns an entry under the UID by which it is stored: small UIDs are not unique in the world, so that an event of another host at
 * another time is another event.
 */
export async function entryOfHost(
  { store }: Pick<ImportTransaction, 'store'>,
  entry: EventImportEntry,
  { host }: Source,
  stored: StoredUids,
  { keys }: CalendarUids,
): Promise<EventImportEntry> {
  if (host === undefined || entry.fault !== undefined) return entry
  const { uid, named } = entry
  const apart = (uid: string) => {
    keys.add(sha256Base64Url(uidApart(uid, host)))
    return uidApart(uid, host)
  }
  if (named !== undefined && stored.has(uidApart(named.uid, host)))
    return { ...entry, named: { ...named, uid: apart(named.uid) } }
  if (stored.has(uidApart(uid, host))) return { ...entry, uid: apart(uid) }
  if (stored.has(uid) || entry.cancelled === 'bare' || named !== undefined) return entry
  const event = await store.eventWithUid(uid)
  const hosts = event === undefined ? [] : hostsOf(event)
  if (event === undefined || hosts.length === 0 || hosts.includes(host) || beginsAlike(entry, event))
    return entry
  return { ...entry, uid: apart(uid) }
}

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
  return store.put('event', event.id, { uid })
}

const LONGEST_ORIGIN = 1000

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

/** Runs `act` in a savepoint with what an entry says: without what is refused and not needed, which is noted. */
export async function withoutRefusedArgs<T>(
  { store }: ImportTransaction,
  { entry, note }: Pick<EntryWithSource, 'entry' | 'note'>,
  sent: SentObject,
  act: (sent: SentObject) => Promise<T>,
): Promise<T> {
  const { result, left } = await runDroppingRefusedArgs(sent, (some) => store.attempt(() => act(some)))
  for (const what of left) note(what, entry)
  return result
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
  const { id } = await withoutRefusedArgs(batch, { entry, note }, sent, async (some) =>
    createEvent(store, parseCreateArgs('event', some), context, elsewhere),
  )
  const given = entry.status || (context.newStatus ?? 'publish')
  if (given !== 'publish') {
    const series = entry.series === undefined ? undefined : await store.seriesWithUid(entry.uid)
    const made = series
      ? ({ resource: 'series', id: series.id } as const)
      : ({ resource: 'event', id } as const)
    await rememberGivenStatus(store, made, given)
  }
  return id
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
  const { followed, isImported } = provenanceOfKeys(await batch.store.importKeysOf('event', event.id), source)
  if (source.isConfined && followed !== undefined && followed !== source.name) {
    if (isFirst && entry.cancelled !== 'bare' && !beginsAlike(entry, event)) throw uidTakenProblem(followed)
    note(because('older_subscription'), entry)
    const isBack = await changeEvent(batch, event, argsSettingBackPrunedStatus(event))
    return isBack ? 'updated' : 'unchanged'
  }
  if (source.isConfined && !isImported && event.pruned_status === '')
    throw invalidParam('UID', because('event_made_here'))
  // Our own feed tells in this form what is in the trash: it would come back as cancelled.
  if (entry.cancelled === 'bare' && event.status === 'trash') return 'unchanged'
  const said = await entryArgsThatChangeEvent(batch, entry, event)
  const holder = {
    resource: 'event',
    id: event.id,
    status: event.pruned_status || event.status,
    usual: 'publish',
  } as const
  const sent =
    entry.status === 'private' ? await argsOfPrivateEntry(batch, { entry, note }, said, holder) : said
  const isChanged = await withoutRefusedArgs(batch, { entry, note }, sent, (some) =>
    changeEvent(batch, event, some),
  )
  return isChanged ? 'updated' : 'unchanged'
}

/** The entry without the address of its page on the server that it was moved from. */
const withoutPage = ({ args: { website: _, ...args }, ...entry }: EventImportEntry): EventImportEntry => ({
  ...entry,
  args,
})

/** Returns what is looked up for an entry together with others. */
export function expectedOfEntry({ uid, args }: EventImportEntry): Partial<ExpectedItems> {
  const page = pageOf(args.website)
  return { ...expectedOfEvent(args), uids: [uid], addresses: page === undefined ? [] : [page.slug] }
}

/** The import key of an entry, and that of its series: a date that comes without the rule of its series is deleted where the series is. */
export function keysOfEntry({ uid }: EventImportEntry, source: Source): readonly [string, ...string[]] {
  const of = seriesUidFromUid(uid)
  return of === uid ? [keyInSource(source, uid)] : [keyInSource(source, uid), keyInSource(source, of)]
}

/** Imports one event within the batch, and stores its source. Throws a problem if it is refused. */
export async function importSingleEvent(
  batch: ImportTransaction,
  entry: EventImportEntry,
  source: Source,
  note: NoteLeftOut,
): Promise<LineOutcome> {
  const { store } = batch
  if (entry.fault !== undefined) throw entry.fault
  const keys = keysOfEntry(entry, source)
  const [key] = keys
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

// An entry of a calendar on its way into the store.

/** Called with each part of an event that could not be imported. */
export type NoteLeftOut = (what: RefusalReason, entry: EventImportEntry) => void

/** An entry of a calendar, its source, and how to note what is not imported of it. */
export interface EntryWithSource {
  readonly entry: EventImportEntry
  readonly source: Source
  readonly note: NoteLeftOut
}

// Images of imported events. If an image can't be fetched, the event is imported without it.

/** Returns the args of an event, without its image if that can't be fetched. */
export type Pictured = (args: SentObject, context: Pick<Context, 'prepared'>) => SentObject

/** After this many failed images of one host, the import requests no more from it. */
const MAX_FAILED = 3

/** The images of one import. Notes those that failed. */
export function unfetchableImageDropper(note: NoteFunction): Pictured {
  const failed = new Map<string, number>()
  return (args, { prepared: known }) => {
    const { image, ...others } = args
    const url = typeof image === 'string' ? urlOfAnyScheme(image) : undefined
    if (typeof image !== 'string' || url === undefined) return others
    const { host } = url
    const failures = failed.get(host) ?? 0
    const prepared = known?.images.get(image)
    if (prepared !== undefined && 'fault' in prepared) {
      failed.set(host, failures + 1)
      note(because('image_left_out', { why: prepared.fault }))
      return others
    }
    return failures < MAX_FAILED ? args : others
  }
}

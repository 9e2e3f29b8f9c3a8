/** Sources of calendars, and which source an event follows if several contain it. */
import { importKeyPrefix, sha256Base64Url } from '../../domain/import-source.ts'
import { utcTimestampOfEpoch } from '../../domain/time/timestamp.ts'
import { wallAt } from '../../domain/time/zones.ts'
import { uidApart } from '../../domain/uid.ts'
import type { EventImportEntry } from '../../formats/icalendar/series/series-entry.ts'
import type { CalendarUids, StoredUids } from '../../formats/icalendar/text/inventory.ts'
import type { EventRecord, Reading } from '../../store/store.ts'
import type { ImportTransaction } from './import-batch.ts'
import { hasOccurrenceAt } from './series/decisions.ts'

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

/** The prefix of the import keys of one file or URL. */
export const sourceKeyPrefix = ({ name }: Pick<Source, 'name'>) => importKeyPrefix(name)

/** The import key of a table row with a UID. */
export const tableRowKeyOfUid = (uid: string) => `csv-uid:${sha256Base64Url(uid)}`

/** The provenance of an event. */
export interface EventImportProvenance {
  /** The oldest subscription that contains the event: the event follows it. Undefined if none does. */
  readonly followed: string | undefined
  /** Whether another subscription than this source contains the event. */
  readonly isShared: boolean
  /** Whether the event was imported: from a calendar, a table, another server or an export. */
  readonly isImported: boolean
}

/** Returns the provenance of an event. */
export async function provenanceOfEvent(
  store: Pick<Reading, 'importKeysOf'>,
  { id, pruned_status }: Pick<EventRecord, 'id' | 'pruned_status'>,
  { name, subscribed = [] }: Pick<Source, 'name' | 'subscribed'>,
): Promise<EventImportProvenance> {
  const keys = await store.importKeysOf('event', id)
  const has = (one: string) => keys.some((key) => key.startsWith(sourceKeyPrefix({ name: one })))
  const having = subscribed.filter(has)
  return {
    followed: having[0],
    isShared: having.some((one) => one !== name),
    isImported: pruned_status !== '' || keys.some((key) => /^(?:ics-from|csv-uid|item):/.test(key)),
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
export async function wasAnyImportedEventDeleted(
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

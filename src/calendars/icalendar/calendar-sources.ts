/** Sources of calendars, and which source an event follows if several contain it. */
import { importKeyPrefix, sha256Base64Url } from '../../domain/import-source.ts'
import type { EventRecord, Reading } from '../../store/store.ts'
import type { ImportTransaction } from '../import/import-batch.ts'

/** The source of a calendar. */
export interface Source {
  /** A file name or URL. */
  readonly name: string
  /** Set for a subscription: it changes only imported events, never events that were created here. */
  readonly isConfined: boolean
  /** The host of the URL. Imported events have it among their origins; the rest of the URL stays secret. */
  readonly host?: string
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

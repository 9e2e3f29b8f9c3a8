/** Where calendars come from, and which source an event follows where several have it. */
import { digest, importKeyPrefix } from '../../domain/import-source.ts'
import type { EventRecord, Reading } from '../../store/store.ts'

/** Where a calendar comes from. */
export interface Source {
  /** A file or address. */
  readonly name: string
  /** A subscription: it changes what came from elsewhere, and nothing that was made here. */
  readonly isConfined: boolean
  /** The host of an address: events that it brings name it among their origins, and nothing else of the address. */
  readonly host?: string
  /** The names of categories that all its events get. */
  readonly categories?: readonly string[]
  /** The addresses of all subscriptions, the oldest first. */
  readonly subscribed?: readonly string[]
}

/** The beginning of the keys of everything imported from one file or address. */
export const sourcePrefix = ({ name }: Pick<Source, 'name'>) => importKeyPrefix(name)

/** The key of a table's row with a UID. */
export const tableKey = (uid: string) => `csv-uid:${digest(uid)}`

/** What is known of where an event came from. */
export interface Provenance {
  /** The oldest subscription that has the event: the one it follows. Undefined where none has. */
  readonly followed: string | undefined
  /** Whether a subscription other than this source has the event. */
  readonly isShared: boolean
  /** Whether the event came from any calendar, table, other server or export of one. */
  readonly isImported: boolean
}

/** Tells where an event came from. */
export async function provenanceOf(
  store: Pick<Reading, 'importKeysOf'>,
  { id, pruned_status }: Pick<EventRecord, 'id' | 'pruned_status'>,
  { name, subscribed = [] }: Pick<Source, 'name' | 'subscribed'>,
): Promise<Provenance> {
  const keys = await store.importKeysOf('event', id)
  const has = (one: string) => keys.some((key) => key.startsWith(sourcePrefix({ name: one })))
  const having = subscribed.filter(has)
  return {
    followed: having[0],
    isShared: having.some((one) => one !== name),
    isImported: pruned_status !== '' || keys.some((key) => /^(?:ics-from|csv-uid|item):/.test(key)),
  }
}

/** Opens a store from a database URL: connects, migrates, wraps. */
import { epochOfInstant, type Moment } from '../domain/time/moment.ts'
import { accountStores } from './accounts/index.ts'
import { connectExisting } from './check/existing-database.ts'
import { makeNewestEventReader } from './current-event.ts'
import type { OnServerReturn, OpenDatabase } from './database/connection.ts'
import {
  connectDatabase,
  type DatabaseServerOptions,
  runInSnapshot,
  runTransaction,
} from './database/dialects.ts'
import { AnotherViewNeeded, SearchRefusedError } from './database/errors.ts'
import { type RunInSharedTransaction as GroupWrite, groupCommit } from './database/group-commit.ts'
import type { WriterMeasures } from './database/measures.ts'
import type { Replica } from './database/postgres/replica.ts'
import { type Db, quotedName, sql } from './database/sql.ts'
import { type AlmanacFollower, almanacFollower } from './events/almanac/follower.ts'
import { consistentViewStore, type RunOnSnapshot } from './events/consistent-views.ts'
import { alikeWordsLooker } from './events/field-search.ts'
import { linkedItemsReaderOf } from './events/listed.ts'
import { findEventIds, readEventsByIds } from './events/page.ts'
import { type ReadOnNewestDatabaseState, SCAN_LIMIT_MILLISECONDS, textScanner } from './events/text-search.ts'
import { federationStore } from './federation/federation.ts'
import { auditPage, auditStore } from './log/audit-pages.ts'
import { changeLogOf } from './log/changes.ts'
import { lastRevisionIn } from './log/journal.ts'
import { beginHistory } from './log/log.ts'
import type { StoredResources } from './log/logged.ts'
import { migrate, type OnMigrationStart } from './migrations/migrate.ts'
import { proposalStore } from './proposals/proposals.ts'
import { itemsFromRecordsByResource } from './records/items.ts'
import { listItems } from './records/lists.ts'
import { readOperations } from './records/reading.ts'
import type { SnapshotAndAlmanac } from './records/snapshot-and-almanac.ts'
import { hasDueItems } from './records/writing.ts'
import type { Reading, Snapshot, Store } from './store.ts'
import { storeInTransaction } from './together.ts'
import { readTranslationQueue } from './translation-queue.ts'
import { cachePurgeStore, webhookStore } from './webhooks.ts'
import { type RunWrite, writeRunner } from './writes.ts'

// The newest revision that this process has seen, and what is done where the server that answers does not have it.

/** The newest revisions of its primary that a process has seen. */
interface SeenRevisionTracker {
  /** Notes a revision that the primary has shown. */
  note(revision: number): void
  /**
   * Empties the almanac where a server has lost writes that this process has seen, and raises its revision above them, so that no other write gets
   * a number that caches and clients know.
   */
  readonly onReturn: OnServerReturn
}

/** Returns what a process knows of the primary of `connection`, whose journal `almanac` follows. */
function seenRevisionTracker({ bump }: OpenDatabase, almanac: AlmanacFollower): SeenRevisionTracker {
  let noted = 0
  return {
    note(revision) {
      noted = Math.max(noted, revision)
    },
    async onReturn(db: Db, isOther: boolean) {
      const newest = Math.max(noted, almanac.revision())
      const revision = await lastRevisionIn(db)
      if (!isOther && revision >= newest) return
      await sql`update revision set value = ${Math.max(revision, newest) + 1}`.execute(db)
      await almanac.forget()
      bump()
    },
  }
}

// Runs the reads of a store that need one consistent view of everything.

const MAX_SNAPSHOTS = 20

/**
 * Runs `read` until its snapshot is not behind the almanac, and what had to be done outside of snapshots is done. `passed` is called after each
 * snapshot that was behind. Throws a `SearchRefusedError` after 20 attempts.
 */
async function retryRead<T>(read: () => Promise<T>, passed: () => Promise<void>): Promise<T> {
  for (let attempt = 0; attempt < MAX_SNAPSHOTS; attempt += 1)
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof AnotherViewNeeded)) throw error
      await (error.first ?? passed)()
    }
  throw new SearchRefusedError()
}

/** The database and the almanac that reads use. */
interface ReadSources {
  readonly connection: OpenDatabase
  readonly replica: Replica | undefined
  readonly almanac: AlmanacFollower
  /** The change counter of the store, if known. */
  counter(): number | undefined
}

/** Returns the function that reads from one snapshot, and from newer ones until it is not behind the almanac and every search is done. */
function snapshotReader({ connection, replica, almanac, counter }: ReadSources): RunOnSnapshot {
  const { name: dialect } = connection
  const read: ReadOnNewestDatabaseState = (act) => {
    const onPrimary = () => runInSnapshot(connection, act)
    return replica === undefined ? onPrimary() : replica.read(act, onPrimary)
  }
  const outside = { scan: textScanner(dialect, read), lookForAlikeWords: alikeWordsLooker(dialect, read) }
  // A replica may lack the last writes of a primary that is away. Waiting for them would leave nothing to read.
  const passed = async () => {
    if (connection.outage() !== undefined) await almanac.forget()
  }
  return (act) => {
    const kept = {
      alike: new Map() satisfies SnapshotAndAlmanac['alike'],
      outside,
      deadline: performance.now() + SCAN_LIMIT_MILLISECONDS,
    }
    const once = () => {
      const changeCounter = counter()
      return read((db) => act({ db, dialect, follower: almanac, changeCounter, ...kept }))
    }
    return retryRead(once, passed)
  }
}

/** Returns one consistent view of everything. */
function snapshotOf(source: SnapshotAndAlmanac): Snapshot {
  return {
    list: (name, query, viewer) => listItems(source, name, query, viewer),
    findEvents: (query, viewer) => findEventIds(source, query, viewer),
    events: (ids, viewer, links) => readEventsByIds(source, ids, viewer, links),
    auditPage: (query) => auditPage(source.db, query),
    ...readOperations(source.db),
    items: async (name, records, viewer) =>
      itemsFromRecordsByResource[name](
        source.db,
        records,
        viewer,
        name === 'event' ? await linkedItemsReaderOf(source) : undefined,
      ),
  }
}

/** Returns the reads of a store that need more than one statement, or memory. */
export function storePartWithSnapshotsAndViews(
  sources: ReadSources,
): Pick<Store, 'snapshot' | 'newestEvent' | 'readView' | 'memoryView'> {
  const { connection, replica, almanac, counter } = sources
  const take = snapshotReader(sources)
  return {
    snapshot: (act) => take((source) => act(snapshotOf(source))),
    newestEvent: makeNewestEventReader({
      db: replica ? undefined : connection.reader,
      follower: almanac,
      counter,
    }),
    ...consistentViewStore(almanac, counter, take),
  }
}

/*
 * Times that were written while the clock was ahead. A second factor would stay locked, a limit full and a retry away until the
 * clock reaches them, perhaps in a year.
 */

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** The time step of codes (RFC 6238), in seconds. */
const STEP = 30

interface TimeColumn {
  readonly table: string
  readonly column: string
  /** How far ahead of now the service ever writes it, in seconds. */
  readonly most: number
  /** The replacement of a time that is further ahead: the moment itself, or 0, which is over. */
  readonly becomes: 'now' | 'over'
  /** Seconds of its unit. */
  readonly unit?: number
}

const columns: readonly TimeColumn[] = [
  { table: 'second_factors', column: 'last_step', most: 2 * MINUTE, becomes: 'now', unit: STEP },
  { table: 'second_factors', column: 'locked_utc', most: HOUR, becomes: 'over' },
  { table: 'senders', column: 'at_utc', most: MINUTE, becomes: 'now' },
  { table: 'email_changes', column: 'created_utc', most: MINUTE, becomes: 'now' },
  { table: 'secret_links', column: 'expires_utc', most: 8 * DAY, becomes: 'over' },
  { table: 'secrets', column: 'expires_utc', most: 8 * DAY, becomes: 'over' },
  { table: 'kept_answers', column: 'kept_utc', most: MINUTE, becomes: 'now' },
  { table: 'mail', column: 'next_utc', most: 2 * DAY, becomes: 'now' },
  { table: 'mail', column: 'leased_utc', most: HOUR, becomes: 'over' },
  { table: 'subscriptions', column: 'next_utc', most: 32 * DAY, becomes: 'now' },
  { table: 'subscriptions', column: 'leased_utc', most: DAY, becomes: 'over' },
  { table: 'webhooks', column: 'held_utc', most: HOUR, becomes: 'over' },
  { table: 'webhook_deliveries', column: 'next_utc', most: 2 * DAY, becomes: 'now' },
  { table: 'federation_hosts', column: 'retry_utc', most: 2 * DAY, becomes: 'now' },
  { table: 'federation_hosts', column: 'failing_since_utc', most: MINUTE, becomes: 'now' },
  { table: 'federation_outcomes', column: 'tried_utc', most: MINUTE, becomes: 'now' },
  { table: 'federation_deliveries', column: 'next_utc', most: 2 * DAY, becomes: 'now' },
  { table: 'federation_following', column: 'next_utc', most: 2 * DAY, becomes: 'now' },
  { table: 'federation_incoming', column: 'next_utc', most: 2 * DAY, becomes: 'now' },
  { table: 'federation_incoming', column: 'image_utc', most: HOUR, becomes: 'now' },
  { table: 'federation_peers', column: 'fetched_utc', most: MINUTE, becomes: 'over' },
  { table: 'webhook_lease', column: 'until_utc', most: HOUR, becomes: 'over' },
]

/** Corrects the times of a database that are further ahead of a moment than they can be. Other times stay as they are. */
function correctTimesAheadOfClock(connection: OpenDatabase, { now }: Moment): Promise<void> {
  const at = epochOfInstant(now)
  return runTransaction(connection, async (db) => {
    for (const { table, column, most, becomes, unit = 1 } of columns) {
      const value = becomes === 'now' ? Math.floor(at / unit) : 0
      await sql`update ${quotedName(table)} set ${quotedName(column)} = ${value}
        where ${quotedName(column)} > ${Math.floor((at + most) / unit)}`.execute(db)
    }
  })
}

/** Returns the replica at `readUrl`, if given. The module is imported only then. */
async function replicaAt({ readUrl, ...options }: StoreOptions, connection: OpenDatabase) {
  return readUrl === undefined
    ? undefined
    : (await import('./database/postgres/replica.ts')).replicaOf(readUrl, connection, options)
}

/** Seconds for which changes are kept by default: 90 days. */
const KEEP_CHANGES = 90 * 86_400

interface StoreOptions extends DatabaseServerOptions {
  /** The replica that reads may use. */
  readonly readUrl?: string | undefined
  /** Seconds for which changes are kept. */
  readonly keepChanges?: number
  readonly onMigration?: OnMigrationStart
  /** Whether a database without a calendar is refused, and nothing is made. */
  readonly mustExist?: boolean
  /** Whether people sign in elsewhere: then there is no local mode, even without a user. */
  readonly signsInElsewhere?: boolean
}

/** Whether there are users, and the change counter, on which nobody may rely while there are none. */
function localMode(
  connection: OpenDatabase,
  { hasUsers }: Pick<Reading, 'hasUsers'>,
  { signsInElsewhere = false }: StoreOptions,
) {
  let isOver = signsInElsewhere
  return {
    async hasUsers() {
      isOver ||= await hasUsers()
      return isOver
    },
    // The first user ends local mode at once, whichever process added it.
    changeCounter: () => (connection.isPrompt || isOver ? connection.changeCounter() : undefined),
  }
}

/** How an open store writes. */
interface StoreWriters {
  readonly connection: OpenDatabase
  readonly resources: StoredResources
  readonly runWrite: RunWrite
  readonly write: GroupWrite
  readonly seen: SeenRevisionTracker
  /** The store that the transactions belong to. */
  store(): Store
}

/** Returns the writes of a store: each in one transaction, which others may share. */
function storeWrites(writers: StoreWriters): Pick<Store, 'write' | 'together' | 'settle'> {
  const { connection, resources, runWrite, write, seen, store } = writers
  const runAlone: Store['write'] = async (writer, act, keeps = () => true) => {
    const written = await write((db) => runWrite(db, writer, act), {
      keeps: ({ result }) => keeps(result),
      givesWay: writer.givesWay,
    })
    if (keeps(written.result)) seen.note(written.revision)
    return written
  }
  return {
    write: runAlone,
    together: (writer, act, keeps = () => true) =>
      write(
        (connected) =>
          runWrite(connected, writer, (writing, revision, db) =>
            act(storeInTransaction({ db, outer: store(), connection, resources, writing, revision })),
          ),
        { keeps: ({ result }) => keeps(result), givesWay: writer.givesWay },
      ),
    async settle(writer) {
      // What is due counts as published before that is written.
      if (connection.outage() !== undefined || connection.refusal() !== undefined) return
      if (await hasDueItems(connection.reader, writer.moment)) await runAlone(writer, async () => {})
    },
  }
}

/** Returns what a store tells of its connection. */
const storeState = (
  connection: OpenDatabase,
  replica: Replica | undefined,
  writers: () => WriterMeasures,
): Pick<
  Store,
  'damage' | 'outage' | 'refusal' | 'staleness' | 'onOutage' | 'onRefusal' | 'measures' | 'close'
> => ({
  damage: connection.damage,
  outage: connection.outage,
  staleness: () => (replica === undefined ? undefined : connection.outage()),
  onOutage: connection.onOutage,
  refusal: connection.refusal,
  onRefusal: connection.onRefusal,
  measures: () => ({
    ...connection.measures(),
    writers: writers(),
    ...(replica && { replica: replica.measures() }),
  }),
  async close() {
    await replica?.close()
    await connection.close()
  },
})

/** Returns the parts of a store over what requests read: with a replica in the place of a primary that is away. */
const readableParts = (
  readable: OpenDatabase,
  keepChanges: number,
): Pick<
  Store,
  | 'proposals'
  | 'audit'
  | 'auditPage'
  | 'noteUpkeep'
  | 'translationQueue'
  | 'changes'
  | 'webhooks'
  | 'federation'
  | 'purges'
> => ({
  proposals: proposalStore(readable),
  ...auditStore(readable),
  translationQueue: (query) => readTranslationQueue(readable.reader, query),
  changes: changeLogOf(readable, keepChanges),
  webhooks: webhookStore(readable),
  federation: federationStore(readable),
  purges: cachePurgeStore(readable),
})

/**
 * Opens and migrates the store at `databaseUrl`, and makes a calendar if there is none, unless it must exist. Throws if the database can't
 * be reached, or lacks a calendar that must exist; the replica may be unreachable.
 */
export async function openStore(
  databaseUrl: string,
  moment: Moment,
  resources: StoredResources,
  options: StoreOptions = {},
): Promise<Store> {
  const { keepChanges = KEEP_CHANGES, onMigration, mustExist = false } = options
  const connection = mustExist
    ? await connectExisting(databaseUrl)
    : await connectDatabase(databaseUrl, options)
  await migrate(connection, { moment, onMigration })
  const replica = await replicaAt(options, connection)
  const readable = replica === undefined ? connection : { ...connection, reader: replica.reader }
  const { name: dialect } = connection
  const almanac = almanacFollower(dialect)
  const runWrite = writeRunner({ dialect, accounts: connection.accounts, keepChanges, resources })
  const { write, writers } = groupCommit(connection)
  const reader = readOperations(readable.reader)
  const local = localMode(connection, reader, options)
  const seen = seenRevisionTracker(connection, almanac)
  await connection.onReturn(seen.onReturn)
  const store: Store = {
    ...reader,
    ...local,
    async revision() {
      const revision = await reader.revision()
      if (connection.outage() === undefined) seen.note(revision)
      return revision
    },
    ...accountStores({ connection, readable, resources }),
    ...readableParts(readable, keepChanges),
    ...storeState(connection, replica, writers),
    ...storeWrites({ connection, resources, runWrite, write, seen, store: () => store }),
    freshCounter: connection.freshCounter,
    correctTimes: (moment) => correctTimesAheadOfClock(connection, moment),
    beginHistory: () => runTransaction(connection, beginHistory),
    ...storePartWithSnapshotsAndViews({ connection, replica, almanac, counter: local.changeCounter }),
  }
  return store
}

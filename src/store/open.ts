/** Opens a store from a database URL: connects, migrates, wraps. */
import type { Moment } from '../domain/time/moment.ts'
import { connectExisting } from './check/existing-database.ts'
import { newestEventReader } from './current-event.ts'
import type { OpenDatabase } from './database/connection.ts'
import { connectDatabase, type DatabaseServerOptions, runInSnapshot } from './database/dialects.ts'
import { type RunInSharedTransaction as GroupWrite, groupCommit } from './database/group-commit.ts'
import type { Replica } from './database/postgres/replica.ts'
import { type Db, sql } from './database/sql.ts'
import { type AlmanacFollower, almanacFollower } from './events/almanac/follower.ts'
import { alikeWordsLooker } from './events/field-search.ts'
import { linkedItemsReaderOf } from './events/linked-items.ts'
import { rememberingTerms } from './events/remembered-terms.ts'
import { eventSources } from './events/sources.ts'
import { type ReadOnNewestDatabaseState, textScanner } from './events/text-search.ts'
import { eventViews } from './events/views.ts'
import { auditPage } from './log/audit-pages.ts'
import { lastRevisionIn } from './log/journal.ts'
import type { StoredResources } from './log/logged.ts'
import { migrate, type OnMigrationStart } from './migrations/migrate.ts'
import { accountStores, readableParts, storeState } from './parts.ts'
import { itemsFromRecordsByResource } from './records/items.ts'
import { listItems } from './records/lists.ts'
import { readOperations } from './records/reading.ts'
import type { Store } from './store.ts'
import { storeInTransaction } from './together.ts'
import type { Reading, Snapshot } from './types/reading.ts'
import { hasDueItems, type RunWrite, writeRunner } from './writes.ts'

// The newest revision that this process has seen, and what is done where the server that answers does not have it.

/** Returns what a process knows of the primary of `connection`, whose journal `almanac` follows. */
function seenRevisionTracker(
  { bump }: OpenDatabase,
  almanac: AlmanacFollower,
  standIns: Replica['standIns'] = () => 0,
) {
  let [noted, forgotten] = [0, 0]
  return {
    /** Notes a revision that the primary has shown. */
    note(revision: number) {
      noted = Math.max(noted, revision)
    },
    /**
     * Empties the almanac where a server has lost writes that this process has seen, and raises its revision above them, so that no other write gets
     * a number that caches and clients know. The same after a replica stood in: caches may have older values from it under the last number.
     */
    async onReturn(db: Db, isOther: boolean) {
      const newest = Math.max(noted, almanac.almanac().revision)
      const revision = await lastRevisionIn(db)
      const count = standIns()
      if (!isOther && revision >= newest && count === forgotten) return
      await sql`update revision set value = ${Math.max(revision, newest) + 1}`.execute(db)
      forgotten = count
      almanac.forget()
      bump()
    },
  }
}

// The reads of a store that need more than one statement, or memory.

/** The database and the almanac that reads use. */
interface ReadSources {
  readonly connection: OpenDatabase
  readonly replica: Replica | undefined
  readonly almanac: AlmanacFollower
  /** The change counter of the store, if known. */
  counter(): number | undefined
}

/** Returns one consistent view of everything. */
const snapshotOf = (db: Db, almanac: AlmanacFollower): Snapshot => ({
  auditPage: (query) => auditPage(db, query),
  ...readOperations(db),
  items: async (name, records, viewer) =>
    itemsFromRecordsByResource[name](
      db,
      records,
      viewer,
      name === 'event' ? await linkedItemsReaderOf(db, almanac) : undefined,
    ),
})

/** Returns the reads of a store that need more than one statement, or memory. */
export function storePartWithSnapshotsAndViews({
  connection,
  replica,
  almanac,
  counter,
}: ReadSources): Pick<Store, 'snapshot' | 'list' | 'newestEvent' | 'readView' | 'currentView'> {
  const { name: dialect } = connection
  const read: ReadOnNewestDatabaseState = (act) => {
    const onPrimary = () => runInSnapshot(connection, act)
    return replica === undefined ? onPrimary() : replica.read(act, onPrimary)
  }
  const inTurn = { scan: textScanner(dialect, read), lookForAlikeWords: alikeWordsLooker(dialect, read) }
  const source = eventSources({ read, inTurn, follower: almanac, counter })
  return {
    snapshot: (act) => read((db) => act(snapshotOf(db, almanac))),
    list: (name, query, viewer) => listItems(source, name, query, viewer),
    // A replica takes reads off the primary within snapshots.
    newestEvent: replica ? async () => undefined : newestEventReader(connection.reader, almanac),
    ...eventViews(source),
  }
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
  readonly seen: ReturnType<typeof seenRevisionTracker>
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
  const almanac = almanacFollower()
  const runWrite = writeRunner({ accounts: connection.accounts, keepChanges, resources, follower: almanac })
  const { write, writers } = groupCommit(connection)
  const reader = readOperations(readable.reader)
  const local = localMode(connection, reader, options)
  const seen = seenRevisionTracker(connection, almanac, replica?.standIns)
  await connection.onReturn(seen.onReturn)
  const store: Store = {
    ...reader,
    ...rememberingTerms(reader, almanac, local.changeCounter),
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
    ...storePartWithSnapshotsAndViews({ connection, replica, almanac, counter: local.changeCounter }),
  }
  return store
}

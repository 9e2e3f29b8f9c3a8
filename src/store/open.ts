/** Opens a store from a database URL: connects, migrates, wraps. */
import type { Moment } from '../domain/time/moment.ts'
import { accountStores } from './accounts/index.ts'
import { connectExisting } from './check/existing-database.ts'
import { connectDatabase, type DatabaseServerOptions, type OpenDatabase } from './database/dialects.ts'
import { type RunInSharedTransaction as GroupWrite, groupCommit } from './database/group-commit.ts'
import type { WriterMeasures } from './database/measures.ts'
import type { Replica } from './database/postgres/replica.ts'
import { almanacFollower } from './events/almanac/follower.ts'
import { federationStore } from './federation/federation.ts'
import { changeLogOf } from './log/changes.ts'
import { auditStore } from './log/reading/audit-store.ts'
import { itemMemory } from './memory/item-memory.ts'
import { migrate, type OnMigrationStart } from './migrations/migrate.ts'
import { storePartWithSnapshotsAndViews } from './reads.ts'
import { readOperations } from './records/reading.ts'
import { hasDueItems } from './records/writing.ts'
import { type SeenRevisionTracker, seenRevisionTracker } from './seen-revision.ts'
import type { Reading, Store } from './store.ts'
import { eventDraftStore } from './submissions/event-drafts.ts'
import { previewLinkStore } from './submissions/preview-links.ts'
import { submissionStore } from './submissions/submissions.ts'
import { correctTimesAheadOfClock } from './times-ahead-of-clock.ts'
import { storeInTransaction } from './together.ts'
import { readTranslationQueue } from './translating/queue.ts'
import { cachePurgeStore } from './webhooks/purges.ts'
import { webhookStore } from './webhooks/webhooks.ts'
import { type RunWrite, writeRunner } from './writes.ts'

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
  readonly runWrite: RunWrite
  readonly write: GroupWrite
  readonly seen: SeenRevisionTracker
  /** The store that the transactions belong to. */
  store(): Store
}

/** Returns the writes of a store: each in one transaction, which others may share. */
function storeWrites(writers: StoreWriters): Pick<Store, 'write' | 'together' | 'settle'> {
  const { connection, runWrite, write, seen, store } = writers
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
        (db) =>
          runWrite(db, writer, (writing, revision) =>
            act(storeInTransaction({ db, outer: store(), connection, writing, revision })),
          ),
        { keeps: ({ result }) => keeps(result), givesWay: writer.givesWay },
      ),
    async settle(writer) {
      // What is due counts as published before that is written.
      if (connection.outage() !== undefined) return
      if (await hasDueItems(connection.reader, writer.moment)) await runAlone(writer, async () => {})
    },
  }
}

/** Returns what a store tells of its connection. */
const storeState = (
  connection: OpenDatabase,
  replica: Replica | undefined,
  writers: () => WriterMeasures,
): Pick<Store, 'damage' | 'outage' | 'staleness' | 'onOutage' | 'measures' | 'close'> => ({
  damage: connection.damage,
  outage: connection.outage,
  staleness: () => (replica === undefined ? undefined : connection.outage()),
  onOutage: connection.onOutage,
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
  | 'submissions'
  | 'previewLinks'
  | 'eventDrafts'
  | 'audit'
  | 'auditPage'
  | 'noteUpkeep'
  | 'translationQueue'
  | 'changes'
  | 'webhooks'
  | 'federation'
  | 'purges'
> => ({
  submissions: submissionStore(readable),
  previewLinks: previewLinkStore(readable),
  eventDrafts: eventDraftStore(readable),
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
  const memory = itemMemory()
  const runWrite = writeRunner({ dialect, accounts: connection.accounts, keepChanges, memory })
  const { write, writers } = groupCommit(connection, memory.watch)
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
    ...accountStores(connection, readable),
    ...readableParts(readable, keepChanges),
    ...storeState(connection, replica, writers),
    ...storeWrites({ connection, runWrite, write, seen, store: () => store }),
    freshCounter: connection.freshCounter,
    correctTimes: (moment) => correctTimesAheadOfClock(connection, moment),
    ...storePartWithSnapshotsAndViews({ connection, replica, almanac, counter: local.changeCounter }),
  }
  return store
}

/** Opens a store from a database URL: connects, migrates, wraps. */
import type { Moment } from '../domain/time/moment.ts'
import { accountStores } from './accounts/index.ts'
import { connectExisting } from './check/existing.ts'
import { type Connection, connect, type ServerOptions, snapshot } from './database/dialects.ts'
import { overtaken, SearchRefused } from './database/errors.ts'
import { groupCommit } from './database/group-commit.ts'
import { follower } from './events/almanac/follower.ts'
import { linkedIn } from './events/linked-records.ts'
import { batchesOfPage, eventsOf, findEvents } from './events/page.ts'
import { type ReadNewest, SEARCH_LIMIT, SearchWanted, textSearch } from './events/text-search.ts'
import { readViews, type TakeSnapshot } from './events/views.ts'
import { auditPage, auditSince } from './log/audit-pages.ts'
import { changeLogOf } from './log/changes.ts'
import { itemMemory } from './memory/item-memory.ts'
import { migrate, type OnMigration } from './migrations/migrate.ts'
import { newestSeen } from './newest-seen.ts'
import { itemsOf } from './records/items.ts'
import { type ListSource, list } from './records/lists.ts'
import { reading } from './records/reading.ts'
import { isAnyDue } from './records/writing.ts'
import type { Snapshot, Store } from './store.ts'
import { submissionsOf } from './submissions/submissions.ts'
import { correctTimes } from './times-ahead.ts'
import { storeWithin } from './together.ts'
import { webhooksOf } from './webhooks/webhooks.ts'
import { writesOf } from './writes.ts'

const MAX_SNAPSHOTS = 20

type Search = ReturnType<typeof textSearch>

/**
 * Runs `read` until its snapshot is not behind the almanac and every needed text search is done. `passed` is called after each snapshot that
 * was. Throws `SearchRefused` or the last error after 20 attempts.
 */
async function retryRead<T>(read: () => Promise<T>, search: Search, passed: () => Promise<void>): Promise<T> {
  const deadline = performance.now() + SEARCH_LIMIT
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await read()
    } catch (error) {
      if (error instanceof SearchWanted && attempt < MAX_SNAPSHOTS) {
        for (const [at, scan] of [error, ...error.others].entries()) {
          if (at > 0 && performance.now() > deadline) throw new SearchRefused()
          await search(scan)
        }
      } else if (error instanceof SearchWanted) throw new SearchRefused()
      else if (error !== overtaken || attempt === MAX_SNAPSHOTS) throw error
      else await passed()
    }
  }
}

/** One consistent view of everything. */
function snapshotOf(source: ListSource): Snapshot {
  return {
    list: (name, query, viewer) => list(source, name, query, viewer),
    findEvents: (query, viewer) => findEvents(source, query, viewer),
    events: (ids, viewer, links) => eventsOf(source, ids, viewer, links),
    eventBatches: (query, viewer, size) => batchesOfPage(source, query, viewer, size),
    ...reading(source.db),
    items: async (name, records, viewer) =>
      itemsOf[name](source.db, records, viewer, name === 'event' ? await linkedIn(source) : undefined),
  }
}

/** Returns the replica at `readUrl`, if given. The module is imported only then. */
async function replicaAt({ readUrl, ...options }: StoreOptions, connection: Connection) {
  return readUrl === undefined
    ? undefined
    : (await import('./database/postgres/replica.ts')).replicaOf(readUrl, connection, options)
}

/** Seconds for which changes are kept by default: 90 days. */
const KEEP_CHANGES = 90 * 86_400

interface StoreOptions extends ServerOptions {
  /** The replica that reads may use. */
  readonly readUrl?: string | undefined
  /** Seconds for which changes are kept. */
  readonly keepChanges?: number
  readonly onMigration?: OnMigration
  /** Whether a database without a calendar is refused, and nothing is made. */
  readonly mustExist?: boolean
}

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
  const connection = mustExist ? await connectExisting(databaseUrl) : await connect(databaseUrl, options)
  await migrate(connection, { moment, onMigration })
  const replica = await replicaAt(options, connection)
  const readable = replica === undefined ? connection : { ...connection, reader: replica.reader }
  const { name: dialect } = connection
  const almanac = follower(dialect)
  const memory = itemMemory()
  const runWrite = writesOf({ dialect, keepChanges, memory })
  const { write, writers } = groupCommit(connection, memory.watch)
  let hasUsers = false
  // The first user ends local mode at once, whichever process added it.
  const counter = () => (connection.isPrompt || hasUsers ? connection.changeCounter() : undefined)
  const reader = reading(readable.reader)
  const read: ReadNewest = (act) => {
    const onPrimary = () => snapshot(connection, act)
    return replica === undefined ? onPrimary() : replica.read(act, onPrimary)
  }
  const search = textSearch(dialect, read)
  // A replica may lack the last writes of a primary that is away. Waiting for them would leave nothing to read.
  const passed = async () => {
    if (connection.outage() !== undefined) await almanac.forget()
  }
  const take: TakeSnapshot = (act) =>
    retryRead(
      () => {
        const before = counter()
        return read((db) => act({ db, dialect, follower: almanac, changeCounter: before }))
      },
      search,
      passed,
    )
  const seen = newestSeen(connection, almanac)
  const runAlone: Store['write'] = async (writer, act, keeps = () => true) => {
    const written = await write(
      (db) => runWrite(db, writer, act),
      ({ result }) => keeps(result),
    )
    if (keeps(written.result)) seen.note(written.revision)
    return written
  }
  await connection.onReturn(seen.onReturn)
  const store: Store = {
    ...reader,
    async hasUsers() {
      hasUsers ||= await reader.hasUsers()
      return hasUsers
    },
    async revision() {
      const revision = await reader.revision()
      if (connection.outage() === undefined) seen.note(revision)
      return revision
    },
    ...accountStores(connection, readable),
    changeCounter: counter,
    damage: connection.damage,
    outage: connection.outage,
    staleness: () => (replica === undefined ? undefined : connection.outage()),
    onOutage: connection.onOutage,
    measures: () => ({
      ...connection.measures(),
      writers: writers(),
      ...(replica && { replica: replica.measures() }),
    }),
    submissions: submissionsOf(readable),
    audit: (since) => auditSince(readable.reader, since),
    auditPage: (query) => auditPage(readable.reader, query),
    changes: changeLogOf(readable, keepChanges),
    webhooks: webhooksOf(readable),
    correctTimes: (moment) => correctTimes(connection, moment),
    async settle(writer) {
      // What is due counts as published before that is written.
      if (connection.outage() !== undefined) return
      if (await isAnyDue(connection.reader, writer.moment)) await runAlone(writer, async () => {})
    },
    write: runAlone,
    together: (writer, act, keeps = () => true) =>
      write(
        (db) =>
          runWrite(db, writer, (writing, revision) =>
            act(storeWithin({ db, outer: store, connection, writing, revision })),
          ),
        ({ result }) => keeps(result),
      ),
    snapshot: (act) => take((source) => act(snapshotOf(source))),
    ...readViews(almanac, counter, take),
    async close() {
      await replica?.close()
      await connection.close()
    },
  }
  return store
}

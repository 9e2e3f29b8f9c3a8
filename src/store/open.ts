/** Opens a store from a database URL: connects, migrates, wraps. */
import { epochOf, type Moment } from '../domain/time/moment.ts'
import { accountStores } from './accounts/index.ts'
import { type Connection, connect, type DialectName, snapshot } from './database/dialects.ts'
import { overtaken, SearchRefused } from './database/errors.ts'
import { groupCommit } from './database/group-commit.ts'
import { type Db, sql } from './database/sql.ts'
import { follower } from './events/almanac/follower.ts'
import { eventBatches, eventsOf, findEvents } from './events/page.ts'
import { indexTexts, isIndexDue } from './events/text-index.ts'
import { type ReadNewest, SEARCH_LIMIT, SearchWanted, textSearch } from './events/text-search.ts'
import { readViews, type TakeSnapshot } from './events/views.ts'
import { audited } from './log/audit.ts'
import { auditPage, auditSince } from './log/audit-pages.ts'
import { changesOf } from './log/changes.ts'
import { journaled, notes } from './log/journal.ts'
import { type ItemMemory, itemMemory } from './memory/item-memory.ts'
import { remembering } from './memory/remembering.ts'
import { migrate } from './migrations/migrate.ts'
import { importsUnder } from './records/imports.ts'
import { list, type Source } from './records/lists.ts'
import { reading } from './records/reading.ts'
import { isAnyDue, settleDue, writing } from './records/writing.ts'
import type { Snapshot, Store, WriteResult, Writer, Writing } from './store.ts'
import { submissionsOf } from './submissions/submissions.ts'
import { submissionWriting } from './submissions/writing.ts'
import { orUndone, storeWithin } from './together.ts'
import { webhooksOf } from './webhooks/webhooks.ts'

const MAX_SNAPSHOTS = 20

type Search = ReturnType<typeof textSearch>

/**
 * Runs `read` until its snapshot is not behind the almanac and every needed text search is done. Throws
 * `SearchRefused` or the last error after 20 attempts.
 */
async function retryRead<T>(read: () => Promise<T>, search: Search): Promise<T> {
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
    }
  }
}

/** What all writes of a store have in common. */
interface Writes {
  readonly dialect: DialectName
  readonly keepChanges: number
  readonly memory: ItemMemory
}

/** Runs one transaction: all or nothing, one increment of the revision, and a journal entry for each touched item. */
async function runWrite<T>(
  { dialect, keepChanges, memory }: Writes,
  db: Db,
  writer: Writer,
  act: (store: Writing, revision: number) => Promise<T>,
): Promise<WriteResult<T>> {
  // Taken first: writers run one after the other, so slugs, names and counts can be read before they are written.
  const { rows } = await sql<{
    value: number
  }>`update revision set value = value + 1 returning value`.execute(db)
  const revision = rows[0]?.value ?? 0
  memory.begin(revision)
  const touched = notes(memory)
  const submissions = submissionWriting(db, revision)
  const plain = Object.assign(writing(db, dialect), { submissions })
  const store = journaled(remembering(plain, db, memory), db, touched, memory)
  await settleDue(db, store, writer.moment)
  const audit = audited(store, db, writer, revision, memory)
  const result = await act(audit.store, revision)
  await audit.keep()
  const at = epochOf(writer.moment.now)
  await touched.keep(db, revision, { at, since: at - keepChanges })
  if (isIndexDue(revision, touched.added('event'))) await indexTexts(db)
  memory.end(revision)
  return { result, revision }
}

/** One consistent view of everything. */
function snapshotOf(source: Source): Snapshot {
  return {
    list: (name, query, viewer) => list(source, name, query, viewer),
    findEvents: (query, viewer) => findEvents(source, query, viewer),
    events: (ids, viewer, links) => eventsOf(source.db, ids, viewer, links),
    eventBatches: (query, viewer, size) => eventBatches(source, query, viewer, size),
    ...reading(source.db),
  }
}

/** Returns the replica at `url`, if given. The module is imported only then. */
async function replicaAt(url: string | undefined, connection: Connection) {
  return url === undefined
    ? undefined
    : (await import('./database/postgres/replica.ts')).replicaOf(url, connection)
}

/** Seconds for which changes are kept by default: 90 days. */
const KEEP_CHANGES = 90 * 86_400

/**
 * Opens and migrates the store at `databaseUrl`. Reads may use its replica at `readUrl`. Changes are kept for `keepChanges`
 * seconds. Throws if the database can't be reached; the replica may be unreachable.
 */
export async function openStore(
  databaseUrl: string,
  moment: Moment,
  readUrl?: string,
  keepChanges = KEEP_CHANGES,
): Promise<Store> {
  const connection = await connect(databaseUrl)
  await migrate(connection, moment)
  const replica = await replicaAt(readUrl, connection)
  const { name: dialect } = connection
  const almanac = follower(dialect)
  const memory = itemMemory()
  const writes = { dialect, keepChanges, memory }
  const { write, writers } = groupCommit(connection, memory.watch)
  let hasUsers = false
  // The first user ends local mode at once, whichever process added it.
  const counter = () => (connection.isPrompt || hasUsers ? connection.changeCounter() : undefined)
  const reader = reading(connection.reader)
  const read: ReadNewest = (act) => {
    const onPrimary = () => snapshot(connection, act)
    return replica === undefined ? onPrimary() : replica.read(act, onPrimary)
  }
  const search = textSearch(dialect, read)
  const take: TakeSnapshot = (act) =>
    retryRead(() => {
      const before = counter()
      return read((db) => act({ db, dialect, follower: almanac, changeCounter: before }))
    }, search)
  const runAlone: Store['write'] = (writer, act) => write((db) => runWrite(writes, db, writer, act))
  const store: Store = {
    ...reader,
    async hasUsers() {
      hasUsers ||= await reader.hasUsers()
      return hasUsers
    },
    ...accountStores(connection),
    changeCounter: counter,
    damage: connection.damage,
    measures: () => ({
      ...connection.measures(),
      writers: writers(),
      ...(replica && { replica: replica.measures() }),
    }),
    submissions: submissionsOf(connection),
    audit: (since) => auditSince(connection.reader, since),
    auditPage: (query) => auditPage(connection.reader, query),
    importsUnder: (prefix) => importsUnder(connection.reader, prefix),
    changes: changesOf(connection, keepChanges),
    webhooks: webhooksOf(connection),
    async settle(writer) {
      if (await isAnyDue(connection.reader, writer.moment)) await runAlone(writer, async () => {})
    },
    write: runAlone,
    together: (writer, keeps, act) =>
      orUndone(keeps, (settle) =>
        write(async (db) =>
          settle(
            await runWrite(writes, db, writer, (writing, revision) =>
              act(storeWithin(db, store, connection, writing, revision)),
            ),
          ),
        ),
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

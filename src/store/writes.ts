/** Runs the writes of a store: what each transaction does before and after the act of its caller. */
import { epochOfInstant, type Moment } from '../domain/time/moment.ts'
import type { DialectName, OpenDatabase } from './database/dialects.ts'
import { NewerDatabaseError } from './database/errors.ts'
import { type Db, sql } from './database/sql.ts'
import { indexNewestEventTexts, isIndexingDueAfterWrite } from './events/text-indexing.ts'
import { removalsNotingEventEndings } from './federation/endings.ts'
import { incomingWriteOperations } from './federation/incoming.ts'
import { auditedWriting } from './log/auditing.ts'
import { newJournalNotes } from './log/journal.ts'
import { journaledWriting } from './log/journaling.ts'
import { newLog } from './log/log.ts'
import { isLogged, type LoggedName, type StoredResources } from './log/logged.ts'
import type { ItemMemory } from './memory/item-memory.ts'
import { rememberingWriting } from './memory/remembering.ts'
import { SCHEMA_NUMBER } from './migrations/migrate.ts'
import { proposalWriteOperations } from './proposals/writing.ts'
import { type Puts, putsOf } from './put.ts'
import { publishDueItems, writeOperations } from './records/writing.ts'
import type { ResultAndRevision, WriteStamp, Writing, WritingAuditedPerItem } from './store.ts'

/** The parts that all writes of a store share. */
interface Writes extends Pick<OpenDatabase, 'accounts'> {
  readonly dialect: DialectName
  /** Seconds for which changes are kept. */
  readonly keepChanges: number
  readonly memory: ItemMemory
  readonly resources: StoredResources
}

/** Returns the writing of which `puts` writes the resources whose changes are in the log. */
const withPuts = <W extends WritingAuditedPerItem>(store: W, puts: Puts): W => ({
  ...store,
  put: puts.put,
  insert: async (name, values) =>
    isLogged(name)
      ? (await puts.putFree<LoggedName>(name, undefined, values)).id
      : store.insert(name, values),
  insertMedia: puts.insertMedia,
  async update(name, id, values) {
    if (isLogged(name)) await puts.putFree<LoggedName>(name, id, values)
    else await store.update(name, id, values)
  },
  remove: (name, id, now) => (isLogged(name) ? puts.remove(name, id) : store.remove(name, id, now)),
})

/** The writing of one connection, for one transaction after the other. */
function writingOf(db: Db, { dialect, accounts, memory, resources }: Writes) {
  const current: { revision: number; moment: Moment | undefined } = { revision: 0, moment: undefined }
  const momentNow = () => {
    if (current.moment === undefined) throw new Error('No transaction has begun.')
    return current.moment
  }
  const plain = writeOperations(db, dialect, accounts)
  const touched = newJournalNotes(memory)
  const log = newLog()
  const { linkedTo, children, showing, remove: removeRow } = plain.store
  const putting = {
    ...{ db, memory, notes: touched, log, resources },
    ...{ linkedTo, children, showing, removeRow, momentNow },
  }
  const parts = putsOf(putting, true)
  const tables = {
    ...plain.store,
    put: parts.put,
    insertMedia: parts.insertMedia,
    ...removalsNotingEventEndings(plain.store, db, momentNow),
    proposals: proposalWriteOperations(db, current, log),
    incoming: incomingWriteOperations(db),
  }
  // The order matters: what memory knows is noted and audited without reading it, and a merge is noted item by item.
  const remembered = rememberingWriting(tables, db, memory)
  const journaled = journaledWriting(remembered, { db, notes: touched, known: memory })
  const told = putsOf(putting, false)
  const lines = withPuts(
    auditedWriting({ store: withPuts(journaled, parts), log, db, current, known: memory }),
    told,
  )
  const store: Writing = {
    ...lines,
    forgetContact: told.forgetContact,
    attempt(act) {
      const forget = log.mark()
      return lines.attempt(act).catch((error: unknown) => {
        forget()
        throw error
      })
    },
  }
  const begin = (revision: number, moment: Moment) => {
    current.revision = revision
    current.moment = moment
    for (const part of [plain, touched, log]) part.begin()
    memory.begin(revision)
  }
  return { begin, store, touched, log }
}

/** Runs one transaction: all or nothing, one increment of the revision, and a journal entry for each touched item. */
export type RunWrite = <T>(
  db: Db,
  writer: WriteStamp,
  act: (store: Writing, revision: number) => Promise<T>,
) => Promise<ResultAndRevision<T>>

/** Returns the function that runs the writes of a store. It keeps the writing of each connection: SQLite has one that writes. */
export function writeRunner(writes: Writes): RunWrite {
  const kept = new WeakMap<Db, ReturnType<typeof writingOf>>()
  const on = (db: Db) => {
    const known = kept.get(db) ?? writingOf(db, writes)
    kept.set(db, known)
    return known
  }
  return async (db, writer, act) => {
    // Taken first: writers run one after the other, so slugs, names and counts can be read before they are written.
    const { rows } = await sql<{
      value: number
      needs: number
    }>`update revision set value = value + 1 returning value, needs`.execute(db)
    const { value: revision, needs } = rows[0] ?? { value: 0, needs: 0 }
    // A newer program has started beside this one, and has changed what writes have to note.
    if (needs > SCHEMA_NUMBER) throw new NewerDatabaseError(`it needs migration ${needs}`)
    const { begin, store, touched, log } = on(db)
    begin(revision, writer.moment)
    await publishDueItems(db, store, writer.moment)
    const result = await act(store, revision)
    await log.keep(db, revision, writer)
    const at = epochOfInstant(writer.moment.now)
    await touched.keep(db, revision, { at, since: at - writes.keepChanges }, log.net())
    if (isIndexingDueAfterWrite(revision, touched.added('event'))) await indexNewestEventTexts(db)
    writes.memory.end(revision)
    return { result, revision }
  }
}

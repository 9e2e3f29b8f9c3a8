/** Runs the writes of a store: what each transaction does before and after the act of its caller. */
import type { ResourceName } from '../contract/resources/index.ts'
import { epochOfInstant, type Moment } from '../domain/time/moment.ts'
import type { DialectName, OpenDatabase } from './database/dialects.ts'
import { NewerDatabaseError } from './database/errors.ts'
import { type Db, sql } from './database/sql.ts'
import { indexNewestEventTexts, isIndexingDueAfterWrite } from './events/text-search.ts'
import { noteEventEndings } from './federation/events.ts'
import { incomingWriteOperations } from './federation/following.ts'
import { actsWithOneLine } from './log/auditing.ts'
import { newJournalNotes } from './log/journal.ts'
import { newLog } from './log/log.ts'
import type { StoredResources } from './log/logged.ts'
import { SCHEMA_NUMBER } from './migrations/migrate.ts'
import { proposalWriteOperations } from './proposals/writing.ts'
import { putsOf } from './put.ts'
import { lateWritesOf, newLookUps } from './records/in-sets.ts'
import { itemsFromRecordsByResource } from './records/items.ts'
import { databaseLinkedItemsReader } from './records/links.ts'
import { publishDueItems, writeOperations } from './records/writing.ts'
import { manyEventsWriting, termCounting } from './series/writing.ts'
import type { ExpectedItems, RecordOf, ResultAndRevision, Viewer, WriteStamp, Writing } from './store.ts'

/** The parts that all writes of a store share. */
interface Writes extends Pick<OpenDatabase, 'accounts'> {
  readonly dialect: DialectName
  /** Seconds for which changes are kept. */
  readonly keepChanges: number
  readonly resources: StoredResources
}

/** The writing of one connection, for one transaction after the other. */
function writingOf(direct: Db, { dialect, accounts, resources }: Writes) {
  const current: { revision: number; moment: Moment | undefined } = { revision: 0, moment: undefined }
  const momentNow = () => {
    if (current.moment === undefined) throw new Error('No transaction has begun.')
    return current.moment
  }
  const late = lateWritesOf(direct, (text) => lookUps.forgetFor(text))
  const { db } = late
  const lookUps = newLookUps(db)
  const plain = writeOperations(late, dialect, accounts)
  const touched = newJournalNotes()
  const log = newLog()
  const noting = { late, notes: touched, momentNow }
  const { linkedTo, children, showing } = plain.store
  const linkedItems = lookUps.linkedItems(databaseLinkedItemsReader(db))
  const putting = {
    ...{ ...noting, lookUps, log, resources, linkedTo, children, showing, addCounts: termCounting(noting) },
    async removeRow(name: ResourceName, id: number, now: number) {
      if (name === 'event') await noteEventEndings(db, [id], momentNow())
      await plain.store.remove(name, id, now)
    },
  }
  const common = {
    ...plain.store,
    // Each write first settles what is due.
    items: <N extends ResourceName>(name: N, records: readonly RecordOf<N>[], viewer: Viewer) =>
      itemsFromRecordsByResource[name](db, records, viewer, { ...linkedItems, due: async () => () => 0 }),
    ...manyEventsWriting(noting),
    ...lookUps.reads(plain.store),
    async expect(expected: ExpectedItems) {
      if (expected.event.length > 1) late.holdRows()
      await lookUps.lookUp(expected, momentNow())
    },
    async rememberImport(key: string, resource: string, item_id: number) {
      late.addImport(key, { resource, item_id })
      lookUps.imported(key, { resource, item_id })
    },
    proposals: proposalWriteOperations(db, current, log),
    incoming: incomingWriteOperations(db),
    touchedItems: touched.count,
    async setPictures(id: number, widths: readonly number[]) {
      await plain.store.setPictures(id, widths)
      touched.touch('media', id)
    },
    /** What failed wrote nothing, and nothing is known after it. */
    attempt<T>(act: () => Promise<T>): Promise<T> {
      const marks = [touched.mark(), log.mark(), lookUps.mark()]
      return plain.store.attempt(act).catch((error: unknown) => {
        for (const forget of marks) forget()
        throw error
      })
    },
  }
  const store: Writing = {
    ...common,
    ...putsOf(putting, false),
    ...actsWithOneLine({ store: { ...common, ...putsOf(putting, true) }, log, db, current, accounts }),
  }
  const begin = (revision: number, moment: Moment) => {
    current.revision = revision
    current.moment = moment
    for (const part of [plain, touched, log, late, lookUps]) part.begin()
  }
  return { begin, store, touched, log, late }
}

/** Runs one transaction: all or nothing, one increment of the revision, and a journal entry for each touched item. */
export type RunWrite = <T>(
  db: Db,
  writer: WriteStamp,
  act: (store: Writing, revision: number, db: Db) => Promise<T>,
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
    const { begin, store, touched, log, late } = on(db)
    begin(revision, writer.moment)
    await publishDueItems(late.db, store, writer.moment)
    const result = await act(store, revision, late.db)
    await late.finish()
    await log.keep(db, revision, writer)
    const at = epochOfInstant(writer.moment.now)
    await touched.keep(db, revision, { at, since: at - writes.keepChanges }, log.net())
    if (isIndexingDueAfterWrite(revision, touched.added('event'))) await indexNewestEventTexts(db)
    return { result, revision }
  }
}

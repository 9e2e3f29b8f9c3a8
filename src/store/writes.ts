/** Runs the writes of a store: what each transaction does before and after the act of its caller. */
import type { PublishableName, ResourceName } from '../contract/resources/index.ts'
import { epochOfInstant, type Moment } from '../domain/time/moment.ts'
import type { OpenDatabase } from './database/dialects.ts'
import { NewerDatabaseError } from './database/errors.ts'
import { type Db, type SqlBool, sql } from './database/sql.ts'
import type { AlmanacFollower } from './events/almanac/follower.ts'
import { recallingLinkedItemsReader } from './events/linked-items.ts'
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
import { removeRecord, unloggedWriting } from './records/writing.ts'
import { manyEventsWriting, termCounting } from './series/writing.ts'
import type { Writing } from './store.ts'
import type { RecordOf, Viewer, WriteStamp } from './types/index.ts'
import type { ResultAndRevision } from './types/writing.ts'

// Scheduled items whose date has come: each write first publishes them.

/** An item whose date has come, and what stays of it when it is published. */
interface DueItem {
  readonly resource: PublishableName
  readonly id: number
  readonly version: number
  readonly modified_utc: number
}

const dueOf = (now: number) => sql<DueItem>`
  select 'event' as resource, id, version, modified_utc from events where status = 'future' and date_utc <= ${now}
  union all select 'series', id, version, modified_utc from series where status = 'future' and date_utc <= ${now}
  union all select 'venue', id, version, modified_utc from venues where status = 'future' and date_utc <= ${now}
  union all select 'organizer', id, version, modified_utc from organizers where status = 'future' and date_utc <= ${now}
  union all select 'page', id, version, modified_utc from pages where status = 'future' and date_utc <= ${now}`

/** Whether a scheduled item is due that no write has settled yet. */
export async function hasDueItems(db: Db, { now }: Moment): Promise<boolean> {
  return await sql`${dueOf(epochOfInstant(now))} limit 1`.exists(db)
}

/**
 * Publishes scheduled items that are due, so that stored counts stay close to displayed ones, and other programs hear of
 * them as of any change.
 */
async function publishDueItems(
  db: Db,
  store: Pick<Writing, 'updateEach' | 'put'>,
  now: number,
): Promise<void> {
  const due = await dueOf(now).rows(db)
  const events = due.filter(({ resource }) => resource === 'event').map(({ id }) => id)
  // A series may have a thousand that are due at once.
  await store.updateEach(events.map((id) => ({ id, status: 'publish' })))
  for (const { resource, id, ...stays } of due)
    if (resource !== 'event') await store.put(resource, id, { status: 'publish', ...stays })
}

/** The parts that all writes of a store share. */
interface Writes extends Pick<OpenDatabase, 'accounts'> {
  /** Seconds for which changes are kept. */
  readonly keepChanges: number
  readonly resources: StoredResources
  /** What memory knows. */
  readonly follower: AlmanacFollower
}

/** The writing of one connection, for one transaction after the other. */
function writingOf(direct: Db, { accounts, resources, follower }: Writes) {
  const current: { revision: number; spent: number; moment: Moment | undefined } = {
    revision: 0,
    spent: 0,
    moment: undefined,
  }
  const momentNow = () => {
    if (current.moment === undefined) throw new Error('No transaction has begun.')
    return current.moment
  }
  const late = lateWritesOf(direct, (text) => lookUps.forgetFor(text))
  const { db } = late
  const lookUps = newLookUps(late)
  const notes = newJournalNotes()
  const log = newLog()
  const parts = { late, lookUps, notes, log, current, momentNow }
  const unlogged = unloggedWriting(parts)
  /** Where what events link to comes from: memory, if it is as new as the write before this one. */
  const linkedItems = () => {
    const almanac = follower.almanac()
    const { revision } = almanac
    return lookUps.linkedItems(
      revision === current.revision - 1
        ? recallingLinkedItemsReader(db, { almanac, revision }, follower, notes.has)
        : databaseLinkedItemsReader(db),
    )
  }
  const putting = {
    ...{ ...parts, resources, reads: unlogged, addCounts: termCounting(parts) },
    async removeRow(name: ResourceName, id: number, now: number) {
      if (name === 'event') await noteEventEndings(db, [id], momentNow())
      // The members of a group lose the rights that it gave.
      if (name === 'group') accounts.changes += 1
      await removeRecord(db, name, id, now)
    },
  }
  const common = {
    ...unlogged,
    // Each write first settles what is due.
    items: <N extends ResourceName>(name: N, records: readonly RecordOf<N>[], viewer: Viewer) =>
      itemsFromRecordsByResource[name](db, records, viewer, { ...linkedItems(), due: async () => () => 0 }),
    ...manyEventsWriting(parts),
    ...lookUps.reads(unlogged),
    revision: async () => current.revision,
  }
  const store: Writing = {
    ...common,
    ...putsOf(putting, false),
    ...actsWithOneLine({ store: { ...common, ...putsOf(putting, true) }, log, db, current, accounts }),
    proposals: proposalWriteOperations(db, current, log),
    incoming: incomingWriteOperations(db),
  }
  const begin = (revision: number, moment: Moment) => {
    Object.assign(current, { revision, moment, spent: 0 })
    for (const part of [notes, log, late, lookUps]) part.begin()
  }
  return { begin, store, notes, log, late }
}

/** Runs one transaction: all or nothing, one increment of the revision, and a journal entry for each touched item. */
export type RunWrite = <T>(
  db: Db,
  writer: WriteStamp,
  act: (store: Writing, revision: number, db: Db) => Promise<T>,
) => Promise<ResultAndRevision<T>>

/** No row of `revision` was there. */
const noRevision = { value: 0, needs: 0, is_due: false } as const

/** Returns the function that runs the writes of a store. It keeps the writing of each connection: SQLite has one that writes. */
export function writeRunner(writes: Writes): RunWrite {
  const kept = new WeakMap<Db, ReturnType<typeof writingOf>>()
  const on = (db: Db) => {
    const known = kept.get(db) ?? writingOf(db, writes)
    kept.set(db, known)
    return known
  }
  return async (db, writer, act) => {
    const at = epochOfInstant(writer.moment.now)
    // Taken first: writers run one after the other, so slugs, names and counts can be read before they are written.
    const begun = sql<{
      readonly value: number
      readonly needs: number
      readonly is_due: SqlBool
    }>`update revision set value = value + 1 returning value, needs, exists (${dueOf(at)}) as is_due`
    const { value: revision, needs, is_due } = (await begun.first(db)) ?? noRevision
    // A newer program has started beside this one, and has changed what writes have to note.
    if (needs > SCHEMA_NUMBER) throw new NewerDatabaseError(`it needs migration ${needs}`)
    const { begin, store, notes, log, late } = on(db)
    begin(revision, writer.moment)
    if (is_due) await publishDueItems(late.db, store, at)
    const result = await act(store, revision, late.db)
    await late.finish()
    await log.keep(db, revision, writer)
    await notes.keep(db, revision, { at, since: at - writes.keepChanges })
    if (isIndexingDueAfterWrite(revision, notes.added('event'))) await indexNewestEventTexts(db)
    return { result, revision }
  }
}

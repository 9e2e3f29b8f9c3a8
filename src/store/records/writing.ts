/** The write operations of every resource within one transaction, on both databases. */
import type { PublishableName, ResourceName } from '../../contract/resources/index.ts'
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import type { DialectName, OpenDatabase } from '../database/dialects.ts'
import { storeLongTextsOfRows } from '../database/long-texts.ts'
import { type Db, insertRow, queryFirstRow, queryRows, quotedName, sql, updateRow } from '../database/sql.ts'
import { updateSearchedTranslationsOfItems } from '../events/searched-translations.ts'
import { auditRowsOfWriteOrItem } from '../log/audit-pages.ts'
import type {
  ImportKeyWriting,
  ItemWriting,
  SeriesWriting,
  SiteWriting,
  TransactionBookkeeping,
  ValuesOf,
  WritingAuditedPerItem,
} from '../store.ts'
import { dutyWriting } from './duties.ts'
import { isLateTable, type LateWrites } from './in-sets.ts'
import { removeImageFromItems, setPagePictureWidths } from './media.ts'
import { advanceIdSequences, columnsToWrite, itemTable } from './query-records.ts'
import { readOperations } from './reading.ts'
import { forgetImportByKey, saveIdempotencyRecord, saveSettings } from './settings.ts'
import { addFormerSlugs, freeSlug } from './slugs.ts'

/** Inserts a row with these columns, perhaps late. Returns its id. */
export async function insertRecord<N extends ResourceName>(
  late: LateWrites,
  name: N,
  values: ValuesOf<N>,
): Promise<number> {
  const { db } = late
  const row = columnsToWrite(name, values)
  const [shared = row] = name === 'event' ? await storeLongTextsOfRows(db, [row], 'new') : []
  const table = itemTable(name)
  const isLate = late.holdsRows() && isLateTable(table) && !('id' in row) && row.translations === '{}'
  if (isLate) return late.addUnderNextId(table, shared)
  const id = await insertRow(db, table, shared)
  if (row.translations !== '{}') await updateSearchedTranslationsOfItems(db, name, [id], row)
  return id
}

/** Updates these columns of a row. */
export async function updateRecord<N extends ResourceName>(
  db: Db,
  name: N,
  id: number,
  values: Partial<ValuesOf<N>>,
): Promise<void> {
  const row = columnsToWrite(name, values)
  const [shared = row] = name === 'event' ? await storeLongTextsOfRows(db, [row], 'changes') : []
  await updateRow(db, itemTable(name), id, shared)
  await updateSearchedTranslationsOfItems(db, name, [id], row)
}

/** Deletes a row. Events that show it lose it: each gets a new version, modified at `now` (seconds since 1970 UTC). */
async function removeRecord(db: Db, name: ResourceName, id: number, now: number): Promise<void> {
  if (name === 'event')
    await sql`update events set post_parent = null, version = version + 1, modified_utc = ${now}
      where post_parent = ${id}`.execute(db)
  if (name === 'media') await removeImageFromItems(db, id, now)
  await sql`delete from ${quotedName(itemTable(name))} where id = ${id}`.execute(db)
}

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
  return (await queryFirstRow(db, sql`${dueOf(epochOfInstant(now))} limit 1`)) !== undefined
}

/**
 * Publishes scheduled items that are due, so that stored counts stay close to displayed ones, and other programs hear of
 * them as of any change.
 */
export async function publishDueItems(db: Db, store: WritingAuditedPerItem, { now }: Moment): Promise<void> {
  const due = await queryRows(db, dueOf(epochOfInstant(now)))
  const events = due.filter(({ resource }) => resource === 'event').map(({ id }) => id)
  // A series may have a thousand that are due at once.
  await store.updateEach(events.map((id) => ({ id, status: 'publish' })))
  for (const { resource, id, ...stays } of due)
    if (resource !== 'event') await store.update(resource, id, { status: 'publish', ...stays })
}

/** The writes to the tables on one connection: all but puts, and what needs the notes of the transaction. */
interface PlainWriting {
  readonly store: Omit<
    WritingAuditedPerItem,
    | ('put' | 'insert' | 'insertMedia' | 'update' | 'touchedItems')
    | ('expect' | 'rememberImport' | 'proposals' | 'incoming')
    | keyof SeriesWriting
  >
  /** Begins a transaction. */
  begin(): void
}

const importWriting = (db: Db, dialect: DialectName): Omit<ImportKeyWriting, 'rememberImport'> => ({
  forgetImport: (key) => forgetImportByKey(db, key),
  reserveIds: () => advanceIdSequences(db, dialect),
})

const siteWriting = (db: Db): SiteWriting => ({
  saveSettings: (changes) => saveSettings(db, changes),
  saveIdempotencyRecord: (key, kept, moment) => saveIdempotencyRecord(db, key, kept, moment),
})

/** Returns the read and write operations of one connection, and the function that begins a transaction. `accounts` counts changes of rights. */
export function writeOperations(
  { db, attempt }: LateWrites,
  dialect: DialectName,
  accounts: OpenDatabase['accounts'],
): PlainWriting {
  let spent = 0
  const items: Pick<ItemWriting, 'freeSlug' | 'addFormerSlugs' | 'remove' | 'setPictures'> &
    Omit<TransactionBookkeeping, 'touchedItems' | 'expect'> = {
    freeSlug: (name, slug, except, isChosen = false) => freeSlug(db, { name, slug, except, isChosen }),
    addFormerSlugs: (name, id, slugs) => addFormerSlugs(db, name, id, slugs),
    async remove(name, id, now) {
      // The members of a group lose the rights that it gave.
      if (name === 'group') accounts.changes += 1
      await removeRecord(db, name, id, now)
    },
    setPictures: (id, widths) => setPagePictureWidths(db, id, widths),
    spend(rows) {
      spent += rows
      return spent
    },
    attempt,
    recorded: (query) => auditRowsOfWriteOrItem(db, query),
  }
  return {
    store: {
      ...readOperations(db),
      ...items,
      ...importWriting(db, dialect),
      ...siteWriting(db),
      ...dutyWriting(db),
    },
    begin() {
      spent = 0
    },
  }
}

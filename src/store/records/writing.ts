/** Rows of items, and what a transaction writes that has no line in the log, on both databases. */

import type { ItemName, ResourceName } from '../../contract/resources/index.ts'
import type { Moment } from '../../domain/time/moment.ts'
import { storeLongTextsOfRows } from '../database/long-texts.ts'
import { type Db, insertRow, quotedName, sql, updateRow } from '../database/sql.ts'
import { updateSearchedTranslationsOfItems } from '../events/searched-translations.ts'
import { auditRowsOfWriteOrItem } from '../log/audit-pages.ts'
import type { JournalNotes } from '../log/journal.ts'
import type { Log } from '../log/log.ts'
import { itemTables } from '../tables.ts'
import type { AuditOfWriteOrItemQuery, IdempotencyRecord, ValuesOf } from '../types/index.ts'
import { dutyWriting } from './duties.ts'
import { type ExpectedItems, isLateTable, type LateWrites, type LookUps } from './in-sets.ts'
import { removeImageFromItems, setPagePictureWidths } from './media.ts'
import { advanceIdSequences, columnsToWrite } from './query-records.ts'
import { readOperations } from './reading.ts'
import { forgetImportByKey, saveIdempotencyRecord } from './settings.ts'
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
  const table = itemTables[name]
  const isLate = late.holdsRows() && isLateTable(table) && !('id' in row) && row.translations === '{}'
  if (isLate) return late.addUnderNextId(table, shared)
  const id = await insertRow(db, table, shared)
  if (row.translations !== '{}') await updateSearchedTranslationsOfItems(db, name, [id], row)
  return id
}

/** Updates these columns of a row, if it has the version where one is given. Returns whether there was one. */
export async function updateRecord<N extends ResourceName>(
  db: Db,
  name: N,
  { id, version }: { readonly id: number; readonly version?: number | undefined },
  values: Partial<ValuesOf<N>>,
): Promise<boolean> {
  const row = columnsToWrite(name, values)
  const [shared = row] = name === 'event' ? await storeLongTextsOfRows(db, [row], 'changes') : []
  const isUpdated = await updateRow(db, itemTables[name], id, shared, version)
  if (isUpdated) await updateSearchedTranslationsOfItems(db, name, [id], row)
  return isUpdated
}

/** Deletes a row. Events that show it lose it: each gets a new version, modified at `now` (seconds since 1970 UTC). */
export async function removeRecord(db: Db, name: ResourceName, id: number, now: number): Promise<void> {
  if (name === 'event')
    await sql`update events set post_parent = null, version = version + 1, modified_utc = ${now}
      where post_parent = ${id}`.execute(db)
  if (name === 'media') await removeImageFromItems(db, id, now)
  await sql`delete from ${quotedName(itemTables[name])} where id = ${id}`.execute(db)
}

/** What the writes of one connection share. */
export interface TransactionParts {
  readonly late: LateWrites
  readonly lookUps: LookUps
  readonly notes: JournalNotes
  readonly log: Log
  /** The transaction that runs. */
  readonly current: { readonly revision: number; spent: number }
  momentNow(): Moment
}

/** Returns the reads of one connection, and its writes that have no line in the log. */
export const unloggedWriting = ({ late, lookUps, notes, log, current, momentNow }: TransactionParts) => {
  const { db } = late
  const marked = [notes, log, lookUps]
  return {
    ...readOperations(db),
    ...dutyWriting(db),
    /** The first of `slug`, `slug-2` … that no item of the resource has, nor had, unless somebody chose the slug. */
    freeSlug: (name: ItemName | 'series', slug: string, except?: number, isChosen = false) =>
      freeSlug(db, { name, slug, except, isChosen }),
    /** Gives an item former slugs, except those that another item has or had. Returns whether it has more than before. */
    addFormerSlugs: (name: ItemName | 'series', id: number, slugs: readonly string[]) =>
      addFormerSlugs(db, name, id, slugs),
    /** Notes in which widths there are pictures of an image for pages: neither a change nor a version of it. */
    async setPictures(id: number, widths: readonly number[]) {
      await setPagePictureWidths(db, id, widths)
      notes.touch('media', id)
    },
    /** Records what a source was imported as. A key that is recorded already names the new item from then on. */
    async rememberImport(key: string, resource: string, item_id: number) {
      late.addImport(key, { resource, item_id })
      lookUps.imported(key, { resource, item_id })
    },
    /** Deletes the import recorded under a key, if there is one. */
    forgetImport: (key: string) => forgetImportByKey(db, key),
    /** Makes new ids follow those inserted explicitly. */
    reserveIds: () => advanceIdSequences(db),
    saveIdempotencyRecord: (key: string, kept: IdempotencyRecord, moment: Moment) =>
      saveIdempotencyRecord(db, key, kept, moment),
    /** The lines of one write, the parts of its acts, or at most 1,000 of an item from one line on or after a revision; newest first. */
    recorded: (query: AuditOfWriteOrItemQuery) => auditRowsOfWriteOrItem(db, query),
    /** Runs `act`. If it fails, its writes are rolled back, but not the rest of the transaction: it wrote nothing, and nothing is known after it. */
    attempt<T>(act: () => Promise<T>): Promise<T> {
      const marks = marked.map((one) => one.mark())
      return late.attempt(act).catch((error: unknown) => {
        for (const forget of marks) forget()
        throw error
      })
    },
    /** Counts rows that this transaction writes. Returns how many it has counted. */
    spend(rows: number) {
      current.spent += rows
      return current.spent
    },
    /** Prepares for making many items: looks up at once what they need, and inserts them late. */
    async expect(expected: ExpectedItems) {
      if (expected.event.length > 1) late.holdRows()
      await lookUps.lookUp(expected, momentNow())
    },
    /** How often this transaction has written an item, also by publishing what was due. */
    itemWrites: notes.count,
  }
}

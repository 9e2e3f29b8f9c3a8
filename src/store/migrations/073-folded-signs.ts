/**
 * Folded texts no longer tell kinds of apostrophes, quotes and dashes apart, so that `l'été` finds `L’été`. What is free of charge follows
 * from the prices as they are read now: `₹1,00,000` had a price of 0.
 */
import { derivedColumns } from '../../contract/derived-columns.ts'
import type { ResourceName } from '../../contract/resources/index.ts'
import { namesOf } from '../../contract/table-of.ts'
import { translatedSearchTexts } from '../../domain/content/translated-texts.ts'
import { isFreeEntry } from '../../domain/money/free.ts'
import { foldedText } from '../../domain/text/letters.ts'
import { restoreWholeTextsUnlessGone, storeLongTextsOfRows } from '../database/long-texts.ts'
import { type Db, queryRows, updateRow } from '../database/rows.ts'
import { joinedSql, quotedName, type Sql, sql } from '../database/sql.ts'
import {
  setSearchedTranslationsOfItems,
  type TranslatedTable,
  translatedTables,
} from '../database/translated-texts.ts'
import { itemTable } from '../records/orders.ts'
import type { RowOf } from '../records/query-records.ts'
import type { Migration } from './migration.ts'

/** Rows that are in memory at a time: those of events have texts of any length. */
const BATCH = 100

/** The signs in texts of the old folding, which made a space with its mark of an accent that stands alone. */
const signs = '`‘’‛ʼʻ′“”„‟«»\u2010\u2011\u2012–—\u2015−\u0301\u0313'

const hasSign = ({ dialect }: Db, column: Sql): Sql =>
  dialect === 'sqlite' ? sql`${column} glob ${`*[${signs}]*`}` : sql`${column} ~ ${`[${signs}]`}`

/** Resource → its folded columns, which follow from its row. */
const foldedColumns = {
  event: ['title_key', 'search_text'],
  series: ['title_key'],
  venue: ['name_key', 'search_text'],
  organizer: ['name_key', 'search_text'],
  category: ['name_key', 'search_text'],
  tag: ['name_key', 'search_text'],
  group: ['name_key', 'search_text'],
  media: ['search_text'],
} as const

/** The columns of a row that derive from its others. A later column that is searched has its own migration: these rows lack it. */
const derived: { readonly [N in ResourceName]: (row: RowOf<N>) => object } = derivedColumns

/** Calls `act` with the rows of a query by id, a batch at a time. */
async function eachBatch<R extends { readonly id: number }>(
  db: Db,
  rowsAfter: (id: number) => Sql<R>,
  act: (rows: readonly R[]) => Promise<void>,
): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await queryRows(db, sql<R>`${rowsAfter(after)} order by id limit ${BATCH}`)
    const last = rows.at(-1)
    if (last === undefined) return
    await act(rows)
    after = last.id
  }
}

/** The condition that a folded column of a row has a sign, also in a text that is stored apart. */
function hasFoldedSign(db: Db, name: ResourceName): Sql {
  const own = foldedColumns[name].map((column) => hasSign(db, quotedName(column)))
  const apart = sql`exists (select 1 from long_texts where id = long_search and ${hasSign(db, sql`long_texts.text`)})`
  return sql`(${joinedSql(name === 'event' ? [...own, apart] : own, ' or ')})`
}

async function foldItems<N extends ResourceName>(db: Db, name: N): Promise<void> {
  const table = itemTable(name)
  const where = hasFoldedSign(db, name)
  const rowsAfter = (id: number) =>
    sql<RowOf<N>>`select * from ${quotedName(table)} where id > ${id} and ${where}`
  await eachBatch(db, rowsAfter, async (rows) => {
    if (name === 'event') await restoreWholeTextsUnlessGone(db, rows)
    for (const row of rows) {
      const all = derived[name](row)
      const folded = Object.fromEntries(
        foldedColumns[name].map((column) => [column, Reflect.get(all, column)]),
      )
      const [changes = {}] = name === 'event' ? await storeLongTextsOfRows(db, [folded], 'changes') : [folded]
      await updateRow(db, table, row.id, changes)
    }
  })
}

async function foldTranslations(db: Db, table: TranslatedTable): Promise<void> {
  const isFolded = sql`exists (select 1 from translated_texts join long_texts on long_texts.id = text_id
    where item_table = ${table} and item_id = item.id and ${hasSign(db, sql`long_texts.text`)})`
  const rowsAfter = (id: number) =>
    sql<{ readonly id: number; readonly translations: string }>`
      select id, translations from ${quotedName(table)} as item where id > ${id} and ${isFolded}`
  await eachBatch(db, rowsAfter, async (rows) => {
    for (const { id, translations } of rows)
      await setSearchedTranslationsOfItems(db, table, [id], translatedSearchTexts(JSON.parse(translations)))
  })
}

/** The names of items that were merged into others; their other folded columns are derived as they come back. */
async function foldMergedNames(db: Db): Promise<void> {
  const rowsAfter = (id: number) =>
    sql<{
      readonly id: number
      readonly record: string
    }>`select id, record from merges where id > ${id} and ${hasSign(db, quotedName('name_key'))}`
  await eachBatch(db, rowsAfter, async (rows) => {
    for (const { id, record } of rows)
      await updateRow(db, 'merges', id, { name_key: foldedText(JSON.parse(record).name) })
  })
}

/** Reads prices anew, where these say whether an event is free. */
async function readPrices(db: Db): Promise<void> {
  const rowsAfter = (id: number) =>
    sql<{
      readonly id: number
      readonly cost: string
      readonly tickets: string
      readonly free: number
    }>`select id, cost, tickets, free from events where id > ${id} and cost is not null`
  await eachBatch(db, rowsAfter, async (rows) => {
    for (const { id, cost, tickets, free } of rows) {
      const now = isFreeEntry(JSON.parse(cost), JSON.parse(tickets)) ? 1 : 0
      if (now !== free) await updateRow(db, 'events', id, { free: now })
    }
  })
}

export const foldedSigns: Migration = {
  name: '073-folded-signs',
  async up(db) {
    for (const name of namesOf(foldedColumns)) await foldItems(db, name)
    for (const table of translatedTables) await foldTranslations(db, table)
    await foldMergedNames(db)
    await readPrices(db)
  },
}

/**
 * Folded texts no longer tell kinds of apostrophes, quotes and dashes apart, so that `l'été` finds `L’été`. What is free of charge follows
 * from the prices as they are read now: `₹1,00,000` had a price of 0.
 */
import { translatedSearchTexts } from '../../domain/languages.ts'
import { isFreeEntry } from '../../domain/money/cost.ts'
import { stateProvince } from '../../domain/places.ts'
import { foldedText } from '../../domain/text/letters.ts'
import { plainTextOf } from '../../domain/text/plain-text.ts'
import {
  restoreWholeTextsUnlessGone,
  setSearchedTranslationsOfItems,
  storeLongTextsOfRows,
  type TranslatedTable,
} from '../database/long-texts.ts'
import { type Db, quotedName, type Sql, type SqlParameter, sql, updateRow } from '../database/sql.ts'
import type { Migration } from './migration.ts'

/** Rows that are in memory at a time: those of events have texts of any length. */
const BATCH = 100

/** The signs in texts of the old folding, which made a space with its mark of an accent that stands alone. */
const signs = '`‘’‛ʼʻ′“”„‟«»\u2010\u2011\u2012–—\u2015−\u0301\u0313'

const hasSign = ({ dialect }: Db, column: Sql): Sql =>
  dialect === 'sqlite' ? sql`${column} glob ${`*[${signs}]*`}` : sql`${column} ~ ${`[${signs}]`}`

type Row = Readonly<Record<string, SqlParameter>>

/** The text of a column of a row; `absent` where it has none. */
type TextOf = (column: string, absent?: string) => string

const lines = (texts: readonly string[]) => texts.map(foldedText).join('\n')
const linesUnlessEmpty = (texts: readonly string[]) => lines(texts.filter((text) => text !== ''))
const html = (of: TextOf, column: string) => plainTextOf(of(column))

const foldedTerm = (of: TextOf) => ({
  name_key: foldedText(of('name')),
  search_text: lines([of('name'), of('slug'), html(of, 'description')]),
})

function foldedVenue(of: TextOf) {
  const columns = [
    'address',
    'city',
    'country',
    'province',
    'state',
    'zip',
    'phone',
    'website',
    'accessibility',
  ]
  const place = { state: of('state'), province: of('province'), country: of('country') }
  const stateprovince = of('stateprovince', stateProvince(place))
  return {
    name_key: foldedText(of('name')),
    search_text: linesUnlessEmpty([
      of('name'),
      html(of, 'description'),
      ...columns.map((column) => of(column)),
      stateprovince,
    ]),
  }
}

/** The tables of what has translations, as of this migration. */
const translatedTables = [
  'events',
  'venues',
  'organizers',
  'categories',
  'tags',
  'groups',
  'media',
] as const satisfies readonly TranslatedTable[]

type FoldedTable = (typeof translatedTables)[number] | 'series'

/** Table → its folded columns, as of this migration. */
const foldedColumns: { readonly [T in FoldedTable]: (of: TextOf) => Row } = {
  events: (of) => ({
    title_key: foldedText(of('title')),
    search_text: lines([of('title'), html(of, 'description'), html(of, 'excerpt')]),
  }),
  series: (of) => ({ title_key: foldedText(of('title')) }),
  venues: foldedVenue,
  organizers: (of) => ({
    name_key: foldedText(of('name')),
    search_text: linesUnlessEmpty([
      of('name'),
      html(of, 'description'),
      of('phone'),
      of('website'),
      of('email'),
    ]),
  }),
  categories: foldedTerm,
  tags: foldedTerm,
  groups: (of) => ({
    name_key: foldedText(of('name')),
    search_text: foldedText(of('name')),
  }),
  media: (of) => ({
    search_text: lines([of('title'), of('alt_text'), ...[of('credit')].filter((text) => text !== '')]),
  }),
}

/** Calls `act` with the rows of a query by id, a batch at a time. */
async function eachBatch<R extends { readonly id: number }>(
  db: Db,
  rowsAfter: (id: number) => Sql<R>,
  act: (rows: readonly R[]) => Promise<void>,
): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await sql<R>`${rowsAfter(after)} order by id limit ${BATCH}`.rows(db)
    const last = rows.at(-1)
    if (last === undefined) return
    await act(rows)
    after = last.id
  }
}

/** The condition that a folded text of a row has a sign, also one that is stored apart. */
function hasFoldedSign(db: Db, table: FoldedTable): Sql {
  const searched = sql`coalesce((select text from long_texts where id = long_search), '')`
  const own = quotedName(table === 'series' ? 'title_key' : 'search_text')
  if (table !== 'events') return hasSign(db, own)
  return sql`(${hasSign(db, own)} or ${hasSign(db, searched)})`
}

async function foldItems(db: Db, table: FoldedTable): Promise<void> {
  const where = hasFoldedSign(db, table)
  const rowsAfter = (id: number) =>
    sql<Row & { readonly id: number }>`select * from ${quotedName(table)} where id > ${id} and ${where}`
  await eachBatch(db, rowsAfter, async (rows) => {
    if (table === 'events') await restoreWholeTextsUnlessGone(db, rows)
    for (const row of rows) {
      const columns = foldedColumns[table]((column, absent = '') => String(row[column] ?? absent))
      const [changes = {}] =
        table === 'events' ? await storeLongTextsOfRows(db, [columns], 'changes') : [columns]
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
    for (const table of ['series', ...translatedTables] as const) await foldItems(db, table)
    for (const table of translatedTables) await foldTranslations(db, table)
    await foldMergedNames(db)
    await readPrices(db)
  },
}

/**
 * Folded texts no longer tell kinds of apostrophes, quotes and dashes apart, so that `l'été` finds `L’été`. What is free of charge follows
 * from the prices as they are read now: `₹1,00,000` had a price of 0.
 */
import { createHash } from 'node:crypto'
import { isFreeEntry } from '../../domain/money/free.ts'
import { foldedText, signsByTypedSign } from '../../domain/text/letters.ts'
import { type Db, queryRows } from '../database/rows.ts'
import { joinedSql, quotedName, type Sql, sql } from '../database/sql.ts'
import type { Migration } from './migration.ts'

const BATCH = 500

/** The folded columns of each table. */
const foldedColumns: Readonly<Record<string, readonly string[]>> = {
  events: ['title_key', 'search_text'],
  series: ['title_key'],
  venues: ['name_key', 'search_text'],
  organizers: ['name_key', 'search_text'],
  categories: ['name_key', 'search_text'],
  tags: ['name_key', 'search_text'],
  groups: ['name_key', 'search_text'],
  media: ['search_text'],
  merges: ['name_key'],
}

const signs = Object.entries(signsByTypedSign).flatMap(([typed, others]) =>
  others.map((sign) => [sign, typed] as const),
)

/** A folded text with the signs of keyboards. */
const typed = (column: Sql): Sql =>
  signs.reduce((text, [sign, plain]) => sql`replace(${text}, ${sign}, ${plain})`, column)

async function foldSigns(db: Db, table: string, columns: readonly string[]): Promise<void> {
  const all = columns.map((column) => ({ column: quotedName(column), folded: typed(quotedName(column)) }))
  const changes = joinedSql(all.map(({ column, folded }) => sql`${column} = ${folded}`))
  const where = joinedSql(
    all.map(({ column, folded }) => sql`${column} <> ${folded}`),
    ' or ',
  )
  await sql`update ${quotedName(table)} set ${changes} where ${where}`.execute(db)
}

/** Stores long searched texts anew: each has a hash, and stands in an index by its id. */
async function foldLongTexts(db: Db): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await queryRows(
      db,
      sql<{
        readonly id: number
        readonly text: string
      }>`select id, ${typed(sql`text`)} as text from long_texts
        where is_searched = 1 and id > ${after} and text <> ${typed(sql`text`)} order by id limit ${BATCH}`,
    )
    for (const { id, text } of rows) await replaceLongText(db, id, text)
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

async function replaceLongText(db: Db, id: number, text: string): Promise<void> {
  const hash = createHash('sha256').update(`1${text}`).digest('hex')
  await sql`insert into long_texts (hash, is_searched, text)
    select ${hash}, 1, ${text} where not exists (select 1 from long_texts where hash = ${hash})`.execute(db)
  const folded = sql`(select id from long_texts where hash = ${hash})`
  await sql`update translated_texts set text_id = ${folded} where text_id = ${id}`.execute(db)
  // Triggers delete the text that no event has any more, or no translation.
  await sql`update events set long_search = ${folded} where long_search = ${id}`.execute(db)
  await sql`delete from long_texts where id = ${id}`.execute(db)
}

/** Folds a column anew whose old folding had an acute accent as a space with its mark: the space may be that of a word. */
async function foldNames(db: Db, table: string, [column, from]: readonly [string, string]): Promise<void> {
  const rows = await queryRows(
    db,
    sql<{
      readonly id: number
      readonly text: string
    }>`select id, ${quotedName(from)} as text from ${quotedName(table)}
      where ${quotedName(from)} like '%´%'`,
  )
  for (const { id, text } of rows)
    await sql`update ${quotedName(table)} set ${quotedName(column)} = ${foldedText(text)} where id = ${id}`.execute(
      db,
    )
}

/** Reads prices anew, where these say whether an event is free. */
async function readPrices(db: Db): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await queryRows(
      db,
      sql<{
        readonly id: number
        readonly cost: string
        readonly tickets: string
        readonly free: number
      }>`select
        id, cost, tickets, free from events where id > ${after} and cost is not null order by id limit ${BATCH}`,
    )
    for (const { id, cost, tickets, free } of rows) {
      const now = isFreeEntry(JSON.parse(cost), JSON.parse(tickets)) ? 1 : 0
      if (now !== free) await sql`update events set free = ${now} where id = ${id}`.execute(db)
    }
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

export const foldedSigns: Migration = {
  name: '073-folded-signs',
  async up(db) {
    for (const [table, columns] of Object.entries(foldedColumns)) await foldSigns(db, table, columns)
    for (const table of ['events', 'series']) await foldNames(db, table, ['title_key', 'title'])
    for (const table of ['venues', 'organizers', 'categories', 'tags', 'groups'])
      await foldNames(db, table, ['name_key', 'name'])
    await foldLongTexts(db)
    await readPrices(db)
  },
}

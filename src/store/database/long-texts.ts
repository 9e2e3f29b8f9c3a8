/**
 * Long texts of events: each is stored once, however many events have it, such as the occurrences of a series. An event refers to it
 * from a column of its own, and the database deletes a text that no event refers to.
 */
import { createHash } from 'node:crypto'
import { setImmediate as breath } from 'node:timers/promises'
import {
  type Db,
  insertRow,
  joinedSql,
  oneOfSql,
  quotedName,
  type Sql,
  type SqlParameter,
  sql,
} from './sql.ts'

/** The columns of events whose long texts are stored apart, and the columns that refer to those. */
const references = {
  description: 'long_description',
  excerpt: 'long_excerpt',
  search_text: 'long_search',
} as const

type TextColumn = keyof typeof references

const textColumns = ['description', 'excerpt', 'search_text'] as const satisfies readonly TextColumn[]

/** Whether a column of events refers to a long text. */
export const isTextReferenceColumn = (column: string): boolean =>
  textColumns.some((name) => references[name] === column)

/** The most characters of a text that is stored with its event. */
const LONGEST_OWN_TEXT = 4000

type Row = Readonly<Record<string, SqlParameter>>

/** A text in two parts: what its event stores itself, and what is stored apart, if it is long. */
interface PartedText {
  readonly column: TextColumn
  readonly own: string
  readonly long: string | undefined
}

/** Parts the text of a column. The title, with which each search text begins, stays with its event. */
function partedText(column: TextColumn, text: string): PartedText {
  const end = column === 'search_text' ? text.indexOf('\n') + 1 : 0
  const isLong = text.length - end > LONGEST_OWN_TEXT
  return { column, own: isLong ? text.slice(0, end) : text, long: isLong ? text.slice(end) : undefined }
}

const kindOf = (column: TextColumn) => (column === 'search_text' ? 1 : 0)

/** Stores a long text unless it is stored. Returns its id. */
async function storedText(db: Db, column: TextColumn, text: string): Promise<number> {
  const is_searched = kindOf(column)
  const hash = createHash('sha256').update(`${is_searched}${text}`).digest('hex')
  const known = await sql<{ readonly id: number }>`select id from long_texts where hash = ${hash}`.first(db)
  return known?.id ?? insertRow(db, 'long_texts', { hash, is_searched, text })
}

/** Stores texts that are searched, each once, also short ones: those of translations. Returns their ids in the order of the texts. */
async function storeSearchedTextsReturningIds(db: Db, texts: readonly string[]): Promise<readonly number[]> {
  const ids: number[] = []
  for (const text of texts) ids.push(await storedText(db, 'search_text', text))
  return ids
}

/** Stores the long texts of rows, each once. Returns the function that gives their ids. */
async function storedTexts(db: Db, texts: readonly PartedText[]) {
  const ids = { 0: new Map<string, number>(), 1: new Map<string, number>() }
  for (const { column, long } of texts) {
    const known = ids[kindOf(column)]
    if (long === undefined || known.has(long)) continue
    if (known.size > 0) await breath()
    known.set(long, await storedText(db, column, long))
  }
  return ({ column, long }: PartedText): number | null =>
    long === undefined ? null : (ids[kindOf(column)].get(long) ?? null)
}

/**
 * Stores the long texts among the values of events apart. Returns the rows to write: they have the references of the texts that they have.
 * Rows without a long text are returned as they are if they are `new`. Other tasks run between two long texts.
 */
export async function storeLongTextsOfRows(
  db: Db,
  all: readonly Row[],
  are: 'new' | 'changes',
): Promise<readonly Row[]> {
  const names = textColumns.filter((name) => all.some((row) => row[name] !== undefined))
  const texts = all.map((row) => names.map((name) => partedText(name, String(row[name] ?? ''))))
  const isAnyLong = texts.some((of) => of.some(({ long }) => long !== undefined))
  if (names.length === 0 || (are === 'new' && !isAnyLong)) return all
  const idOf = await storedTexts(db, texts.flat())
  return all.map((row, at) => ({
    ...row,
    ...Object.fromEntries(
      (texts[at] ?? []).flatMap((text) => [
        [text.column, text.own],
        [references[text.column], idOf(text)],
      ]),
    ),
  }))
}

/** Reads long texts by id. */
async function longTexts(db: Db, ids: ReadonlySet<number>): Promise<ReadonlyMap<number, string>> {
  if (ids.size === 0) return new Map()
  const found = await sql<{ readonly id: number; readonly text: string }>`
      select id, text from long_texts where id in ${oneOfSql([...ids])}`.rows(db)
  return new Map(found.map(({ id, text }) => [id, text]))
}

const referenceIn = (row: object, column: TextColumn): number | null | undefined =>
  Reflect.get(row, references[column])

/**
 * Gives rows of events their whole texts, and takes the references away. Returns false if a text is gone, because another process changed
 * the events since the rows were read.
 */
export async function restoreWholeTextsUnlessGone(db: Db, all: readonly object[]): Promise<boolean> {
  const wanted = new Set<number>()
  for (const row of all)
    for (const column of textColumns) {
      const id = referenceIn(row, column) ?? undefined
      if (id !== undefined) wanted.add(id)
    }
  const texts = await longTexts(db, wanted)
  if (texts.size < wanted.size) return false
  for (const row of all)
    for (const column of textColumns) {
      const text = texts.get(referenceIn(row, column) ?? 0)
      if (text !== undefined) Reflect.set(row, column, `${Reflect.get(row, column)}${text}`)
      Reflect.deleteProperty(row, references[column])
    }
  return true
}

// Writes which texts the translations of items have, of those that are searched (`translated_texts`). Each text is stored once.

/** The tables of items whose translations are searched: those of a series are found by its occurrences. */
export const translatedTables = [
  'events',
  'venues',
  'organizers',
  'categories',
  'tags',
  'groups',
  'media',
  'pages',
] as const
export type TranslatedTable = (typeof translatedTables)[number]

/** A folded text of a translation. */
interface SearchedText {
  readonly language: string
  readonly field: string
  readonly text: string
}

const amongIds = (ids: readonly number[]): Sql => sql`item_id in ${oneOfSql(ids)}`

async function add(db: Db, table: TranslatedTable, ids: readonly number[], wanted: Sql): Promise<void> {
  await sql`with wanted(language, field, text_id) as (${wanted})
    insert into translated_texts (item_table, item_id, language, field, text_id)
    select ${table}, item.id, wanted.language, wanted.field, wanted.text_id from ${quotedName(table)} as item
    cross join wanted where item.id in ${oneOfSql(ids)} on conflict do nothing`.execute(db)
}

async function removeOthers(
  db: Db,
  table: TranslatedTable,
  ids: readonly number[],
  wanted: Sql,
): Promise<void> {
  await sql`with wanted(language, field, text_id) as (${wanted})
    delete from translated_texts where item_table = ${table} and ${amongIds(ids)} and not exists (select 1 from wanted
      where wanted.language = translated_texts.language and wanted.field = translated_texts.field
      and wanted.text_id = translated_texts.text_id)`.execute(db)
}

/** Sets the texts of few items, as rows of language, field and text. */
async function setTextsOfFew(
  db: Db,
  table: TranslatedTable,
  ids: readonly number[],
  rows: readonly Sql[],
): Promise<void> {
  if (rows.length === 0) {
    await sql`delete from translated_texts where item_table = ${table} and ${amongIds(ids)}`.execute(db)
    return
  }
  const wanted = sql`values ${joinedSql(rows)}`
  // A text that moves to another field is never without a reference: the database deletes those that are.
  await add(db, table, ids, wanted)
  await removeOthers(db, table, ids, wanted)
}

/** The most items of one statement. */
const AT_ONCE = 50

/** Gives items these texts of their translations, in the place of those that they had. Other tasks run between two slices. */
export async function setSearchedTranslationsOfItems(
  db: Db,
  table: TranslatedTable,
  ids: readonly number[],
  texts: readonly SearchedText[],
): Promise<void> {
  const stored = await storeSearchedTextsReturningIds(
    db,
    texts.map(({ text }) => text),
  )
  const rows = texts.map(
    ({ language, field }, at) =>
      sql`(cast(${language} as text), cast(${field} as text), cast(${stored[at] ?? 0} as bigint))`,
  )
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    if (at > 0) await breath()
    await setTextsOfFew(db, table, ids.slice(at, at + AT_ONCE), rows)
  }
}

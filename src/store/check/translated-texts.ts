/** Compares the texts by which translations are searched with the translations themselves (contract §15). */
import { translatedSearchTexts } from '../../domain/content/translated-texts.ts'
import { type Db, queryRows } from '../database/rows.ts'
import { quotedName, sql } from '../database/sql.ts'
import { type TranslatedTable, translatedTables } from '../database/translated-texts.ts'

/** The items that are in memory at once. */
const AT_ONCE = 500

interface TranslatedRow {
  readonly id: number
  readonly translations: string
}

const keyOf = ({ language, field, text }: { language: string; field: string; text: string }) =>
  JSON.stringify([language, field, text])

/** Returns the searched texts of items with ids from `first` to `last`, as sorted keys by item. */
async function searchedTexts(
  db: Db,
  table: TranslatedTable,
  first: number,
  last: number,
): Promise<ReadonlyMap<number, readonly string[]>> {
  const rows = await queryRows(
    db,
    sql<{ item_id: number; language: string; field: string; text: string }>`
      select item_id, language, field, text from translated_texts join long_texts on long_texts.id = text_id
      where item_table = ${table} and item_id between ${first} and ${last}`,
  )
  const found = new Map<number, string[]>()
  for (const row of rows)
    found.set(Number(row.item_id), [...(found.get(Number(row.item_id)) ?? []), keyOf(row)])
  return found
}

const isSame = (wanted: readonly string[], found: readonly string[]) =>
  wanted.length === found.length && wanted.every((key) => found.includes(key))

/** Returns the ids of the items of a table whose translations are not searched by the texts that they have. */
async function differingItems(db: Db, table: TranslatedTable): Promise<readonly { readonly what: number }[]> {
  const differing: { what: number }[] = []
  let after = 0
  for (;;) {
    const items = await queryRows(
      db,
      sql<TranslatedRow>`select id, translations from ${quotedName(table)}
        where translations <> '{}' and id > ${after} order by id limit ${AT_ONCE}`,
    )
    const [first, last] = [items[0]?.id, items.at(-1)?.id]
    if (first === undefined || last === undefined) return differing
    const found = await searchedTexts(db, table, first, last)
    for (const { id, translations } of items) {
      const wanted = translatedSearchTexts(JSON.parse(translations)).map(keyOf)
      if (!isSame(wanted, found.get(id) ?? [])) differing.push({ what: id })
    }
    after = last
  }
}

/** Items whose translations a search would find by other texts than theirs. */
interface DifferingTexts {
  readonly says: string
  readonly found: readonly { readonly what: number }[]
}

/** Returns, for each table, the items whose translations a search would find by other texts than theirs, as far as there are any. */
export async function differingTranslatedTexts(db: Db): Promise<readonly DifferingTexts[]> {
  const all: DifferingTexts[] = []
  for (const table of translatedTables) {
    const found = await differingItems(db, table)
    if (found.length > 0)
      all.push({ says: `the texts searched of translations of ${table} differ from them`, found })
  }
  return all
}

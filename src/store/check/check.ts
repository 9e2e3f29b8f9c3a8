/** Checks the stored data: files, indexes, references, counts, slugs, revision and journal. It changes no data. */
import { translatedSearchTexts } from '../../domain/content/translated-texts.ts'
import { tableShapesOf } from '../database/catalog.ts'
import { connectDatabase, type OpenDatabase, runInSnapshot } from '../database/dialects.ts'
import { DatabaseBeforeFirstReleaseError } from '../database/errors.ts'
import { type Db, queryRows } from '../database/rows.ts'
import { quotedName, sql } from '../database/sql.ts'
import { type TranslatedTable, translatedTables } from '../database/translated-texts.ts'
import {
  appliedMigrationsIn,
  newestPreReleaseMigration,
  unknownMigrationsWithVersions,
} from '../migrations/applied.ts'
import { allMigrationNames } from '../migrations/migrate.ts'
import { engineFaults } from './engine.ts'
import { refuseMissingSqliteFile } from './existing-database.ts'
import { allCheckRules } from './rules.ts'

// Compares the texts by which translations are searched with the translations themselves (contract §15).

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
async function differingTranslatedTexts(db: Db): Promise<readonly DifferingTexts[]> {
  const all: DifferingTexts[] = []
  for (const table of translatedTables) {
    const found = await differingItems(db, table)
    if (found.length > 0)
      all.push({ says: `the texts searched of translations of ${table} differ from them`, found })
  }
  return all
}

const MAX_SHOWN = 5

function shown(says: string, found: readonly { what: string | number }[]): string {
  const first = found.slice(0, MAX_SHOWN).map(({ what }) => what)
  const more = found.length > MAX_SHOWN ? ` and ${found.length - MAX_SHOWN} more` : ''
  return `${says}: ${first.join(', ')}${more}`
}

/** Reports missing and unknown migrations. They are reported before anything else is checked. */
async function migrationFaults(db: Db, tables: readonly string[]): Promise<readonly string[]> {
  if (!tables.includes('migrations'))
    return ['this database contains no calendar yet: fasti serve creates one']
  const applied = await appliedMigrationsIn(db)
  return [
    ...(await unknownMigrationsWithVersions(db, allMigrationNames)).map(
      ({ name }) => `${name} comes from a newer version of Fasti`,
    ),
    ...allMigrationNames
      .filter((name) => !applied.includes(name))
      .map((name) => `${name} is not applied yet: start Fasti once`),
  ]
}

async function rowFaults({ name }: OpenDatabase, db: Db): Promise<readonly string[]> {
  const tables = await tableShapesOf(db, name)
  const missing = await migrationFaults(
    db,
    tables.map((table) => table.name),
  )
  if (missing.length > 0) return missing
  const faults: string[] = []
  for (const { says, broken } of allCheckRules(name, tables)) {
    const { rows } = await broken.execute(db)
    if (rows.length > 0) faults.push(shown(says, rows))
  }
  for (const { says, found } of await differingTranslatedTexts(db)) faults.push(shown(says, found))
  return faults
}

/** Returns a message for every fault in the database. Throws if the database can't be reached, or is too old to be checked. */
export async function databaseFaults(databaseUrl: string): Promise<readonly string[]> {
  await refuseMissingSqliteFile(databaseUrl)
  const connection = await connectDatabase(databaseUrl)
  try {
    const old = await newestPreReleaseMigration(connection.reader)
    if (old !== undefined) throw new DatabaseBeforeFirstReleaseError(old)
    const rows = await runInSnapshot(connection, (db) => rowFaults(connection, db))
    return [...rows, ...(await engineFaults(connection))]
  } finally {
    await connection.close()
  }
}

/** Checks the stored data: files, indexes, references, counts, slugs, revision and journal. It changes no data. */

import { termNames } from '../../contract/resources/index.ts'
import { translatedSearchTexts } from '../../domain/languages.ts'
import { type TableColumnsAndReferences, tableShapesOf } from '../database/catalog.ts'
import {
  connectDatabase,
  type DialectName,
  type OpenDatabase,
  runInSnapshot,
  runTransaction,
} from '../database/dialects.ts'
import { DatabaseBeforeFirstReleaseError } from '../database/errors.ts'
import { type TranslatedTable, translatedTables } from '../database/long-texts.ts'
import { type Db, quotedName, type Sql, sql } from '../database/sql.ts'
import { indexNewestEventTexts } from '../events/text-search.ts'
import { loggedNames } from '../log/logged.ts'
import {
  allMigrationNames,
  appliedMigrationsIn,
  newestPreReleaseMigration,
  unknownMigrationsWithVersions,
} from '../migrations/migrate.ts'
import { itemTables, linkTables } from '../tables.ts'
import { refuseMissingSqliteFile } from './existing-database.ts'

// The databases' own checks of their files: pages, indexes and, on SQLite, the text index.

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** A page may be damaged so much that SQLite can't go on to the others. */
async function sqliteFile(db: Db): Promise<readonly string[]> {
  const checked = await sql<{ integrity_check: string }>`pragma integrity_check`
    .execute(db)
    .catch((error: unknown) => ({ rows: [{ integrity_check: messageOf(error) }] }))
  return checked.rows
    .map(({ integrity_check }) => integrity_check)
    .filter((text) => text !== 'ok')
    .map((text) => `the file: ${text}`)
}

/** The text indexes of SQLite, and what each has. */
const textIndexes = [
  ['events_text', 'the text index differs from the events'],
  ['events_titles', 'the index of titles differs from the events'],
  ['long_texts_index', 'the index of long texts differs from the texts'],
] as const

/** Compares a text index with the texts, once it has the newest events. The check has the form of an insert but writes nothing. */
async function sqliteTexts(connection: OpenDatabase): Promise<readonly string[]> {
  const faults: string[] = []
  for (const [index, says] of textIndexes)
    try {
      await runTransaction(connection, async (db) => {
        await indexNewestEventTexts(db)
        const name = quotedName(index)
        await sql`insert into ${name} (${name}, rank) values ('integrity-check', 1)`.execute(db)
      })
    } catch (error) {
      faults.push(`${says}: ${messageOf(error)}`)
    }
  return faults
}

async function postgresIndexes(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select c.relname as name from pg_index i
    join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = current_schema()::regnamespace and not (i.indisvalid and i.indisready)`.execute(db)
  return rows.map(({ name }) => `the index ${name} is not valid`)
}

/** Compares every index with its table, if the extension for this is installed. */
async function postgresTrees(connection: OpenDatabase): Promise<readonly string[]> {
  const { rows: installed } = await sql`select 1 from pg_extension where extname = 'amcheck'`.execute(
    connection.reader,
  )
  if (installed.length === 0) return []
  const { rows } = await sql<{ name: string }>`select c.relname as name from pg_class c
    join pg_am a on a.oid = c.relam where a.amname = 'btree' and c.relkind = 'i'
    and c.relnamespace = current_schema()::regnamespace`.execute(connection.reader)
  const faults: string[] = []
  for (const { name } of rows) {
    await sql`select bt_index_check(${name}::regclass, true)`
      .execute(connection.reader)
      .catch((error: unknown) => faults.push(`the index ${name}: ${messageOf(error)}`))
  }
  return faults
}

/** Returns every fault of pages and indexes that the database reports. Nobody waits for it. */
export async function pageFaults(connection: OpenDatabase): Promise<readonly string[]> {
  const { name, reader } = connection
  if (name === 'sqlite') return sqliteFile(reader)
  return [...(await postgresIndexes(reader)), ...(await postgresTrees(connection))]
}

/** Returns every fault that the database reports about its files. */
async function engineFaults(connection: OpenDatabase): Promise<readonly string[]> {
  const texts = connection.name === 'sqlite' ? sqliteTexts : async () => []
  return [...(await pageFaults(connection)), ...(await texts(connection))]
}

// Consistency rules between rows. Each rule selects the rows that break it.

interface CheckRule {
  /** The fault of the selected rows, in words. */
  readonly says: string
  /** Selects the offending rows, as a column `what`. */
  readonly broken: Sql<{ what: string | number }>
}

const rule = (says: string, broken: CheckRule['broken']): CheckRule => ({ says, broken })

function references(shapes: readonly TableColumnsAndReferences[]): readonly CheckRule[] {
  return shapes.flatMap(({ name, key: [key = ''], references }) =>
    references.map(({ column, table }) =>
      rule(
        `${name}.${column} references rows missing in ${table}`,
        sql`select ${quotedName(`t.${key}`)} as what from ${quotedName(name)} as t where ${quotedName(`t.${column}`)} is not null
          and not exists (select 1 from ${quotedName(table)} as o where o.id = ${quotedName(`t.${column}`)})`,
      ),
    ),
  )
}

const counts = termNames.map((name) => {
  const [table, links] = [itemTables[name], linkTables[name]]
  return rule(
    `the count of ${table} differs from the number of their events`,
    sql`select id as what from ${quotedName(table)} as term where count <> (select count(*) from ${quotedName(links)} as link
      join events on events.id = link.event_id where link.target_id = term.id and events.status = 'publish')`,
  )
})

/** The tables whose items have former slugs, with their resource, and whether they have a trash, in which a slug is given up. */
const tablesWithFormerSlugs = [
  ['events', 'event', true],
  ['series', 'series', true],
  ['venues', 'venue', true],
  ['organizers', 'organizer', true],
  ['categories', 'category', false],
  ['tags', 'tag', false],
  ['groups', 'group', false],
  ['pages', 'page', true],
] as const

const slugs = (['events', 'venues', 'organizers', 'pages'] as const).map((table) =>
  rule(
    `the slug of ${table} is empty or used twice`,
    sql`select slug as what from ${quotedName(table)} where status <> 'trash' group by slug having count(*) > 1 or slug = ''`,
  ),
)

const formerSlugs = tablesWithFormerSlugs.flatMap(([table, resource, hasTrash]) => [
  rule(
    `a former slug of ${table} leads to none of them`,
    sql`select slug as what from former_slugs where resource = ${resource}
      and not exists (select 1 from ${quotedName(table)} as item where item.id = item_id)
      and not exists (select 1 from merges where merges.resource = ${resource} and merges.item_id = former_slugs.item_id)`,
  ),
  rule(
    `a former slug of ${table} is the slug of one of them`,
    sql`select former.slug as what from former_slugs as former join ${quotedName(table)} as item on item.slug = former.slug
      where resource = ${resource} and ${hasTrash ? sql`item.status <> 'trash'` : sql`1 = 1`}`,
  ),
])

const places = (['venues', 'organizers', 'categories', 'tags'] as const).map((table) =>
  rule(
    `two ${table} have the same position in an event`,
    sql`select event_id as what from ${quotedName(`event_${table}`)} group by event_id, position having count(*) > 1`,
  ),
)

/** A row that is not below a root is part of a cycle. */
const circles = [
  ['events', 'post_parent'],
  ['categories', 'parent'],
].map(([table = '', parent = '']) =>
  rule(
    `the parents of ${table} form a cycle`,
    sql`with recursive rooted(id) as (
        select id from ${quotedName(table)} where ${quotedName(parent)} is null
        union all select ${quotedName(`${table}.id`)} from ${quotedName(table)} join rooted on ${quotedName(`${table}.${parent}`)} = rooted.id
      ) select id as what from ${quotedName(table)} where ${quotedName(parent)} is not null
        and not exists (select 1 from rooted where rooted.id = ${quotedName(`${table}.id`)})`,
  ),
)

const revisions: readonly CheckRule[] = [
  rule(
    'there is not exactly one revision',
    sql`select count(*) as what from revision having count(*) <> 1 or min(value) < 0`,
  ),
  rule(
    'the journal is newer than the revision',
    sql`select revision as what from journal where revision > (select max(value) from revision)`,
  ),
]

/** The version of an item is the one after its newest change, as far as the log goes back. Changes that it took over have none. */
const log: readonly CheckRule[] = loggedNames.map((name) =>
  rule(
    `a ${name} has another version than its newest change in the log`,
    sql`select id as what from ${quotedName(itemTables[name])} as item where version <> (select max(version) from audit
        where resource = ${name} and item_id = item.id and version > 0)`,
  ),
)

/** That of the public goes on telling what became of it. */
const proposals = rule(
  'a proposal of a user is about no event',
  sql`select id as what from proposals where user_id is not null
    and not exists (select 1 from events where events.id = proposals.event_id)`,
)

/** The rules of occurrences: an event has all that makes it one, or nothing. */
const occurrences: readonly CheckRule[] = [
  rule(
    'an event is half an occurrence of a series',
    sql`select id as what from events where (series is null) <> (recurrence_id = '')
      or (series is null and (own_fields <> '[]' or trash_act <> 0)) or recurrence_id like '~%'`,
  ),
  rule(
    'a series continues one that another series continues',
    sql`select one.id as what from series as one join series as other on one.continues = other.id
      where other.continued_by is null or other.continued_by <> one.id`,
  ),
  rule(
    'the slug of series is empty or used twice',
    sql`select slug as what from series where status <> 'trash' group by slug having count(*) > 1 or slug = ''`,
  ),
]

const longTexts = rule(
  'a long text belongs to no event and no translation',
  sql`select id as what from long_texts where not exists (select 1 from events
    where long_description = long_texts.id or long_excerpt = long_texts.id or long_search = long_texts.id)
    and not exists (select 1 from translated_texts where text_id = long_texts.id)`,
)

const translated = translatedTables.map((table) =>
  rule(
    `a text of a translation belongs to no item of ${table} that has translations`,
    sql`select distinct item_id as what from translated_texts where item_table = ${table} and not exists
      (select 1 from ${quotedName(table)} as item where item.id = item_id and item.translations <> '{}')`,
  ),
)

const times = rule(
  'an event ends before it starts',
  sql`select id as what from events where end_utc < start_utc`,
)

/** Ids are never reused. */
function numbers(dialect: DialectName, shapes: readonly TableColumnsAndReferences[]): readonly CheckRule[] {
  const numbered = shapes.filter(({ key }) => key.join() === 'id').map(({ name }) => name)
  const given = (table: string) =>
    dialect === 'sqlite'
      ? sql`(select seq from sqlite_sequence where name = ${table})`
      : sql`(select last_value from pg_sequences where schemaname = current_schema() and sequencename = ${`${table}_id_seq`})`
  return numbered
    .filter((table) => table !== 'revision')
    .map((table) =>
      rule(
        `the next id of ${table} is in use already`,
        sql`select max(id) as what from ${quotedName(table)} having max(id) > coalesce(${given(table)}, 0)`,
      ),
    )
}

/** Returns every rule for these tables. */
function allCheckRules(
  dialect: DialectName,
  shapes: readonly TableColumnsAndReferences[],
): readonly CheckRule[] {
  return [
    ...references(shapes),
    ...counts,
    ...slugs,
    ...formerSlugs,
    ...places,
    ...circles,
    ...revisions,
    ...log,
    ...occurrences,
    proposals,
    longTexts,
    ...translated,
    times,
    ...numbers(dialect, shapes),
  ]
}

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
  const rows = await sql<{ item_id: number; language: string; field: string; text: string }>`
      select item_id, language, field, text from translated_texts join long_texts on long_texts.id = text_id
      where item_table = ${table} and item_id between ${first} and ${last}`.rows(db)
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
    const items = await sql<TranslatedRow>`select id, translations from ${quotedName(table)}
        where translations <> '{}' and id > ${after} order by id limit ${AT_ONCE}`.rows(db)
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

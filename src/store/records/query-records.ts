/** The columns that hold JSON: text in a row, a value in a record. Rows become records here, and values become columns. */
import type { ResourceName, TermName, VenueOrOrganizerName } from '../../contract/resources/index.ts'
import { noTranslations } from '../../domain/languages.ts'
import type { Moment } from '../../domain/time/moment.ts'
import { shownTermCountSql } from '../conditions/filters.ts'
import { allOfSql, isOneOfSql, isPublicSql } from '../conditions/visibility.ts'
import { restoreWholeTextsUnlessGone } from '../database/long-texts.ts'
import { type Db, joinedSql, jsonAggregateSql, quotedName, rawSql, type Sql, sql } from '../database/sql.ts'
import { type DatabaseTables, itemTables } from '../tables.ts'
import type {
  EventRecord,
  GroupQuery,
  GroupRecord,
  PageQuery,
  RecordOf,
  TermQuery,
  ValuesOf,
  VenueOrOrganizerQuery,
  Viewer,
} from '../types/index.ts'

// The orders of lists (contract §3.2, §3.4, §3.5). The last column always breaks ties.

type Order = Sql

/** `null` sorts lowest on both databases where the column may be null. */
function by(columns: readonly Sql[], order: 'asc' | 'desc'): Order {
  const direction = order === 'asc' ? sql`asc` : sql`desc`
  return joinedSql(columns.map((column) => sql`${column} ${direction}`))
}

const refs = (table: string, names: readonly string[]) => names.map((name) => quotedName(`${table}.${name}`))

/**
 * The order by id of the few rows that an index finds, before a limit. By the plain id, PostgreSQL walks the whole table in its order
 * as long as it has no statistics of it: each look-up of an import takes as long as the events before it (`npm run trial large`).
 */
export const byIdAmongFewSql: Sql = sql`order by id + 0`

const linkedColumns = {
  date: ['date_utc', 'id'],
  name: ['name_key', 'name', 'id'],
  modified: ['modified_utc', 'id'],
  id: ['id'],
} as const

export function orderOfVenueOrOrganizerQuery(
  name: VenueOrOrganizerName,
  { orderby, order }: VenueOrOrganizerQuery,
): Order {
  return by(refs(`${name}s`, linkedColumns[orderby]), order)
}

function given(id: Sql, values: readonly (string | number)[]): Sql {
  const cases = values.map((value, at) => sql`when ${value} then ${rawSql(String(at))}`)
  return values.length === 0
    ? id
    : sql`(case ${id} ${joinedSql(cases, ' ')} else ${rawSql(String(values.length))} end)`
}

export function orderOfTermQuery(name: TermName, query: TermQuery, viewer: Viewer): Order {
  const table = itemTables[name]
  const of = (column: string) => quotedName(`${table}.${column}`)
  const columns: Record<TermQuery['orderby'], readonly Sql[]> = {
    name: refs(table, ['name_key', 'name']),
    id: [],
    slug: [of('slug')],
    count: [shownTermCountSql(name, viewer)],
    description: [of('description')],
    parent: name === 'category' ? [sql`coalesce(${of('parent')}, 0)`] : [],
    include: [given(of('id'), query.include ?? [])],
    include_slugs: [given(of('slug'), query.slug === undefined ? [] : [query.slug])],
    term_group: [],
  }
  return by([...columns[query.orderby], of('id')], query.order)
}

/** Returns the order of a query for groups: by name. */
export const orderOfGroupQuery = ({ order }: GroupQuery): Order =>
  by(refs('groups', ['name_key', 'name', 'id']), order)

const pageColumns = {
  menu_order: ['menu_order', 'title_key', 'title', 'id'],
  title: ['title_key', 'title', 'id'],
  date: ['date_utc', 'id'],
  modified: ['modified_utc', 'id'],
  id: ['id'],
} as const

/** Returns the order of a query for own pages. */
export const orderOfPageQuery = ({ orderby, order }: PageQuery): Order =>
  by(refs('pages', pageColumns[orderby]), order)

/** A row of the table of a resource. */
export type RowOf<N extends ResourceName> = DatabaseTables[(typeof itemTables)[N]]

const ofItems = ['origins', 'translations']
const columns: { readonly [N in ResourceName]: readonly string[] } = {
  event: [...ofItems, 'cost', 'tickets', 'custom_fields', 'origin'],
  venue: ofItems,
  organizer: ofItems,
  category: ofItems,
  tag: ofItems,
  group: ofItems,
  media: ['sizes', 'widths', 'translations'],
  page: ofItems,
  series: ['origins', 'recurrence', 'recurrence_before', 'unspread', 'pattern'],
}
/** Lists whose columns have "" where they are empty. */
const blanks = ['recurrence', 'recurrence_before', 'unspread', 'widths']

/** The value of a column. Most items have no translations, and all of these share one object. */
function columnValue(text: unknown): unknown {
  return text === '{}' ? noTranslations : JSON.parse(String(text || '[]'))
}

/** Returns the record of a row, or of the columns of it that were read. The row itself becomes the record. */
function recordOf<N extends ResourceName, R extends RowOf<N>>(
  name: N,
  row: R,
): RecordOf<N> & Omit<R, keyof RowOf<N>> {
  const read = columns[name].filter((column) => column in row)
  const values = read.map((column) => [column, columnValue(Reflect.get(row, column))])
  return Object.assign(row, Object.fromEntries(values))
}

/** Returns the columns to write for values of a record. Undefined values are left out. */
export function columnsToWrite<N extends ResourceName>(
  name: N,
  values: Partial<ValuesOf<N>>,
): Readonly<Record<string, string | number | null>> {
  const text = (column: string, value: unknown) =>
    Array.isArray(value) && value.length === 0 && blanks.includes(column) ? '' : JSON.stringify(value)
  const json = columns[name]
  const stored: object = values
  const row: Record<string, string | number | null> = {}
  for (const column of Object.keys(values)) {
    const value = Reflect.get(stored, column)
    if (value !== undefined) row[column] = json.includes(column) ? text(column, value) : value
  }
  return row
}

/** How often rows are read again whose texts another process replaced meanwhile. In a snapshot this never happens. */
const MOST_READS = 10

/** Runs a statement that returns rows of a resource with other columns. Returns their records with these columns. */
export async function queryWiderRecords<N extends ResourceName, R extends RowOf<N>>(
  db: Db,
  name: N,
  statement: Sql<R>,
): Promise<readonly (RecordOf<N> & Omit<R, keyof RowOf<N>>)[]> {
  for (let read = 0; read < MOST_READS; read += 1) {
    const found = await statement.rows(db)
    if (name !== 'event' || (await restoreWholeTextsUnlessGone(db, found)))
      return found.map((row) => recordOf(name, row))
  }
  throw new Error('The texts of events are gone.')
}

/** Runs a statement that returns rows of a resource. Returns their records. */
export function queryRecords<N extends ResourceName>(
  db: Db,
  name: N,
  statement: Sql<RowOf<N>>,
): Promise<readonly RecordOf<N>[]> {
  return queryWiderRecords(db, name, statement)
}

/** Runs a statement that returns rows of a resource. Returns the first record; undefined if there is none. */
export async function queryFirstRecord<N extends ResourceName>(
  db: Db,
  name: N,
  statement: Sql<RowOf<N>>,
): Promise<RecordOf<N> | undefined> {
  return (await queryRecords(db, name, statement))[0]
}

/** Returns the records with these ids, in any order. */
export function recordsOfIdsInAnyOrder<N extends ResourceName>(
  db: Db,
  name: N,
  ids: readonly number[],
): Promise<readonly RecordOf<N>[]> {
  return queryRecords(
    db,
    name,
    sql<RowOf<N>>`select * from ${quotedName(itemTables[name])} where ${isOneOfSql(quotedName('id'), ids)}`,
  )
}

/** Returns these columns of the events with these ids, in any order: one text of all takes two thirds of the time of rows. */
export async function eventColumnsOfIdsInAnyOrder<C extends keyof EventRecord>(
  db: Db,
  names: readonly C[],
  ids: readonly number[],
): Promise<readonly Pick<EventRecord, C>[]> {
  const pairs = joinedSql(names.map((name) => sql`${rawSql(`'${name}'`)}, ${quotedName(name)}`))
  const object = db.dialect === 'sqlite' ? sql`json_object(${pairs})` : sql`json_build_object(${pairs})`
  const found = await sql<{ readonly text: string }>`select ${jsonAggregateSql(db.dialect, object)} as text
      from events where ${isOneOfSql(quotedName('id'), ids)}`.first(db)
  const rows: readonly RowOf<'event'>[] = JSON.parse(found?.text ?? '[]')
  return rows.map((row) => recordOf('event', row))
}

/** Returns the groups of events or series, by id. */
export async function loadGroupsThatRecordsAreIn(
  db: Db,
  records: readonly { readonly group_id: number | null }[],
): Promise<ReadonlyMap<number, GroupRecord>> {
  const ids = [...new Set(records.flatMap(({ group_id }) => group_id ?? []))]
  if (ids.length === 0) return new Map()
  return new Map((await recordsOfIdsInAnyOrder(db, 'group', ids)).map((record) => [record.id, record]))
}

// Helpers for moving many records: batches of rows, savepoints, and explicit ids.

const BATCH = 500

/** Every record of a resource by id, read in batches. */
export async function* everyRecord<N extends ResourceName>(db: Db, name: N): AsyncIterable<RecordOf<N>> {
  for (let after = 0; ; ) {
    const found = await queryRecords(
      db,
      name,
      sql`select * from ${quotedName(itemTables[name])} where id > ${after} order by id limit ${BATCH}`,
    )
    yield* found
    const last = found.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

/** Runs `act` so that a failure rolls back its writes, but not the rest of the transaction `db`. */
export async function inSavepoint<T>(db: Db, act: () => Promise<T>): Promise<T> {
  await sql`savepoint attempt`.execute(db)
  try {
    const result = await act()
    await sql`release savepoint attempt`.execute(db)
    return result
  } catch (error) {
    // If the database aborted the whole transaction there is no savepoint left; report the first error.
    await undo(db).catch(() => {})
    throw error
  }
}

async function undo(db: Db): Promise<void> {
  await sql`rollback to savepoint attempt`.execute(db)
  await sql`release savepoint attempt`.execute(db)
}

/** Makes new ids follow those inserted explicitly. SQLite does so by itself. */
export async function advanceIdSequences(db: Db): Promise<void> {
  if (db.dialect === 'sqlite') return
  for (const table of Object.values(itemTables)) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), greatest(max(id), (select last_value from ${quotedName(`${table}_id_seq`)})))
      from ${quotedName(table)} having max(id) is not null`.execute(db)
  }
}

/** Returns those of these ids that items of a resource have. */
export async function existingIds(
  db: Db,
  name: ResourceName,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const isAmong = isOneOfSql(quotedName('id'), ids)
  return new Set(
    await sql`select id from ${quotedName(itemTables[name])} where ${isAmong}`.column<number>(db),
  )
}

/** Returns the public venues or organizers with one of these folded names, lowest id first. */
export function publicRecordsOfNames<N extends VenueOrOrganizerName>(
  db: Db,
  name: N,
  nameKeys: readonly string[],
  moment: Moment,
): Promise<readonly RecordOf<N>[]> {
  const table = itemTables[name]
  const open = isPublicSql(table, { moment, scope: { user: undefined, reads: 'none', edits: 'none' } })
  const named = isOneOfSql(quotedName('name_key'), nameKeys)
  return queryRecords(
    db,
    name,
    sql`select * from ${quotedName(table)} where ${allOfSql([named, open])} order by id`,
  )
}

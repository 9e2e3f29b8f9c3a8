/**
 * The SQL tag: it joins texts and makes every value a parameter. It parses and compiles nothing.
 */
import { slicesOf } from '../../support/slices.ts'
import type { DatabaseTables } from '../tables.ts'

/** The supported databases. */
export type DialectName = 'sqlite' | 'postgres'

/** A value that a database accepts as a parameter. */
export type SqlParameter = string | number | bigint | boolean | null | Uint8Array

/** A part of a statement, or a value. */
type SqlPart = Sql | SqlParameter

/** The result of a condition: SQLite has no boolean type. */
export type SqlBool = boolean | 0 | 1

/** The result of a statement. */
export interface QueryResult<R> {
  readonly rows: readonly R[]
  /** How many rows were inserted, updated or deleted. */
  readonly changes: number
}

/** Where statements run: a pool of connections, or one transaction or snapshot. */
export interface Db {
  readonly dialect: DialectName
  /** Runs a statement in the dialect's own notation. Throws the database's error. */
  run<R>(text: string, values: readonly SqlParameter[]): Promise<QueryResult<R>>
}

/** The placeholder of a value until the dialect is known. No statement contains NUL. */
const VALUE = '\0'

/** A text in the notation of each dialect. */
type Texts = Readonly<Record<DialectName, string>>

function numbered(text: string): string {
  let count = 0
  return text.replaceAll(VALUE, () => `$${++count}`)
}

const inDialect = (text: string, dialect: DialectName) =>
  dialect === 'sqlite' ? text.replaceAll(VALUE, '?') : numbered(text)

/** A statement, or a part of one, with rows of type `R`. What runs it throws the database's error. */
export class Sql<out R = unknown> {
  /** The statement with a placeholder for each value. */
  readonly text: string
  readonly values: readonly SqlParameter[]
  /** The text for each dialect, where it is kept. */
  readonly #known: Texts | undefined

  constructor(text: string, values: readonly SqlParameter[], known?: Texts) {
    this.text = text
    this.values = values
    this.#known = known
  }
  execute(db: Db): Promise<QueryResult<R>> {
    return db.run<R>(this.#known?.[db.dialect] ?? inDialect(this.text, db.dialect), this.values)
  }
  async rows(db: Db): Promise<readonly R[]> {
    return (await this.execute(db)).rows
  }
  /** The first row; undefined if there is none. */
  async first(db: Db): Promise<R | undefined> {
    return (await this.execute(db)).rows[0]
  }
  /** Whether there are rows. */
  async exists(db: Db): Promise<boolean> {
    return (await this.execute(db)).rows.length > 0
  }
  /** The values of the first column. */
  async column<T>(db: Db): Promise<readonly T[]> {
    const { rows } = await this.execute(db)
    const [name = ''] = Object.keys(Object(rows[0]))
    return rows.map((row): T => Object(row)[name])
  }
}

/** Returns the text of a part and appends its values. */
function taken(part: SqlPart, values: SqlParameter[]): string {
  if (typeof part === 'object' && part !== null && 'text' in part) {
    values.push(...part.values)
    return part.text
  }
  values.push(part)
  return VALUE
}

/** Builds a statement. Interpolated values become parameters, interpolated parts are inserted. */
export function sql<R = unknown>(around: TemplateStringsArray, ...parts: readonly SqlPart[]): Sql<R> {
  const values: SqlParameter[] = []
  let text = around[0] ?? ''
  for (let at = 0; at < parts.length; at++) text += taken(parts[at] ?? null, values) + (around[at + 1] ?? '')
  return new Sql(text, values)
}

/** Inserts text verbatim. Never pass outside input. */
export const rawSql = <R = never>(text: string): Sql<R> => new Sql(text, [])

const names = new Map<string, Sql<never>>()

/**
 * Quotes the name of a table, a column or a `table.column`. Cached: there are only as many names as in the catalog.
 */
export function quotedName(name: string): Sql<never> {
  const known = names.get(name)
  if (known !== undefined) return known
  const quoted = rawSql(`"${name.replaceAll('"', '""').replaceAll('.', '"."')}"`)
  names.set(name, quoted)
  return quoted
}

/** Joins parts or values with a separator. */
export function joinedSql(parts: readonly SqlPart[], separator = ', '): Sql<never> {
  const values: SqlParameter[] = []
  const text = parts.map((part) => taken(part, values)).join(separator)
  return new Sql(text, values)
}

/** The longest lists that are filled up: databases limit the parameters of a statement. */
const FILLED_UP = 512

/**
 * The values that a column may have, for `in`. The last one is repeated up to a power of two: lists of all lengths share a few prepared
 * statements.
 */
export function oneOfSql(values: readonly SqlParameter[]): Sql<never> {
  const last = values.at(-1) ?? null
  const length = values.length > FILLED_UP ? values.length : 2 ** Math.ceil(Math.log2(values.length))
  return sql`(${joinedSql(Array.from({ length }, (_, at) => values[at] ?? last))})`
}

const insertions = new Map<string, Texts & { readonly text: string }>()

/** The values of inserts whose texts are kept: those of a few rows come again with each write. */
const MAX_KEPT = 100

/**
 * An insert of rows with these columns, whose values follow each other, with `end` behind them. Its text is built once: for an event, that
 * takes as long as for all other statements of its create together.
 */
export function insertStatement<R>(
  table: string,
  columns: readonly string[],
  values: readonly SqlParameter[],
  end = '',
): Sql<R> {
  const key = `${table} ${values.length}${end} ${columns.join()}`
  const known = insertions.get(key)
  if (known !== undefined) return new Sql(known.text, values, known)
  const row = `(${columns.map(() => VALUE).join(', ')})`
  const all = Array.from({ length: values.length / columns.length }, () => row).join(', ')
  const names = columns.map((name) => quotedName(name).text).join(', ')
  const text = `insert into ${quotedName(table).text} (${names}) values ${all}${end}`
  if (values.length <= MAX_KEPT)
    insertions.set(key, { text, sqlite: inDialect(text, 'sqlite'), postgres: inDialect(text, 'postgres') })
  return new Sql(text, values)
}

/** Aggregates the values of rows into one JSON text. */
export const jsonAggregateSql = (dialect: DialectName, value: Sql): Sql<string> =>
  dialect === 'sqlite' ? sql`json_group_array(${value})` : sql`coalesce(json_agg(${value})::text, '[]')`

/** The text at a path of names and of places in a column of JSON; null without one. Booleans are 1 or `true`. */
export const jsonTextSql = (
  dialect: DialectName,
  column: Sql,
  path: readonly (string | number)[],
): Sql<string> =>
  dialect === 'sqlite'
    ? sql`json_extract(${column}, ${`$${path.map((at) => (typeof at === 'number' ? `[${at}]` : `."${at}"`)).join('')}`})`
    : sql`(cast(${column} as json) #>> cast(${`{${path.map((at) => JSON.stringify(at)).join(',')}}`} as text[]))`

// Reads and inserts rows.

type Row = Readonly<Record<string, SqlParameter>>

/** Counts rows; `from` is what a statement says after this word: tables, and conditions if any. */
export async function countRowsFrom(db: Db, from: Sql): Promise<number> {
  const counted = sql<{ readonly total: number }>`select count(*) as total from ${from}`
  return Number((await counted.first(db))?.total ?? 0)
}

/** Builds an insert with `end` behind its rows. All have the columns of the first one, in any order. */
export function insertOf<R>(table: keyof DatabaseTables, all: readonly Row[], end?: string): Sql<R> {
  const columns = Object.keys(all[0] ?? {})
  const values = all.flatMap((row) => columns.map((column) => row[column] ?? null))
  return insertStatement(table, columns, values, end)
}

/** Returns the end of an insert by which a row that is there, with the same key, gets the new values of these columns. */
export const replacing = (key: string, columns: readonly string[]): string =>
  ` on conflict (${key}) do update set ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}`

/** Inserts rows in batches, with `end` behind each. All have the columns of the first one, in any order. */
export async function insertRows(
  db: Db,
  table: keyof DatabaseTables,
  all: readonly Row[],
  end?: string,
): Promise<void> {
  for (const some of slicesOf(all)) await insertOf(table, some, end).execute(db)
}

/** Inserts one row and returns its id. */
export async function insertRow(db: Db, table: keyof DatabaseTables, row: Row): Promise<number> {
  const inserted = await insertOf<{ readonly id: number }>(table, [row], ' returning id').first(db)
  if (inserted === undefined) throw new Error(`No row was inserted into ${table}.`)
  return inserted.id
}

/** Whether a row has these values in its columns already. */
export const hasValues = (row: object, values: Row): boolean =>
  Object.entries(values).every(([column, value]) => Reflect.get(row, column) === value)

/** Updates columns of the row with that id, if it has the version where one is given. Returns whether there was one. */
export async function updateRow(
  db: Db,
  table: keyof DatabaseTables,
  id: number,
  changes: Row,
  version?: number,
): Promise<boolean> {
  const set = Object.entries(changes).map(([column, value]) => sql`${quotedName(column)} = ${value}`)
  const isMeant = version === undefined ? sql`id = ${id}` : sql`id = ${id} and version = ${version}`
  const updated = await sql`update ${quotedName(table)} set ${joinedSql(set)} where ${isMeant}`.execute(db)
  return updated.changes > 0
}

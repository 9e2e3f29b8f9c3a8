/** Reads the tables from the database's own catalog, so that code that handles all tables misses none. */
import type { DialectName } from './dialects.ts'
import { type Db, rawSql } from './sql.ts'

interface Reference {
  readonly column: string
  /** The table whose `id` the column references. */
  readonly table: string
}

export interface TableColumnsAndReferences {
  readonly name: string
  readonly columns: readonly string[]
  /** The columns of the primary key. */
  readonly key: readonly string[]
  readonly references: readonly Reference[]
}

interface Found {
  readonly name: string
  readonly column: string
}

// Excludes tables that an extension created.
const ours = `c.relnamespace = current_schema()::regnamespace
  and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')`

/** The queries of each database for the columns of its tables, their keys in order, and their references. */
const questions = {
  sqlite: {
    columns: `select t.name, c.name as "column" from pragma_table_list as t join pragma_table_info(t.name) as c
      where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite%' order by t.name, c.cid`,
    keys: `select t.name, c.name as "column" from pragma_table_list as t join pragma_table_info(t.name) as c
      where t.schema = 'main' and t.type = 'table' and c.pk > 0 order by t.name, c.pk`,
    references: `select t.name, f."from" as "column", f."table" from pragma_table_list as t
      join pragma_foreign_key_list(t.name) as f where t.schema = 'main' and t.type = 'table'`,
  },
  postgres: {
    columns: `select c.relname as name, a.attname as "column" from pg_class c join pg_attribute a on a.attrelid = c.oid
      where ${ours} and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      order by c.relname, a.attnum`,
    keys: `select c.relname as name, a.attname as "column" from pg_class c
      join pg_index i on i.indrelid = c.oid and i.indisprimary
      join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
      where ${ours}
      order by c.relname, array_position(i.indkey::int[], a.attnum::int)`,
    references: `select c.relname as name, a.attname as "column", o.relname as "table" from pg_constraint f
      join pg_class c on c.oid = f.conrelid join pg_class o on o.oid = f.confrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = f.conkey[1]
      where f.contype = 'f' and ${ours}`,
  },
} as const

/** Sorts tables so that each follows those it references. A table may reference itself. */
function inOrder(shapes: readonly TableColumnsAndReferences[]): readonly TableColumnsAndReferences[] {
  const ordered: TableColumnsAndReferences[] = []
  const isReady = ({ name, references }: TableColumnsAndReferences) =>
    references.every(({ table }) => table === name || ordered.some((one) => one.name === table))
  while (ordered.length < shapes.length) {
    const next = shapes.find((shape) => !ordered.includes(shape) && isReady(shape))
    if (next === undefined) throw new Error('the tables reference each other in a cycle')
    ordered.push(next)
  }
  return ordered
}

/** Returns every table, each after those it references. */
export async function tableShapesOf(
  db: Db,
  dialect: DialectName,
): Promise<readonly TableColumnsAndReferences[]> {
  const { columns, keys, references } = questions[dialect]
  const query = async <R extends Found>(question: string) => (await rawSql<R>(question).execute(db)).rows
  const all = await query(columns)
  const keyed = await query(keys)
  const referring = await query<Found & Reference>(references)
  const of = <R extends Found>(rows: readonly R[], name: string) => rows.filter((row) => row.name === name)
  const names = [...new Set(all.map(({ name }) => name))]
  return inOrder(
    names.map((name) => ({
      name,
      columns: of(all, name).map(({ column }) => column),
      key: of(keyed, name).map(({ column }) => column),
      references: of(referring, name).map(({ column, table }) => ({ column, table })),
    })),
  )
}

const sizes = {
  sqlite: 'select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()',
  postgres: 'select pg_database_size(current_database()) as bytes',
} as const

/** Returns the bytes that the database takes. */
export async function readDatabaseSize(db: Db): Promise<number> {
  const { rows } = await rawSql<{ readonly bytes: number | string }>(sizes[db.dialect]).execute(db)
  return Number(rows[0]?.bytes ?? 0)
}

/** How the tables of the baseline are declared: columns in groups of one type. */
import type { DialectName } from '../../database/sql.ts'
import { idSqlTypeForDialect, type NewTable, type SqlTypesByColumnName, textType } from '../migration.ts'

/** The type and constraints of a column, as SQL. */
type ColumnType = string | ((column: string) => string)

/** Columns of one type, by their names with spaces between them. */
export type ColumnGroup = readonly [type: ColumnType, names: string]

/** A table of the baseline. */
export interface BaselineTable extends Omit<NewTable, 'columns'> {
  readonly columns: readonly ColumnGroup[]
}

export const textColumnSql = 'text not null'
export const bigintColumnSql = 'bigint not null'
export const integerColumnSql = 'integer not null'
export const nullableBigintColumnSql = 'bigint'
export const smallintColumnSql = 'smallint not null'
export const bigintDefaultZero = 'bigint default 0 not null'
export const textDefaultEmpty = "text default '' not null"
export const textDefaultEmptyList = "text default '[]' not null"
export const flagSqlForColumn = (column: string): string => `integer not null check ("${column}" in (0, 1))`
export const flagDefaultFalseSqlForColumn = (column: string): string =>
  `smallint default 0 not null check ("${column}" in (0, 1))`
export const hashColumn = 'varchar(100) not null unique'
/** A text of at most `length` characters. */
export const varcharColumnOfLength = (length: number): string => `varchar(${length}) not null`

/** Returns the types that differ between the databases: of ids, and of texts that compare by code points on both. */
export function dialectTypesOf(dialect: DialectName) {
  const maybeExact = textType(dialect)
  return { id: idSqlTypeForDialect(dialect), maybeExact, exact: `${maybeExact} not null` }
}

/** The columns of an item's language, its translations, and the languages in which it is read. */
export const languageColumns = (exact: string): readonly ColumnGroup[] => [
  [`${exact} default ''`, 'language'],
  [`${exact} default '{}'`, 'translations'],
  [`${exact} default ''`, 'readable_in'],
]

/** The types that differ between the databases. */
export type DialectTypes = ReturnType<typeof dialectTypesOf>

/** Returns the columns of these groups in order, with their types. */
export const columnTypesOfColumnGroups = (groups: readonly ColumnGroup[]): SqlTypesByColumnName =>
  Object.fromEntries(
    groups.flatMap(([type, names]) =>
      names.split(' ').map((name) => [name, typeof type === 'string' ? type : type(name)]),
    ),
  )

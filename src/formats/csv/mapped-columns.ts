/** Maps the columns of a table to our columns. */
import { because, invalidParam } from '../../problem.ts'
import type { CsvRow } from './cells.ts'
import { exportColumnNames, readOnlyColumns, timeOfDayColumns } from './columns.ts'
import { foreignOnlyColumns } from './foreign.ts'
import { ourTranslationColumnName } from './translation-columns.ts'

/**
 * Maps a column name of the file to one of ours, or names ours in the order of the columns of the file. "-" ignores a column, and
 * so does "" in a list.
 */
export type ColumnMap = ReadonlyMap<string, string> | readonly string[]

/** Returns the plain form of a heading: `Start date`, `START_DATE` → `start_date`. */
export const plainColumnName = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '_')

/** Every column that an import reads. */
export const importableColumns: readonly string[] = [
  ...exportColumnNames.filter((column) => !readOnlyColumns.includes(column)),
  ...timeOfDayColumns,
  ...foreignOnlyColumns,
  'image',
]

/** Columns that no import reads: a row with a cell of one is refused, because without it the event would be public. */
const refusedColumns = ['password']

/** Returns whether a row above the names of the columns is a title: it has one cell, which is no name of a column. */
function isTitleRow({ cells }: CsvRow): boolean {
  const [only = '', ...others] = cells.filter((cell) => cell !== '')
  return others.length === 0 && !importableColumns.includes(plainColumnName(only))
}

/** The rows among which the names of the columns are looked for. */
export const MOST_ROWS_ABOVE = 10

/** Returns the row that names the columns: the first one that is not a title, or else the first of all. */
export const headerRowOf = (rows: readonly CsvRow[]): CsvRow | undefined =>
  rows.slice(0, MOST_ROWS_ABOVE).find((row) => !isTitleRow(row)) ?? rows[0]

const isList = (map: ColumnMap): map is readonly string[] => Array.isArray(map)

/** Returns our column for the column with that name and position; undefined if the map does not contain it. */
const mappedColumn = (map: ColumnMap, name: string, at: number) =>
  isList(map) ? map[at] || '-' : map.get(plainColumnName(name))

/** Returns whether a column of the file is left out with nothing to say of it: the map says so, or it is one of ours that no import reads. */
export const isColumnLeftOut = (map: ColumnMap, name: string, at: number) => {
  const mapped = mappedColumn(map, name, at)
  return mapped === '-' || (mapped === undefined && readOnlyColumns.includes(plainColumnName(name)))
}

/**
 * Returns our column for each cell of a header row that the map names, or that has our own name; undefined for any other. Throws 400 if
 * two are the same.
 */
export function columnsByOwnName(header: CsvRow, map: ColumnMap): readonly (string | undefined)[] {
  const places = header.cells.map((name, at) => {
    const place = mappedColumn(map, name, at) ?? plainColumnName(name)
    const isOurs = [...importableColumns, ...refusedColumns, 'language'].includes(place)
    return isOurs ? place : ourTranslationColumnName(place)
  })
  const twice = places.find((one, at) => one !== undefined && places.indexOf(one) !== at)
  if (twice !== undefined) throw invalidParam('columns', because('column_twice', { column: twice }))
  return places
}

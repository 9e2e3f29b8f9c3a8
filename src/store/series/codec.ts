/** Rows of the table of series ↔ records: JSON is decoded once. */
import type { ResourceName } from '../../contract/resources/index.ts'
import type { RecordOf, SeriesRecord, ValuesOf } from '../store.ts'
import type { SeriesTable } from '../tables.ts'

const linesIn = (text: string): readonly string[] => (text === '' ? [] : JSON.parse(text))
const textOf = (lines: readonly string[]) => (lines.length === 0 ? '' : JSON.stringify(lines))

/** Returns the record of a row. */
export function seriesRecordOf(row: SeriesTable): SeriesRecord {
  return {
    ...row,
    recurrence: linesIn(row.recurrence),
    recurrence_before: linesIn(row.recurrence_before),
    pattern: JSON.parse(row.pattern),
  }
}

/** Returns the record of a row of any resource. */
export function decoded<N extends ResourceName>(name: N, row: RecordOf<N>): RecordOf<N> {
  return name === 'series' ? (seriesRecordOf(row as unknown as SeriesTable) as RecordOf<N>) : row
}

/** Returns the columns of some values of any resource. */
export function encoded<N extends ResourceName>(name: N, values: Partial<ValuesOf<N>>): object {
  return name === 'series' ? seriesColumnsOf(values as Partial<ValuesOf<'series'>>) : values
}

/** Returns the columns of some values of a record. */
function seriesColumnsOf(values: Partial<ValuesOf<'series'>>): Partial<SeriesTable> {
  const { recurrence, recurrence_before, pattern, ...columns } = values
  return {
    ...columns,
    ...(recurrence !== undefined && { recurrence: textOf(recurrence) }),
    ...(recurrence_before !== undefined && { recurrence_before: textOf(recurrence_before) }),
    ...(pattern !== undefined && { pattern: JSON.stringify(pattern) }),
  }
}

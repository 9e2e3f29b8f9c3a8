/** Other names for the columns of a table. */
import { because, invalidParam } from '../../problem.ts'
import { type ColumnMap, importableColumns, plainColumnName } from './mapped-columns.ts'
import { ourTranslationColumnName } from './translation-columns.ts'

const listed = because('not_a_column_map')

const isKnown = (column: string) =>
  ['', '-', 'language', ...importableColumns].includes(column) ||
  ourTranslationColumnName(column) !== undefined
const unknown = (column: unknown) =>
  invalidParam('columns', because('no_such_column', { column: JSON.stringify(column)?.slice(0, 100) }))

/** Parses a list of columns in the order of the file. Throws 400. */
function columnListOf(text: string): readonly string[] {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    throw invalidParam('columns', listed)
  }
  if (!Array.isArray(read)) throw invalidParam('columns', listed)
  return read.map((one: unknown) => {
    if (typeof one === 'string' && isKnown(one)) return one
    throw unknown(one)
  })
}

/** Parses `Event name=title,When=start_date`, or a JSON list such as `["title","start_date","-"]`. Throws 400. */
export function parseColumnMap(text: string): ColumnMap {
  if (text.trimStart().startsWith('[')) return columnListOf(text)
  const pairs = text.split(',').filter((pair) => pair !== '')
  return new Map(
    pairs.map((pair) => {
      const [name = '', column, ...more] = pair.split('=')
      if (column === undefined || more.length > 0)
        throw invalidParam('columns', because('not_a_column_pair', { pair }))
      if (!isKnown(column.trim())) throw unknown(column.trim())
      return [plainColumnName(name), column.trim()] as const
    }),
  )
}

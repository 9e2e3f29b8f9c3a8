/** Other names for the columns of a table. */
import { invalidParam } from '../../problem.ts'
import { type ColumnMap, plainName } from './import.ts'

/** Parses `Event name=title,When=start_date`. Throws 400. */
export function columnMapOf(text: string): ColumnMap {
  const pairs = text.split(',').filter((pair) => pair !== '')
  return new Map(
    pairs.map((pair) => {
      const [name = '', column, ...more] = pair.split('=')
      if (column === undefined || more.length > 0)
        throw invalidParam('columns', `must be NAME=COLUMN,…, not "${pair}"`)
      return [plainName(name), column.trim()] as const
    }),
  )
}

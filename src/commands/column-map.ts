/** What the columns of a table are called otherwise. */
import { type ColumnMap, plainName } from '../calendars/csv/import.ts'
import { UsageError } from './command.ts'

/** Reads `Event name=title,When=start_date`. Throws `UsageError`. */
export function columnMap(text: string): ColumnMap {
  const pairs = text.split(',').filter((pair) => pair !== '')
  return new Map(
    pairs.map((pair) => {
      const [name = '', column, ...more] = pair.split('=')
      if (column === undefined || more.length > 0)
        throw new UsageError(`--columns takes NAME=COLUMN, not "${pair}".`)
      return [plainName(name), column.trim()] as const
    }),
  )
}

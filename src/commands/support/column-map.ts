/** The option --columns: maps the column names of a table to the known ones. */
import { parseColumnMap } from '../../calendars/csv/column-map.ts'
import type { ColumnMap } from '../../calendars/csv/mapped-columns.ts'
import { Problem } from '../../problem.ts'
import { UsageError } from './command.ts'

/** Parses `Event name=title,When=start_date`. Throws `UsageError`. */
export function columnMapOption(text: string): ColumnMap {
  try {
    return parseColumnMap(text)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new UsageError(`${error.message.replace(/^Not valid: columns/, '--columns is not valid')}.`)
  }
}

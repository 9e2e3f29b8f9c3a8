/** The texts of fields that a search finds. */
import {
  type FieldRows,
  rowNamesWhere,
  type StoredFields,
  type WritableRows,
} from '../../contract/resources/fields/row.ts'
import { plainTextOf } from '../../domain/text/plain-text.ts'

/** Returns a function that gives the texts that a search finds, in the order of the fields: HTML as plain text, most of them only if not empty. */
export function searchedTextsReader<R extends FieldRows>(
  rows: R,
): (fields: StoredFields<WritableRows<R>>) => readonly string[] {
  const names = rowNamesWhere(rows, (row) => 'searched' in row)
  const isHtml = new Set(rowNamesWhere(rows, ({ type }) => type === 'html'))
  const always = new Set(rowNamesWhere(rows, (row) => 'searched' in row && row.searched === 'always'))
  return (fields) => {
    const columns: Readonly<Record<string, unknown>> = fields
    return names.flatMap((name) => {
      const text = isHtml.has(name) ? plainTextOf(String(columns[name])) : String(columns[name])
      return text === '' && !always.has(name) ? [] : [text]
    })
  }
}

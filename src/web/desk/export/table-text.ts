/** Writes CSV (RFC 4180) that spreadsheets read as UTF-8 and do not evaluate. */

const BYTE_ORDER_MARK = '\ufeff'
const isNumber = (text: string) => /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text)

const quoted = (text: string) => (/[",;\r\n\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Returns a list of names as one cell, as an import reads it: a name with a comma is quoted. */
export const listText = (names: readonly string[]): string => names.map(quoted).join(',')

/** A table cell that spreadsheets do not take for a formula. An import removes the apostrophe again. */
function cellOf(value: unknown): string {
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '')
  const harmless = /^'*[=+\-@＝＋－＠\t\r\n]/.test(text) && !isNumber(text) ? `'${text}` : text
  return quoted(harmless)
}

/** Returns the text of a table: the names of the columns, and a line for each row. Lists become names with commas between them. */
export function tableText(
  columns: readonly string[],
  rows: readonly Readonly<Record<string, unknown>>[],
): string {
  const lines = rows.map((row) => columns.map((name) => cellOf(row[name])).join(','))
  return `${BYTE_ORDER_MARK}${[columns.join(','), ...lines].join('\r\n')}\r\n`
}

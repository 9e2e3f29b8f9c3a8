/** Writes CSV (RFC 4180) that spreadsheets read as UTF-8 and do not evaluate. */

const BYTE_ORDER_MARK = '\ufeff'
const isNumber = (text: string) => /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text)

const quoted = (text: string) => (/[",;\r\n\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Returns names as one cell, as imports read it. A name with a comma is quoted. */
export const namesCell = (names: readonly string[]): string => names.map(quoted).join(',')

/** Returns a cell. An apostrophe before a formula keeps spreadsheets from evaluating it; imports remove the apostrophe. */
function cellOf(value: unknown): string {
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '')
  const harmless = /^'*[=+\-@＝＋－＠\t\r\n]/.test(text) && !isNumber(text) ? `'${text}` : text
  return quoted(harmless)
}

/** Returns a table as CSV: a line with the column names, and a line for each row. The members of a list are separated by commas. */
export function csvText(
  columns: readonly string[],
  rows: readonly Readonly<Record<string, unknown>>[],
): string {
  const lines = rows.map((row) => columns.map((name) => cellOf(row[name])).join(','))
  return `${BYTE_ORDER_MARK}${[columns.join(','), ...lines].join('\r\n')}\r\n`
}

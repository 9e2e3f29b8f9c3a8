/** Writes CSV (RFC 4180) that spreadsheets read as UTF-8. No spreadsheet evaluates a written cell as a formula. */

/** The byte order mark at the beginning of a file: spreadsheets then read it as UTF-8. */
export const byteOrderMark = '\ufeff'

/** Spreadsheets evaluate cells that begin so, some of them also with the full-width signs. A leading apostrophe makes them text; a cell that begins with an apostrophe gets another one. */
const dangerous = /^'*[=+\-@＝＋－＠\t\r\n]/
const isNumber = (text: string) => /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text)

const harmless = (text: string) => (dangerous.test(text) && !isNumber(text) ? `'${text}` : text)
const quoted = (text: string) => (/[",;\r\n\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Returns the text that a cell was written for: without the apostrophe that keeps it from being evaluated. */
export const unescapedCell = (cell: string): string =>
  cell.startsWith("'") && dangerous.test(cell) ? cell.slice(1) : cell

/** Returns the line of a row. */
export function rowText(cells: readonly string[]): string {
  return `${cells.map((cell) => quoted(harmless(cell))).join(',')}\r\n`
}

/** Returns names as one cell, as imports read it. A name with a character that parts names is quoted. */
export const namesCell = (names: readonly string[]): string =>
  names.map((name) => (name.includes('|') ? `"${name.replaceAll('"', '""')}"` : quoted(name))).join(',')

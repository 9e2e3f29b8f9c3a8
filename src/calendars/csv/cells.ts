/** Rows of a table ↔ text (RFC 4180), such that no spreadsheet takes a cell for a formula. */
import { invalidParam } from '../../problem.ts'

/** A row and the line that it begins on, from 1. */
export interface Row {
  readonly number: number
  readonly cells: readonly string[]
}

const BYTE_ORDER_MARK = '\ufeff'

/** Spreadsheets run what begins so; an apostrophe before it makes it text, and is itself kept apart by another. */
const dangerous = /^'*[=+\-@\t\r]/
const isNumber = (text: string) => /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text)

const harmless = (text: string) => (dangerous.test(text) && !isNumber(text) ? `'${text}` : text)
const asMeant = (text: string) => (text.startsWith("'") && dangerous.test(text) ? text.slice(1) : text)

const quoted = (text: string) => (/[",;\r\n\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** A row as it is written. */
export function rowText(cells: readonly string[]): string {
  return `${cells.map((cell) => quoted(harmless(cell))).join(',')}\r\n`
}

/** What the file begins with, so that spreadsheets read it as UTF-8. */
export const fileStart = BYTE_ORDER_MARK

/** The names of a list as one cell. */
export const listText = (names: readonly string[]) => names.map(quoted).join(',')

/** The delimiter that the first line has most of. */
function delimiterOf(text: string): string {
  const first = text.slice(0, 65_536).split(/[\r\n]/, 1)[0] ?? ''
  const count = (one: string) => first.split(one).length
  return [',', ';', '\t'].reduce((most, one) => (count(one) > count(most) ? one : most))
}

/** Cells one after the other: a quoted one ends at its closing quote, another at a delimiter or the end of the line. */
const cellPattern: Readonly<Record<string, RegExp>> = {
  ',': /"((?:[^"]|"")*)"|([^,\r\n]*)/y,
  ';': /"((?:[^"]|"")*)"|([^;\r\n]*)/y,
  '\t': /"((?:[^"]|"")*)"|([^\t\r\n]*)/y,
}

/** The rows of a text, without those that are empty. Throws a problem where a quote is never closed, or closed too early. */
export function* rowsOf(text: string, delimiter = delimiterOf(text)): Iterable<Row> {
  const source = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text
  const pattern = new RegExp(cellPattern[delimiter] ?? /^/, 'y')
  let [at, line] = [0, 1]
  while (at < source.length) {
    const number = line
    const cells: string[] = []
    for (let isOpen = true; isOpen; ) {
      pattern.lastIndex = at
      const [whole = '', inQuotes, plain = ''] = pattern.exec(source) ?? []
      const isBroken = inQuotes === undefined && plain.startsWith('"')
      at += whole.length
      const next = source[at]
      if (isBroken || (next !== undefined && next !== delimiter && next !== '\r' && next !== '\n'))
        throw invalidParam('file', `line ${number}: a quote is not closed, or stands within a cell`)
      line += whole.split('\n').length - 1
      cells.push(asMeant(inQuotes === undefined ? plain.trim() : inQuotes.replaceAll('""', '"')))
      isOpen = next === delimiter
      if (isOpen) at += 1
    }
    if (source.startsWith('\r\n', at)) at += 2
    else if (at < source.length) at += 1
    line += 1
    if (cells.some((cell) => cell !== '')) yield { number, cells }
  }
}

/** The names in one cell. */
export function listOf(cell: string): readonly string[] {
  const [row] = rowsOf(cell.replace(/[\r\n]+/g, ' '))
  return (row?.cells ?? []).filter((name) => name !== '')
}

/** Reads CSV (RFC 4180). */
import { setImmediate as breath } from 'node:timers/promises'
import { byteOrderMark, unescapedCell } from '../../domain/text/csv.ts'
import { because, invalidParam, type RefusalReason } from '../../problem.ts'

/** A row, and the number of the line on which it begins, counted from 1. */
export interface CsvRow {
  readonly number: number
  readonly cells: readonly string[]
}

/** Lines among which the names of the columns are looked for: titles stand above them in some tables. */
const FIRST_LINES = 10

/** Returns how often a character stands in a line, outside of quotes. */
const countIn = (line: string, one: string) =>
  line.split(QUOTE).reduce((sum, part, at) => sum + (at % 2 === 0 ? part.split(one).length - 1 : 0), 0)

/** Returns the delimiter that is most frequent in the first line that has any, outside of quotes. */
function delimiterOf(text: string): string {
  const lines = text.slice(0, 65_536).split(/\r\n|\r|\n/, FIRST_LINES)
  const most = (line: string) =>
    [',', ';', '\t', '|'].reduce((best, one) => (countIn(line, one) > countIn(line, best) ? one : best))
  return most(lines.find((line) => countIn(line, most(line)) > 0) ?? '')
}

/** The maximum characters of a cell and cells of a row: more than any event needs. */
const LONGEST_CELL = 1024 * 1024
const MAX_CELLS = 1000

const QUOTE = '"'
const LINE_FEED = 10
const RETURN = 13

const refused = (line: number, why: RefusalReason) =>
  invalidParam('file', because('wrong_line', { line, why }))

/** The position of the quote that closes the one at `at`; undefined if there is none within the longest cell. */
function closingQuote(source: string, at: number): number | undefined {
  const limit = Math.min(source.length, at + 1 + LONGEST_CELL)
  for (let end = at + 1; end < limit; end += 1) {
    if (source.charCodeAt(end) !== 34) continue
    if (source.charCodeAt(end + 1) !== 34) return end
    end += 1
  }
  return undefined
}

/** The position at which a cell without quotes ends: a delimiter or the end of the line. */
function plainEnd(source: string, at: number, delimiter: number): number {
  const limit = Math.min(source.length, at + LONGEST_CELL)
  for (let end = at; end < limit; end += 1) {
    const code = source.charCodeAt(end)
    if (code === delimiter || code === LINE_FEED || code === RETURN) return end
  }
  return limit
}

/** Reads the cell that begins at `at`. Throws a problem if a quote is not closed, or is closed too early. */
function cellAt(source: string, at: number, delimiter: string, number: number) {
  const isQuoted = source[at] === QUOTE
  const close = isQuoted ? closingQuote(source, at) : plainEnd(source, at, delimiter.charCodeAt(0))
  const end = close === undefined ? source.length : close + (isQuoted ? 1 : 0)
  const next = source[end]
  const isEnded = next === undefined || next === delimiter || next === '\r' || next === '\n'
  if (!isQuoted && !isEnded) throw refused(number, because('cell_too_long', { most: LONGEST_CELL }))
  if (close === undefined || !isEnded) throw refused(number, because('open_quote'))
  const text = isQuoted ? source.slice(at + 1, close).replaceAll('""', QUOTE) : source.slice(at, end).trim()
  return { text: unescapedCell(text), end, isQuoted }
}

function linesIn(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

/** The work of one step, about 10 ms: a character counts 1, a row `ROW_COST`. A cell is read in one piece. */
const STEP = 256 * 1024
const ROW_COST = 64

/**
 * Yields the rows of a text that are not empty, and undefined after each step, so that other tasks can run. Throws a problem if a
 * quote is not closed or is closed too early, if a cell is too long, or if a row has too many cells.
 */
export function* csvRowsInSteps(text: string, delimiter = delimiterOf(text)): Generator<CsvRow | undefined> {
  let line = 1
  let work = 0
  for (let at = text.startsWith(byteOrderMark) ? 1 : 0; at < text.length; line += 1) {
    const number = line
    const cells: string[] = []
    work += ROW_COST
    for (let isOpen = true; isOpen; ) {
      if (cells.length === MAX_CELLS) throw refused(number, because('too_many_cells', { most: MAX_CELLS }))
      const cell = cellAt(text, at, delimiter, number)
      if (cell.isQuoted) line += linesIn(text.slice(at, cell.end))
      cells.push(cell.text)
      isOpen = text[cell.end] === delimiter
      work += cell.end - at
      at = cell.end + (isOpen ? 1 : 0)
      if (work < STEP) continue
      work = 0
      yield undefined
    }
    if (text.startsWith('\r\n', at)) at += 2
    else if (at < text.length) at += 1
    if (cells.some((cell) => cell !== '')) yield { number, cells }
  }
}

/** Returns the rows of a text that are not empty, without steps. Throws like `csvRowsInSteps`. */
export function* csvRows(text: string, delimiter?: string): Iterable<CsvRow> {
  for (const row of csvRowsInSteps(text, delimiter)) if (row !== undefined) yield row
}

/** Yields the rows of a text that are not empty. Other tasks run between steps. Throws like `csvRowsInSteps`. */
export async function* csvRowsBetweenTasks(text: string): AsyncIterable<CsvRow> {
  for (const row of csvRowsInSteps(text)) {
    if (row === undefined) await breath()
    else yield row
  }
}

export function namesInCell(cell: string): readonly string[] {
  const [row] = csvRows(cell.replace(/[\r\n]+/g, ' '))
  return (row?.cells ?? []).filter((name) => name !== '')
}

/** Proposes a mapping of the columns of a table, which the user can correct. */
import { foldedText } from '../../domain/text/letters.ts'
import { parseDateText } from '../../domain/time/date-text.ts'
import { datesOfWholeText } from '../../domain/typed/dates.ts'
import { timesOfWholeText } from '../../domain/typed/times.ts'
import { because, invalidParam, Problem } from '../../problem.ts'
import { type CsvRow, csvRowsInSteps } from './cells.ts'
import { ourNamesOfForeignColumns } from './foreign.ts'
import { headerSynonyms } from './header-words.ts'
import { headerRowOf, importableColumns, plainColumnName } from './mapped-columns.ts'
import type { SlashDateOrder } from './row-dates.ts'

/** The number of rows read, and of values shown for each column. */
const MAX_ROWS = 50
const MAX_SAMPLES = 3
const LONGEST_SAMPLE = 80

/** A column of a table. */
export interface ProposedColumn {
  /** Its name in the header. */
  readonly name: string
  /** Our column; "" without a proposal. */
  readonly column: string
  /** The first values. */
  readonly samples: readonly string[]
}

/** The proposed mapping of a table. */
interface Proposal {
  readonly columns: readonly ProposedColumn[]
  /** The probable order of dates with slashes; "" if there are none. */
  readonly dates: SlashDateOrder | ''
}

const known = new Map(
  Object.entries(headerSynonyms).flatMap(([column, words]) => words.split(' ').map((word) => [word, column])),
)

/** Returns our column for a name; undefined for an unknown name. */
function named(name: string): string | undefined {
  const plain = plainColumnName(name)
  if (importableColumns.includes(plain)) return plain
  const folded = foldedText(plain)
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
  return ourNamesOfForeignColumns[plain] ?? known.get(folded) ?? known.get(folded.replace(/_?\d{1,9}$/, ''))
}

/** The rows at the beginning of a table, up to a malformed row. The import refuses such a table. */
function firstRows(text: string): readonly CsvRow[] {
  const rows: CsvRow[] = []
  try {
    for (const row of csvRowsInSteps(text)) {
      if (row !== undefined) rows.push(row)
      if (rows.length > MAX_ROWS) break
    }
  } catch (error) {
    if (!(error instanceof Problem) || rows.length === 0) throw error
  }
  if (rows.length === 0) throw invalidParam('file', because('empty_file'))
  return rows
}

/** Whether a cell is a date. A number alone may be anything. */
const isDate = (cell: string): boolean =>
  /\d.*\d/.test(cell) &&
  !/^[\d.,]+$/.test(cell) &&
  (datesOfWholeText(cell, true) !== undefined || parseDateText(cell) !== undefined)

/** Whether a cell is a time of day alone, as people write it: “19.30 Uhr”. */
const isTime = (cell: string): boolean => !/^\d+$/.test(cell) && timesOfWholeText(cell) !== undefined

const areTimes = (cells: readonly string[]): boolean => cells.length > 0 && cells.every(isTime)
const isText = (cell: string) => /\p{L}{2}/u.test(cell)

const SLASHED = /(?<![\d/])(\d{1,2})\/(\d{1,2})\/\d{2}/

/** The order of the dates. The day is first if a first number is too large for a month. If no date decides, `usual` does. */
function orderOf(cells: readonly string[], usual: SlashDateOrder): SlashDateOrder | '' {
  const numbers = cells.flatMap((cell) => {
    const [, first, second] = SLASHED.exec(cell) ?? []
    return first === undefined ? [] : [[Number(first), Number(second)] as const]
  })
  if (numbers.length === 0) return ''
  if (numbers.some(([first]) => first > 12)) return 'day_first'
  return numbers.some(([, second]) => second > 12) ? 'month_first' : usual
}

/** Proposes a mapping from the names of the columns, then from their values. Throws 400 for a table without a header. */
export function proposeMapping(text: string, usual: SlashDateOrder): Proposal {
  const all = firstRows(text)
  const header = headerRowOf(all)
  const rows = all.filter(({ number }) => number > (header?.number ?? 0))
  const names = header?.cells ?? []
  const cellsAt = (at: number) => rows.map(({ cells }) => cells[at] ?? '').filter((cell) => cell !== '')
  const places: string[] = []
  for (const [at, name] of names.entries()) {
    const column = named(name) ?? ''
    // “Beginn” beside “Datum” often has times alone.
    const place = column === 'start_date' && areTimes(cellsAt(at)) ? 'start_time' : column
    places.push(places.includes(place) ? '' : place)
  }
  const fill = (column: string, fits: (cell: string) => boolean) => {
    const at = places.findIndex(
      (place, at) => place === '' && cellsAt(at).length > 0 && cellsAt(at).every(fits),
    )
    if (!places.includes(column) && at >= 0) places[at] = column
  }
  fill('start_date', isDate)
  fill('title', isText)
  const columns = names.map((name, at) => ({
    name,
    column: places[at] ?? '',
    samples: [...new Set(cellsAt(at))].slice(0, MAX_SAMPLES).map((cell) => cell.slice(0, LONGEST_SAMPLE)),
  }))
  const dated = names.flatMap((_, at) => (/^(?:start|end)_date$/.test(places[at] ?? '') ? cellsAt(at) : []))
  return { columns, dates: orderOf(dated, usual) }
}

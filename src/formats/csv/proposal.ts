/** Proposes a mapping of the columns of a table, which the user can correct. */
import { parseDateText } from '../../domain/time/date-text.ts'
import { datesOfWholeText } from '../../domain/typed/dates.ts'
import { timesOfWholeText } from '../../domain/typed/times.ts'
import { because, invalidParam, Problem } from '../../problem.ts'
import { type CsvRow, csvRowsInSteps } from './cells.ts'
import { columnsOfHeading, type HeadingRank, isHeadingOfNoField } from './headings.ts'
import {
  type ColumnMap,
  columnsByOwnName,
  headerRowOf,
  importableColumns,
  isColumnLeftOut,
  MOST_ROWS_ABOVE,
  plainColumnName,
} from './mapped-columns.ts'
import type { SlashDateOrder } from './row-dates.ts'

/** The number of rows read, and of values shown for each column. */
const MAX_ROWS = 50
/** The rows from which the columns and the order of dates are found, with those above the header. */
export const MOST_FIRST_ROWS = MAX_ROWS + MOST_ROWS_ABOVE
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

/** The rows at the beginning of a table, up to a malformed row. The import refuses such a table. */
function firstRows(text: string): readonly CsvRow[] {
  const rows: CsvRow[] = []
  try {
    for (const row of csvRowsInSteps(text)) {
      if (row !== undefined) rows.push(row)
      if (rows.length >= MOST_FIRST_ROWS) break
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

const SLASHED = /(?<![\d/])(\d{1,2})\/(\d{1,2})(?:\/\d{2}|\s?[-–—]\s?\d{1,2}\/)/

/** The order of the dates. The day is first if more first numbers than second ones are too large for a month. If no date decides, `usual` does. */
function orderOf(cells: readonly string[], usual: SlashDateOrder): SlashDateOrder | '' {
  const numbers = cells.flatMap((cell) => {
    const [, first, second] = SLASHED.exec(cell) ?? []
    return first === undefined ? [] : [[Number(first), Number(second)] as const]
  })
  if (numbers.length === 0) return ''
  const dayFirst = numbers.filter(([first]) => first > 12).length
  const monthFirst = numbers.filter(([, second]) => second > 12).length
  if (dayFirst === monthFirst) return usual
  return dayFirst > monthFirst ? 'day_first' : 'month_first'
}

/** What an import without a map takes from headings; a person who sees a proposal may take notes for the description. */
const unseenRanks: readonly HeadingRank[] = ['program', 'sure', 'probable', 'weak']
const seenRanks: readonly HeadingRank[] = [...unseenRanks, 'notes']

/**
 * Returns our columns for those of a table: as the map or our own names say, then by their headings of these ranks, the surest first,
 * then by their values. "" without a proposal.
 */
function proposedColumns(
  header: CsvRow,
  rows: readonly CsvRow[],
  map: ColumnMap,
  own: readonly (string | undefined)[],
  ranks: readonly HeadingRank[],
): readonly string[] {
  const cellsAt = (at: number) => rows.map(({ cells }) => cells[at] ?? '').filter((cell) => cell !== '')
  const places = own.map((column) => column ?? '')
  const isOpen = (at: number) => places[at] === '' && !isColumnLeftOut(map, header.cells[at] ?? '', at)
  // A map says what the columns are: beside it, none is guessed.
  const isMapped = [...map].length > 0
  for (const rank of isMapped ? (['program'] as const) : ranks)
    for (const [at, name] of header.cells.entries())
      for (const [column, sure] of columnsOfHeading(name)) {
        // “Beginn” beside “Datum” often has times alone.
        const place = column === 'start_date' && areTimes(cellsAt(at)) ? 'start_time' : column
        if (sure === rank && isOpen(at) && !places.includes(place)) places[at] = place
      }
  if (isMapped) return places
  const summary = header.cells.findIndex(
    (name, at) => plainColumnName(name) === 'summary' && places[at] === 'excerpt',
  )
  if (summary >= 0 && !places.includes('title')) places[summary] = 'title'
  const fill = (column: string, fits: (cell: string) => boolean) => {
    const at = header.cells.findIndex(
      (name, at) =>
        isOpen(at) &&
        !isHeadingOfNoField(name) &&
        columnsOfHeading(name).every(([, rank]) => rank !== 'notes') &&
        cellsAt(at).length > 0 &&
        cellsAt(at).every(fits),
    )
    if (!places.includes(column) && at >= 0) places[at] = column
  }
  fill('start_date', isDate)
  fill('title', isText)
  return places
}

/** The rows from which a mapping is proposed: the header, and those that follow it. */
export function headerAndFirstRows(all: readonly CsvRow[]): {
  readonly header: CsvRow
  readonly rows: readonly CsvRow[]
} {
  const header = headerRowOf(all)
  if (header === undefined) throw invalidParam('file', because('empty_file'))
  return { header, rows: all.filter(({ number }) => number > header.number).slice(0, MAX_ROWS) }
}

/** Our names alone, of which none is twice: two columns of one name have no proposal but for the first. */
const ownNames = ({ cells }: CsvRow): readonly (string | undefined)[] => {
  const plain = cells.map(plainColumnName)
  return plain.map((name, at) =>
    importableColumns.includes(name) && plain.indexOf(name) === at ? name : undefined,
  )
}

/** Proposes a mapping from the names of the columns, then from their values. Throws 400 for a table without a header. */
export function proposeMapping(text: string, usual: SlashDateOrder): Proposal {
  const { header, rows } = headerAndFirstRows(firstRows(text))
  const places = proposedColumns(header, rows, new Map(), ownNames(header), seenRanks)
  const columns = header.cells.map((name, at) => ({
    name,
    column: places[at] ?? '',
    samples: [...new Set(rows.map(({ cells }) => cells[at] ?? ''))]
      .filter((cell) => cell !== '')
      .slice(0, MAX_SAMPLES)
      .map((cell) => cell.slice(0, LONGEST_SAMPLE)),
  }))
  const dated = places.flatMap((place, at) =>
    /^(?:start|end)_date$/.test(place) ? rows.map(({ cells }) => cells[at] ?? '') : [],
  )
  return { columns, dates: orderOf(dated, usual) }
}

/** Returns our column for each of a table, as a preview proposes them where the map says nothing, but for notes. Throws 400 if none is the title. */
export function mapColumnsRequiringTitle(
  header: CsvRow,
  rows: readonly CsvRow[],
  map: ColumnMap,
): readonly (string | undefined)[] {
  const places = proposedColumns(header, rows, map, columnsByOwnName(header, map), unseenRanks)
  if (places.includes('title')) return places.map((place) => place || undefined)
  throw new Problem(
    'rest_invalid_param',
    because('no_title_column', { columns: header.cells.join(', ').slice(0, 200) }),
  )
}

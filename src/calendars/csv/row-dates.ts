/** The dates of a row: completed, joined with times from cells of their own, and whole days where no time is written. */
import { isCalendarDayText, parseDateText } from '../../domain/time/date-text.ts'
import { cellsInReadableForms } from './as-written.ts'
import { cellsWithChoices } from './choice-words.ts'
import type { CellsByColumn } from './columns.ts'
import { cellsUnderOurNames } from './foreign.ts'
import { type CellsWithYears, cellsWithYearsOrMisfit } from './yearless-days.ts'

/** How to read dates with slashes, such as 4/5/2027. */
export type SlashDateOrder = 'month_first' | 'day_first'

/** Joins dates with times from separate cells. An event without an end ends at its start. */
function whole({ start_time, end_time, ...cells }: CellsByColumn): CellsByColumn {
  const at = (date: string | undefined, time: string | undefined) =>
    date === undefined || date === '' || time === undefined || time === '' ? date : `${date} ${time}`
  const start = at(cells.start_date, start_time)
  // A start that is refused is no end, which would be refused for the same reason.
  if (start && !cells.end_date && parseDateText(start) === undefined)
    return { ...cells, start_date: start, no_end_time: 'true' }
  const end = at(cells.end_date || (end_time ? cells.start_date : undefined), end_time)
  return { ...cells, ...(start !== undefined && { start_date: start, end_date: end || start }) }
}

const SLASHED = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?!\d)/

/** Dates with slashes where the day comes first, in an order that all dates share. */
function dayFirst(cells: CellsByColumn): CellsByColumn {
  const turned = ['start_date', 'end_date'].flatMap((column) => {
    const cell = cells[column]?.trim().replace(SLASHED, (_, day, month, year) => `${day}.${month}.${year}`)
    return cell === undefined ? [] : [[column, cell] as const]
  })
  return { ...cells, ...Object.fromEntries(turned) }
}

/** Returns the cells of a row, all day where neither its start nor its end has a time, and no cell says otherwise. */
function rowOfWholeDays(cells: CellsByColumn): CellsByColumn {
  const { start_date: start = '', end_date: end = '', all_day = '', no_end_time = '' } = cells
  const isMeant =
    all_day.trim() === '' && no_end_time.trim() === '' && isCalendarDayText(start) && isCalendarDayText(end)
  return isMeant ? { ...cells, all_day: 'true' } : cells
}

/** Returns the cells of a row in the forms of a create. A day without a year is the next one from `today` on. */
export function cellsInFormsOfCreate(
  written: CellsByColumn,
  dates: SlashDateOrder,
  today: string,
): CellsWithYears {
  const row = cellsWithYearsOrMisfit(cellsUnderOurNames(cellsWithChoices(written)), today)
  const own = cellsInReadableForms(row.cells)
  return { ...row, cells: rowOfWholeDays(whole(dates === 'day_first' ? dayFirst(own) : own)) }
}

/** Rows of tables with dates alone, by which people mean whole days. */
import { isCalendarDay } from '../../domain/time/date-text.ts'
import type { CellsByColumn } from './columns.ts'

/** Returns the cells of a row, all day where neither its start nor its end has a time, and no cell says otherwise. */
export function rowOfWholeDays(cells: CellsByColumn): CellsByColumn {
  const { start_date: start = '', end_date: end = '', all_day = '', no_end_time = '' } = cells
  const isMeant =
    all_day.trim() === '' && no_end_time.trim() === '' && isCalendarDay(start) && isCalendarDay(end)
  return isMeant ? { ...cells, all_day: 'true' } : cells
}

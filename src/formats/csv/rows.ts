/** Rows as people and programs write them. */

import { isCalendarDayText, parseDateText } from '../../domain/time/date-text.ts'
import { plusDays } from '../../domain/time/timestamp.ts'
import { type CellDays, cellDays, datesOfWholeText, type WeekdayFault } from '../../domain/typed/days.ts'
import { stateNamed } from '../../domain/typed/states.ts'
import { isAllDayText, timesOfWholeText } from '../../domain/typed/times.ts'
import type { CellsByColumn } from './columns.ts'

// Tables that other programs export: values that they split or name differently.

/** Columns that only such tables have. */
export const foreignOnlyColumns: readonly string[] = [
  'location',
  'private',
  'published',
  'currency_symbol',
  'currency_position',
]

const yes = /^(?:true|yes|y|1|on|x|wahr|ja|si|sí|oui|vrai|vero|verdadero|sim|verdadeiro|waar|はい|する)$/i
const no = /^(?:false|no|n|0|off|falsch|nein|non|faux|falso|não|nao|nee|onwaar|いいえ|しない)$/i

/** Whether a cell says yes, in any language of the service. */
const isYes = (cell: string): boolean => yes.test(cell.trim())

function costOf(cost: string, symbol: string, position: string): string {
  const isNumbers = /^[\d.,\s]+(?:-[\d.,\s]+)?$/.test(cost)
  if (!isNumbers || symbol === '') return cost
  return /^(?:suffix|postfix)$/i.test(position) ? `${cost}${symbol}` : `${symbol}${cost}`
}

/** Returns the states of a row in the words of the service. */
function stateCells({ status = '', event_status = '', attendance_mode = '' }: CellsByColumn): CellsByColumn {
  const attendance = stateNamed('attendance_mode', attendance_mode)
  // People have one column for both: “abgesagt” or “Entwurf”. What each column says of itself counts first.
  const published = stateNamed('status', status) ?? stateNamed('status', event_status)
  const outcome = stateNamed('event_status', event_status) ?? stateNamed('event_status', status)
  const isOther = (field: 'status' | 'event_status', cell: string, of: 'status' | 'event_status') =>
    stateNamed(field, cell) === undefined && stateNamed(of, cell) !== undefined
  return {
    ...(attendance !== undefined && { attendance_mode: attendance }),
    ...(outcome !== undefined && { event_status: outcome }),
    ...(published !== undefined && { status: published }),
    ...(isOther('status', status, 'event_status') && published === undefined && { status: '' }),
    ...(isOther('event_status', event_status, 'status') && outcome === undefined && { event_status: '' }),
  }
}

/** The status that columns of other programs give an event that is not to be public; "" if they say nothing of that. */
function hiddenStatus(isPrivate: string, published: string): string {
  if (isYes(isPrivate)) return 'private'
  const said = stateNamed('status', published)
  if (said !== undefined) return said === 'publish' ? '' : said
  // Numbers other than 1 are no, such as those of archived items.
  const isNo = no.test(published.trim()) || (/^-?\d{1,3}$/.test(published.trim()) && !isYes(published))
  return isNo ? 'draft' : ''
}

/** Returns the cells of a row under our own column names. */
function cellsUnderOurNames(cells: CellsByColumn): CellsByColumn {
  const {
    location = '',
    private: isPrivate = '',
    published = '',
    currency_symbol = '',
    currency_position = '',
    ...named
  } = cells
  const own = { ...named, ...stateCells(named) }
  const hasVenue = (own.venue ?? '') !== ''
  const [, place = '', rest = ''] = /^([^,\n]*)[,\n]?([\s\S]*)$/.exec(location) ?? []
  // Beside the name of a venue, a location is its address alone.
  const address = (hasVenue ? location : rest)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(', ')
  const hidden = hiddenStatus(isPrivate, published)
  return {
    ...own,
    ...(place.trim() !== '' && !hasVenue && { venue: place.trim().slice(0, 200) }),
    ...(place.trim() !== '' &&
      address !== '' &&
      (own.venue_address ?? '') === '' && { venue_address: address }),
    ...(hidden !== '' && ['', 'publish'].includes(own.status ?? '') && { status: hidden }),
    ...(own.cost !== undefined && { cost: costOf(own.cost, currency_symbol, currency_position) }),
  }
}

// The dates and times of a row, from cells as people write them, and whole days where no time is written.

/** How to read dates with slashes, such as 4/5/2027. */
export type SlashDateOrder = 'month_first' | 'day_first'

export interface RowRead {
  readonly cells: CellsByColumn
  /** The start as the row has it, for reports; the day before the month where slashes mean that. */
  readonly label: string
  /** How many years were not written. */
  readonly taken: number
  /** The column of a day that is on another weekday than its cell says. */
  readonly misfit: { readonly column: string; readonly fault: WeekdayFault } | undefined
}

interface CellDates {
  readonly days: CellDays
  readonly isSpan: boolean
  readonly from: string | undefined
  readonly to: string | undefined
}

/** Reads the dates of a cell, counted from a day. Undefined for texts that are left as they are, among them days that don't exist. */
function datesIn(cell: string, order: SlashDateOrder, origin: string): CellDates | WeekdayFault | undefined {
  const written = datesOfWholeText(cell, order === 'month_first')
  const { from, to } = written?.days ?? {}
  // One order holds for a whole table: only a weekday confirms the other one.
  if ([from, to].some((day) => day?.isTurned && day.weekday === undefined)) return undefined
  const days = written && cellDays(written.days, origin)
  if (written === undefined || days === undefined || days === 'no_such_day') return undefined
  return typeof days === 'string'
    ? days
    : { days, isSpan: written.days.isSpan, from: written.from, to: written.to }
}

/** The end of a span is never years after its start, on a day that the wrong weekday asks for. */
function endIn(cell: string, order: SlashDateOrder, origin: string): CellDates | WeekdayFault | undefined {
  const found = datesIn(cell, order, origin)
  if (found === undefined || typeof found === 'string' || !found.days.isYearless) return found
  return found.days.from > (plusDays(origin, 366) ?? origin) && !found.days.from.endsWith('-02-29')
    ? 'weekday_of_no_year'
    : found
}

const joined = (day: string, time: string | undefined) => (time ? `${day} ${time}` : day)

/** The end of an event that begins and ends on one day as it is written: of the night that follows, if it is earlier. */
function closingOn(day: string, start: string, end: string): string {
  // Either may have seconds.
  const isNextDay = start !== '' && end.padEnd(8, ':00') < start.padEnd(8, ':00')
  return joined(isNextDay ? (plusDays(day, 1) ?? day) : day, end)
}

/** Joins a date that is left as written with times. An event without an end ends at its start. */
function leftAsWritten(cells: CellsByColumn, startTime: string, endTime: string): CellsByColumn {
  const { start_date, end_date } = cells
  if (start_date === undefined) return joinedEnd(cells, end_date, endTime)
  const start = start_date && joined(start_date, startTime)
  // A start that is refused is no end, which would be refused for the same reason.
  if (start && !end_date && parseDateText(start) === undefined)
    return { ...cells, start_date: start, no_end_time: 'true' }
  const end = end_date || (endTime && start_date)
  return { ...cells, start_date: start, end_date: (end && joined(end, endTime)) || start }
}

const joinedEnd = (cells: CellsByColumn, end: string | undefined, time: string): CellsByColumn =>
  end ? { ...cells, end_date: joined(end, time) } : cells

/** Returns the cells of a row with its dates in one form; the days without a year are the next ones from `today` on. */
function withDates(row: CellsByColumn, order: SlashDateOrder, today: string): Omit<RowRead, 'label'> {
  const { start_time = '', end_time = '', ...cells } = row
  const { start_date = '', end_date = '' } = cells
  const start = datesIn(start_date, order, today)
  const refused = (column: string, fault: WeekdayFault) => ({
    cells: row,
    taken: 0,
    misfit: { column, fault },
  })
  if (typeof start === 'string') return refused('start_date', start)
  const end = endIn(end_date, order, start?.days.from ?? writtenDay(start_date) ?? today)
  if (typeof end === 'string') return refused('end_date', end)
  const taken = Number(start?.days.isYearless ?? false) + Number(end?.days.isYearless ?? false)
  const [from, to] = [start_time, end_time].map(timesOfWholeText)
  const isAllDay = isAllDayText(start_time) || isAllDayText(end_time)
  const all = isAllDay ? { ...cells, all_day: 'true' } : cells
  const times = isAllDay ? ['', ''] : [from?.from ?? start_time, to?.from ?? (end_time || from?.to) ?? '']
  const [startTime = '', endTime = ''] = times
  const ends = end && { end_date: joined(end.days.to, end.from) }
  if (start === undefined)
    return { cells: leftAsWritten({ ...all, ...ends }, startTime, endTime), taken, misfit: undefined }
  const own = startTime || start.from
  // A column called “End” often has times alone, which are of the day of the start.
  const alone = end === undefined && end_date.trim() !== '' ? timesOfWholeText(end_date) : undefined
  const close = endTime || end?.from || alone?.from || start.to
  const first = start.days.from
  const begin = joined(first, own)
  const isLeft = end === undefined && alone === undefined && end_date.trim() !== ''
  const last = end?.days.to ?? start.days.to
  const written = () => {
    if (isLeft) return joined(end_date, endTime)
    if (last === first && close) return closingOn(first, own ?? '', close)
    // Of several days, the hours are those of each.
    return last === first ? begin : joined(last, close || own)
  }
  return { cells: { ...all, start_date: begin, end_date: written() }, taken, misfit: undefined }
}

/** The day of a date that is left as it is written, such as `20270504T180000Z` or `2027-05-04T18:00:00+02:00`. */
function writtenDay(cell: string): string | undefined {
  const [, year, month, day] = /^\s*(\d{4})-?(\d\d)-?(\d\d)T/.exec(cell) ?? []
  return year && `${year}-${month}-${day}`
}

const midnight = /^(\d{4}-\d\d-\d\d)[ T]00:00(?::00)?$/

/** An event that takes all day ends before the midnight that is written, as Outlook writes it: 22 May 00:00 is the end of 21 May. */
function withInclusiveEnd(cells: CellsByColumn): CellsByColumn {
  const { all_day = '', start_date = '', end_date = '' } = cells
  const [, last = ''] = midnight.exec(end_date) ?? []
  if (!isYes(all_day) || last === '' || last <= start_date.slice(0, 10)) return cells
  return { ...cells, end_date: plusDays(last, -1) ?? last }
}

/** Returns the cells of a row, all day where neither its start nor its end has a time, and no cell says otherwise. */
function rowOfWholeDays(cells: CellsByColumn): CellsByColumn {
  const { start_date: start = '', end_date: end = '', all_day = '', no_end_time = '' } = cells
  const isMeant =
    all_day.trim() === '' && no_end_time.trim() === '' && isCalendarDayText(start) && isCalendarDayText(end)
  return isMeant ? { ...cells, all_day: 'true' } : cells
}

/** An address without `https://`. */
const bareAddress = /^(?:www\.|[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}(?:[/?#]|$))\S*$/i
const addressColumn = /^(?:(?:venue|organizer)_)?website$|_url$/
const coordinate = /^venue_geo_l(?:at|ng)$/

function writtenCell(column: string, cell: string): string {
  if (addressColumn.test(column) && bareAddress.test(cell.trim())) return `https://${cell.trim()}`
  if (coordinate.test(column))
    return cell.replace(
      /^\s*([-−–]?)(\d+)[.,](\d+)\s*$/,
      (_, sign, ...parts) => `${sign && '-'}${parts[0]}.${parts[1]}`,
    )
  return cell
}

const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?!\d)/

/** Dates with slashes where the day comes first, in an order that all dates share. */
const dayFirst = (cells: CellsByColumn): CellsByColumn =>
  Object.fromEntries(
    Object.entries(cells).map(([column, cell]) => [
      column,
      /^(?:start|end)_date$/.test(column) ? cell.trim().replace(slashed, '$1.$2.$3') : cell,
    ]),
  )

const labelOf = ({ start_date = '', start_time = '' }: CellsByColumn) =>
  joined(start_date.trim(), timesOfWholeText(start_time)?.from ?? start_time.trim())

/** Returns the cells of a row in the forms of a create. A day without a year is the next one from `today` on. */
export function cellsInFormsOfCreate(written: CellsByColumn, order: SlashDateOrder, today: string): RowRead {
  const own = cellsUnderOurNames(written)
  const plain = Object.fromEntries(
    Object.entries(own).map(([column, cell]) => [column, writtenCell(column, cell)]),
  )
  const ordered = order === 'day_first' ? dayFirst(plain) : plain
  const row = withDates(ordered, order, today)
  return {
    ...row,
    label: labelOf(ordered),
    cells: rowOfWholeDays(withInclusiveEnd(row.cells)),
  }
}

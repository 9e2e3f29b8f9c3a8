/** Cells as people write them: “19.30 Uhr”, “4.5.2027 um 19.30 bis 21 Uhr”, “www.example.org”, decimal commas. */
import type { CellsByColumn } from './columns.ts'
import { replaceFullWidthCharacters, textWithNumericDays } from './written-days.ts'

/** Words before a time of day, in the languages of the service. */
const AT =
  '(?:um|ab|von|gegen|ca\\.?|circa|at|from|around|à partir de|à|de|vers|alle|ore|dalle|verso le|a partir de las|a las|desde las|sobre las|às|das|a partir das|om|vanaf|van|rond|beginn:?|start:?|show:?)'
const HOURS = '(?:uhr|h|hrs?|heures?|ore|uur|horas?)'
const TO = "(?:\\s*[-–—〜~]\\s*|\\s+(?:bis|to|till|until|à|jusqu[’']à|alle|al|hasta|a|tot|até|às)\\s+)"

const timeOfDay = new RegExp(
  `^(?:${AT}\\s+){0,2}(午前|午後)?\\s?(\\d{1,2})(?:\\s*[:.h時]\\s*(\\d{2})(?::(\\d{2})|分)?)?\\s*(?:時|${HOURS})?\\s*(?:([ap])\\.?(?:m\\.?)?|([cs])\\.\\s?t\\.?)?$`,
  'i',
)

/** Returns `19:30` for a time of day in any such form; undefined for any other text. */
function readTimeOfDay(text: string): string | undefined {
  const [, before = '', hours = '', written, seconds = '', after = '', academic = ''] =
    timeOfDay.exec(text.trim()) ?? []
  if (hours === '') return undefined
  const half = before || after.toLowerCase()
  const hour = half === '' ? Number(hours) : (Number(hours) % 12) + (/[p後]/.test(half) ? 12 : 0)
  // “20 Uhr c.t.” begins a quarter of an hour later.
  const minutes = written ?? (academic.toLowerCase() === 'c' ? '15' : '00')
  if (hour > 23 || Number(minutes) > 59) return undefined
  return `${String(hour).padStart(2, '0')}:${minutes}${seconds && `:${seconds}`}`
}

/** Returns the end of a span: midnight is also 24:00. */
const readEnd = (text: string) =>
  readTimeOfDay(text.replace(/(?<!\d)24(?=\s?(?:[:.h]\s?00|uhr|h\b|uur|時|$))/i, '0'))

/** Returns the start of a span, in the half of the day that is written with the end alone: “7 to 9 pm”. */
function readStart(from: string, to: string): string | undefined {
  const [half = ''] = /[ap]\.?m\.?$/i.exec(to.trim()) ?? []
  const end = readEnd(to) ?? ''
  const start = half === '' ? undefined : readTimeOfDay(`${from} ${half}`)
  if (start === undefined) return readTimeOfDay(from)
  return start <= end ? start : readTimeOfDay(`${from} ${/^a/i.test(half) ? 'pm' : 'am'}`)
}

interface TimeSpan {
  readonly start: string
  readonly end: string | undefined
}

const between = new RegExp(`^(.+?)${TO}(.+)$`, 'i')

/** When the doors open, beside the time of the start: “Einlass 19 Uhr, Beginn 20 Uhr”. */
const doors = /[,;(/]?\s?(?:einlass|doors)[^,;/]*(?:[,;/]|$)/gi

/** The end of an event that starts at `start`: of the next day, if it is earlier. Both are `19:30`. */
const afterStart = (start: string, end: string) => (end < start ? `${end} +1 day` : end)

/** Returns the times of `19.30 – 21 Uhr`, or of a single one. */
function timesIn(text: string): TimeSpan | undefined {
  const own = text.replace(doors, '').trim()
  const one = readTimeOfDay(own)
  if (one !== undefined) return { start: one, end: undefined }
  const [, from = '', to = ''] = between.exec(own) ?? []
  const [start, end] = [readStart(from, to), readEnd(to)]
  return start === undefined || end === undefined ? undefined : { start, end: afterStart(start, end) }
}

const allDay =
  /^(?:ganzt[äa]gig|ganztags|all[ -]day|toute la journée|todo el día|tutto il giorno|hele dag|o dia todo|dia inteiro|終日)$/iu

const DATE = '\\d{1,2}[./]\\s?\\d{1,2}[./]\\s?\\d{4}|\\d{4}-\\d{2}-\\d{2}'
const dated = new RegExp(`^(?:\\p{L}+\\.?,?\\s+){0,2}(${DATE})(?:,?\\s+|(?=\\s*[-–—])|$)(.*)$`, 'iu')
/** The source of a pattern of what stands between the first and the last day of a span. */
export const DAYS_JOINED = '\\s*(?:[-–—〜~/+&]|bis|und|to|and|al|au|et|y|e|en|a|t/m|tot|até)\\s*'
const days = new RegExp(
  `^(?:\\p{L}+\\.?,?(?:\\s+|\\s?[/–-]\\s?)){0,3}(\\d{1,2})(\\.\\s?\\d{1,2})?\\.?${DAYS_JOINED}(?:\\p{L}+\\.?,?\\s+)?(\\d{1,2})(\\.\\s?\\d{1,2})\\.\\s?(\\d{4})$`,
  'iu',
)
const toDate = /^(?:[-–—]\s*|(?:bis|to|until|au|al|hasta|tot|até)\s+)(.+)$/i

/** Characters of the longest text that the service reads as a date. */
export const LONGEST_WRITTEN_DATE = 200

const tight = (date: string) => date.replaceAll(' ', '')

const monthIn = (text: string) => Number(text.replace(/\D/g, ''))

/** Returns the first and the last day of `4.–6.5.2027` or `28.12.–3.1.2027`, of which only the last has its year. */
function daysIn(text: string): TimeSpan | undefined {
  const [, first = '', own, last = '', month = '', year = ''] = days.exec(text) ?? []
  if (first === '') return undefined
  const before = own !== undefined && monthIn(own) > monthIn(month)
  const start = `${first}${own ?? month}.${Number(year) - (before ? 1 : 0)}`
  return { start: tight(start), end: tight(`${last}${month}.${year}`) }
}

/** Returns start and end of a cell with a date, and perhaps times or another date; undefined for texts that are left as they are. */
function datesIn(written: string): TimeSpan | undefined {
  if (written.length > LONGEST_WRITTEN_DATE) return undefined
  const text = textWithNumericDays(replaceFullWidthCharacters(written))
  const span = daysIn(text)
  if (span !== undefined) return span
  const [, found = '', rest = ''] = dated.exec(text) ?? []
  if (found === '') return undefined
  const date = tight(found)
  if (rest.trim() === '') return { start: date, end: undefined }
  const times = timesIn(rest)
  if (times !== undefined)
    return { start: `${date} ${times.start}`, end: times.end && `${date} ${times.end}` }
  const other = datesIn(toDate.exec(rest)?.[1] ?? '')
  return other?.end === undefined && other !== undefined ? { start: date, end: other.start } : undefined
}

/** Returns the time of the end of an event of one day, or of each of several: from its own column, or behind the start. */
function closingTime(from: TimeSpan | undefined, to: TimeSpan | undefined): string | undefined {
  if (to === undefined) return from?.end
  return from === undefined ? to.start : afterStart(from.start, to.start)
}

function writtenDates({
  start_date = '',
  end_date = '',
  start_time = '',
  end_time = '',
}: CellsByColumn): CellsByColumn {
  const [start, end] = [datesIn(start_date.trim()), datesIn(end_date.trim())]
  const [from, to] = [
    timesIn(replaceFullWidthCharacters(start_time)),
    timesIn(replaceFullWidthCharacters(end_time)),
  ]
  const until = end_date === '' && end_time === '' ? start?.end : undefined
  const closing = end_date === '' || end_time === '' ? closingTime(from, to) : to?.start
  // A column called “End” often has times alone, which are of the day of the start, or of the night that follows.
  const endTime = end_time === '' ? readTimeOfDay(end_date) : undefined
  const [day, time = ''] = start?.start.split(' ') ?? []
  return {
    ...(start && { start_date: start.start }),
    ...(until !== undefined && { end_date: until }),
    ...(end && end.end === undefined && { end_date: end.start }),
    ...(day && endTime && { end_date: `${day} ${afterStart(from?.start ?? time, endTime)}` }),
    ...(from && { start_time: from.start }),
    ...(closing !== undefined && { end_time: closing }),
    ...(allDay.test(start_time.trim()) && { start_time: '', all_day: 'true' }),
  }
}

/** An address without `https://`. */
const bareAddress = /^(?:www\.|[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}(?:[/?#]|$))\S*$/i
const addressColumn = /^(?:(?:venue|organizer)_)?website$|_url$/
const coordinate = /^venue_geo_l(?:at|ng)$/

function writtenCell(column: string, cell: string): string {
  if (addressColumn.test(column) && bareAddress.test(cell.trim())) return `https://${cell.trim()}`
  if (coordinate.test(column)) return cell.replace(/^\s*(-?\d+),(\d+)\s*$/, '$1.$2')
  return cell
}

/** Returns the cells of a row in the forms that the service reads. Forms that it does not know stay as they are. */
export function cellsInReadableForms(cells: CellsByColumn): CellsByColumn {
  const plain = Object.entries(cells).map(([column, cell]) => [column, writtenCell(column, cell)] as const)
  return { ...Object.fromEntries(plain), ...writtenDates(cells) }
}

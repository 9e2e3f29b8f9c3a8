/** Recurrence lines as they are sent and stored (RFC 5545 §3.8.5; contract §10.1) ↔ what they say. */

import { because } from '../../problem.ts'
import {
  type DateLine,
  datesOfLine,
  distinctDates,
  formatDateLines,
  MAX_RECURRENCE_DATES,
} from './date-lines.ts'
import { recurrenceFaultOfSeries } from './recurrence-fault.ts'
import { parseRuleAndCanonicalText } from './rule-parts.ts'
import type { FirstOccurrenceTimes, RecurrenceDate, RecurrenceFault, RecurrenceLines } from './series.ts'

/** Maximum number of characters of all lines. */
const MAX_LENGTH = 100_000

const isTexts = (sent: unknown): sent is readonly string[] =>
  Array.isArray(sent) && sent.every((one) => typeof one === 'string')

/** The lines of a text or a list of texts, unfolded, without the empty ones; undefined if it is neither. */
function textLines(sent: unknown): readonly string[] | undefined {
  const texts = typeof sent === 'string' ? [sent] : sent
  if (!isTexts(texts)) return undefined
  const lines = texts.flatMap((text) => text.replace(/\r?\n[ \t]/g, '').split(/[\r\n]+/))
  return lines.map((line) => line.trim()).filter((line) => line !== '')
}

/** One line with its name and parameters. A rule may stand without its name. */
function contentLine(line: string): DateLine {
  const [head = '', value] = /^([^:"]*(?:"[^"]*"[^:"]*)*):(.*)$/.exec(line)?.slice(1) ?? []
  if (value === undefined) return { name: 'RRULE', params: new Map(), value: line }
  const [name = '', ...params] = head.split(';')
  const pairs = params.map((param) => {
    const [key = '', ...rest] = param.split('=')
    return [key.trim().toUpperCase(), rest.join('=').replaceAll('"', '').trim()] as const
  })
  return { name: name.trim().toUpperCase(), params: new Map(pairs), value: value.trim() }
}

function ruleOfLines(lines: readonly DateLine[], allDay: boolean): string | RecurrenceFault {
  const [line, second] = lines.filter(({ name }) => name === 'RRULE')
  if (second !== undefined) return { fault: because('several_rules') }
  if (line === undefined) return ''
  const read = parseRuleAndCanonicalText(line.value, allDay)
  return 'fault' in read ? read : read.text
}

function datesNamed(
  lines: readonly DateLine[],
  wanted: 'RDATE' | 'EXDATE',
  times: FirstOccurrenceTimes,
): readonly RecurrenceDate[] | RecurrenceFault {
  const dates: RecurrenceDate[] = []
  for (const line of lines) {
    if (line.name !== wanted) continue
    const read = datesOfLine(line, times)
    if ('fault' in read) return read
    dates.push(...read)
    if (dates.length > MAX_RECURRENCE_DATES)
      return { fault: because('too_many_dates', { part: wanted, most: MAX_RECURRENCE_DATES }) }
  }
  return distinctDates(dates)
}

/**
 * Reads recurrence lines as they are stored, or as they are sent without regard to what they amount to: syntax alone.
 * Returns them parsed, dates on the wall clock of the series, or the fault with the part.
 */
export function parseStoredRecurrence(
  sent: unknown,
  times: FirstOccurrenceTimes,
): RecurrenceLines | RecurrenceFault {
  const texts = textLines(sent)
  if (texts === undefined) return { fault: because('lines_not_texts') }
  if (texts.reduce((sum, text) => sum + text.length, 0) > MAX_LENGTH)
    return { fault: because('lines_too_long') }
  const lines = texts.map(contentLine)
  const other = lines.find(({ name }) => !['RRULE', 'RDATE', 'EXDATE'].includes(name))
  if (other !== undefined) return { fault: because('unknown_line', { name: other.name.slice(0, 40) }) }
  const rule = ruleOfLines(lines, times.allDay)
  if (typeof rule !== 'string') return rule
  const dates = datesNamed(lines, 'RDATE', times)
  if ('fault' in dates) return dates
  const exclusions = datesNamed(lines, 'EXDATE', times)
  if ('fault' in exclusions) return exclusions
  if (rule === '' && dates.length === 0) return { fault: because('no_recurrence') }
  return { rule, dates, exclusions }
}

/**
 * Reads and checks recurrence lines as they are sent: a text or a list of texts, `times` those of the first occurrence.
 * Returns them parsed, or the fault with the part: also a rule that ends before the start, or never recurs.
 */
export function parseSentRecurrence(
  sent: unknown,
  times: FirstOccurrenceTimes,
): RecurrenceLines | RecurrenceFault {
  const recurrence = parseStoredRecurrence(sent, times)
  if ('fault' in recurrence) return recurrence
  const fault = recurrenceFaultOfSeries({ ...times, recurrence })
  return fault === undefined ? recurrence : { fault }
}

/** Recurrence lines in canonical form: RRULE, RDATE, EXDATE. */
export function recurrenceLineTexts({ rule, dates, exclusions }: RecurrenceLines): readonly string[] {
  return [
    ...(rule === '' ? [] : [`RRULE:${rule}`]),
    ...formatDateLines('RDATE', dates),
    ...formatDateLines('EXDATE', exclusions),
  ]
}

/** Recurrence lines as they are sent and stored (RFC 5545 §3.8.5; contract §10.1) ↔ what they say. */
import { addSentenceToReason, because, type RefusalReason } from '../../problem.ts'
import { ruleSecondsOfDay } from '../time/recurrence.ts'
import { parseRule } from '../time/recurrence-rule.ts'
import { ruleSecondsAfter, untilSecondInZone } from '../time/rule-seconds.ts'
import { epochOfUtc } from '../time/timestamp.ts'
import {
  type DateLine,
  datesOfLine,
  distinctDates,
  formatDateLines,
  MAX_RECURRENCE_DATES,
} from './date-lines.ts'
import { occurrencesOfSeries } from './occurrence-starts.ts'
import { parseRuleAndCanonicalText } from './rule-parts.ts'
import type {
  FirstOccurrenceTimes,
  RecurrenceDate,
  RecurrenceFault,
  RecurrenceLines,
  Series,
} from './series.ts'

// Faults of recurrence lines beyond their syntax.

const DAY = 86_400

function ruleFault({ recurrence, start, zone }: Series): RefusalReason | undefined {
  const rule = parseRule(recurrence.rule)
  if ('fault' in rule) return addSentenceToReason(rule.fault)
  const startSecond = epochOfUtc(start)
  const last = untilSecondInZone(rule, zone)
  if (last === undefined)
    return because('rule_not_understood', { part: 'UNTIL', text: rule.until.slice(0, 40) })
  if (last < startSecond) return because('until_before_start')
  if (ruleSecondsOfDay(rule, startSecond % DAY) === undefined) return because('too_many_times_of_day')
  const { done } = ruleSecondsAfter(rule, startSecond).next()
  return done === true && rule.count > 1 ? because('never_recurs') : undefined
}

/** Why a series can't be, with the part; undefined if it can. */
function recurrenceFaultOfSeries(series: Series): RefusalReason | undefined {
  const { rule, dates } = series.recurrence
  const fault = rule === '' ? undefined : ruleFault(series)
  if (fault !== undefined) return because('wrong_part', { part: 'RRULE', why: fault })
  const [first] = dates
  const start = first?.isDay === true ? `${series.start.slice(0, 10)} 00:00:00` : series.start
  if (first !== undefined && first.wall < start) return because('date_before_start')
  const { done } = occurrencesOfSeries(series)[Symbol.iterator]().next()
  return done === true ? because('no_occurrence_left') : undefined
}

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

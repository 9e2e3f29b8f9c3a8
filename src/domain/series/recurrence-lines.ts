/** Recurrence lines as they are sent and stored (RFC 5545 §3.8.5; contract §10.1) ↔ what they say. */
import { addSentenceToReason, because, type RefusalReason } from '../../problem.ts'
import { ruleSecondsAfter, ruleSecondsOfDay, untilSecondInZone } from '../time/recurrence.ts'
import { parseRule, type Rule, rulePartNames } from '../time/recurrence-rule.ts'
import { basicTimestamp, epochOfUtc, utcTimestampOfEpoch } from '../time/timestamp.ts'
import { epochOfWall, isWallClockAtEpochRepeated, storedZoneName, wallAt } from '../time/zones.ts'
import {
  type FirstOccurrenceTimes,
  occurrencesOfSeries,
  type RecurrenceDate,
  type RecurrenceFault,
  type RecurrenceLines,
  type Series,
} from './occurrences.ts'

// RDATE and EXDATE (RFC 5545 §3.8.5.1, §3.8.5.2) ↔ dates on the wall clock of a series.

/** Maximum number of dates of one kind. */
const MAX_RECURRENCE_DATES = 2000

/** One content line: name, parameters by their names in capitals, value. */
interface DateLine {
  readonly name: string
  readonly params: ReadonlyMap<string, string>
  readonly value: string
}

/** `20270504T180000` → the timestamp; undefined if there is no such date. */
function timestampOf(day: string, time: string): string | undefined {
  const timestamp = `${day.replace(/(\d{4})(\d\d)/, '$1-$2-')} ${time.replace(/(\d\d)(\d\d)/, '$1:$2:')}`
  if (Number(day.slice(0, 4)) < 1000) return undefined
  return utcTimestampOfEpoch(epochOfUtc(timestamp)) === timestamp ? timestamp : undefined
}

function dateOf(
  text: string,
  from: string,
  { zone, allDay }: FirstOccurrenceTimes,
): RecurrenceDate | undefined {
  const [, day = '', time, utc] = /^(\d{8})(?:T(\d{6})(Z)?)?$/.exec(text) ?? []
  const written = timestampOf(day, time ?? '000000')
  if (written === undefined) return undefined
  const own = utc === undefined ? from : 'UTC'
  const epoch = time === undefined || own === zone ? undefined : epochOfWall(written, own)
  const wall = epoch === undefined ? written : wallAt(epoch, zone)
  if (time === undefined || allDay) return { wall: `${wall.slice(0, 10)} 00:00:00`, isDay: true }
  return epoch !== undefined && isWallClockAtEpochRepeated(epoch, zone)
    ? { wall, isDay: false, epoch }
    : { wall, isDay: false }
}

/** The dates of one line on the wall clock of the series; `TZID` and times in UTC are converted. Or the fault. */
function datesOfLine(
  { name, params, value }: DateLine,
  times: FirstOccurrenceTimes,
): readonly RecurrenceDate[] | RecurrenceFault {
  const id = params.get('TZID')
  const zone = id === undefined ? times.zone : storedZoneName(id)
  if (zone === undefined)
    return { fault: because('unknown_zone_of_part', { part: name, zone: String(id).slice(0, 60) }) }
  const unknown = [...params.keys()].find((param) => param !== 'TZID' && param !== 'VALUE')
  if (unknown !== undefined)
    return { fault: because('part_not_understood', { part: name, text: unknown.slice(0, 40) }) }
  const type = (params.get('VALUE') ?? 'DATE-TIME').toUpperCase()
  if (type !== 'DATE' && type !== 'DATE-TIME')
    return { fault: because('value_not_understood', { part: name, text: type.slice(0, 40) }) }
  const texts = value.split(',', MAX_RECURRENCE_DATES + 1)
  if (texts.length > MAX_RECURRENCE_DATES)
    return { fault: because('too_many_dates', { part: name, most: MAX_RECURRENCE_DATES }) }
  const dates: RecurrenceDate[] = []
  for (const text of texts) {
    const date = dateOf(text.trim().toUpperCase(), zone, times)
    if (date === undefined)
      return { fault: because('not_a_date_of_part', { part: name, text: text.trim().slice(0, 60) }) }
    dates.push(date)
  }
  return dates
}

/** The dates ascending, each once. */
export function distinctDates(dates: readonly RecurrenceDate[]): readonly RecurrenceDate[] {
  const keyOf = ({ wall, isDay, epoch }: RecurrenceDate) => `${wall}${isDay ? ' ' : (epoch ?? '')}`
  const byKey = new Map(dates.map((date) => [keyOf(date), date] as const))
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, date]) => date)
}

/** The value of a date-time: on the wall clock, or in UTC where that tells two apart. */
export const dateTimeValue = ({ wall, epoch }: RecurrenceDate): string =>
  epoch === undefined ? basicTimestamp(wall) : `${basicTimestamp(utcTimestampOfEpoch(epoch))}Z`

/** The lines of dates, without TZID: at most one of date-times on the wall clock, one in UTC, and one of days. */
function formatDateLines(name: 'RDATE' | 'EXDATE', dates: readonly RecurrenceDate[]): readonly string[] {
  const days = dates.filter(({ isDay }) => isDay).map(({ wall }) => basicTimestamp(wall).slice(0, 8))
  const moments = dates.filter(({ isDay }) => !isDay)
  const named = [
    moments.filter(({ epoch }) => epoch === undefined),
    moments.filter(({ epoch }) => epoch !== undefined),
  ]
  return [
    ...named.flatMap((some) => (some.length === 0 ? [] : [`${name}:${some.map(dateTimeValue).join()}`])),
    ...(days.length === 0 ? [] : [`${name};VALUE=DATE:${days.join()}`]),
  ]
}

// The parts of an RRULE (RFC 5545 §3.3.10): strict checks, the canonical form, and rules with other parts.

/** Parts that RFC 5545 forbids with a frequency; programs disagree about what they mean there. */
const forbidden: Readonly<Record<Rule['frequency'], readonly string[]>> = {
  DAILY: ['BYWEEKNO', 'BYYEARDAY'],
  WEEKLY: ['BYWEEKNO', 'BYYEARDAY', 'BYMONTHDAY'],
  MONTHLY: ['BYWEEKNO', 'BYYEARDAY'],
  YEARLY: [],
}

type Part = readonly [name: string, value: string]

/** The parts of a rule's canonical text, in their order. */
export function rulePartsOf(rule: string): readonly Part[] {
  return rule.split(';').map((part): Part => {
    const [name = '', value = ''] = part.split('=', 2)
    return [name, value]
  })
}

const textOf = (parts: readonly Part[]) => parts.map((part) => part.join('=')).join(';')

/** The rule with other values of COUNT or UNTIL, in place of the one it has; with neither, it goes on without end. */
export function ruleWithEnd(rule: string, end: { readonly COUNT?: number; readonly UNTIL?: string }): string {
  const [[name, value] = ['', undefined]] = Object.entries(end)
  const isEnd = ([own]: Part) => own === 'COUNT' || own === 'UNTIL'
  const parts = rulePartsOf(rule)
  const at = parts.findIndex(isEnd)
  const others = parts.filter((part) => !isEnd(part))
  if (value === undefined) return textOf(others)
  const place = at < 0 ? others.length : at
  return textOf([...others.slice(0, place), [name, String(value)], ...others.slice(place)])
}

function forbiddenPart({ frequency, byDay }: Rule, names: readonly string[]): RefusalReason | undefined {
  const part = forbidden[frequency].find((name) => names.includes(name))
  if (part !== undefined) return because('part_not_with_frequency', { part, frequency })
  const hasOrdinal = byDay.some(({ ordinal }) => ordinal !== 0)
  const takesOrdinal = frequency === 'MONTHLY' || (frequency === 'YEARLY' && !names.includes('BYWEEKNO'))
  if (hasOrdinal && !takesOrdinal) return because('numbered_day')
  const selects = names.some((name) => name.startsWith('BY') && name !== 'BYSETPOS')
  if (names.includes('BYSETPOS') && !selects) return because('position_alone')
  return undefined
}

function partsFault(parts: readonly Part[], allDay: boolean): RefusalReason | undefined {
  const names = parts.map(([name]) => name)
  const unknown = names.find((name) => !rulePartNames.includes(name))
  if (unknown !== undefined) return because('no_part_of_rules', { part: unknown.slice(0, 40) })
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) return because('part_twice', { part: twice })
  if (!names.includes('FREQ')) return because('no_frequency')
  if (names.includes('COUNT') && names.includes('UNTIL')) return because('two_ends')
  const [, weekStart = 'MO'] = parts.find(([name]) => name === 'WKST') ?? []
  if (!/^(?:MO|TU|WE|TH|FR|SA|SU)$/.test(weekStart))
    return because('rule_not_understood', { part: 'WKST', text: weekStart.slice(0, 40) })
  const timed = names.find((name) => ['BYHOUR', 'BYMINUTE', 'BYSECOND'].includes(name))
  return allDay && timed !== undefined ? because('part_of_whole_days', { part: timed }) : undefined
}

const canonical = (text: string) =>
  text
    .toUpperCase()
    .replace(/\s+/g, '')
    .replace(/(?<!;);+$/, '')

/** Checks the value of an RRULE on its own. Returns its canonical text and the rule, or the fault with the part. */
export function parseRuleAndCanonicalText(
  text: string,
  allDay: boolean,
): { readonly text: string; readonly rule: Rule } | RecurrenceFault {
  const plain = canonical(text)
  const refused = (why: RefusalReason) => ({ fault: because('wrong_part', { part: 'RRULE', why }) })
  const parts = rulePartsOf(plain)
  const isRule = /^[A-Z-]+=[^;=]+(?:;[A-Z-]+=[^;=]+)*$/.test(plain)
  const fault = isRule ? partsFault(parts, allDay) : because('not_a_rule')
  if (fault !== undefined) return refused(fault)
  const rule = parseRule(plain)
  if ('fault' in rule) return refused(addSentenceToReason(rule.fault))
  const names = parts.map(([name]) => name)
  const other = forbiddenPart(rule, names)
  return other === undefined ? { text: plain, rule } : refused(other)
}

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

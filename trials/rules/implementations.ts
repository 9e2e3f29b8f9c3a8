/** Expands rules with this service's code and with two independent implementations. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { RRuleTemporal } from 'rrule-temporal'
import { startSecondsOfRule } from '../../src/domain/series/occurrences.ts'
import { parseStoredRecurrence } from '../../src/domain/series/recurrence-lines.ts'
import { utcTimestampOfEpoch } from '../../src/domain/time/timestamp.ts'

/** Dates that are compared, up to the horizon. */
const MAX_DATES = 60
const HORIZON = '2032-01-01 00:00:00'

/** The first dates in this service's code; the start is the first of them. */
export function ownDates({ rule, start }: RandomRule): readonly string[] {
  const times = { start, end: start, zone: 'UTC', allDay: false }
  const recurrence = parseStoredRecurrence(rule, times)
  if ('fault' in recurrence) throw new Error(`${rule}: ${recurrence.fault}`)
  const dates: string[] = []
  for (const second of startSecondsOfRule({ ...times, recurrence })) {
    const wall = utcTimestampOfEpoch(second)
    if (wall > HORIZON || dates.length === MAX_DATES) break
    dates.push(wall)
  }
  return dates
}

/** The dates according to the other implementations. They leave out a start that does not match the rule. */
const withStart = (start: string, dates: readonly string[]) =>
  (dates[0] === start ? dates : [start, ...dates]).slice(0, MAX_DATES)

/** The first dates according to rrule-temporal. */
export function temporalDates({ rule, start }: RandomRule): readonly string[] {
  const compact = `${start.replace(/[-:]/g, '').replace(' ', 'T')}Z`
  const dates: string[] = []
  try {
    new RRuleTemporal({ rruleString: `DTSTART:${compact}\nRRULE:${rule}`, maxIterations: 6000 }).all(
      (date) => {
        const wall = date.toString().slice(0, 19).replace('T', ' ')
        if (wall > HORIZON || dates.length === MAX_DATES) return false
        dates.push(wall)
        return true
      },
    )
  } catch (error) {
    // It throws for rules that never recur.
    if (!String(error).includes('Maximum iterations')) throw error
  }
  return withStart(start, dates)
}

const program = `
import sys, json
from datetime import datetime
from dateutil.rrule import rrulestr
horizon = datetime.fromisoformat(sys.argv[1])
most = int(sys.argv[2])
answers = []
for rule in json.load(sys.stdin):
    dates = []
    for date in rrulestr(rule["rule"], dtstart=datetime.fromisoformat(rule["start"])):
        if date > horizon or len(dates) == most: break
        dates.append(date.isoformat(sep=" "))
    answers.append(dates)
json.dump(answers, sys.stdout)
`

/** Whether Python's dateutil is installed. */
export async function hasDateutil(): Promise<boolean> {
  return promisify(execFile)('python3', ['-c', 'import dateutil.rrule']).then(
    () => true,
    () => false,
  )
}

/** The first dates of each rule according to Python's dateutil. */
export async function dateutilDates(rules: readonly RandomRule[]): Promise<readonly (readonly string[])[]> {
  const running = promisify(execFile)('python3', ['-c', program, HORIZON, String(MAX_DATES)], {
    maxBuffer: 2 ** 28,
    timeout: 600_000,
  })
  running.child.stdin?.end(JSON.stringify(rules))
  const answers: unknown = JSON.parse((await running).stdout)
  if (!Array.isArray(answers)) throw new Error('the output of dateutil is not a list')
  return answers.map((dates: unknown, at) =>
    withStart(rules[at]?.start ?? '', Array.isArray(dates) ? dates.map(String) : []),
  )
}

/** Random rules on which independent implementations agree by RFC 5545, from a seed. */

interface RandomRule {
  readonly rule: string
  readonly start: string
}

/** A generator of numbers from 0 up to 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const ordinals = weekdays.flatMap((day) => [`1${day}`, `2${day}`, `-1${day}`, `3${day}`, `5${day}`])
const monthDays = [1, 2, 13, 28, 29, 30, 31, -1, -2, -31]
const starts = ['2027-01-01 10:00:00', '2024-02-29 09:30:15', '2026-12-31 00:00:00', '2027-08-31 23:59:59']

/** One random rule without COUNT and UNTIL, and a start. */
export function randomRule(random: () => number): RandomRule {
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] ?? (of[0] as T)
  const some = <T>(of: readonly T[], most: number) =>
    [...new Set(Array.from({ length: 1 + Math.floor(random() * most) }, () => one(of)))].join()
  const maybe = (part: () => string, chance = 0.35) => (random() < chance ? [part()] : [])
  const days = () => `BYDAY=${some(weekdays, 3)}`
  // Implementations disagree on rules that mix days with and without an ordinal.
  const eitherDays = () => (random() < 0.5 ? days() : `BYDAY=${some(ordinals, 3)}`)
  const byMonthDay = () => `BYMONTHDAY=${some(monthDays, 3)}`
  const kinds: readonly (() => readonly string[])[] = [
    () => ['FREQ=DAILY', ...maybe(days), ...maybe(byMonthDay)],
    () => ['FREQ=WEEKLY', ...maybe(days, 0.7)],
    () => ['FREQ=MONTHLY', ...maybe(eitherDays, 0.6)],
    () => ['FREQ=MONTHLY', ...maybe(days), ...maybe(byMonthDay, 0.7)],
    () => ['FREQ=YEARLY', ...maybe(eitherDays)],
    () => ['FREQ=YEARLY', ...maybe(days), ...maybe(byMonthDay)],
    () => ['FREQ=YEARLY', `BYYEARDAY=${some([1, 60, 200, 366, -1, -366], 3)}`],
    // dateutil counts days of the first and the last week by their calendar year.
    () => ['FREQ=YEARLY', 'BYDAY=TU,SU', `BYWEEKNO=${some([2, 20, 33, 51, -3], 3)}`],
  ]
  const parts = [
    ...one(kinds)(),
    ...maybe(() => `INTERVAL=${1 + Math.floor(random() * 4)}`, 0.6),
    ...maybe(() => `BYMONTH=${some([1, 2, 3, 6, 11, 12], 3)}`, 0.25),
    ...maybe(() => `BYHOUR=${some([0, 9, 23], 2)}`, 0.2),
    ...maybe(() => `WKST=${one(weekdays)}`, 0.3),
  ]
  const hasDays = parts.some((part) => part.startsWith('BY'))
  // dateutil selects within the rest of the first week only.
  const positions =
    hasDays && parts[0] !== 'FREQ=WEEKLY' ? maybe(() => `BYSETPOS=${some([1, 2, -1], 2)}`, 0.25) : []
  return { rule: [...parts, ...positions].join(';'), start: one(starts) }
}

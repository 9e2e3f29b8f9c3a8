/** Expands rules with this service's code and with two independent implementations. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { RRuleTemporal } from 'rrule-temporal'
import { startSecondsOfRule } from '../../src/domain/series/occurrence-starts.ts'
import { parseStoredRecurrence } from '../../src/domain/series/recurrence-lines.ts'
import { utcTimestampOfEpoch } from '../../src/domain/time/timestamp.ts'
import type { RandomRule } from './random-rules.ts'

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

/** The clock changes that a VTIMEZONE describes (RFC 5545 §3.6.5). */
import { recurring } from '../../../domain/time/recurrence.ts'
import { epochOfUtc, utcTimestamp } from '../../../domain/time/timestamp.ts'
import { type Component, propertyNamed } from '../text/content-lines.ts'
import { timestampIn } from '../text/values.ts'

/** Parses `+0200` or `-003000` into seconds. */
function offsetOf(text: string | undefined): number | undefined {
  const [, sign, hours = '', minutes = '', seconds = '0'] =
    /^([+-])(\d\d)(\d\d)(\d\d)?$/.exec(text ?? '') ?? []
  if (sign === undefined) return undefined
  const size = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return sign === '-' ? -size : size
}

/** From that wall clock on, the zone is `to` seconds from UTC. */
interface Onset {
  readonly wall: string
  readonly from: number
  readonly to: number
}

/** The year up to which a VTIMEZONE is computed. */
const HORIZON = '2100-01-01 00:00:00'
/** The maximum observances of a zone, and rules of an observance. */
const MAX_OBSERVANCES = 200
const MAX_RULES = 4
/** The maximum dates of all observances of a zone, and steps of computing their rules: a few milliseconds. */
const MAX_DATES = 1000
const MAX_STEPS = 24

/** The remaining dates and steps of a zone. */
interface Left {
  steps: number
  dates: number
}

/** The onsets of a rule; none if it is not understood, or takes more steps than remain. */
function ruleOnsets(rule: string, start: string, from: number, left: Left): readonly string[] {
  // Clock changes recur by year.
  if (left.steps <= 0 || !/FREQ=(?:YEARLY|MONTHLY)/i.test(rule)) return []
  const toWall = (utc: string) => utcTimestamp(epochOfUtc(utc) + from)
  const onsets = recurring({ rule, start, horizon: HORIZON, most: 1000, toWall })
  for (; left.steps > 0; left.steps -= 1) {
    const { done, value } = onsets.next()
    if (done === true) return 'walls' in value ? value.walls : []
  }
  return []
}

/** The dates of an observance, up to the remaining number. */
function datesOf({ properties }: Component, left: Left): readonly string[] {
  const dates: string[] = []
  for (const { name, value } of properties) {
    if (name !== 'RDATE' || left.dates <= 0) continue
    const some = value.split(',', left.dates)
    left.dates -= some.length
    dates.push(...some.flatMap((one) => timestampIn(one.trim())?.timestamp ?? []))
  }
  return dates
}

/** All onsets of an observance. */
function onsetsOf(observance: Component, left: Left): readonly Onset[] {
  const value = (name: string) => propertyNamed(observance, name)?.value.trim()
  const [from, to] = [offsetOf(value('TZOFFSETFROM')), offsetOf(value('TZOFFSETTO'))]
  const start = timestampIn(value('DTSTART') ?? '')?.timestamp
  if (from === undefined || to === undefined || start === undefined) return []
  const rules = observance.properties.filter(({ name }) => name === 'RRULE').slice(0, MAX_RULES)
  const recurring = rules.flatMap(({ value: rule }) => ruleOnsets(rule, start, from, left))
  return [...new Set([start, ...recurring, ...datesOf(observance, left)])].map((wall) => ({ wall, from, to }))
}

/** From that second since 1970 UTC on, the zone is `to` seconds from UTC. */
export interface Change {
  readonly epoch: number
  readonly from: number
  readonly to: number
}

/** Returns the changes that a VTIMEZONE describes up to the year 2100, in order; none if it is not understood. */
export function changesIn({ components }: Component): readonly Change[] {
  const left = { steps: MAX_STEPS, dates: MAX_DATES }
  return components
    .slice(0, MAX_OBSERVANCES)
    .flatMap((one) => onsetsOf(one, left))
    .map(({ wall, from, to }) => ({ epoch: epochOfUtc(wall) - from, from, to }))
    .sort((a, b) => a.epoch - b.epoch)
}

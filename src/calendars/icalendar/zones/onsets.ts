/** The clock changes that a VTIMEZONE describes (RFC 5545 §3.6.5). */
import { untilSecond } from '../../../domain/time/recurrence.ts'
import { parseRule } from '../../../domain/time/recurrence-rule.ts'
import { ruleDatesAsSecondsInSteps } from '../../../domain/time/rule-seconds.ts'
import { epochOfUtc, plusSeconds, utcTimestampOfEpoch } from '../../../domain/time/timestamp.ts'
import type { ZoneTransition } from '../../../domain/time/zone-transitions.ts'
import { type Component, propertyNamed } from '../text/content-lines.ts'
import { parseTimeValue } from '../text/values.ts'

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
/** The maximum onsets of a rule. */
const MAX_ONSETS = 10_000
/** The maximum dates of all observances of a zone, and steps of computing their rules: a few milliseconds. */
const MAX_DATES = 1000
const MAX_STEPS = 24

/** The remaining dates and steps of a zone. */
interface Left {
  steps: number
  dates: number
}

/** The onsets of a rule; none if it is not understood, has too many, or takes more steps than remain. */
function ruleOnsets(text: string, start: string, from: number, left: Left): readonly string[] {
  const rule = parseRule(text)
  // Clock changes recur by year.
  if ('fault' in rule || (rule.frequency !== 'YEARLY' && rule.frequency !== 'MONTHLY')) return []
  const until = untilSecond(rule, (utc) => plusSeconds(utc, from))
  if (until === undefined) return []
  const onsets: string[] = []
  const wanted = { start: epochOfUtc(start), last: Math.min(until, epochOfUtc(HORIZON)) }
  for (const second of ruleDatesAsSecondsInSteps(rule, wanted)) {
    if (left.steps <= 0) return []
    if (second === undefined) left.steps -= 1
    else if (onsets.length === MAX_ONSETS) return []
    else onsets.push(utcTimestampOfEpoch(second))
    if (onsets.length >= rule.count) break
  }
  return onsets.slice(-MAX_DATES)
}

/** The dates of an observance, up to the remaining number. */
function datesOf({ properties }: Component, left: Left): readonly string[] {
  const dates: string[] = []
  for (const { name, value } of properties) {
    if (name !== 'RDATE' || left.dates <= 0) continue
    const some = value.split(',', left.dates)
    left.dates -= some.length
    dates.push(...some.flatMap((one) => parseTimeValue(one.trim())?.timestamp ?? []))
  }
  return dates
}

/** All onsets of an observance. */
function onsetsOf(observance: Component, left: Left): readonly Onset[] {
  const value = (name: string) => propertyNamed(observance, name)?.value.trim()
  const [from, to] = [offsetOf(value('TZOFFSETFROM')), offsetOf(value('TZOFFSETTO'))]
  const start = parseTimeValue(value('DTSTART') ?? '')?.timestamp
  if (from === undefined || to === undefined || start === undefined) return []
  const rules = observance.properties.filter(({ name }) => name === 'RRULE').slice(0, MAX_RULES)
  const recurring = rules.flatMap(({ value: rule }) => ruleOnsets(rule, start, from, left))
  return [...new Set([start, ...recurring, ...datesOf(observance, left)])].map((wall) => ({ wall, from, to }))
}

/** Returns the changes that a VTIMEZONE describes up to the year 2100, in order; none if it is not understood. */
export function readOffsetChangesFromVtimezone({ components }: Component): readonly ZoneTransition[] {
  const left = { steps: MAX_STEPS, dates: MAX_DATES }
  return components
    .slice(0, MAX_OBSERVANCES)
    .flatMap((one) => onsetsOf(one, left))
    .map(({ wall, from, to }) => ({ epoch: epochOfUtc(wall) - from, from, to }))
    .sort((a, b) => a.epoch - b.epoch)
}

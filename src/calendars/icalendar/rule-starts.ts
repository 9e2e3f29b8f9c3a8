/** The starts that the rules of a component give, on any clock and in steps (RFC 5545 §3.8.5.3). */

import { ruleSecondsOfDay, untilSecond, type WorkInSteps } from '../../domain/time/recurrence.ts'
import { parseRule, type Rule } from '../../domain/time/recurrence-rule.ts'
import { ruleDatesAsSecondsInSteps } from '../../domain/time/rule-seconds.ts'
import { epochOfUtc, utcTimestampOfEpoch } from '../../domain/time/timestamp.ts'
import { addSentenceToReason, because, type RefusalReason } from '../../problem.ts'
import type { Component } from './text/content-lines.ts'
import { DAY_SECONDS, noteUnclearDate, type OccurrenceSpan, type TimesContext } from './zones/event-times.ts'

/** The maximum dates of one rule that are followed. */
const MAX_FOLLOWED = 10_000
const DATES_IN_STEP = 200

const TOO_OFTEN = { fault: because('recurs_too_often') }

/** Whether a rule has no end. */
const isEndless = ({ count, until }: Rule) => count === Number.POSITIVE_INFINITY && until === ''

interface Followed {
  readonly seconds: readonly number[]
  /** Whether dates after these were left out. */
  readonly isCut: boolean
}

/** Follows a rule between two seconds of its wall clock. Dates before `from` are left out, except those that COUNT counts. */
function* followed(rule: Rule, start: number, from: number, last: number): WorkInSteps<Followed> {
  const seconds: number[] = []
  const isCounted = rule.count < Number.POSITIVE_INFINITY
  for (const second of ruleDatesAsSecondsInSteps(rule, { start, from: isCounted ? start : from, last })) {
    if (seconds.length >= rule.count) break
    if (second !== undefined && seconds.length === MAX_FOLLOWED) return { seconds, isCut: true }
    if (second !== undefined) seconds.push(second)
    if (second === undefined || seconds.length % DATES_IN_STEP === 0) yield undefined
  }
  return { seconds, isCut: false }
}

/** The dates of a rule, in seconds of its wall clock: all of them, else those of the last years, else those to come. */
function* datesOf(
  rule: Rule,
  { clock, start }: OccurrenceSpan,
  until: number,
  times: TimesContext,
): WorkInSteps<Followed> {
  const wall = (epoch: number) => epochOfUtc(clock.wallAt(epoch))
  const last = Math.min(until, wall(times.horizon))
  const whole = isEndless(rule) ? times.since : start
  let found: Followed = { seconds: [], isCut: false }
  for (const from of new Set([whole, times.since, times.now])) {
    found = yield* followed(rule, wall(start), Math.max(wall(start), wall(from)), last)
    if (!found.isCut) return found
  }
  return found
}

/** The dates of the text of a rule; or why there are none. */
function* followedText(
  text: string,
  span: OccurrenceSpan,
  times: TimesContext,
): WorkInSteps<Followed | { readonly fault: RefusalReason }> {
  if (times.left.occurrences <= 0) return { fault: because('others_recur_too_often') }
  const rule = parseRule(text)
  if ('fault' in rule) return { fault: addSentenceToReason(rule.fault) }
  const { clock, start } = span
  const until = untilSecond(rule, (timestamp) => clock.wallAt(epochOfUtc(timestamp)))
  if (until === undefined)
    return { fault: because('rule_not_understood', { part: 'UNTIL', text: rule.until.slice(0, 40) }) }
  if (ruleSecondsOfDay(rule, epochOfUtc(clock.wallAt(start)) % DAY_SECONDS) === undefined) return TOO_OFTEN
  const found = yield* datesOf(rule, span, until, times)
  return found.isCut && rule.count < Number.POSITIVE_INFINITY ? TOO_OFTEN : found
}

/**
 * The starts from the rules of a component, in seconds since 1970 UTC, with its own start. Those of rules without end begin two
 * years ago. Notes rules that are not understood, and starts that are left out.
 */
export function* collectRuleStartsOfComponent(
  component: Component,
  span: OccurrenceSpan,
  times: TimesContext,
): WorkInSteps<Set<number>> {
  const found = new Set([span.start])
  for (const { value } of component.properties.filter(({ name }) => name === 'RRULE')) {
    const dates = yield* followedText(value, span, times)
    if ('fault' in dates)
      noteUnclearDate(times, because('rule_left_out', { rule: value.slice(0, 100), why: dates.fault }))
    else {
      times.left.occurrences -= dates.seconds.length
      if (dates.isCut) times.note(because('occurrences_left_out', { most: MAX_FOLLOWED }))
      for (const second of dates.seconds) found.add(span.clock.epochOf(utcTimestampOfEpoch(second)))
    }
    yield undefined
  }
  return found
}

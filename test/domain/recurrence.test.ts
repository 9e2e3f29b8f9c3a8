import fc from 'fast-check'
import { RRuleTemporal } from 'rrule-temporal'
import { describe, expect, it } from 'vitest'
import { ruleDatesAsSecondsInSteps, ruleSecondsOfDay, untilSecond } from '../../src/domain/time/recurrence.ts'
import { parseRule, type Rule } from '../../src/domain/time/recurrence-rule.ts'
import { epochOfUtc, utcTimestampOfEpoch } from '../../src/domain/time/timestamp.ts'
import { addSentenceToReason, because } from '../../src/problem.ts'
import { isLong } from '../support/dialect-names.ts'
import { eitherDays, maybe, some, weekdays } from './series/made.ts'

const START = '2027-01-01 10:00:00'

/** A rule that must be understood. */
function ruleNamed(text: string): Rule {
  const rule = parseRule(text)
  if ('fault' in rule) throw new Error(rule.fault.reason)
  return rule
}

/** The wall clock times that a rule gives up to a horizon, as many as COUNT says; or why it is refused. */
function recurring(
  text: string,
  horizon = '2027-12-31 23:59:59',
  start = START,
  toWall = (utc: string) => utc,
) {
  const rule = parseRule(text)
  if ('fault' in rule) return { fault: addSentenceToReason(rule.fault) }
  const until = untilSecond(rule, toWall)
  if (until === undefined)
    return { fault: because('rule_not_understood', { part: 'UNTIL', text: rule.until }) }
  const walls: string[] = []
  const last = Math.min(until, epochOfUtc(horizon))
  for (const second of ruleDatesAsSecondsInSteps(rule, { start: epochOfUtc(start), last })) {
    if (walls.length >= rule.count) break
    if (second !== undefined) walls.push(utcTimestampOfEpoch(second))
  }
  return { walls }
}

/** The first 60 wall clock times up to the horizon according to rrule-temporal. */
function theirWalls(rule: string, start: string, horizon: string): readonly string[] {
  const compact = `${start.replace(/[-:]/g, '').replace(' ', 'T')}Z`
  const walls: string[] = []
  try {
    new RRuleTemporal({ rruleString: `DTSTART:${compact}\nRRULE:${rule}`, maxIterations: 6000 }).all(
      (date) => {
        const wall = date.toString().slice(0, 19).replace('T', ' ')
        if (wall > horizon || walls.length === 60) return false
        walls.push(wall)
        return true
      },
    )
  } catch (error) {
    // rrule-temporal gives up on rules that never recur.
    if (!String(error).includes('Maximum iterations')) throw error
  }
  return walls
}
const days = (...of: readonly number[]) => of.map((day) => `2027-01-0${day} 10:00:00`)

describe('a recurrence', () => {
  it('is expanded from its start up to its count, its end or the horizon, inclusive', () => {
    expect(recurring('FREQ=DAILY;COUNT=3')).toEqual({ walls: days(1, 2, 3) })
    expect(recurring('freq=daily;until=20270103t100000')).toEqual({ walls: days(1, 2, 3) })
    expect(recurring('FREQ=DAILY;UNTIL=20270103T095959')).toEqual({ walls: days(1, 2) })
    expect(recurring('FREQ=DAILY', '2027-01-03 10:00:00')).toEqual({ walls: days(1, 2, 3) })
    expect(recurring('FREQ=DAILY', '2027-01-03 09:59:59')).toEqual({ walls: days(1, 2) })
  })

  it('ends at the end of a day, or at a time in UTC', () => {
    expect(recurring('FREQ=DAILY;UNTIL=20270102')).toEqual({ walls: days(1, 2) })
    const toWall = (utc: string) => utc.replace('-02 09:', '-03 10:')
    expect(recurring('FREQ=DAILY;UNTIL=20270102T090000Z', undefined, START, toWall)).toEqual({
      walls: days(1, 2, 3),
    })
    expect(recurring('FREQ=DAILY;UNTIL=20270102T090000', undefined, START, toWall)).toEqual({
      walls: days(1),
    })
  })

  it('is refused if it is no rule, of another calendar, or too frequent', () => {
    for (const rule of ['', 'x', 'FREQ', 'FREQ=DAILY;;X', 'FREQ=DA ILY', `FREQ=DAILY;X=${'1'.repeat(2000)}`])
      expect(recurring(rule), rule).toMatchObject({ fault: { message: 'it is not a rule' } })
    for (const rule of ['RSCALE=HEBREW;FREQ=YEARLY', 'rscale=chinese;freq=yearly'])
      expect(recurring(rule)).toMatchObject({
        fault: { message: expect.stringMatching(/other than the Gregorian/) },
      })
    const never = 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31'
    expect(recurring(never, '9999-01-01 00:00:00')).toEqual({ walls: [] })
    expect(recurring('FREQ=DAILY;BYEASTER=1')).toMatchObject({
      fault: { message: 'BYEASTER is not a part of rules' },
    })
    expect(recurring('FREQ=DAILY;COUNT=1;X-MS=1')).toEqual({ walls: days(1) })
    expect(recurring('FREQ=SOMETIMES')).toMatchObject({
      fault: { message: expect.stringContaining('SOMETIMES') },
    })
  })

  it('has at most 300 times on a day', () => {
    const each = (count: number) => Array.from({ length: count }, (_, at) => at).join()
    const times = (text: string) => ruleSecondsOfDay(ruleNamed(`FREQ=DAILY;${text}`), 36_000)?.length
    expect(times(`BYHOUR=${each(10)};BYMINUTE=${each(30)}`)).toBe(300)
    expect(times(`BYHOUR=${each(7)};BYMINUTE=${each(43)}`)).toBeUndefined()
    expect(times(`BYHOUR=${each(24)};BYMINUTE=${each(12)};BYSECOND=1,2`)).toBeUndefined()
  })

  it('is refused if it is hourly or more frequent', () => {
    for (const frequency of ['HOURLY', 'MINUTELY', 'SECONDLY'])
      expect(recurring(`FREQ=${frequency}`)).toMatchObject({
        fault: { message: `FREQ=${frequency} recurs within a day` },
      })
  })

  it('accepts white space around its separators, and is refused if a part is no number', () => {
    expect(recurring(' FREQ=WEEKLY; BYDAY=FR, SA ;COUNT=2')).toEqual({ walls: days(1, 2) })
    for (const part of ['COUNT=X', 'INTERVAL=0', 'BYMONTH=13', 'BYMONTHDAY=0', 'BYDAY=XX', 'UNTIL=20270230'])
      expect(recurring(`FREQ=DAILY;${part}`), part).toMatchObject({
        fault: { message: `${part} is not understood` },
      })
  })

  it('is expanded in small steps, also if it never recurs', () => {
    const steps = (rule: string) => {
      let [count, dates] = [0, 0]
      for (const second of ruleDatesAsSecondsInSteps(ruleNamed(rule), {
        start: epochOfUtc('2000-01-01 10:00:00'),
      })) {
        if (second === undefined) count += 1
        else dates += 1
        if (dates === 10_000) break
      }
      return count
    }
    expect(steps('FREQ=DAILY')).toBeGreaterThanOrEqual(9)
    expect(steps('FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU')).toBeGreaterThanOrEqual(9)
    // After 400 years the calendar repeats, and what has not recurred never does: 31 days of each, 2,000 in a step.
    expect(steps('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31')).toBe(6)
    expect(steps('FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30')).toBeGreaterThanOrEqual(2)
  })

  it('has the same occurrences as in rrule-temporal', () => {
    const common = fc.tuple(
      fc.integer({ min: 1, max: 4 }).map((one) => `;INTERVAL=${one}`),
      maybe('BYMONTH', some([1, 2, 3, 6, 11, 12], 3)),
      maybe('BYHOUR', some([0, 9, 23], 2)),
      maybe('BYSETPOS', some([1, 2, -1], 2)),
      maybe('WKST', fc.tuple(fc.constantFrom(...weekdays))),
    )
    const days = { min: fc.constantFrom(1, 2, 13, 28, 29, 30, 31, -1, -2, -31) }
    const monthDays = maybe('BYMONTHDAY', fc.uniqueArray(days.min, { minLength: 1, maxLength: 3 }))
    const rule = fc.oneof(
      fc.tuple(fc.constant('FREQ=DAILY'), maybe('BYDAY', some(weekdays, 3)), monthDays),
      fc.tuple(fc.constant('FREQ=WEEKLY'), maybe('BYDAY', some(weekdays, 4))),
      fc.tuple(fc.constant('FREQ=MONTHLY'), maybe('BYDAY', eitherDays), monthDays),
      fc.tuple(fc.constant('FREQ=YEARLY'), maybe('BYDAY', eitherDays)),
      fc.tuple(fc.constant('FREQ=YEARLY'), maybe('BYDAY', some(weekdays, 3)), monthDays),
      fc.tuple(fc.constant('FREQ=YEARLY'), maybe('BYYEARDAY', some([1, 60, 200, 366, -1, -366], 3))),
      fc.tuple(fc.constant('FREQ=YEARLY;BYDAY=TU,SU'), maybe('BYWEEKNO', some([1, 20, 52, 53, -1], 3))),
    )
    const start = fc.constantFrom(
      '2027-01-01 10:00:00',
      '2024-02-29 09:30:15',
      '2026-12-31 00:00:00',
      '2027-08-31 23:59:59',
    )
    fc.assert(
      fc.property(rule, common, start, (own, more, begin) => {
        const text = [...own, ...more].join('')
        const horizon = '2031-06-01 00:00:00'
        const mine = recurring(text, horizon, begin)
        const theirs = theirWalls(text, begin, horizon)
        expect([text, begin, 'walls' in mine ? mine.walls.slice(0, 60) : mine]).toEqual([
          text,
          begin,
          theirs.slice(0, 60),
        ])
      }),
      { numRuns: isLong() ? 60 : 24 },
    )
  })
})

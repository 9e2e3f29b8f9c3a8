import fc from 'fast-check'
import { RRuleTemporal } from 'rrule-temporal'
import { describe, expect, it } from 'vitest'
import {
  type Recurrence,
  recurrencesOf,
  recurring as recurringInSteps,
} from '../../src/domain/time/recurrence.ts'
import { isLong } from '../support/dialect-names.ts'
import { eitherDays, maybe, some, weekdays } from './series/made.ts'

const recurring = (rule: string, more: Partial<Recurrence> = {}) =>
  recurrencesOf({
    rule,
    start: '2027-01-01 10:00:00',
    horizon: '2027-12-31 23:59:59',
    most: 100,
    toWall: (utc) => utc,
    ...more,
  })
const anywhere = {
  start: '2000-01-01 10:00:00',
  horizon: '9999-01-01 00:00:00',
  most: 500,
  toWall: (utc: string) => utc,
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
const tooOften = { fault: 'it recurs too often, or never' }
const days = (...of: readonly number[]) => of.map((day) => `2027-01-0${day} 10:00:00`)

describe('a recurrence', () => {
  it('is expanded from its start up to its count, its end or the horizon, inclusive', () => {
    expect(recurring('FREQ=DAILY;COUNT=3')).toEqual({ walls: days(1, 2, 3), left: 0 })
    expect(recurring('freq=daily;until=20270103t100000')).toEqual({ walls: days(1, 2, 3), left: 0 })
    expect(recurring('FREQ=DAILY;UNTIL=20270103T095959')).toEqual({ walls: days(1, 2), left: 0 })
    expect(recurring('FREQ=DAILY', { horizon: '2027-01-03 10:00:00' })).toEqual({
      walls: days(1, 2, 3),
      left: 0,
    })
    expect(recurring('FREQ=DAILY', { horizon: '2027-01-03 09:59:59' })).toEqual({
      walls: days(1, 2),
      left: 0,
    })
  })

  it('has its last occurrences if there are too many, and the number of those left out', () => {
    expect(recurring('FREQ=DAILY;COUNT=5', { most: 2 })).toEqual({ walls: days(4, 5), left: 3 })
    expect(recurring('FREQ=DAILY;COUNT=2', { most: 2 })).toEqual({ walls: days(1, 2), left: 0 })
  })

  it('ends at the end of a day, or at a time in UTC', () => {
    expect(recurring('FREQ=DAILY;UNTIL=20270102')).toEqual({ walls: days(1, 2), left: 0 })
    const toWall = (utc: string) => utc.replace('-02 09:', '-03 10:')
    expect(recurring('FREQ=DAILY;UNTIL=20270102T090000Z', { toWall })).toEqual({
      walls: days(1, 2, 3),
      left: 0,
    })
    expect(recurring('FREQ=DAILY;UNTIL=20270102T090000', { toWall })).toEqual({ walls: days(1), left: 0 })
  })

  it('is refused if it is no rule, of another calendar, or too frequent', () => {
    for (const rule of ['', 'x', 'FREQ', 'FREQ=DAILY;;X', 'FREQ=DA ILY', `FREQ=DAILY;X=${'1'.repeat(2000)}`])
      expect(recurring(rule), rule).toEqual({ fault: 'it is not a rule' })
    for (const rule of ['RSCALE=HEBREW;FREQ=YEARLY', 'rscale=chinese;freq=yearly'])
      expect(recurring(rule)).toEqual({ fault: expect.stringMatching(/other than the Gregorian/) })
    const never = 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31'
    expect(recurring(never, { horizon: '9999-01-01 00:00:00' })).toEqual(tooOften)
    expect(recurring('FREQ=DAILY;BYEASTER=1')).toEqual({ fault: 'BYEASTER is not a part of rules' })
    expect(recurring('FREQ=DAILY;COUNT=1;X-MS=1')).toEqual({ walls: days(1), left: 0 })
    expect(recurring('FREQ=SOMETIMES')).toEqual({ fault: expect.stringContaining('SOMETIMES') })
  })

  it('is expanded to at most ten thousand occurrences, and refused above', () => {
    const minutes = Array.from({ length: 12 }, (_, minute) => minute).join()
    const hours = Array.from({ length: 24 }, (_, hour) => hour).join()
    const each = (count: number) =>
      recurring(`FREQ=DAILY;BYHOUR=${hours};BYMINUTE=${minutes};COUNT=${count}`, {
        most: 1,
        start: '2027-01-01 00:00:00',
      })
    expect(each(10_000)).toEqual({ walls: ['2027-02-04 17:03:00'], left: 9999 })
    expect(each(10_001)).toEqual(tooOften)
    expect(recurring(`FREQ=DAILY;BYHOUR=${hours};BYMINUTE=${minutes};BYSECOND=1,2`)).toEqual(tooOften)
  })

  it('is refused if it is hourly or more frequent', () => {
    for (const frequency of ['HOURLY', 'MINUTELY', 'SECONDLY'])
      expect(recurring(`FREQ=${frequency}`)).toEqual({ fault: `FREQ=${frequency} recurs within a day` })
  })

  it('accepts white space around its separators, and is refused if a part is no number', () => {
    expect(recurring(' FREQ=WEEKLY; BYDAY=FR, SA ;COUNT=2')).toEqual({ walls: days(1, 2), left: 0 })
    for (const part of ['COUNT=X', 'INTERVAL=0', 'BYMONTH=13', 'BYMONTHDAY=0', 'BYDAY=XX', 'UNTIL=20270230'])
      expect(recurring(`FREQ=DAILY;${part}`), part).toEqual({ fault: `${part} is not understood` })
  })

  it('is expanded in small steps, also if it never recurs', () => {
    const steps = (rule: string) => {
      const walk = recurringInSteps({ ...anywhere, rule })
      let count = 0
      while (walk.next().done !== true) count += 1
      return count
    }
    expect(steps('FREQ=DAILY')).toBeGreaterThanOrEqual(9)
    expect(steps('FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU')).toBeGreaterThanOrEqual(9)
    expect(steps('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31')).toBeGreaterThanOrEqual(70)
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
        const mine = recurrencesOf({ rule: text, start: begin, horizon, most: 20_000, toWall: (utc) => utc })
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

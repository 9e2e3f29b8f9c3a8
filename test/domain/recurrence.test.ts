import { describe, expect, it } from 'vitest'
import { type Recurrence, recurrencesOf } from '../../src/domain/recurrence.ts'

const recurring = (rule: string, more: Partial<Recurrence> = {}) =>
  recurrencesOf({
    rule,
    start: '2027-01-01 10:00:00',
    horizon: '2027-12-31 23:59:59',
    most: 100,
    toWall: (utc) => utc,
    ...more,
  })
const tooOften = { fault: 'it recurs too often, or never' }
const days = (...of: readonly number[]) => of.map((day) => `2027-01-0${day} 10:00:00`)

describe('a recurrence', () => {
  it('is followed from its start, up to its count, its end or the horizon, which counts itself', () => {
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

  it('has its last ones where there are too many, and says how many are left out', () => {
    expect(recurring('FREQ=DAILY;COUNT=5', { most: 2 })).toEqual({ walls: days(4, 5), left: 3 })
    expect(recurring('FREQ=DAILY;COUNT=2', { most: 2 })).toEqual({ walls: days(1, 2), left: 0 })
  })

  it('ends with the whole of a day, and in UTC where its end is', () => {
    expect(recurring('FREQ=DAILY;UNTIL=20270102')).toEqual({ walls: days(1, 2), left: 0 })
    const toWall = (utc: string) => utc.replace('-02 09:', '-03 10:')
    expect(recurring('FREQ=DAILY;UNTIL=20270102T090000Z', { toWall })).toEqual({
      walls: days(1, 2, 3),
      left: 0,
    })
    expect(recurring('FREQ=DAILY;UNTIL=20270102T090000', { toWall })).toEqual({ walls: days(1), left: 0 })
  })

  it('is refused where it is no rule, of another calendar, or too often', () => {
    for (const rule of ['', 'x', 'FREQ', 'FREQ=DAILY;;X', 'FREQ=DA ILY', ' FREQ=DAILY'])
      expect(recurring(rule), rule).toEqual({ fault: 'it is not a rule' })
    for (const rule of ['RSCALE=HEBREW;FREQ=YEARLY', 'rscale=chinese;freq=yearly'])
      expect(recurring(rule)).toEqual({ fault: expect.stringMatching(/other than the Gregorian/) })
    const never = 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31'
    expect(recurring(never, { horizon: '9999-01-01 00:00:00' })).toEqual(tooOften)
    expect(recurring('FREQ=SOMETIMES')).toEqual({ fault: expect.stringContaining('SOMETIMES') })
  })

  it('is followed ten thousand times, however many a day, and refused where that is not enough', () => {
    const minutes = Array.from({ length: 60 }, (_, minute) => minute).join()
    const each = (count: number) => recurring(`FREQ=HOURLY;BYMINUTE=${minutes};COUNT=${count}`, { most: 1 })
    expect(each(10_000)).toEqual({ walls: ['2027-01-08 08:39:00'], left: 9999 })
    expect(each(10_001)).toEqual(tooOften)
  })
})

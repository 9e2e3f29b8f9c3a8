/** Calendar days, weeks and months: boundaries of years, and arithmetic. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addMonthsToMonth,
  isDay,
  isMonth,
  plusDays,
  sevenDaysOfNamedWeek,
  weekNameOf,
  weeksOfMonth,
} from '../../src/domain/time/timestamp.ts'

const two = (part: number) => String(part).padStart(2, '0')
/** Days that exist in every month. */
const day = fc
  .tuple(
    fc.integer({ min: 1001, max: 9998 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
  )
  .map(([year, month, of]) => `${year}-${two(month)}-${two(of)}`)

describe('a calendar day or month', () => {
  it('is an existing day of the years 1000 to 9999, with two digits for month and day', () => {
    for (const text of ['1000-01-01', '9999-12-31', '2026-11-21', '2028-02-29', '2026-10-31'])
      expect(isDay(text), text).toBe(true)
    const none = ['2026-02-29', '2026-04-31', '2026-00-10', '2026-13-01', '2026-01-00', '0999-12-31']
    const otherwise = ['+002026-01-01', '10000-01-01', '-2026-01-01', '2026-1-01', '2026-01-1', '20260101']
    const more = [
      '2026-01-01T00:00',
      '2026-01-01[u-ca=hebrew]',
      ' 2026-01-01',
      '2026-01-01\n',
      '2026-W01',
      '',
    ]
    for (const text of [...none, ...otherwise, ...more]) expect(isDay(text), text).toBe(false)
  })

  it('is a month if its first day is a day', () => {
    for (const text of ['1000-01', '9999-12', '2026-02']) expect(isMonth(text), text).toBe(true)
    for (const text of ['2026-00', '2026-13', '0999-12', '2026', '2026-1', '2026-01-01', ''])
      expect(isMonth(text), text).toBe(false)
  })
})

describe('adding days and months', () => {
  it('crosses the ends of months and years, within the supported years', () => {
    expect(plusDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(plusDays('2028-03-01', -1)).toBe('2028-02-29')
    expect(plusDays('1000-01-02', -1)).toBe('1000-01-01')
    expect(plusDays('1000-01-01', -1)).toBeUndefined()
    expect(plusDays('9999-12-30', 1)).toBe('9999-12-31')
    expect(plusDays('9999-12-31', 1)).toBeUndefined()
    expect(addMonthsToMonth('2026-12', 1)).toBe('2027-01')
    expect(addMonthsToMonth('2027-01', -13)).toBe('2025-12')
    expect(addMonthsToMonth('1000-02', -1)).toBe('1000-01')
    expect(addMonthsToMonth('1000-01', -1)).toBeUndefined()
    expect(addMonthsToMonth('9999-11', 1)).toBe('9999-12')
    expect(addMonthsToMonth('9999-12', 1)).toBeUndefined()
  })

  it('gives undefined for an invalid day or month', () => {
    for (const text of ['2026-02-30', '2026-02', 'x', '']) expect(plusDays(text, 1), text).toBeUndefined()
    for (const text of ['2026-13', '2026-02-01', 'x', ''])
      expect(addMonthsToMonth(text, 1), text).toBeUndefined()
  })

  it('is reversed by subtracting the same number', () => {
    fc.assert(
      fc.property(
        day,
        fc.integer({ min: -360, max: 360 }),
        fc.integer({ min: -12, max: 12 }),
        (from, days, months) => {
          expect(plusDays(plusDays(from, days) ?? '', -days)).toBe(from)
          const month = from.slice(0, 7)
          expect(addMonthsToMonth(addMonthsToMonth(month, months) ?? '', -months)).toBe(month)
        },
      ),
    )
  })
})

describe('a week', () => {
  it('belongs to the year of its Thursday', () => {
    expect(weekNameOf('2026-11-21')).toBe('2026-W47')
    expect(weekNameOf('2026-01-01')).toBe('2026-W01')
    expect(weekNameOf('2025-12-29')).toBe('2026-W01')
    expect(weekNameOf('2025-12-28')).toBe('2025-W52')
    expect(weekNameOf('2027-01-03')).toBe('2026-W53')
    expect(weekNameOf('2027-01-04')).toBe('2027-W01')
  })

  it('has seven days, starting on Monday', () => {
    expect(sevenDaysOfNamedWeek('2026-W53')).toEqual([
      ...['2026-12-28', '2026-12-29', '2026-12-30', '2026-12-31'],
      ...['2027-01-01', '2027-01-02', '2027-01-03'],
    ])
    expect(sevenDaysOfNamedWeek('2024-W01')?.[0]).toBe('2024-01-01')
  })

  it('is undefined if the year does not have it, or in another form', () => {
    const none = ['2025-W53', '2026-W00', '2026-W54', '2026-W99', '0999-W10', '0026-W10']
    const otherwise = [
      '2026-W1',
      '2026-W001',
      '12026-W10',
      '2026W10',
      '2026-w10',
      '2026-W10-1',
      '2026-10',
      '',
    ]
    for (const text of [...none, ...otherwise]) expect(sevenDaysOfNamedWeek(text), text).toBeUndefined()
  })

  it('contains the day that it was derived from, and each of its days is in it', () => {
    fc.assert(
      fc.property(day, (one) => {
        const days = sevenDaysOfNamedWeek(weekNameOf(one)) ?? []
        expect(days).toContain(one)
        expect(new Set(days.map((each) => weekNameOf(each)))).toEqual(new Set([weekNameOf(one)]))
        expect(days.slice(1)).toEqual(days.slice(0, -1).map((before) => plusDays(before, 1)))
        expect(days).toHaveLength(7)
      }),
    )
  })
})

describe('a month', () => {
  it('has from four to six weeks', () => {
    expect(weeksOfMonth('2027-02')).toHaveLength(4)
    expect(weeksOfMonth('2026-09')).toHaveLength(5)
    expect(weeksOfMonth('2026-08')).toHaveLength(6)
    expect(weeksOfMonth('2026-11')[0]).toEqual([
      ...['2026-10-26', '2026-10-27', '2026-10-28', '2026-10-29', '2026-10-30', '2026-10-31'],
      '2026-11-01',
    ])
  })

  it('consists of whole weeks that contain all of its days, each at least one', () => {
    fc.assert(
      fc.property(day, (one) => {
        const month = one.slice(0, 7)
        const weeks = weeksOfMonth(month)
        expect(weeks).toEqual(weeks.map(([monday = '']) => sevenDaysOfNamedWeek(weekNameOf(monday))))
        expect(weeks.every((week) => week.some((of) => of.startsWith(month)))).toBe(true)
        const own = weeks.flat().filter((of) => of.startsWith(month))
        expect(own[0]).toBe(`${month}-01`)
        expect(plusDays(own.at(-1) ?? '', 1)).toBe(`${addMonthsToMonth(month, 1)}-01`)
      }),
    )
  })
})

import { describe, expect, it } from 'vitest'
import {
  occurrenceCount,
  occurrencesBetween,
  occurrencesUpTo,
} from '../../../src/domain/series/occurrences.ts'
import { recurrenceLineTexts } from '../../../src/domain/series/recurrence-lines.ts'
import {
  seriesMovedToTimes,
  splitSeriesBefore,
  unmovableRulePartsOfSeries,
} from '../../../src/domain/series/split-series.ts'
import { evening, firstOf, idsOf, seriesOf } from './made.ts'

const daysOf = (ids: readonly string[]) => ids.map((id) => id.slice(5, 10))
const days = { start: '2027-01-31 00:00:00', end: '2027-01-31 23:59:59', allDay: true }

describe('the occurrences of a series', () => {
  it('follow the wall clock', () => {
    const yoga = seriesOf('RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=10')
    expect(firstOf(yoga).length).toBe(10)
    expect(
      firstOf(yoga).every(({ start, end }) => start.endsWith('18:00:00') && end.endsWith('19:30:00')),
    ).toBe(true)
  })

  it('begin with the start, which counts, whether or not it matches the rule', () => {
    expect(daysOf(idsOf(seriesOf('FREQ=WEEKLY;BYDAY=FR;COUNT=3')))).toEqual(['03-02', '03-05', '03-12'])
    expect(daysOf(idsOf(seriesOf(['FREQ=DAILY;COUNT=1', 'RDATE:20270304'])))).toEqual(['03-02', '03-04'])
  })

  it('exist only in months that have the day', () => {
    expect(daysOf(idsOf(seriesOf('FREQ=MONTHLY;BYMONTHDAY=31', days), 4))).toEqual([
      '01-31',
      '03-31',
      '05-31',
      '07-31',
    ])
  })

  it('are shifted out of a gap with their recurrence_id, and keep their duration', () => {
    const night = seriesOf('FREQ=DAILY;COUNT=3', {
      start: '2027-03-27 02:30:00',
      end: '2027-03-27 03:15:00',
    })
    expect(firstOf(night)[1]).toEqual({
      recurrenceId: '2027-03-28 03:30:00',
      start: '2027-03-28 03:30:00',
      end: '2027-03-28 04:15:00',
      startEpoch: Date.UTC(2027, 2, 28, 1, 30) / 1000,
    })
  })

  it('are merged if the rule gives two at the same time, and missing on a day that the zone skips', () => {
    const apia = { zone: 'Pacific/Apia', start: '2011-12-29 10:00:00', end: '2011-12-29 11:00:00' }
    expect(daysOf(idsOf(seriesOf('FREQ=DAILY;COUNT=4', apia)))).toEqual(['12-29', '12-31', '01-01'])
    const whole = { ...apia, start: '2011-12-29 00:00:00', end: '2011-12-29 23:59:59', allDay: true }
    const four = seriesOf('FREQ=DAILY;COUNT=4', whole)
    expect(daysOf(idsOf(four))).toEqual(['12-29', '12-31', '01-01'])
    expect(firstOf(four)[1]?.end).toBe('2011-12-31 23:59:59')
    const clocks = { start: '2027-03-27 02:00:00', end: '2027-03-27 02:30:00' }
    expect(idsOf(seriesOf('FREQ=DAILY;BYHOUR=2,3;COUNT=6', clocks))).toEqual([
      ...['2027-03-27 02:00:00', '2027-03-27 03:00:00', '2027-03-28 03:00:00'],
      ...['2027-03-29 02:00:00', '2027-03-29 03:00:00'],
    ])
  })

  it('exclude those that EXDATE names, by time or by day', () => {
    const lines = ['FREQ=DAILY;COUNT=5', 'EXDATE:20270303T180000,20270304T170000', 'EXDATE:20270305']
    expect(daysOf(idsOf(seriesOf(lines)))).toEqual(['03-02', '03-04', '03-06'])
  })

  it('are at most 1,000 up to the horizon, and any number between two times', () => {
    const daily = seriesOf('FREQ=DAILY')
    expect(occurrencesUpTo(daily, '2029-01-10 23:59:59')).toHaveLength(681)
    expect(occurrencesUpTo(daily, '2030-01-10 23:59:59')).toMatchObject({
      fault: { message: 'it has more than 1000 occurrences up to 2030-01-10' },
    })
    expect(occurrencesUpTo(seriesOf('FREQ=DAILY;COUNT=1'), '2020-01-01 00:00:00')).toHaveLength(1)
    const later = occurrencesBetween(daily, '2090-01-01 18:00:00', '2090-01-03 23:59:59')
    expect(later.map(({ start }) => start)).toEqual(['2090-01-02 18:00:00', '2090-01-03 18:00:00'])
  })

  it('are counted without computing a thousand million of them', () => {
    expect(occurrenceCount(seriesOf('FREQ=DAILY;COUNT=1000000000'))).toBe(1_000_000_000)
    expect(occurrenceCount(seriesOf('FREQ=DAILY'))).toBe(null)
    expect(
      occurrenceCount(seriesOf(['FREQ=DAILY;COUNT=5', 'RDATE:20280101T100000', 'EXDATE:20270303T180000'])),
    ).toBe(5)
    expect(occurrenceCount(seriesOf('FREQ=DAILY;UNTIL=99991231'))).toBe(2_912_018)
    expect(occurrenceCount(seriesOf('FREQ=YEARLY;UNTIL=99991231'))).toBe(7973)
  })
})

describe('a series that is split', () => {
  it('divides its COUNT, its dates and its exclusions', () => {
    const lines = ['FREQ=WEEKLY;BYDAY=TU;COUNT=10', 'RDATE:20270601T100000', 'EXDATE:20270309T180000']
    const parts = splitSeriesBefore(seriesOf(lines), '2027-03-30 18:00:00')
    expect(parts && recurrenceLineTexts(parts.before.recurrence)).toEqual([
      'RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=4',
      'EXDATE:20270309T180000',
    ])
    expect(parts?.after.start).toBe('2027-03-30 18:00:00')
    expect(parts && recurrenceLineTexts(parts.after.recurrence)).toEqual([
      'RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=6',
      'RDATE:20270601T100000',
    ])
  })

  it('ends with its last date before the split, in UTC', () => {
    const parts = splitSeriesBefore(seriesOf('FREQ=DAILY'), '2027-03-29 18:00:00')
    expect(parts?.before.recurrence.rule).toBe('FREQ=DAILY;UNTIL=20270328T160000Z')
    expect(parts?.after.recurrence.rule).toBe('FREQ=DAILY')
    expect(splitSeriesBefore(seriesOf('FREQ=DAILY'), evening.start)).toBeUndefined()
  })

  it('continues by its rule if it is split at an added date', () => {
    const parts = splitSeriesBefore(seriesOf(['FREQ=WEEKLY', 'RDATE:20270306T100000']), '2027-03-06 10:00:00')
    expect(parts && idsOf(parts.after, 3)).toEqual([
      '2027-03-06 10:00:00',
      '2027-03-09 18:00:00',
      '2027-03-16 18:00:00',
    ])
  })
})

describe('a series that is moved', () => {
  it('moves its dates, exclusions and UNTIL, too', () => {
    const lines = ['FREQ=WEEKLY;UNTIL=20270330T160000Z', 'RDATE:20270601T100000', 'EXDATE:20270309T180000']
    const moved = seriesMovedToTimes(seriesOf(lines), {
      ...evening,
      start: '2027-03-03 19:00:00',
      end: '2027-03-03 20:30:00',
    })
    expect(recurrenceLineTexts(moved.recurrence)).toEqual([
      'RRULE:FREQ=WEEKLY;UNTIL=20270331T170000Z',
      'RDATE:20270602T110000',
      'EXDATE:20270310T190000',
    ])
    expect(daysOf(idsOf(moved))).toEqual(['03-03', '03-17', '03-24', '03-31', '06-02'])
  })

  it('changes the days in its rule, or keeps them', () => {
    const left = (rule: string, start: string) =>
      unmovableRulePartsOfSeries(seriesOf(rule), { ...evening, start })
    expect(left('FREQ=WEEKLY;BYDAY=TU', '2027-03-02 07:00:00')).toEqual([])
    expect(left('FREQ=WEEKLY;BYDAY=TU', '2027-03-03 18:00:00')).toEqual(['BYDAY'])
    expect(left('FREQ=WEEKLY;BYDAY=TU', '2027-03-09 18:00:00')).toEqual([])
    expect(left('FREQ=WEEKLY', '2027-03-03 18:00:00')).toEqual([])
    expect(left('FREQ=MONTHLY;BYMONTHDAY=2', '2027-03-03 18:00:00')).toEqual(['BYMONTHDAY'])
    expect(left('FREQ=MONTHLY', '2027-03-29 18:00:00')).toEqual(['FREQ'])
    expect(left('FREQ=DAILY;BYHOUR=18', '2027-03-02 19:00:00')).toEqual(['BYHOUR'])
  })
})

import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { epochOfInstant, plainDateTimeOf, timestampTextOf } from '../../src/domain/time/moment.ts'
import { dateDetails, epochOfUtc, utcTimestampOfEpoch } from '../../src/domain/time/timestamp.ts'

const first = epochOfUtc('0000-01-01 00:00:00')
const last = epochOfUtc('9999-12-31 23:59:59')

describe('a timestamp', () => {
  it('is the UTC time of seconds since 1970', () => {
    expect(utcTimestampOfEpoch(0)).toBe('1970-01-01 00:00:00')
    expect(utcTimestampOfEpoch(-1)).toBe('1969-12-31 23:59:59')
    expect(utcTimestampOfEpoch(1_809_468_000)).toBe('2027-05-04 22:00:00')
  })

  it('handles leap days, and centuries without one', () => {
    const dayBefore = (date: string) => utcTimestampOfEpoch(epochOfUtc(`${date} 00:00:00`) - 1)
    expect(dayBefore('2028-03-01')).toBe('2028-02-29 23:59:59')
    expect(dayBefore('2027-03-01')).toBe('2027-02-28 23:59:59')
    expect(dayBefore('2000-03-01')).toBe('2000-02-29 23:59:59')
    expect(dayBefore('2100-03-01')).toBe('2100-02-28 23:59:59')
  })

  it('agrees with the calendar of Temporal', () => {
    fc.assert(
      fc.property(fc.integer({ min: first, max: last }), (epoch) => {
        const zoned = Temporal.Instant.fromEpochMilliseconds(epoch * 1000).toZonedDateTimeISO('UTC')
        expect(utcTimestampOfEpoch(epoch)).toBe(timestampTextOf(zoned.toPlainDateTime()))
      }),
    )
  })

  it('converts to seconds and back without loss', () => {
    fc.assert(
      fc.property(fc.integer({ min: first, max: last }), (epoch) => {
        expect(epochOfUtc(utcTimestampOfEpoch(epoch))).toBe(epoch)
      }),
    )
  })

  it('converts to a wall clock time and back, without fractions', () => {
    expect(timestampTextOf(plainDateTimeOf('2027-05-04 18:00:00'))).toBe('2027-05-04 18:00:00')
    expect(timestampTextOf(Temporal.PlainDateTime.from('2027-05-04T18:00:00.999'))).toBe(
      '2027-05-04 18:00:00',
    )
  })

  it('splits into zero-padded parts', () => {
    expect(dateDetails('2027-05-04 18:00:00')).toEqual({
      year: '2027',
      month: '05',
      day: '04',
      hour: '18',
      minutes: '00',
      seconds: '00',
    })
  })
})

describe('the seconds of an instant', () => {
  it('are rounded down, before 1970 too', () => {
    expect(epochOfInstant(Temporal.Instant.from('2027-05-04T22:00:00.999Z'))).toBe(1_809_468_000)
    expect(epochOfInstant(Temporal.Instant.from('1969-12-31T23:59:59.5Z'))).toBe(-1)
  })
})

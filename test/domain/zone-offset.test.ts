import { describe, expect, it } from 'vitest'
import { fixedOffset } from '../../src/domain/time/fixed-offset.ts'
import { hoursAndMinutesOfOffset, offsetSeconds, temporalZone } from '../../src/domain/time/zones.ts'

describe('a fixed-offset zone', () => {
  it.each([
    ['UTC', 0],
    ['UTC+0', 0],
    ['UTC+2', 7200],
    ['UTC-2', -7200],
    ['UTC+5:30', 19_800],
    ['UTC-9.5', -34_200],
    ['+05:30', 19_800],
    ['-00:30', -1800],
    ['UTC-12', -43_200],
    ['UTC+14', 50_400],
  ])('%s is always %d seconds from UTC', (zone, seconds) => {
    expect(fixedOffset(zone)).toBe(seconds)
    for (const epoch of [-5_000_000_000, 0, 1_800_000_000]) expect(offsetSeconds(zone, epoch)).toBe(seconds)
  })

  it.each(['Europe/Rome', 'Etc/UTC', 'utc', 'UTC-12:01', 'UTC+14:01', 'UTC+2:60', '+2'])(
    'is not %s',
    (zone) => {
      expect(fixedOffset(zone)).toBeUndefined()
    },
  )

  it('is converted to an offset for Temporal', () => {
    expect(temporalZone('UTC+2')).toBe('+02:00')
    expect(temporalZone('UTC-9.5')).toBe('-09:30')
    expect(temporalZone('Europe/Rome')).toBe('Europe/Rome')
  })
})

describe('an offset in hours and minutes', () => {
  it.each([
    [0, '+', 0, 0],
    [29, '+', 0, 0],
    [30, '+', 0, 1],
    [-29, '+', 0, 0],
    [-31, '-', 0, 1],
    [3599, '+', 1, 0],
    [-19_800, '-', 5, 30],
  ])('of %d seconds is rounded to the minute, and zero is positive', (seconds, sign, hours, minutes) => {
    expect(hoursAndMinutesOfOffset(seconds)).toEqual({ sign, hours, minutes })
  })
})

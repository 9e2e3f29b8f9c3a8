import { describe, expect, it } from 'vitest'
import { epochOfUtc } from '../../src/domain/time/timestamp.ts'
import { isWallClockAtEpochRepeated, zoneTransitionsAroundYear } from '../../src/domain/time/zones.ts'

const at = (utc: string) => epochOfUtc(utc)
const rome = { back: at('2027-10-31 01:00:00'), forth: at('2027-03-28 01:00:00') }

describe('the transitions of a zone around a year', () => {
  it('are the last one before the year, and each one within it', () => {
    expect(zoneTransitionsAroundYear('Europe/Rome', 2027)).toEqual([
      { epoch: at('2026-10-25 01:00:00'), from: 7200, to: 3600 },
      { epoch: rome.forth, from: 3600, to: 7200 },
      { epoch: rome.back, from: 7200, to: 3600 },
    ])
  })

  it('are none for a fixed-offset zone, and the last one for a zone that abolished DST', () => {
    const begin = at('2026-12-31 00:00:00')
    expect(zoneTransitionsAroundYear('UTC+2', 2027)).toEqual([{ epoch: begin, from: 7200, to: 7200 }])
    expect(zoneTransitionsAroundYear('Etc/GMT-2', 2027)).toEqual([{ epoch: begin, from: 7200, to: 7200 }])
    expect(zoneTransitionsAroundYear('Asia/Tokyo', 2027)).toEqual([
      { epoch: expect.any(Number), from: expect.any(Number), to: 32_400 },
    ])
  })

  it('include the first day of the next year, also in a leap year', () => {
    expect(zoneTransitionsAroundYear('Europe/Rome', 2028).map(({ epoch }) => epoch)).toEqual([
      rome.back,
      at('2028-03-26 01:00:00'),
      at('2028-10-29 01:00:00'),
    ])
  })
})

describe('an instant with a repeated wall clock time', () => {
  it('is within an hour of a transition that puts the clocks back, to the second', () => {
    const { back, forth } = rome
    for (const [epoch, is] of [
      [back - 3601, false],
      [back - 3600, true],
      [back, true],
      [back + 3599, true],
      [back + 3601, false],
      [forth, false],
      [forth - 1800, false],
      [at('2027-07-01 00:00:00'), false],
    ] as const)
      expect(isWallClockAtEpochRepeated(epoch, 'Europe/Rome'), String(epoch - back)).toBe(is)
    expect(isWallClockAtEpochRepeated(back, 'UTC+2')).toBe(false)
  })
})

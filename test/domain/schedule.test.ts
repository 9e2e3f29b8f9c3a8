import { describe, expect, it } from 'vitest'
import { epochOfUtc, utcTimestampOfEpoch } from '../../src/domain/time/timestamp.ts'
import { scheduleOf } from '../../src/domain/time/window.ts'
import { epochOfWall, wallMovedPastGap } from '../../src/domain/time/zones.ts'

const at = (wall: string, zone: string) => ({
  wall: wallMovedPastGap(wall, zone),
  epoch: epochOfWall(wall, zone),
})
const schedule = (allDay: boolean, zone: string, start: string, end: string) =>
  scheduleOf({ allDay, zone, start: at(start, zone), end: at(end, zone) })
const shown = (allDay: boolean, zone: string, start: string, end: string) => {
  const made = schedule(allDay, zone, start, end)
  return (
    made && [
      made.startDate,
      made.endDate,
      utcTimestampOfEpoch(made.startUtc),
      utcTimestampOfEpoch(made.endUtc),
    ]
  )
}

describe('a schedule', () => {
  it('has its start and end in wall clock time and in UTC', () => {
    expect(schedule(false, 'America/New_York', '2027-05-04 18:00:00', '2027-05-04 20:00:00')).toEqual({
      allDay: false,
      zone: 'America/New_York',
      startDate: '2027-05-04 18:00:00',
      endDate: '2027-05-04 20:00:00',
      startUtc: epochOfUtc('2027-05-04 22:00:00'),
      endUtc: epochOfUtc('2027-05-05 00:00:00'),
    })
  })

  it('may end at its start, but not a second earlier', () => {
    expect(schedule(false, 'UTC', '2027-05-04 18:00:00', '2027-05-04 18:00:00')).toBeDefined()
    expect(schedule(false, 'UTC', '2027-05-04 18:00:00', '2027-05-04 17:59:59')).toBeUndefined()
  })

  it('compares instants, not wall clock times', () => {
    const zone = 'America/New_York'
    const start = { wall: '2027-11-07 01:45:00', epoch: epochOfUtc('2027-11-07 05:45:00') }
    const end = { wall: '2027-11-07 01:15:00', epoch: epochOfUtc('2027-11-07 06:15:00') }
    expect(scheduleOf({ allDay: false, zone, start, end })).toBeDefined()
    expect(scheduleOf({ allDay: false, zone, start: end, end: start })).toBeUndefined()
  })
})

describe('an all-day schedule', () => {
  it('lasts from the first moment of its first day to the last second of its last', () => {
    expect(shown(true, 'America/New_York', '2027-05-04 18:00:00', '2027-05-06 09:00:00')).toEqual([
      '2027-05-04 00:00:00',
      '2027-05-06 23:59:59',
      '2027-05-04 04:00:00',
      '2027-05-07 03:59:59',
    ])
  })

  it('may be one day, regardless of the times of day', () => {
    expect(shown(true, 'UTC', '2027-05-04 18:00:00', '2027-05-04 09:00:00')?.slice(0, 2)).toEqual([
      '2027-05-04 00:00:00',
      '2027-05-04 23:59:59',
    ])
    expect(schedule(true, 'UTC', '2027-05-05 00:00:00', '2027-05-04 23:59:59')).toBeUndefined()
  })

  it('may be the last supported day', () => {
    expect(shown(true, 'UTC', '9999-12-31 18:00:00', '9999-12-31 19:00:00')?.slice(0, 2)).toEqual([
      '9999-12-31 00:00:00',
      '9999-12-31 23:59:59',
    ])
  })

  it('starts at the first moment of the day if a transition skips midnight', () => {
    expect(shown(true, 'America/Sao_Paulo', '2018-11-04 12:00:00', '2018-11-04 12:00:00')).toEqual([
      '2018-11-04 01:00:00',
      '2018-11-04 23:59:59',
      '2018-11-04 03:00:00',
      '2018-11-05 01:59:59',
    ])
  })

  it('includes a repeated hour before midnight', () => {
    expect(shown(true, 'America/Sao_Paulo', '2018-02-17 12:00:00', '2018-02-17 12:00:00')).toEqual([
      '2018-02-17 00:00:00',
      '2018-02-17 23:59:59',
      '2018-02-17 02:00:00',
      '2018-02-18 02:59:59',
    ])
  })
})

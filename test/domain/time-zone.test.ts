import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { epochOfUtc, utcTimestampOfEpoch } from '../../src/domain/time/timestamp.ts'
import {
  epochOfWall,
  firstAndLastSecondOfDay,
  firstWallTimeOfDay,
  isoOffsetAt,
  storedZoneName,
  wallAt,
  wallMovedPastGap,
  zoneAbbreviation,
} from '../../src/domain/time/zones.ts'

const newYork = 'America/New_York'
const utc = (wall: string, zone: string) => utcTimestampOfEpoch(epochOfWall(wall, zone))
const abbreviation = (zone: string, day: string) => zoneAbbreviation(zone, epochOfUtc(`${day} 12:00:00`))
const lastOf = (date: string, zone: string) => utcTimestampOfEpoch(firstAndLastSecondOfDay(date, zone).last)

describe('the name of a zone', () => {
  it.each([
    ['Europe/Paris', 'Europe/Paris'],
    ['europe/paris', 'Europe/Paris'],
    ['us/eastern', 'US/Eastern'],
    ['AMERICA/PORT_OF_SPAIN', 'America/Port_of_Spain'],
    ['america/argentina/buenos_aires', 'America/Argentina/Buenos_Aires'],
    ['america/port-au-prince', 'America/Port-au-Prince'],
    ['est5edt', 'EST5EDT'],
    ['etc/gmt+5', 'Etc/GMT+5'],
    ['nz-chat', 'NZ-CHAT'],
    ['cet', 'CET'],
    ['utc', 'UTC'],
  ])('%s is stored as %s', (written, kept) => {
    expect(storedZoneName(written)).toBe(kept)
  })

  it.each(['UTC+2', 'UTC-3', 'UTC+05', 'UTC+5:30', 'UTC+5.5', 'UTC-9.5', 'UTC+0', '+02:00', '-00:30'])(
    'may be an offset: %s',
    (offset) => {
      expect(storedZoneName(offset)).toBe(offset)
      expect(storedZoneName(offset.toLowerCase())).toBe(offset)
    },
  )

  it('allows offsets from −12 to +14 hours', () => {
    for (const inside of ['UTC-12', '-12:00', 'UTC+14', '+14:00']) expect(storedZoneName(inside)).toBe(inside)
    for (const outside of ['UTC-12:01', '-12:01', 'UTC-13', 'UTC+14:01', '+14:01', 'UTC+14.5', 'UTC+15']) {
      expect(storedZoneName(outside)).toBeUndefined()
    }
  })

  it.each([
    '',
    ' ',
    'foo',
    'IST',
    'PST',
    'JST',
    'BST',
    'EST5EDT ',
    ' UTC',
    'GMT+2',
    'Europe/',
    'Mars/Olympus',
  ])('is not %j', (text) => {
    expect(storedZoneName(text)).toBeUndefined()
  })

  it.each([
    'UTC+',
    'UTC+2:60',
    'UTC+2:5',
    'UTC+2.25',
    'UTC 2',
    'UTC+002',
    '+2',
    '+02',
    '+0200',
    '+02:00:00',
    '02:00',
  ])('is not %j either', (text) => {
    expect(storedZoneName(text)).toBeUndefined()
  })

  it.each(['T0000Z', '2027-05-04T18:00Z', '2027-05-04T00:00[Europe/Paris]', 'SystemV/AST4', 'Etc/Unknown'])(
    'is none of the other forms that a runtime might accept: %j',
    (text) => {
      expect(storedZoneName(text)).toBeUndefined()
    },
  )

  it('never throws, for any text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (text) => {
        const kept = storedZoneName(text)
        expect(kept === undefined || kept.toLowerCase() === text.toLowerCase()).toBe(true)
      }),
    )
  })

  it('is accepted and unchanged for every zone that this runtime lists', () => {
    for (const zone of Intl.supportedValuesOf('timeZone'))
      expect(storedZoneName(zone.toLowerCase())).toBe(zone)
  })
})

describe('a wall clock', () => {
  it('is an instant in its zone', () => {
    expect(utc('2027-05-04 18:00:00', newYork)).toBe('2027-05-04 22:00:00')
    expect(utc('2027-05-04 18:00:00', 'Europe/Paris')).toBe('2027-05-04 16:00:00')
    expect(utc('2027-05-04 18:00:00', 'UTC')).toBe('2027-05-04 18:00:00')
  })

  it('has the same fixed offset all year', () => {
    expect(utc('2027-05-04 18:00:00', 'UTC+2')).toBe('2027-05-04 16:00:00')
    expect(utc('2027-05-04 18:00:00', 'UTC+5.5')).toBe('2027-05-04 12:30:00')
    expect(utc('2027-05-04 18:00:00', 'UTC-9:30')).toBe('2027-05-05 03:30:00')
    expect(wallAt(epochOfUtc('2027-11-07 16:00:00'), '+02:00')).toBe('2027-11-07 18:00:00')
  })

  it.each([
    [newYork, '2027-03-14 01:59:59', '2027-03-14 01:59:59', '2027-03-14 06:59:59'],
    [newYork, '2027-03-14 02:00:00', '2027-03-14 03:00:00', '2027-03-14 07:00:00'],
    [newYork, '2027-03-14 02:30:00', '2027-03-14 03:30:00', '2027-03-14 07:30:00'],
    [newYork, '2027-03-14 03:00:00', '2027-03-14 03:00:00', '2027-03-14 07:00:00'],
    ['Australia/Lord_Howe', '2027-10-03 01:59:59', '2027-10-03 01:59:59', '2027-10-02 15:29:59'],
    ['Australia/Lord_Howe', '2027-10-03 02:15:00', '2027-10-03 02:45:00', '2027-10-02 15:45:00'],
    ['Australia/Lord_Howe', '2027-10-03 02:30:00', '2027-10-03 02:30:00', '2027-10-02 15:30:00'],
    ['Pacific/Apia', '2011-12-29 23:59:59', '2011-12-29 23:59:59', '2011-12-30 09:59:59'],
    ['Pacific/Apia', '2011-12-30 18:00:00', '2011-12-31 18:00:00', '2011-12-31 04:00:00'],
    ['Pacific/Apia', '2011-12-31 00:00:00', '2011-12-31 00:00:00', '2011-12-30 10:00:00'],
    ['America/Sao_Paulo', '2018-11-03 23:59:59', '2018-11-03 23:59:59', '2018-11-04 02:59:59'],
    ['America/Sao_Paulo', '2018-11-04 00:30:00', '2018-11-04 01:30:00', '2018-11-04 03:30:00'],
    ['Africa/Casablanca', '2026-03-22 02:30:00', '2026-03-22 03:30:00', '2026-03-22 02:30:00'],
  ])('that a transition in %s skips moves forward by the gap: %s → %s', (zone, wall, settled, instant) => {
    expect(wallMovedPastGap(wall, zone)).toBe(settled)
    expect(utc(wall, zone)).toBe(instant)
  })

  it.each([
    [newYork, '2027-11-07 00:59:59', '2027-11-07 04:59:59'],
    [newYork, '2027-11-07 01:30:00', '2027-11-07 05:30:00'],
    [newYork, '2027-11-07 02:00:00', '2027-11-07 07:00:00'],
    ['Australia/Lord_Howe', '2027-04-04 01:45:00', '2027-04-03 14:45:00'],
    ['Australia/Lord_Howe', '2027-04-04 02:00:00', '2027-04-03 15:30:00'],
    ['America/Sao_Paulo', '2018-02-17 23:30:00', '2018-02-18 01:30:00'],
    ['America/Sao_Paulo', '2018-02-18 00:00:00', '2018-02-18 03:00:00'],
    ['Africa/Casablanca', '2026-02-15 02:30:00', '2026-02-15 01:30:00'],
    ['Africa/Casablanca', '2026-02-15 03:00:00', '2026-02-15 03:00:00'],
  ])('that a transition in %s repeats is the first: %s', (zone, wall, instant) => {
    expect(utc(wall, zone)).toBe(instant)
    expect(wallMovedPastGap(wall, zone)).toBe(wall)
  })

  it('is the same for both instants of a repeated time', () => {
    expect(wallAt(epochOfUtc('2027-11-07 05:30:00'), newYork)).toBe('2027-11-07 01:30:00')
    expect(wallAt(epochOfUtc('2027-11-07 06:30:00'), newYork)).toBe('2027-11-07 01:30:00')
  })

  it('keeps the seconds of local mean times', () => {
    expect(utc('1850-01-01 00:00:00', newYork)).toBe('1850-01-01 04:56:02')
    expect(wallMovedPastGap('1000-01-01 00:00:00', 'Europe/Paris')).toBe('1000-01-01 00:00:00')
  })
})

const zones = fc.constantFrom(
  newYork,
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'America/Sao_Paulo',
  'Africa/Casablanca',
  'Asia/Kathmandu',
  'Europe/Dublin',
  'Antarctica/Troll',
  'UTC+5.5',
)
const someSecond = fc.integer({
  min: epochOfUtc('1840-01-01 00:00:00'),
  max: epochOfUtc('2100-01-01 00:00:00'),
})

describe('any instant', () => {
  it('has a wall clock time that converts back to it, or to the first instant of that time', () => {
    fc.assert(
      fc.property(someSecond, zones, (epoch, zone) => {
        const wall = wallAt(epoch, zone)
        const back = epochOfWall(wall, zone)
        expect(back).toBeLessThanOrEqual(epoch)
        expect(wallAt(back, zone)).toBe(wall)
      }),
      { numRuns: 300 },
    )
  })

  it('has the same wall clock time as in Temporal, in both directions', () => {
    fc.assert(
      fc.property(someSecond, zones, (epoch, zone) => {
        const known = zone === 'UTC+5.5' ? '+05:30' : zone
        const zoned = Temporal.Instant.fromEpochMilliseconds(epoch * 1000).toZonedDateTimeISO(known)
        const wall = zoned.toPlainDateTime()
        expect(wallAt(epoch, zone)).toBe(wall.toString().replace('T', ' '))
        const shifted = wall.add({ minutes: 17 })
        const instant = shifted.toZonedDateTime(known).epochMilliseconds / 1000
        expect(epochOfWall(shifted.toString({ smallestUnit: 'second' }).replace('T', ' '), zone)).toBe(
          instant,
        )
      }),
      { numRuns: 300 },
    )
  })
})

describe('a calendar day', () => {
  it('begins at midnight', () => {
    expect(firstWallTimeOfDay('2027-05-04', newYork)).toBe('2027-05-04 00:00:00')
    expect(firstWallTimeOfDay('2027-05-04', 'UTC+2')).toBe('2027-05-04 00:00:00')
  })

  it('begins at its first moment if a transition skips midnight', () => {
    expect(firstWallTimeOfDay('2018-11-04', 'America/Sao_Paulo')).toBe('2018-11-04 01:00:00')
    expect(firstWallTimeOfDay('1919-03-31', 'America/Toronto')).toBe('1919-03-31 00:30:00')
    expect(firstWallTimeOfDay('2011-12-30', 'Pacific/Apia')).toBe('2011-12-31 00:00:00')
  })

  it('ends with the last second before the next', () => {
    expect(lastOf('2027-05-04', newYork)).toBe('2027-05-05 03:59:59')
    expect(lastOf('2028-02-28', 'UTC')).toBe('2028-02-28 23:59:59')
    expect(lastOf('2027-12-31', 'UTC-3')).toBe('2028-01-01 02:59:59')
    expect(lastOf('2018-11-03', 'America/Sao_Paulo')).toBe('2018-11-04 02:59:59')
    expect(lastOf('2018-02-17', 'America/Sao_Paulo')).toBe('2018-02-18 02:59:59')
    expect(lastOf('2011-12-29', 'Pacific/Apia')).toBe('2011-12-30 09:59:59')
  })

  it('ends in the year 9999 too, whose last day has no supported next day', () => {
    expect(lastOf('9999-12-31', 'UTC')).toBe('9999-12-31 23:59:59')
    expect(lastOf('9999-12-31', 'Asia/Tokyo')).toBe('9999-12-31 14:59:59')
    expect(lastOf('9999-12-30', 'UTC')).toBe('9999-12-30 23:59:59')
  })

  it('lasts 23 hours in spring and 25 in autumn', () => {
    const hours = (date: string) => {
      const { first, last } = firstAndLastSecondOfDay(date, newYork)
      return (last + 1 - first) / 3600
    }
    expect([hours('2027-03-14'), hours('2027-05-04'), hours('2027-11-07')]).toEqual([23, 24, 25])
  })
})

describe('the abbreviation of a zone', () => {
  it.each([
    [newYork, '2027-05-04', 'EDT'],
    [newYork, '2027-12-04', 'EST'],
    ['US/Eastern', '2027-05-04', 'EDT'],
    ['Europe/Paris', '2027-05-04', 'CEST'],
    ['Europe/London', '2027-12-04', 'GMT'],
    ['Europe/London', '2027-05-04', 'BST'],
    ['Australia/Sydney', '2027-12-04', 'AEDT'],
    ['Pacific/Auckland', '2027-12-04', 'NZDT'],
    ['Africa/Johannesburg', '2027-05-04', 'SAST'],
    ['UTC', '2027-05-04', 'UTC'],
    ['Etc/UTC', '2027-05-04', 'UTC'],
  ])('of %s on %s is %s', (zone, day, name) => {
    expect(abbreviation(zone, day)).toBe(name)
  })

  it.each([
    ['America/Sao_Paulo', 'GMT-3'],
    ['Asia/Tokyo', 'GMT+9'],
    ['Asia/Kathmandu', 'GMT+5:45'],
    ['Etc/GMT+5', 'GMT-5'],
    ['UTC+2', 'GMT+2'],
    ['UTC+5.5', 'GMT+5:30'],
    ['-09:30', 'GMT-9:30'],
    ['UTC+0', 'GMT+0'],
  ])('of %s is its offset, %s', (zone, name) => {
    expect(abbreviation(zone, '2027-05-04')).toBe(name)
  })

  it('rounds the offset of a local mean time', () => {
    expect(abbreviation('Europe/Paris', '1850-01-01')).toBe('GMT+0:09')
  })
})

describe('the offset of a zone', () => {
  it('is that at the instant', () => {
    expect(isoOffsetAt('Europe/Paris', epochOfUtc('2027-05-04 12:00:00'))).toBe('+02:00')
    expect(isoOffsetAt('Europe/Paris', epochOfUtc('2027-12-04 12:00:00'))).toBe('+01:00')
    expect(isoOffsetAt(newYork, epochOfUtc('2027-05-04 12:00:00'))).toBe('-04:00')
    expect(isoOffsetAt('UTC', 0)).toBe('+00:00')
    expect(isoOffsetAt('UTC-9.5', 0)).toBe('-09:30')
    expect(isoOffsetAt('Europe/Paris', epochOfUtc('1850-01-01 00:00:00'))).toBe('+00:09')
  })

  it('changes at the exact second', () => {
    const change = epochOfUtc('2027-03-14 07:00:00')
    expect([isoOffsetAt(newYork, change - 1), isoOffsetAt(newYork, change)]).toEqual(['-05:00', '-04:00'])
  })
})

import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import {
  isZonelessWallClock,
  parseDateText,
  resolveParsedDate,
  restorePlusSigns,
} from '../../src/domain/time/date-text.ts'
import { utcTimestampOfEpoch } from '../../src/domain/time/timestamp.ts'

// A Tuesday, 12:30:15 in New York.
const now = Temporal.Instant.from('2027-05-04T16:30:15Z')

const read = (text: string, zone = 'America/New_York') => {
  const date = parseDateText(text)
  return date && resolveParsedDate(date, zone, now)
}
const wall = (text: string, zone?: string) => read(text, zone)?.wall
const utc = (text: string, zone?: string) => {
  const found = read(text, zone)
  return found && utcTimestampOfEpoch(found.epoch)
}

const zones = fc.constantFrom('UTC', 'Europe/Rome', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe')
/** Whole seconds from 1950 to 2150. */
const instants = fc
  .integer({ min: -631_152_000, max: 5_680_281_600 })
  .map((epoch) => Temporal.Instant.fromEpochMilliseconds(epoch * 1000))
const epochOf = (instant: Temporal.Instant) => instant.epochMilliseconds / 1000

describe('a date with slashes that begins with the year', () => {
  it.each([
    ['2026/12/24', '2026-12-24 00:00:00'],
    ['2026/12/24 15:04', '2026-12-24 15:04:00'],
    ['2026/12/24 15:04:05', '2026-12-24 15:04:05'],
    ['2026/12/24T15:04', '2026-12-24 15:04:00'],
    ['2026/12/24 6pm', '2026-12-24 18:00:00'],
    ['2026/1/2', '2026-01-02 00:00:00'],
  ])('%s is %s', (text, timestamp) => {
    expect(wall(text)).toBe(timestamp)
  })

  it.each(['2026/02/30', '2026/13/01', '2026/24/12', '26/12/24', '2026/12', '2026/12/24/1'])(
    'is not %s',
    (text) => {
      expect(parseDateText(text)).toBeUndefined()
    },
  )
})

describe('an RFC 9557 date', () => {
  it.each([
    ['2027-05-04T18:00+02:00[Europe/Rome]', '2027-05-04 16:00:00'],
    ['2027-05-04T18:00:00.123+02:00[europe/rome]', '2027-05-04 16:00:00'],
    ['2027-05-04T18:00+02:00[!Europe/Rome]', '2027-05-04 16:00:00'],
    ['2027-05-04T18:00+02:00[Europe/Rome][u-ca=iso8601]', '2027-05-04 16:00:00'],
    ['2027-05-04T18:00+02:00[+02:00]', '2027-05-04 16:00:00'],
    ['2027-05-04T18:00Z[Europe/Rome]', '2027-05-04 18:00:00'],
    ['2027-05-04T18:00-00:00[Europe/Rome]', '2027-05-04 18:00:00'],
    ['2027-10-31T02:30+02:00[Europe/Rome]', '2027-10-31 00:30:00'],
    ['2027-10-31T02:30+01:00[Europe/Rome]', '2027-10-31 01:30:00'],
  ])('%s is the instant %s', (text, timestamp) => {
    expect(utc(text)).toBe(timestamp)
  })

  it.each([
    ['its offset differs from that of the zone at that time', '2027-05-04T18:00+01:00[Europe/Rome]'],
    ['the zone skips its wall clock time', '2027-03-28T02:30+01:00[Europe/Rome]'],
    ['its offset differs from that in brackets', '2027-05-04T18:00+02:00[+01:00]'],
    ['its zone does not exist', '2027-05-04T18:00+02:00[Europe/Roma]'],
    ['it has a critical tag that is not supported', '2027-05-04T18:00+02:00[Europe/Rome][!u-ca=hebrew]'],
    ['it has two zones', '2027-05-04T18:00+02:00[Europe/Rome][Europe/Paris]'],
    ['its day is relative', 'tomorrow 9am+02:00[Europe/Rome]'],
    ['its offset is not valid', '2027-05-04T18:00+2[Europe/Rome]'],
  ])('is refused if %s', (_, text) => {
    expect(parseDateText(text)).toBeUndefined()
  })

  it('parses to the instant that it was formatted from, in any zone, and is refused with a shifted offset', () => {
    fc.assert(
      fc.property(instants, zones, (instant, zone) => {
        const zoned = instant.toZonedDateTimeISO(zone)
        expect(read(zoned.toString())?.epoch).toBe(epochOf(instant))
        const later = zoned.toString({ timeZoneName: 'never' }).slice(0, 19)
        const { offsetNanoseconds } = zoned
        const wrong = Temporal.Instant.fromEpochMilliseconds(offsetNanoseconds / 1e6 + 3 * 3_600_000)
        const minutes = wrong.epochMilliseconds / 60_000
        const [sign, size] = [minutes < 0 ? '-' : '+', Math.abs(minutes)]
        const two = (part: number) => String(Math.floor(part)).padStart(2, '0')
        expect(parseDateText(`${later}${sign}${two(size / 60)}:${two(size % 60)}[${zone}]`)).toBeUndefined()
      }),
    )
  })
})

describe('an RFC 2822 date', () => {
  it.each([
    ['Tue, 04 May 2027 18:00:00 +0200', '2027-05-04 16:00:00'],
    ['Tue, 4 May 2027 18:00 +0200', '2027-05-04 16:00:00'],
    ['tue, 04 may 2027 18:00:00 GMT', '2027-05-04 18:00:00'],
    ['Tue, 04 May 2027 18:00:00 -0000', '2027-05-04 18:00:00'],
    ['04 May 2027 18:00:00 +0200', '2027-05-04 16:00:00'],
    ['Tue,04 May 2027 18:00:00 +0200', '2027-05-04 16:00:00'],
  ])('%s is the instant %s', (text, timestamp) => {
    expect(utc(text)).toBe(timestamp)
  })

  it.each(['Wed, 04 May 2027 18:00:00 +0200', 'Tue 04 May 2027', 'Foo, 04 May 2027', 'Sat, 31 Feb 2027'])(
    'is not %s',
    (text) => {
      expect(parseDateText(text)).toBeUndefined()
    },
  )

  it('parses to the second that it was formatted from, and is refused with another weekday', () => {
    const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
    const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
    fc.assert(
      fc.property(instants, fc.integer({ min: 1, max: 6 }), (instant, off) => {
        const { dayOfWeek, day, month, year, hour, minute, second } = instant.toZonedDateTimeISO('UTC')
        const two = (part: number) => String(part).padStart(2, '0')
        const rest = `${two(day)} ${months[month - 1]} ${year} ${two(hour)}:${two(minute)}:${two(second)} +0000`
        expect(read(`${days[dayOfWeek % 7]}, ${rest}`)?.epoch).toBe(epochOf(instant))
        expect(parseDateText(`${days[(dayOfWeek + off) % 7]}, ${rest}`)).toBeUndefined()
      }),
    )
  })
})

describe('a date followed by amounts', () => {
  it.each([
    ['next friday +2 hours', '2027-05-07 02:00:00'],
    ['today -1 week', '2027-04-27 00:00:00'],
    ['tomorrow 9am +30 minutes', '2027-05-05 09:30:00'],
    ['now -1 month', '2027-04-04 12:30:15'],
    ['noon +1 day -1 hour', '2027-05-05 11:00:00'],
    ['first monday of january 2027 +1 day', '2027-01-05 00:00:00'],
    ['3 days ago +2 hours', '2027-05-01 14:30:15'],
    ['+2 days 9am -1 hour', '2027-05-06 08:00:00'],
    ['next month -1 day', '2027-06-03 12:30:15'],
    ['2027-05-04 +1 day', '2027-05-05 00:00:00'],
    ['2027-01-31 18:00 +1 month', '2027-02-28 18:00:00'],
    ['4 May 2027 6pm -90 minutes', '2027-05-04 16:30:00'],
    ['2027/05/04 18:00 +1 year', '2028-05-04 18:00:00'],
    ['2027-05-04T18:00:00Z +1 hour', '2027-05-04 15:00:00'],
    ['2027-05-04 18:00 +0200 +1 day', '2027-05-05 12:00:00'],
    ['2027-05-04T18:00+02:00[Europe/Rome] -1 hour', '2027-05-04 11:00:00'],
    ['2027-03-27 12:00 Europe/Rome +1 day', '2027-03-28 06:00:00'],
  ])('%s is %s', (text, timestamp) => {
    expect(wall(text)).toBe(timestamp)
  })

  it.each([
    'today 1 week',
    'today +1 week 2 days',
    'today -1 week 9am',
    'today +1',
    'today +1 fortnight',
    'today - 1 week',
    '2027-05-04 +1 day +02:00',
    '1809453600 +1 day',
    '2 days +1 week',
  ])('is not %s', (text) => {
    expect(parseDateText(text)).toBeUndefined()
  })

  it('is not a wall clock time', () => {
    const date = parseDateText('2027-05-04 18:00 +1 hour')
    expect(date && isZonelessWallClock(date)).toBe(false)
  })

  it('is refused if the amounts lead outside the years 1000 to 9999', () => {
    expect(wall('9999-12-31 +1 day')).toBeUndefined()
    expect(wall('2027-01-01 -1100 years')).toBeUndefined()
    expect(parseDateText('2027-01-01 +999999999999 years')).toBeUndefined()
  })

  const forms = ['now', 'today', 'next friday 9am', '2027-05-04 18:00', '2027/10/30', '2027-05-04T18:00Z']
  const units = fc.constantFrom('second', 'minutes', 'hour', 'hours')

  it('adds hours, minutes and seconds as elapsed time, so that subtracting them gives the date again', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...forms),
        fc.nat({ max: 9999 }),
        units,
        zones,
        (form, count, unit, zone) => {
          const there = `${form} +${count} ${unit}`
          expect(read(`${there} -${count} ${unit}`, zone)?.epoch).toBe(read(form, zone)?.epoch)
          expect(read(`${form} +${count} ${unit} +${count} ${unit}`, zone)?.epoch).toBe(
            read(`${form} +${2 * count} ${unit}`, zone)?.epoch,
          )
        },
      ),
    )
  })

  it('adds days in wall clock time, in agreement with the calendar', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: -5000, max: 5000 }), (instant, count) => {
        const day = instant.toZonedDateTimeISO('UTC').toPlainDate()
        const text = `${day} 12:00 ${count < 0 ? '-' : '+'}${Math.abs(count)} days`
        expect(wall(text, 'Europe/Rome')).toBe(`${day.add({ days: count })} 12:00:00`)
      }),
    )
  })

  it('is repaired if a query string decoded every plus to a space', () => {
    const amounts = fc
      .array(fc.tuple(fc.constantFrom('+', '-'), fc.nat({ max: 99 }), fc.constantFrom('day', 'hours')), {
        minLength: 1,
        maxLength: 3,
      })
      .map((all) => all.map(([sign, count, unit]) => ` ${sign}${count} ${unit}`).join(''))
    const offsets = fc.constantFrom('', '+02:00', ' +0200', '+02:00[Europe/Rome]', ' Europe/Rome')
    const dates = offsets.map((offset) => `2027-05-04T18:00:00${offset}`)
    const written = fc.oneof(dates, fc.constantFrom('today', 'next friday', '3 days ago', 'last day of may'))
    fc.assert(
      fc.property(written, fc.oneof(fc.constant(''), amounts), (form, tail) => {
        const text = `${form}${tail}`
        expect(read(restorePlusSigns(text.replaceAll('+', ' ')))).toEqual(read(text))
        expect(read(text)).toBeDefined()
      }),
    )
  })

  it('keeps its plus if a query string encodes only the space before it as a plus', () => {
    for (const text of ['today 1 week', 'next friday 2 hours', '2027-05-04 18:00 0200 1 day'])
      expect(read(restorePlusSigns(text)), text).toBeDefined()
    expect(wall(restorePlusSigns('-1 week 2 hours'))).toBe(wall('-1 week 2 hours'))
    expect(wall(restorePlusSigns('-1 week  2 hours'))).toBe(wall('-1 week +2 hours'))
  })
})

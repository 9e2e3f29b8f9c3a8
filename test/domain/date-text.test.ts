import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import {
  isZonelessWallClock,
  parseDateText,
  parseUntil,
  resolveParsedDate,
  restorePlusSigns,
} from '../../src/domain/time/date-text.ts'
import { utcTimestampOfEpoch } from '../../src/domain/time/timestamp.ts'
import { quickest } from '../support/quickest.ts'

// A Tuesday, 12:30:15 in New York.
const now = Temporal.Instant.from('2027-05-04T16:30:15.7Z')

const readAt = (raw: unknown, zone: string, moment: Temporal.Instant) => {
  const date = parseDateText(raw)
  return date && resolveParsedDate(date, zone, moment)
}
const wall = (raw: unknown, zone = 'America/New_York') => readAt(raw, zone, now)?.wall
const utc = (raw: unknown, zone = 'America/New_York') => {
  const read = readAt(raw, zone, now)
  return read && utcTimestampOfEpoch(read.epoch)
}

describe('a date and a time', () => {
  it.each([
    ['2027-05-04 18:00:00', '2027-05-04 18:00:00'],
    ['2027-05-04 18:00', '2027-05-04 18:00:00'],
    ['2027-05-04T18:00:00', '2027-05-04 18:00:00'],
    ['2027-05-04t18:00', '2027-05-04 18:00:00'],
    ['2027-05-04T18:00:00.999', '2027-05-04 18:00:00'],
    ['2027-05-04 9:05', '2027-05-04 09:05:00'],
    ['2027-05-04', '2027-05-04 00:00:00'],
    ['  2027-05-04  18:00 ', '2027-05-04 18:00:00'],
    ['20270504', '2027-05-04 00:00:00'],
    ['20270504T180000', '2027-05-04 18:00:00'],
    ['4 May 2027 6pm', '2027-05-04 18:00:00'],
    ['04 MAY 2027 6:30 PM', '2027-05-04 18:30:00'],
    ['May 4, 2027', '2027-05-04 00:00:00'],
    ['may 4 2027 noon', '2027-05-04 12:00:00'],
    ['4 Sep 2027 midnight', '2027-09-04 00:00:00'],
    ['31-12-2027', '2027-12-31 00:00:00'],
    ['31.12.2027', '2027-12-31 00:00:00'],
    ['12/31/2027', '2027-12-31 00:00:00'],
    ['2018-01-01 4pm', '2018-01-01 16:00:00'],
    ['2028-02-29', '2028-02-29 00:00:00'],
    ['2027-05-04 12am', '2027-05-04 00:00:00'],
    ['2027-05-04 12:30pm', '2027-05-04 12:30:00'],
    ['2027-05-04 1am', '2027-05-04 01:00:00'],
    ['2027-05-04 1pm', '2027-05-04 13:00:00'],
    ['2027-05-04 00:00', '2027-05-04 00:00:00'],
    ['2027-05-04 23:59:59', '2027-05-04 23:59:59'],
  ])('%s is that wall clock time', (text, timestamp) => {
    expect(wall(text)).toBe(timestamp)
  })

  it('is an instant in the zone it is resolved in', () => {
    expect(utc('2027-05-04 18:00:00')).toBe('2027-05-04 22:00:00')
    expect(utc('2027-05-04 18:00:00', 'Europe/Paris')).toBe('2027-05-04 16:00:00')
    expect(utc('2027-05-04 18:00:00', 'UTC+2')).toBe('2027-05-04 16:00:00')
  })

  it('moves forward out of a gap, and is the first of a repeated time', () => {
    expect(wall('2027-03-14 02:30:00')).toBe('2027-03-14 03:30:00')
    expect(utc('2027-11-07 01:30:00')).toBe('2027-11-07 05:30:00')
  })
})

describe('a date with its own zone', () => {
  it.each([
    ['2027-05-04T18:00:00Z', '2027-05-04 19:00:00'],
    ['20270504T180000Z', '2027-05-04 19:00:00'],
    ['2027-05-04T18:00:00+02:00', '2027-05-04 17:00:00'],
    ['2027-05-04T18:00:00.5+02:00', '2027-05-04 17:00:00'],
    ['2027-05-04 18:00:00 +0200', '2027-05-04 17:00:00'],
    ['2027-05-04 18:00:00+02', '2027-05-04 17:00:00'],
    ['2027-05-04 18:00 Europe/Rome', '2027-05-04 17:00:00'],
    ['2027-05-04T18:00:00[Europe/Rome]', '2027-05-04 17:00:00'],
    ['2027-05-04 europe/rome', '2027-05-03 23:00:00'],
    ['2027-05-04 6pm UTC+2', '2027-05-04 17:00:00'],
    ['4 May 2027 6pm -05:00', '2027-05-05 00:00:00'],
    ['tomorrow 9am Europe/Rome', '2027-05-05 08:00:00'],
    ['1800000000', '2027-01-15 08:00:00'],
  ])('%s is that instant, in the zone it is resolved in', (text, timestamp) => {
    expect(wall(text, 'Europe/London')).toBe(timestamp)
  })

  it.each([
    '2027-05-04 18:00 +15:00',
    '2027-05-04 18:00 -12:01',
    '2027-05-04 18:00 Mars',
    '2027-05-04 18:00 [',
    '2027-05-04 18:00[Europe/Rome',
    '2027-05-04 18:00 utc[Europe/Rome]',
    '2027-05-04 18:00 [Europe/Rome]x',
    '2027-05-04-05',
  ])('%s has no existing zone', (text) => {
    expect(parseDateText(text)).toBeUndefined()
  })
})

describe('an integer', () => {
  it('of 9 to 11 digits is seconds since 1970', () => {
    expect(utc(1_809_453_600)).toBe('2027-05-04 18:00:00')
    expect(utc('1809453600')).toBe('2027-05-04 18:00:00')
    expect(utc('@1809453600')).toBe('2027-05-04 18:00:00')
    expect(utc(100_000_000)).toBe('1973-03-03 09:46:40')
    expect(utc(99_999_999_999)).toBe('5138-11-16 09:46:39')
  })

  it.each([0, 99_999_999, 100_000_000_000, 20_270_504, -1_809_453_600, 1_809_453_600.5, Number.NaN, 1e300])(
    '%s is no date',
    (number) => {
      expect(parseDateText(number)).toBeUndefined()
    },
  )

  it.each(['12345678', '@12345678', '123456789012', '-1809453600', '@-1809453600', '1809453600.5'])(
    'written %s is no date',
    (text) => {
      expect(parseDateText(text)).toBeUndefined()
    },
  )
})

describe('a relative date', () => {
  it.each([
    ['now', '2027-05-04 12:30:15'],
    ['today', '2027-05-04 00:00:00'],
    ['tomorrow', '2027-05-05 00:00:00'],
    ['yesterday', '2027-05-03 00:00:00'],
    ['midnight', '2027-05-04 00:00:00'],
    ['noon', '2027-05-04 12:00:00'],
    ['Tomorrow 9am', '2027-05-05 09:00:00'],
    ['tomorrow noon', '2027-05-05 12:00:00'],
    ['next wednesday 4pm', '2027-05-05 16:00:00'],
    ['last friday', '2027-04-30 00:00:00'],
    ['monday', '2027-05-10 00:00:00'],
    ['tuesday', '2027-05-04 00:00:00'],
    ['next tuesday', '2027-05-11 00:00:00'],
    ['last tuesday', '2027-04-27 00:00:00'],
    ['wednesday 18:00', '2027-05-05 18:00:00'],
    ['+2 days', '2027-05-06 12:30:15'],
    ['-2 days', '2027-05-02 12:30:15'],
    ['+1 week 2 hours', '2027-05-11 14:30:15'],
    ['-1 week 2 hours', '2027-04-27 10:30:15'],
    ['+1 week -2 hours', '2027-05-11 10:30:15'],
    ['+90 seconds', '2027-05-04 12:31:45'],
    ['+1 minute', '2027-05-04 12:31:15'],
    ['+18 months', '2028-11-04 12:30:15'],
    ['+1 year', '2028-05-04 12:30:15'],
    ['+2 days 9am', '2027-05-06 09:00:00'],
    ['+2 days midnight', '2027-05-06 00:00:00'],
    ['+2days', '2027-05-06 12:30:15'],
    ['+2 days ago', '2027-05-02 12:30:15'],
    ['+1 week +2 days ago', '2027-04-25 12:30:15'],
    ['3 days ago', '2027-05-01 12:30:15'],
    ['1 week 2 days ago', '2027-04-25 12:30:15'],
    ['next month', '2027-06-04 12:30:15'],
    ['last year', '2026-05-04 12:30:15'],
    ['first monday of january 2027', '2027-01-04 00:00:00'],
    ['last friday of feb 2028', '2028-02-25 00:00:00'],
    ['fifth monday of may', '2027-05-31 00:00:00'],
    ['second tuesday of next month 7pm', '2027-06-08 19:00:00'],
    ['last day of next month', '2027-06-30 00:00:00'],
    ['first day of this month', '2027-05-01 00:00:00'],
    ['last day of last month', '2027-04-30 00:00:00'],
    ['last day of february 2028', '2028-02-29 00:00:00'],
  ])('%s counts from now: %s', (text, timestamp) => {
    expect(wall(text)).toBe(timestamp)
  })

  it('counts from now in the zone it is resolved in', () => {
    expect(wall('today', 'Pacific/Auckland')).toBe('2027-05-05 00:00:00')
    expect(wall('now', 'UTC+5.5')).toBe('2027-05-04 22:00:15')
    expect(wall('tuesday', 'Pacific/Auckland')).toBe('2027-05-11 00:00:00')
  })

  it('keeps the day of the month, or uses the last one', () => {
    const on = (day: string, text: string) =>
      readAt(text, 'UTC', Temporal.Instant.from(`${day}T10:00:00Z`))?.wall
    expect(on('2027-01-31', '+1 month')).toBe('2027-02-28 10:00:00')
    expect(on('2028-01-31', '+1 month')).toBe('2028-02-29 10:00:00')
    expect(on('2028-02-29', '+1 year')).toBe('2029-02-28 10:00:00')
    expect(on('2027-03-31', '1 month ago')).toBe('2027-02-28 10:00:00')
    expect(on('2027-01-31', 'last day of next month')).toBe('2027-02-28 00:00:00')
    expect(on('2027-12-31', 'tomorrow')).toBe('2028-01-01 00:00:00')
  })

  it('keeps the time of day over days, and adds hours as elapsed time, across a transition', () => {
    const eve = Temporal.Instant.from('2027-03-13T17:00:00Z')
    const read = (text: string) => readAt(text, 'America/New_York', eve)?.wall
    expect(read('+1 day')).toBe('2027-03-14 12:00:00')
    expect(read('+24 hours')).toBe('2027-03-14 13:00:00')
    expect(read('tomorrow 2:30')).toBe('2027-03-14 03:30:00')
  })

  it('distinguishes the second of two equal wall clock times from the first', () => {
    const second = Temporal.Instant.from('2027-11-07T06:30:00Z')
    const read = readAt('now', 'America/New_York', second)
    expect(read && utcTimestampOfEpoch(read.epoch)).toBe('2027-11-07 06:30:00')
  })

  it('is refused if the month does not have the day', () => {
    expect(wall('fifth tuesday of may 2027')).toBeUndefined()
  })
})

describe('an invalid date', () => {
  it.each([
    '2027-02-30',
    '2027-13-45',
    '31/12/2027',
    '2027',
    'foo',
    '',
    ' ',
    '2027-02-29',
    '2027-00-10',
    '2027-01-00',
  ])('%j', (text) => {
    expect(parseDateText(text)).toBeUndefined()
  })

  it.each([
    '2027-05-04 24:00',
    '2027-05-04 18:60',
    '2027-05-04 18:00:60',
    '2027-05-04 13pm',
    '2027-05-04 0am',
    '2027-05-04 18',
    '2027-05-04T',
    '2027-5-4',
    '2027/13/04',
    '2027/05-04',
    '31-12.2027',
    '4th May 2027',
    '4 Mai 2027',
    '2027-05-04 18:00 foo',
    '2027-05-04 foo 18:00',
    '2027-05-04 18:00 18:00',
    '18:00',
    '6pm',
  ])('a near miss: %s', (text) => {
    expect(parseDateText(text)).toBeUndefined()
  })

  it.each([
    '2 days',
    '2 days +1 week',
    'now 9am',
    'noon 9am',
    'next',
    'next foo',
    '+2',
    '+2 fooes',
    '-2 days ago',
    'sixth day of may',
    'day',
  ])('a relative near miss: %s', (text) => {
    expect(parseDateText(text)).toBeUndefined()
  })

  it.each([null, undefined, true, {}, [], ['2027-05-04']])('other values: %j', (value) => {
    expect(parseDateText(value)).toBeUndefined()
  })

  it('is outside the years 1000 to 9999 in wall clock time or in UTC', () => {
    expect(wall('0999-12-31')).toBeUndefined()
    expect(wall('1000-01-01', 'UTC')).toBe('1000-01-01 00:00:00')
    expect(wall('1000-01-01', 'UTC+2')).toBeUndefined()
    expect(wall('9999-12-31 23:59:59', 'UTC')).toBe('9999-12-31 23:59:59')
    expect(wall('9999-12-31 23:59:59', 'UTC-2')).toBeUndefined()
    expect(wall('9999-12-31 23:59:59 UTC', 'UTC+2')).toBeUndefined()
    expect(wall('+9000 years')).toBeUndefined()
    expect(wall('1100 years ago')).toBeUndefined()
    expect(wall('+999999999999 years')).toBeUndefined()
  })
})

describe('any text', () => {
  const words = fc.constantFrom(
    ...[
      '+',
      '-',
      '1',
      '2027',
      '05',
      ' ',
      ':',
      'T',
      'Z',
      '-12-31',
      'day',
      'days',
      'ago',
      'next',
      'last',
      'first',
    ],
    ...[
      'of',
      'may',
      'monday',
      'month',
      '18:00',
      'pm',
      '[',
      ']',
      '/',
      '.',
      ',',
      '@',
      'Europe/Rome',
      'UTC',
      '999999',
    ],
  )

  it('parses to a date or to undefined, and never throws', () => {
    const texts = fc.oneof(
      fc.string({ maxLength: 210 }),
      fc.array(words, { maxLength: 12 }).map((all) => all.join('')),
    )
    const spaced = fc.array(words, { maxLength: 8 }).map((all) => all.join(' '))
    fc.assert(
      fc.property(fc.oneof(texts, spaced), (text) => {
        const read = readAt(text, 'Europe/Paris', now)
        expect(read === undefined || /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(read.wall)).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })

  it('is unchanged by a round trip through JSON', () => {
    for (const text of [
      '2027-05-04 6pm Europe/Rome',
      'fifth monday of may 9am',
      '+1 week 2 hours',
      '@1809453600',
    ]) {
      const date = parseDateText(text)
      expect(JSON.parse(JSON.stringify(date))).toEqual(date)
    }
  })

  it.each([
    '+1 day ',
    '1',
    ' ',
    '+',
    '1 day',
    '2027-05-04 ',
    '4 may 2027 ',
    ':00 ',
    '.1',
    ' 0',
    'last day of ',
  ])('is parsed and repaired quickly if it consists of %j only', async (piece) => {
    const hostile = piece.repeat(200).slice(0, 200)
    const taken = await quickest(200, () => {
      for (let round = 0; round < 100; round += 1) parseDateText(restorePlusSigns(hostile))
    })
    expect(taken).toBeLessThan(200)
  })

  it('is no date above 200 characters', () => {
    expect(parseDateText(`2027-05-04${' '.repeat(190)}`)).toBeDefined()
    expect(parseDateText(`2027-05-04${' '.repeat(191)}`)).toBeUndefined()
  })
})

describe('a wall clock', () => {
  it('is a date and time without a zone, at midnight by default', () => {
    expect(parseDateText('2027-05-04')).toEqual({ form: 'wall', wall: '2027-05-04 00:00:00' })
    for (const [text, is] of [
      ['2027-05-04 18:00', true],
      ['2027-05-04 18:00 Europe/Rome', false],
      ['1809453600', false],
      ['tomorrow 9am', false],
    ] as const) {
      const date = parseDateText(text)
      expect(date && isZonelessWallClock(date), text).toBe(is)
    }
  })
})

describe('a date until which something is valid', () => {
  it.each([
    ['2027-12-31', '2028-01-01 00:00:00'],
    [' 31.12.2027 ', '2028-01-01 00:00:00'],
    ['4 May 2027', '2027-05-05 00:00:00'],
    ['20270504', '2027-05-05 00:00:00'],
    // The clocks change on that day.
    ['2027-11-07', '2027-11-08 00:00:00'],
    // No date is after it.
    ['9999-12-31', '9999-12-31 00:00:00'],
    ['2027-12-31 00:00', '2027-12-31 00:00:00'],
    ['2027-12-31 18:00', '2027-12-31 18:00:00'],
    ['+90 days', '2027-08-02 12:30:15'],
  ])('%s ends at that wall clock time: a day without a time is meant whole', (text, end) => {
    const date = parseUntil(text)
    expect(date && resolveParsedDate(date, 'America/New_York', now)?.wall).toBe(end)
  })

  it('ends with the day where its first hour is skipped, or that of the next one', () => {
    const ends = ['2027-04-29', '2027-04-30'].map((text) => {
      const date = parseUntil(text)
      return date && resolveParsedDate(date, 'Africa/Cairo', now)?.wall
    })
    expect(ends).toEqual(['2027-04-30 01:00:00', '2027-05-01 00:00:00'])
  })

  it('is no other date', () => {
    expect([parseUntil('never'), parseUntil(null), parseUntil('2027-02-30')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('a date from a query string', () => {
  it.each([
    ['2027-05-04T18:00:00 02:00', '2027-05-04T18:00:00+02:00'],
    ['2027-05-04 18:00  0200', '2027-05-04 18:00+0200'],
    ['2027-05-04T18:00:00.123 02:00', '2027-05-04T18:00:00.123+02:00'],
    ['20270504T180000 0200', '20270504T180000+0200'],
    ['4 May 2027 6pm 02:00', '4 May 2027 6pm+02:00'],
    ['2027-05-04 18:00 UTC 5:30', '2027-05-04 18:00 UTC+5:30'],
    [' 2 days', '+2 days'],
    [' 1 Week  2 hours', '+1 Week +2 hours'],
  ])('%j is missing a plus, which is restored', (sent, meant) => {
    expect(restorePlusSigns(sent)).toBe(meant)
    expect(parseDateText(meant)).toBeDefined()
  })

  it.each([
    '2027-05-04 18:00',
    '2027-05-04 18:00:00',
    '4 May 2027',
    ' 4 May 2027',
    '2 days',
    'tomorrow 9am',
    ' monday',
  ])('%j is missing no plus', (sent) => {
    expect(restorePlusSigns(sent)).toBe(sent)
  })

  it('is not repaired above the maximum length', () => {
    const [longest, longer] = [' 2 days'.padEnd(200), ' 2 days'.padEnd(201)]
    expect(restorePlusSigns(longest)).toBe('+2 days'.padEnd(200))
    expect(restorePlusSigns(longer)).toBe(longer)
  })
})

describe('the text after a time', () => {
  it('may directly be Z, an offset or a zone in brackets only', () => {
    for (const zone of ['z', '+02:00', '-05', '[Europe/Rome]', ' utc', ' europe/rome'])
      expect(parseDateText(`2027-05-04 18:00${zone}`), zone).toBeDefined()
    for (const zone of ['utc', 'europe/rome', 'zx', 'zulu', 'utc+2', 'xz'])
      expect(parseDateText(`2027-05-04 18:00${zone}`), zone).toBeUndefined()
    for (const text of ['2027-05-04z', '2027-05-04+02:00', '1@800000000'])
      expect(parseDateText(text), text).toBeUndefined()
  })
})

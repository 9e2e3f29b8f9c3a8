import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { importing } from '../support/importing.ts'
import { textDecodedFromBytes } from '../support/inside/domain.ts'
import { type CalendarTally, importCalendar } from '../support/inside/formats.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

const calendarOf = (...components: readonly string[]) =>
  ['BEGIN:VCALENDAR', ...components, 'END:VCALENDAR', ''].join('\r\n')
const eventOf = (...lines: readonly string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n')

for (const { name } of anyDialects()) {
  describe(`times of an iCalendar file on ${name}`, () => {
    let service: TestService
    beforeEach(async () => {
      service = await testService(name)
    })
    afterEach(() => service.close())
    const imported = (text: string): Promise<CalendarTally> =>
      importCalendar(text, { name: 'test.ics', isConfined: false }, importing(service))
    const events = async (): Promise<readonly Json[]> =>
      (await service.get('/events?starts_after=1990-01-01&per_page=100')).body.events
    const shown = async () =>
      (await events()).map(({ title, start_date, timezone, utc_start_date }) => [
        ...[title, start_date, timezone, utc_start_date],
      ])

    it('floating times and times in UTC are shown in the zone of the calendar', async () => {
      await imported(
        calendarOf(
          'X-WR-TIMEZONE:Asia/Tokyo',
          eventOf('UID:1', 'SUMMARY:Floating', 'DTSTART:20270504T180000'),
          eventOf('UID:2', 'SUMMARY:UTC', 'DTSTART:20270504T180000Z', 'DTEND:20270504T190000Z'),
          eventOf('UID:3', 'SUMMARY:Own', 'DTSTART;TZID=Europe/Rome:20270505T180000'),
          eventOf('UID:4', 'SUMMARY:Day', 'DTSTART;VALUE=DATE:20270506'),
          eventOf('UID:5', 'SUMMARY:Rule', 'DTSTART:20270601T200000Z', 'RRULE:FREQ=DAILY;COUNT=2'),
        ),
      )
      expect(await shown()).toEqual([
        ['Floating', '2027-05-04 18:00:00', 'Asia/Tokyo', '2027-05-04 09:00:00'],
        ['UTC', '2027-05-05 03:00:00', 'Asia/Tokyo', '2027-05-04 18:00:00'],
        ['Day', '2027-05-06 00:00:00', 'Asia/Tokyo', '2027-05-05 15:00:00'],
        ['Own', '2027-05-05 18:00:00', 'Europe/Rome', '2027-05-05 16:00:00'],
        ['Rule', '2027-06-02 05:00:00', 'Asia/Tokyo', '2027-06-01 20:00:00'],
        ['Rule', '2027-06-03 05:00:00', 'Asia/Tokyo', '2027-06-02 20:00:00'],
      ])
    })

    it('events from a feed of this service keep their zones, also in UTC, in a repeated hour and for whole days', async () => {
      const other = await testService(name)
      const sent = [
        { timezone: 'UTC' },
        { start_date: '2027-11-07T06:30:00Z', end_date: '2027-11-07T07:30:00Z' },
        { all_day: true, timezone: 'Asia/Tokyo' },
        { timezone: 'UTC+5:30' },
      ]
      for (const one of sent) await service.post('/events', anEvent(one))
      const feed = (await service.get('/events.ics')).body
      await importCalendar(feed, { name: 'feed', isConfined: false }, importing(other))
      const there: readonly Json[] = (await other.get('/events')).body.events
      const zones = (list: readonly Json[]) =>
        list.map(({ timezone, utc_start_date }) => [timezone, utc_start_date])
      expect(zones(there)).toEqual(zones(await events()))
      await other.close()
    })

    it('zones are found by the display names of Outlook, with and without escapes', async () => {
      const described = [
        'BEGIN:VTIMEZONE\r\nTZID:(UTC+03:30) A\\, B',
        'BEGIN:STANDARD\r\nDTSTART:16010101T000000\r\nTZOFFSETFROM:+0330\r\nTZOFFSETTO:+0330',
        'END:STANDARD\r\nEND:VTIMEZONE',
      ].join('\r\n')
      const zones: Readonly<Record<string, string>> = {
        '"(UTC+07:00) Bangkok, Hanoi, Jakarta"': 'Asia/Bangkok',
        '"(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna"': 'Europe/Berlin',
        '"(GMT-05:00) Eastern Time (US & Canada)"': 'America/New_York',
        'Eastern Time (US & Canada)': 'America/New_York',
        '"(UTC+03:30) A, B"': 'UTC+3:30',
        '"(UTC-02:30) Nowhere"': 'UTC-2:30',
        '(UTC+09:00) Osaka\\, Sapporo\\, Tokyo': 'Asia/Tokyo',
      }
      for (const [id, zone] of Object.entries(zones)) {
        const lines = [`UID:${zone} ${id.length}`, `DTSTART;TZID=${id}:20270504T180000`]
        const { refusals, notes } = await imported(calendarOf(eventOf(...lines), described))
        // Only its offset tells of a zone that nobody knows.
        const noted = id.includes('Nowhere')
          ? ['TZID=(UTC-02:30) Nowhere (the name is not known: its offset is taken, without clock changes)']
          : []
        expect([id, refusals, [...notes.keys()]]).toEqual([id, [], noted])
        const [event] = (await service.get('/events?orderby=id&order=desc&per_page=1')).body.events
        expect([id, event.timezone, event.start_date]).toEqual([id, zone, '2027-05-04 18:00:00'])
      }
    })

    it('an event in an unknown zone is imported in the site zone', async () => {
      const tally = await imported(
        calendarOf('X-WR-TIMEZONE:Nowhere', eventOf('UID:1', 'DTSTART;TZID=Nowhere/At all:20270504T180000')),
      )
      expect([tally.created, [...tally.notes.keys()].sort()]).toEqual([
        1,
        ['TZID=Nowhere/At all (not known: read in the site zone)', 'X-WR-TIMEZONE:Nowhere (not known)'],
      ])
      expect(await shown()).toEqual([
        ['Untitled', '2027-05-04 18:00:00', 'America/New_York', '2027-05-04 22:00:00'],
      ])
    })

    it('an end without a zone is in the zone of the start, and an end of the other type counts by its day', async () => {
      const ends: Readonly<Record<string, string>> = {
        'DTSTART;TZID=Asia/Tokyo:20270504T180000\r\nDTEND:20270504T200000': '2027-05-04 20:00:00',
        'DTSTART:20270504T180000Z\r\nDTEND:20270504T200000': '2027-05-04 20:00:00',
        'DTSTART;TZID=Asia/Tokyo:20270504T180000\r\nDTEND;VALUE=DATE:20270505': '2027-05-05 00:00:00',
        'DTSTART;VALUE=DATE:20270504\r\nDTEND:20270505T100000': '2027-05-05 23:59:59',
        'DTSTART;VALUE=DATE:20270504T180000\r\nDTEND;VALUE=DATE:20270504T200000': '2027-05-04 20:00:00',
      }
      for (const [lines, end] of Object.entries(ends)) {
        await imported(calendarOf(eventOf(`UID:${lines.replace(/\W/g, '')}`, lines)))
        const [event] = (await service.get('/events?orderby=id&order=desc&per_page=1')).body.events
        expect([lines, event.end_date]).toEqual([lines, end])
      }
    })

    it('a replaced occurrence is found by its moment in any zone, and by its day', async () => {
      const rule = ['DTSTART;TZID=Europe/Rome:20270503T200000', 'RRULE:FREQ=DAILY;COUNT=5']
      const instead = (id: string, title: string, day: string) =>
        eventOf('UID:timed', id, `SUMMARY:${title}`, `DTSTART;TZID=Europe/Rome:${day}T210000`)
      const text = calendarOf(
        eventOf('UID:timed', 'SUMMARY:Plain', ...rule, 'RDATE:', 'EXDATE;VALUE=DATE:20270507'),
        instead('RECURRENCE-ID:20270503T180000Z', 'In UTC', '20270503'),
        instead('RECURRENCE-ID;TZID=America/New_York:20270504T140000', 'In New York', '20270504'),
        instead('RECURRENCE-ID;VALUE=DATE:20270505', 'By day', '20270505'),
        instead('RECURRENCE-ID:20270506T200000', 'Without a zone', '20270506'),
        instead('RECURRENCE-ID:20270520T200000', 'Of no occurrence', '20270520'),
        eventOf('UID:days', 'SUMMARY:Days', 'DTSTART;VALUE=DATE:20270601', 'RRULE:FREQ=DAILY;COUNT=2'),
        eventOf('UID:days', 'RECURRENCE-ID:20270602T000000', 'SUMMARY:Day', 'DTSTART;VALUE=DATE:20270602'),
      )
      const tally = await imported(text)
      expect([tally.refusals, tally.created]).toEqual([[], 2])
      expect(
        (await events()).map(({ title, start_date }) => [title, String(start_date).slice(5, 13)]),
      ).toEqual([
        ['In UTC', '05-03 21'],
        ['In New York', '05-04 21'],
        ['By day', '05-05 21'],
        ['Without a zone', '05-06 21'],
        ['Of no occurrence', '05-20 21'],
        ['Days', '06-01 00'],
        ['Day', '06-02 00'],
      ])
      expect(await imported(text)).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
    })

    it('of two components for the same event the one with the higher SEQUENCE counts, then the later DTSTAMP', async () => {
      const version = (title: string, sequence: number, stamp: string, more = '') =>
        eventOf(
          'UID:same',
          `SUMMARY:${title}`,
          `SEQUENCE:${sequence}`,
          `DTSTAMP:${stamp}`,
          `DTSTART:20270504T180000Z${more}`,
        )
      const [late, early] = ['20270102T000000Z', '20270101T000000Z']
      const text = calendarOf(version('Newest', 2, late), version('Stamp', 2, early), version('Old', 1, late))
      const twice = text + calendarOf(version('Elsewhere', 0, late))
      expect(await imported(twice)).toMatchObject({ created: 1, updated: 0, refused: 0 })
      expect((await shown()).map(([title]) => title)).toEqual(['Newest'])
      expect(await imported(twice)).toMatchObject({ created: 0, unchanged: 1 })
    })

    it('rules may contain spaces, and rules that recur within a day are ignored', async () => {
      const start = 'DTSTART:20270503T180000Z'
      const within = ['SECONDLY', 'MINUTELY', 'HOURLY'].map((frequency) =>
        eventOf(`UID:${frequency}`, 'SUMMARY:Often', start, `RRULE:FREQ=${frequency};COUNT=3`),
      )
      const tally = await imported(
        calendarOf(
          eventOf('UID:spaced', 'SUMMARY:Spaced', start, 'RRULE:FREQ=WEEKLY;BYDAY=MO, TU;COUNT=3'),
          ...within,
        ),
      )
      expect([...tally.notes.keys()].sort()).toEqual(
        ['HOURLY', 'MINUTELY', 'SECONDLY'].map(
          (frequency) => `RRULE:FREQ=${frequency};COUNT=3 (FREQ=${frequency} recurs within a day)`,
        ),
      )
      expect(tally.created).toBe(4)
    })
  })
}

describe('the encoding of a file', () => {
  const text = 'SUMMARY:Café – „Ž"'
  const utf16 = (swap: boolean) => {
    const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
    return swap ? bytes.swap16() : bytes
  }

  it('is detected from a byte order mark, a declared charset, or the bytes', () => {
    expect(textDecodedFromBytes(Buffer.from(`\ufeff${text}`))).toBe(text)
    expect(textDecodedFromBytes(Buffer.from(text))).toBe(text)
    expect(textDecodedFromBytes(utf16(false))).toBe(text)
    expect(textDecodedFromBytes(utf16(true))).toBe(text)
    expect(textDecodedFromBytes(Buffer.from('SUMMARY:Caf\xe9', 'latin1'))).toBe('SUMMARY:Café')
    expect(textDecodedFromBytes(Buffer.from('SUMMARY:\x84\x8e\x80\x96', 'latin1'))).toBe('SUMMARY:„Ž€–')
    const windows = Buffer.from('Don\x92t miss \x93Jazz\x94 \x96 5 \x80', 'latin1')
    expect(textDecodedFromBytes(windows)).toBe('Don’t miss “Jazz” – 5 €')
    expect(textDecodedFromBytes(Buffer.from([0xcf, 0xf0, 0xe8]), 'windows-1251')).toBe('При')
    const named = Buffer.concat([
      Buffer.from('SUMMARY;CHARSET=windows-1251:'),
      Buffer.from([0xcf, 0xf0, 0xe8]),
    ])
    expect(textDecodedFromBytes(named)).toBe('SUMMARY;CHARSET=windows-1251:При')
    expect(textDecodedFromBytes(Buffer.from(text), 'no-such-encoding')).toBe(text)
  })

  it('is UTF-16 or UTF-32 by its zeros, with and without a mark', () => {
    const utf32 = (isLittle: boolean, written = text) => {
      const codes = [...written].map((one) => one.codePointAt(0) ?? 0)
      const bytes = Buffer.alloc(codes.length * 4)
      for (const [at, code] of codes.entries())
        if (isLittle) bytes.writeUInt32LE(code, at * 4)
        else bytes.writeUInt32BE(code, at * 4)
      return bytes
    }
    for (const isLittle of [true, false]) {
      expect(textDecodedFromBytes(utf16(!isLittle).subarray(2))).toBe(text)
      expect(textDecodedFromBytes(utf32(isLittle))).toBe(text)
      expect(textDecodedFromBytes(utf32(isLittle, `\ufeff${text}`))).toBe(text)
      const long = `${text} 𝄞`.repeat(3000)
      expect(textDecodedFromBytes(utf32(isLittle, long))).toBe(long)
      expect(textDecodedFromBytes(utf32(isLittle, 'A\u0001'))).toBeUndefined()
    }
  })

  it('is unknown if the bytes are no text', () => {
    for (const bytes of [
      [0xff, 0xfe, 0],
      [0xff, 0, 1],
      [0x7b, 0xff],
      [0xff, 0x1b],
    ])
      expect(textDecodedFromBytes(Buffer.from(bytes))).toBeUndefined()
  })
})

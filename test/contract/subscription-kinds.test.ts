/** The kinds for calendar subscriptions: interval, URL and category names. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  calendarFetchUrlOrUndefined,
  calendarUrl,
  categoryNames,
  interval,
  intervalTextOfSeconds,
  secondsOfIntervalText,
} from '../../src/contract/kinds/of-one-room.ts'

const MINUTE = 60
const DAY = 86_400
const long = (count: number, text = 'x') => text.repeat(count)

describe('an interval', () => {
  it('is a number of minutes, hours or days', () => {
    expect([secondsOfIntervalText('30m'), secondsOfIntervalText('6h'), secondsOfIntervalText('2d')]).toEqual([
      1800, 21_600, 172_800,
    ])
    expect(secondsOfIntervalText(' 007h ')).toBe(25_200)
    expect(interval.read(' 6h ')).toEqual({ value: '6h' })
  })

  it('is from five minutes to thirty days', () => {
    expect([secondsOfIntervalText('4m'), secondsOfIntervalText('5m')]).toEqual([undefined, 300])
    for (const [most, more] of [
      ['43200m', '43201m'],
      ['720h', '721h'],
      ['30d', '31d'],
    ] as const)
      expect([secondsOfIntervalText(most), secondsOfIntervalText(more)], most).toEqual([30 * DAY, undefined])
  })

  it('rejects anything else with a message', () => {
    const wrong = ['', '6', 'h', '6 h', '6H', '6s', '6hx', 'x6h', '-6h', '1.5h', '000006h', '6h 5m', 'xh']
    for (const sent of wrong) expect(secondsOfIntervalText(sent), sent).toBeUndefined()
    for (const sent of [...wrong, '4m', '31d', 21_600, true, ['6h'], {}])
      expect(interval.read(sent), String(sent)).toMatchObject({
        fault: { message: 'must be an interval from 5m to 30d such as 30m, 6h or 2d' },
      })
  })

  it('is formatted in the largest unit that divides it', () => {
    expect([1800, 5400, 3600, 90_000, DAY, 14 * DAY].map(intervalTextOfSeconds)).toEqual([
      ...['30m', '90m', '1h', '25h', '1d', '14d'],
    ])
  })

  it('survives formatting and parsing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 5, max: (30 * DAY) / MINUTE }), (minutes) => {
        expect(secondsOfIntervalText(intervalTextOfSeconds(minutes * MINUTE))).toBe(minutes * MINUTE)
      }),
    )
  })
})

describe('the URL of a calendar', () => {
  it('is an http or https URL; webcal is converted to https', () => {
    for (const [sent, address] of [
      ['https://a.example/b.ics?c=d', 'https://a.example/b.ics?c=d'],
      ['http://A.example', 'http://a.example/'],
      ['webcal://a.example/b', 'https://a.example/b'],
      ['webcals://a.example/b', 'https://a.example/b'],
      [' WebCal://a.example/b ', 'https://a.example/b'],
      ['https://a.example/?of=webcal://b.example', 'https://a.example/?of=webcal://b.example'],
    ] as const) {
      expect(calendarFetchUrlOrUndefined(sent), sent).toBe(address)
      expect(calendarUrl.read(sent), sent).toEqual({ value: address })
    }
  })

  it('rejects anything else, and more than 2,000 characters', () => {
    const wrong = [
      '',
      'a.example',
      'ftp://a.example/',
      'file:///etc/passwd',
      'xwebcal://a.example/',
      'webcal:',
    ]
    for (const sent of [...wrong, 7, true, {}, ['https://a.example/']])
      expect(calendarUrl.read(sent), String(sent)).toMatchObject({
        fault: { message: 'must be an http:// or https:// URL' },
      })
    const address = `https://a.example/${long(1982)}`
    expect(calendarUrl.read(address)).toEqual({ value: address })
    expect(calendarUrl.read(`${address}x`)).toHaveProperty('fault')
  })
})

describe('names of categories', () => {
  const wrong = { fault: { message: 'must be a list of names of 1 to 200 characters' } }

  it('are a list or CSV; each name is one line without markup, and duplicates are removed', () => {
    expect(categoryNames.read('Jazz, Talks,,Jazz')).toEqual({ value: ['Jazz', 'Talks'] })
    expect(categoryNames.read(['Rock, Pop', '<b>Jazz</b>\nNight', 'e\u0301'])).toEqual({
      value: ['Rock, Pop', 'Jazz Night', 'é'],
    })
    expect(categoryNames.read([])).toEqual({ value: [] })
    expect(categoryNames.read('')).toEqual({ value: [] })
  })

  it('have 1 to 200 characters of any script, without control characters', () => {
    for (const name of ['x', long(200), long(200, '🎉')])
      expect(categoryNames.read([name])).toEqual({ value: [name] })
    for (const name of ['', ' ', '<b></b>', long(201), 'a\u0000b', '\ud800', 7, null, {}, ['x']])
      expect(categoryNames.read(['Jazz', name]), String(name)).toMatchObject(wrong)
  })

  it('are at most fifty', () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => `n${at}`)
    expect(categoryNames.read(many(50))).toEqual({ value: many(50) })
    expect(categoryNames.read(many(51))).toMatchObject({ fault: { message: 'must have at most 50 members' } })
    expect(categoryNames.read(many(51).join())).toMatchObject({
      fault: { message: 'must have at most 50 members' },
    })
  })
})

import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { type ParsedDate, parseDateText } from '../../src/domain/time/date-text.ts'
import { epochOfUtc, utcTimestampOfEpoch } from '../../src/domain/time/timestamp.ts'
import {
  firstSecondOfTomorrow,
  firstWallTimeOfDayTwoYearsAhead,
  firstWallTimeOfToday,
  type StartAndEndLimits,
  today,
  type WindowBoundName,
  windowBoundNames,
  windowOfArgs,
} from '../../src/domain/time/window.ts'

const at = (zone: string, now = '2026-12-01T12:00:00Z') => ({ now: Temporal.Instant.from(now), zone })

const dates = (texts: Partial<Record<WindowBoundName, string>>) => {
  const bounds: Partial<Record<WindowBoundName, ParsedDate>> = {}
  for (const bound of windowBoundNames) {
    const date = parseDateText(texts[bound])
    if (date) bounds[bound] = date
  }
  return bounds
}

const windowAt = (
  texts: Partial<Record<WindowBoundName, string>>,
  strict = false,
  moment = at('UTC'),
): StartAndEndLimits => {
  const result = windowOfArgs({ ...dates(texts), strict_dates: strict }, moment)
  return 'window' in result ? result.window : expect.fail(`fault in ${result.fault}`)
}
const shown = (texts: Partial<Record<WindowBoundName, string>>, strict = false, moment = at('UTC')) =>
  Object.fromEntries(
    Object.entries(windowAt(texts, strict, moment)).map(([key, second]) => [
      key,
      utcTimestampOfEpoch(second),
    ]),
  )

const holds = (window: StartAndEndLimits, start: number, end: number) =>
  (window.startFrom ?? start) <= start &&
  start <= (window.startTo ?? start) &&
  (window.endFrom ?? end) <= end &&
  end <= (window.endTo ?? end)

describe('a window', () => {
  const events = {
    A: ['2026-12-29 00:00:00', '2026-12-31 23:59:59'],
    B: ['2026-12-31 17:00:00', '2026-12-31 18:00:00'],
    C: ['2027-01-01 16:00:00', '2027-01-01 16:30:00'],
    D: ['2027-01-01 20:00:00', '2027-01-01 20:30:00'],
  }
  const listed = (texts: Partial<Record<WindowBoundName, string>>, strict = false) => {
    const window = windowAt(texts, strict)
    return Object.entries(events)
      .filter(([, [start = '', end = '']]) => holds(window, epochOfUtc(start), epochOfUtc(end)))
      .map(([name]) => name)
      .join('')
  }

  it('contains the events that the contract defines', () => {
    expect(listed({ start_date: '2027-01-01', end_date: '2027-01-01' })).toBe('CD')
    expect(listed({ ends_after: '2026-12-30', starts_before: '2027-01-01' })).toBe('ABCD')
    expect(listed({ start_date: '2027-01-01 15:00:00', end_date: '2027-01-01 18:00:00' })).toBe('CD')
    expect(listed({ start_date: '2027-01-01 15:00:00', end_date: '2027-01-01 18:00:00' }, true)).toBe('C')
  })

  it('may be empty', () => {
    expect(listed({ start_date: '2027-01-02', end_date: '2027-01-01' })).toBe('')
  })
})

describe('a bound by day', () => {
  it.each([
    ['start_date', { startFrom: '2027-05-04 00:00:00' }],
    ['end_date', { endTo: '2027-05-04 23:59:59' }],
    ['starts_before', { startTo: '2027-05-04 23:59:59' }],
    ['starts_after', { startFrom: '2027-05-05 00:00:00' }],
    ['ends_before', { endTo: '2027-05-04 23:59:59' }],
    ['ends_after', { endFrom: '2027-05-05 00:00:00' }],
  ] as const)('%s counts the whole day, whatever the time of day', (bound, window) => {
    expect(shown({ [bound]: '2027-05-04 15:00' })).toMatchObject(window)
  })

  it('is the day of its instant in the site zone', () => {
    expect(shown({ starts_before: '2027-05-04T23:00:00-04:00' }, false, at('Europe/Paris'))).toEqual({
      startTo: '2027-05-05 21:59:59',
    })
  })

  it('is 23 or 25 hours long on days with a transition', () => {
    expect(shown({ starts_before: '2027-03-14' }, false, at('America/New_York'))).toEqual({
      startTo: '2027-03-15 03:59:59',
    })
    const saoPaulo = at('America/Sao_Paulo')
    expect(shown({ starts_before: '2018-11-03' }, false, saoPaulo)).toEqual({
      startTo: '2018-11-04 02:59:59',
    })
    expect(shown({ start_date: '2018-11-04' }, false, saoPaulo)).toMatchObject({
      startFrom: '2018-11-04 03:00:00',
    })
    expect(shown({ ends_after: '2011-12-29' }, false, at('Pacific/Apia'))).toEqual({
      endFrom: '2011-12-30 10:00:00',
    })
  })
})

describe('a strict bound', () => {
  it.each([
    ['start_date', { startFrom: '2027-05-04 15:00:00' }],
    ['end_date', { endTo: '2027-05-04 15:00:00' }],
    ['starts_before', { startTo: '2027-05-04 14:59:59' }],
    ['starts_after', { startFrom: '2027-05-04 15:00:01' }],
    ['ends_before', { endTo: '2027-05-04 14:59:59' }],
    ['ends_after', { endFrom: '2027-05-04 15:00:01' }],
  ] as const)('%s is an instant', (bound, window) => {
    expect(shown({ [bound]: '2027-05-04 15:00' }, true)).toMatchObject(window)
  })
})

describe('bounds together', () => {
  it('all apply', () => {
    expect(shown({ start_date: '2027-05-04', starts_after: '2027-06-01' })).toEqual({
      startFrom: '2027-06-02 00:00:00',
    })
    expect(shown({ end_date: '2027-05-04', ends_before: '2027-06-01', ends_after: '2027-01-01' })).toEqual({
      endFrom: '2027-01-02 00:00:00',
      endTo: '2027-05-04 23:59:59',
    })
  })

  it('divide all events into those before and those after a day', () => {
    const day = fc
      .integer({ min: 0, max: 40_000 })
      .map((days) => utcTimestampOfEpoch(days * 86_400).slice(0, 10))
    const second = fc.integer({ min: -86_400 * 2, max: 86_400 * 3 })
    const zone = fc.constantFrom('UTC', 'America/New_York', 'America/Sao_Paulo', 'Pacific/Apia', 'UTC+5.5')
    fc.assert(
      fc.property(day, second, zone, (date, shift, name) => {
        const instant = epochOfUtc(`${date} 00:00:00`) + shift
        for (const which of ['starts', 'ends']) {
          const before = windowAt({ [`${which}_before`]: date }, false, at(name))
          const after = windowAt({ [`${which}_after`]: date }, false, at(name))
          expect(holds(before, instant, instant)).toBe(!holds(after, instant, instant))
        }
      }),
    )
  })

  it('report the one that cannot be resolved at this moment', () => {
    const bounds = dates({ start_date: 'today', ends_after: 'fifth monday of february 2027' })
    expect(windowOfArgs(bounds, at('UTC'))).toEqual({ fault: 'ends_after' })
  })
})

describe('a window', () => {
  it('moves with the time only if a date counts from now', () => {
    const isMoving = (texts: Partial<Record<WindowBoundName, string>>) =>
      windowOfArgs(dates(texts), at('UTC'))
    for (const text of ['today', 'tomorrow', '+1 week'])
      expect(isMoving({ start_date: text })).toMatchObject({ isMoving: true })
    for (const text of ['2027-05-04', '2027-05-04 +1 week', '1798761600', '2027-05-04T18:00:00+02:00'])
      expect(isMoving({ start_date: text })).toMatchObject({ isMoving: false })
    expect(isMoving({})).toMatchObject({ isMoving: false })
  })
})

describe('the defaults', () => {
  const newYork = at('America/New_York', '2026-12-02T03:00:00Z')

  it('are the start of today in the site zone, and two years later', () => {
    expect(firstWallTimeOfToday(newYork)).toBe('2026-12-01 00:00:00')
    expect(firstWallTimeOfDayTwoYearsAhead(newYork)).toBe('2028-12-01 00:00:00')
    expect(shown({}, false, newYork)).toEqual({
      startFrom: '2026-12-01 05:00:00',
      endTo: '2028-12-02 04:59:59',
    })
  })

  it('change when today ends in the site zone', () => {
    expect(today(newYork)).toBe('2026-12-01')
    expect(utcTimestampOfEpoch(firstSecondOfTomorrow(newYork))).toBe('2026-12-02 05:00:00')
    expect(utcTimestampOfEpoch(firstSecondOfTomorrow(at('America/New_York', '2026-12-02T05:00:00Z')))).toBe(
      '2026-12-03 05:00:00',
    )
    expect(utcTimestampOfEpoch(firstSecondOfTomorrow(at('America/New_York', '2027-11-07T12:00:00Z')))).toBe(
      '2027-11-08 05:00:00',
    )
  })

  it('are instants if dates are strict', () => {
    expect(shown({}, true, newYork)).toEqual({
      startFrom: '2026-12-01 05:00:00',
      endTo: '2028-12-01 05:00:00',
    })
  })

  it('go from a leap day to 28 February', () => {
    expect(firstWallTimeOfDayTwoYearsAhead(at('UTC', '2028-02-29T12:00:00Z'))).toBe('2030-02-28 00:00:00')
  })

  it('start at the first moment of today', () => {
    expect(firstWallTimeOfToday(at('America/Sao_Paulo', '2018-11-04T12:00:00Z'))).toBe('2018-11-04 01:00:00')
    expect(firstWallTimeOfDayTwoYearsAhead(at('America/Sao_Paulo', '2016-11-04T12:00:00Z'))).toBe(
      '2018-11-04 01:00:00',
    )
  })

  it('are the dates of the window, too, beside those that are sent', () => {
    const read = (texts: Partial<Record<WindowBoundName, string>>, more = {}) =>
      windowOfArgs({ ...dates(texts), ...more }, newYork)
    expect(read({})).toMatchObject({
      dates: { start_date: '2026-12-01 00:00:00', end_date: '2028-12-01 00:00:00' },
    })
    expect(read({ end_date: '2027-01-02 18:00' })).toMatchObject({
      dates: { start_date: '2026-12-01 00:00:00', end_date: '2027-01-02 18:00:00' },
    })
    expect(read({ ends_after: '2027-01-02T23:30:00Z' })).toMatchObject({
      dates: { ends_after: '2027-01-02 18:30:00' },
    })
    expect(read({ ends_after: '2027-01-02' })).not.toHaveProperty('dates.start_date')
  })

  it('do not apply to a list that names its items: it has no window', () => {
    const named = { include: [1] }
    expect(windowOfArgs({ ...dates({ start_date: '2027-01-02' }), ...named }, newYork)).toEqual({
      window: {},
      dates: { start_date: '2027-01-02 00:00:00' },
      isMoving: false,
    })
    const none = dates({ ends_after: 'fifth monday of february 2027' })
    expect(windowOfArgs({ ...none, external_id: 'a' }, newYork)).toMatchObject({ window: {}, dates: {} })
  })

  it('apply to the bound that is not set', () => {
    expect(shown({ start_date: '2025-01-01' })).toEqual({
      startFrom: '2025-01-01 00:00:00',
      endTo: '2028-12-01 23:59:59',
    })
    expect(shown({ end_date: '2027-01-01' })).toEqual({
      startFrom: '2026-12-01 00:00:00',
      endTo: '2027-01-01 23:59:59',
    })
  })

  it.each(['starts_before', 'starts_after', 'ends_before', 'ends_after'] as const)(
    'do not apply if %s is set',
    (bound) => {
      expect(Object.keys(windowAt({ [bound]: '2027-01-01' }))).toHaveLength(1)
    },
  )
})

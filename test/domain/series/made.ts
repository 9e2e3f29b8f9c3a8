import fc from 'fast-check'
import {
  type FirstOccurrenceTimes,
  occurrencesOfSeries,
  type Series,
} from '../../../src/domain/series/occurrences.ts'
import { parseSentRecurrence } from '../../../src/domain/series/recurrence-lines.ts'

export const evening: FirstOccurrenceTimes = {
  start: '2027-03-02 18:00:00',
  end: '2027-03-02 19:30:00',
  zone: 'Europe/Rome',
  allDay: false,
}

/** Creates a series from lines. Throws if they are invalid. */
export function seriesOf(sent: unknown, times: Partial<FirstOccurrenceTimes> = {}): Series {
  const whole = { ...evening, ...times }
  const recurrence = parseSentRecurrence(sent, whole)
  if ('fault' in recurrence) throw new Error(recurrence.fault.message)
  return { ...whole, recurrence }
}

/** The first occurrences. */
export function firstOf(series: Series, count = 80) {
  const found = []
  for (const one of occurrencesOfSeries(series)) {
    if (found.push(one) === count) break
  }
  return found
}

export const idsOf = (series: Series, count = 80) =>
  firstOf(series, count).map(({ recurrenceId }) => recurrenceId)

export const some = <T>(of: readonly T[], most: number) =>
  fc.uniqueArray(fc.constantFrom(...of), { minLength: 1, maxLength: most })
export const maybe = (name: string, list: fc.Arbitrary<readonly unknown[]>) =>
  fc.option(
    list.map((one) => `;${name}=${one.join()}`),
    { nil: '', freq: 2 },
  )
export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const ordinals = weekdays.flatMap((one) => [`1${one}`, `-1${one}`, `3${one}`, `5${one}`])
// Implementations disagree on rules that mix days with and without an ordinal.
export const eitherDays = fc.oneof(some(weekdays, 3), some(ordinals, 3))
const monthDays = maybe('BYMONTHDAY', some([1, 2, 13, 28, 29, 30, 31, -1, -2, -31], 3))
const months = maybe('BYMONTH', some([1, 2, 3, 6, 11, 12], 3))

/** Rules without COUNT and UNTIL. */
const rules = fc
  .tuple(
    fc.oneof(
      fc.tuple(fc.constant('FREQ=DAILY'), maybe('BYDAY', some(weekdays, 3)), monthDays),
      fc.tuple(fc.constant('FREQ=WEEKLY'), maybe('BYDAY', some(weekdays, 4))),
      fc.tuple(fc.constant('FREQ=MONTHLY'), maybe('BYDAY', eitherDays), monthDays),
      fc.tuple(fc.constant('FREQ=YEARLY'), maybe('BYDAY', eitherDays)),
      fc.tuple(fc.constant('FREQ=YEARLY'), maybe('BYDAY', some(weekdays, 3)), monthDays),
      fc.tuple(fc.constant('FREQ=YEARLY'), maybe('BYYEARDAY', some([1, 60, 200, 366, -1, -366], 3))),
      fc.tuple(fc.constant('FREQ=YEARLY;BYDAY=TU,SU'), maybe('BYWEEKNO', some([1, 20, 52, 53, -1], 3))),
    ),
    fc.tuple(
      fc.integer({ min: 1, max: 4 }).map((one) => `;INTERVAL=${one}`),
      months,
      maybe('BYHOUR', some([0, 2, 9, 23], 2)),
      maybe('WKST', fc.tuple(fc.constantFrom(...weekdays))),
    ),
    maybe('BYSETPOS', some([1, 2, -1], 2)),
  )
  .map(([own, more, positions]) => {
    const text = [...own, ...more].join('')
    return /BY/.test(text) ? `${text}${positions}` : text
  })

const starts = fc.constantFrom(
  '2027-01-01 10:00:00',
  '2024-02-29 09:30:00',
  '2026-12-31 00:00:00',
  '2027-08-31 23:59:59',
  '2026-03-28 02:30:00',
  '2011-12-28 12:00:00',
)
const zones = fc.constantFrom('Europe/Rome', 'UTC', 'America/New_York', 'Pacific/Apia', 'Australia/Lord_Howe')
const compact = (wall: string) => wall.replace(/[-:]/g, '').replace(' ', 'T')

/** Valid series of every kind. */
export const allSeries = fc
  .tuple(
    rules,
    starts,
    zones,
    fc.boolean(),
    fc.constantFrom('', ';COUNT=1', ';COUNT=7', ';COUNT=40', ';UNTIL=20290401', ';UNTIL=20280301T120000Z'),
    fc.array(fc.constantFrom('20270704T110000', '20270705T020000', '20280326T023000', '20270901'), {
      maxLength: 3,
    }),
    fc.nat({ max: 6 }),
  )
  .map(([rule, start, zone, allDay, end, dates, excluded]): Series | undefined => {
    const times = allDay
      ? { start: `${start.slice(0, 10)} 00:00:00`, end: `${start.slice(0, 10)} 23:59:59`, zone, allDay }
      : { start, end: `${start.slice(0, 10)} 23:59:59`, zone, allDay }
    const text = allDay ? rule.replace(/;BY(?:HOUR|SETPOS)=[\d,-]+/g, '') : rule
    const lines = [`${text}${end}`, ...dates.map((date) => `RDATE:${date}`)]
    const recurrence = parseSentRecurrence(lines, times)
    if ('fault' in recurrence) return undefined
    const own = idsOf({ ...times, recurrence }, 8)[excluded]
    if (own === undefined || excluded === 0) return { ...times, recurrence }
    const without = parseSentRecurrence([...lines, `EXDATE:${compact(own)}`], times)
    return 'fault' in without ? undefined : { ...times, recurrence: without }
  })
  .filter((series): series is Series => series !== undefined)

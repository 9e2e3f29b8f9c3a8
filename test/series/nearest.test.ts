import { describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { importing, moment } from '../support/importing.ts'
import { epochOfUtc } from '../support/inside/domain.ts'
import {
  type CalendarUids,
  entriesOfComponents,
  importCalendar,
  readComponentsAndFaults,
} from '../support/inside/formats.ts'
import {
  importablePart,
  MAX_FOLLOWED_OCCURRENCES,
  MAX_IMPORTED_OCCURRENCES,
  occurrencesBetween,
  parseStoredRecurrence,
  type Series,
} from '../support/inside/series.ts'
import { testService } from '../support/service.ts'

function seriesOf(start: string, rule: string): Series {
  const times = { start, end: start, zone: 'UTC', allDay: false }
  const recurrence = parseStoredRecurrence([`RRULE:${rule}`], times)
  if ('fault' in recurrence) throw new Error(recurrence.fault.message)
  return { ...times, recurrence }
}

const NOW = '2027-01-15 12:00:00'
const HORIZON = '2029-01-15 23:59:59'
const around = { now: epochOfUtc(NOW), horizon: HORIZON }
const since = epochOfUtc('2025-01-15 12:00:00')

/** The number, the first and the last of the places of the part that is imported. */
function part(series: Series, most: number, kept?: string) {
  const { series: found, isCut } = importablePart(series, { since, most }, around, kept)
  const ids = occurrencesBetween(found, '', HORIZON).map(({ recurrenceId }) => recurrenceId)
  return { isCut, count: ids.length, first: ids[0], last: ids.at(-1) }
}

describe('of a series with too many occurrences', () => {
  const daily = seriesOf('2015-01-01 18:00:00', 'FREQ=DAILY')

  it('those of the last two years are imported, without end', () => {
    expect(part(daily, 5000)).toMatchObject({ isCut: false, count: 1462, first: '2025-01-15 18:00:00' })
  })

  it('the nearest to now are imported: the next ones, then the last of the past ones', () => {
    expect(part(daily, 1)).toMatchObject({ isCut: true, count: 1, first: '2027-01-15 18:00:00' })
    expect(part(daily, 100)).toMatchObject({ isCut: true, count: 100, first: '2027-01-15 18:00:00' })
    expect(part(daily, 1000)).toMatchObject({ count: 1000, last: '2029-01-15 18:00:00' })
    const ended = seriesOf('1995-01-01 18:00:00', 'FREQ=DAILY;UNTIL=20260601T000000Z')
    expect(part(ended, 100)).toEqual({
      ...{ isCut: true, count: 100, first: '2026-02-21 18:00:00', last: '2026-05-31 18:00:00' },
    })
  })

  it('those to come are found, however many come before them', () => {
    const minutes = `FREQ=DAILY;BYHOUR=${[...Array(24).keys()]};BYMINUTE=0,10,20,30,40,50;BYSECOND=0`
    const often = seriesOf('2015-01-01 00:00:00', minutes)
    expect(part(often, 5000)).toMatchObject({ isCut: true, count: 5000, first: '2027-01-15 12:00:00' })
  })

  it('what is stored stays, as the nearest ones move on with time', () => {
    const kept = '2026-12-01 18:00:00'
    expect(part(daily, 100, kept)).toMatchObject({ first: kept, count: 145, last: '2027-04-24 18:00:00' })
  })
})

const hours = [...Array(24).keys()].join()
const hourly = (uid: string, rule: string) =>
  [
    ...['BEGIN:VEVENT', `UID:${uid}`, `SUMMARY:${uid}`, 'DTSTART:20150101T000000Z', 'DURATION:PT5M'],
    ...[`RRULE:${rule}`, 'END:VEVENT'],
  ].join('\r\n')
const calendarOf = (...components: readonly string[]) =>
  ['BEGIN:VCALENDAR', ...components, 'END:VCALENDAR', ''].join('\r\n')

it('§10.4 the occurrences of all series of a calendar have a limit, and each of its series has the next one', async () => {
  const all = Array.from({ length: 64 }, (_, at) =>
    hourly(`${at}`, `FREQ=DAILY;BYHOUR=${hours};BYMINUTE=0;BYSECOND=0`),
  )
  const { components } = await readComponentsAndFaults(calendarOf(...all))
  const inventory: CalendarUids = {
    keys: new Set(),
    unclear: new Set(),
    hasNameless: false,
    doubt: undefined,
  }
  const granted: number[] = []
  for await (const entry of entriesOfComponents(
    components,
    { moment, horizon: undefined, stored: { has: () => false, startOf: async () => undefined } },
    inventory,
    () => {},
  ))
    granted.push(entry.series?.most ?? 0)
  expect(granted).toEqual([...Array(60).fill(MAX_IMPORTED_OCCURRENCES), 1, 1, 1, 1])
})

for (const { name } of anyDialects())
  it(`§10.4 what is left out of a series is noted, on ${name}`, async () => {
    const service = await testService(name)
    try {
      const source = { name: 'a.ics', isConfined: false }
      const read = (rule: string) =>
        importCalendar(calendarOf(hourly('often', rule)), source, importing(service))
      const { notes, created } = await read(`FREQ=DAILY;BYHOUR=${hours};BYMINUTE=0,30;BYSECOND=0`)
      expect([created, ...notes.keys()]).toEqual([
        1,
        `occurrences beyond the nearest ${MAX_IMPORTED_OCCURRENCES}`,
      ])
      const { body } = await service.get('/events?starts_after=2000-01-01&per_page=1')
      expect(body.total).toBe(MAX_IMPORTED_OCCURRENCES)
      expect(body.events[0].start_date).toBe('2027-01-15 12:00:00')
      const often = await read(
        `FREQ=DAILY;BYHOUR=${hours};BYMINUTE=0;BYSECOND=0;COUNT=${MAX_FOLLOWED_OCCURRENCES * 9}`,
      )
      expect([...often.notes.keys()].join()).toContain('recurs too often')
    } finally {
      await service.close()
    }
  })

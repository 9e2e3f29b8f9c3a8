import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { recordFromNames } from '../../src/contract/table-of.ts'
import { addEventToAlmanac, emptyAlmanac, removeFromAlmanac } from '../../src/store/events/almanac/almanac.ts'
import { entryColumnNames } from '../../src/store/events/almanac/columns.ts'
import {
  allSlotsOfSlotSpan,
  pageOfSlotSpan,
  selectAlmanacSlots,
  slotSpanLength,
  slotSpanWithin,
} from '../../src/store/events/almanac/find.ts'

const DAY = 86_400
const YEAR = 365 * DAY

/** Durations around the limits above which events are in lists of their own. */
const duration = fc.oneof(
  ...[0, 3600, DAY - 1, DAY, DAY + 1, 12 * DAY, 31 * DAY, 31 * DAY + 1, YEAR].map((most) =>
    fc.integer({ min: Math.max(0, most - 2), max: most }),
  ),
)
const event = fc.record({ start: fc.integer({ min: 0, max: YEAR }), duration, isDeleted: fc.boolean() })
const bound = fc.option(fc.integer({ min: -DAY, max: YEAR + 40 * DAY }), { nil: undefined })
const window = fc.record({ startFrom: bound, startTo: bound, endFrom: bound, endTo: bound })

const noLinks = { venue: [], organizer: [], category: [], tag: [], series: [] }
const plain = { ...recordFromNames(entryColumnNames, () => 0), author: 1 }

describe('the events of a window', () => {
  it('are those that begin and end within its bounds, in the order of their starts, however long they are', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), window, (events, bounds) => {
        const almanac = emptyAlmanac()
        for (const [at, { start, duration }] of events.entries())
          addEventToAlmanac(almanac, { ...plain, id: at + 1, start, end: start + duration }, noLinks)
        for (const [at, { isDeleted }] of events.entries()) if (isDeleted) removeFromAlmanac(almanac, at + 1)
        const { startFrom = -Infinity, startTo = Infinity, endFrom = -Infinity, endTo = Infinity } = bounds
        const expected = events
          .map(({ start, duration, isDeleted }, at) => ({
            id: at + 1,
            start,
            end: start + duration,
            isDeleted,
          }))
          .filter(({ isDeleted }) => !isDeleted)
          .filter(
            ({ start, end }) => startFrom <= start && start <= startTo && endFrom <= end && end <= endTo,
          )
          .sort((a, b) => a.start - b.start || a.id - b.id)
          .map(({ id }) => id)
        const sent = Object.fromEntries(Object.entries(bounds).filter(([, at]) => at !== undefined))
        const { columns, all } = almanac
        const span = slotSpanWithin(almanac, all, sent, (slot) => columns.standing[slot] !== 0)
        const idOf = (slot: number) => columns.id[slot]
        expect([...allSlotsOfSlotSpan(span)].map(idOf)).toEqual(expected)
        expect(slotSpanLength(span)).toBe(expected.length)
        expect(pageOfSlotSpan(span, 1, 3, 'asc').map(idOf)).toEqual(expected.slice(1, 4))
        expect(pageOfSlotSpan(span, 1, 3, 'desc').map(idOf)).toEqual(expected.toReversed().slice(1, 4))
      }),
      { numRuns: 500 },
    )
  })
})

describe('the events of a search among places', () => {
  const place = { id: 1, author: 1, status: 'publish', date_utc: 0, geo_lat: 1, geo_lng: 2 }
  const query = {
    search: { include: ['jazz'], exclude: [] },
    search_in: ['title' as const],
    geoloc: true,
    hidden: false,
    status: ['publish' as const],
    window: {},
    orderby: 'start_date' as const,
    order: 'asc' as const,
    page: 1,
    per_page: 10,
  }
  const at = (second: number, reads: 'none' | 'all' = 'none') => ({
    scope: { user: undefined, reads, edits: reads },
    moment: { now: Temporal.Instant.fromEpochMilliseconds(second * 1000), zone: 'UTC' },
  })
  const almanacWithPlaces = () => {
    const almanac = emptyAlmanac()
    almanac.isLinked = true
    for (const id of [1, 2]) addEventToAlmanac(almanac, { ...plain, id }, { ...noLinks, venue: [id] })
    almanac.places.set(1, place)
    almanac.places.set(2, { ...place, id: 2, status: 'future', date_utc: 100 })
    return almanac
  }

  it('are selected once for the same words', () => {
    const almanac = almanacWithPlaces()
    const texts = { whole: [1, 2], titles: [1, 2] }
    const select = (found: typeof texts) => selectAlmanacSlots(almanac, query, found, at(50))
    expect(select(texts)).toBe(select(texts))
    expect(select({ whole: [2], titles: [2] }).total).toBe(0)
  })

  it('are those at the places that the reader sees by then', () => {
    const almanac = almanacWithPlaces()
    const texts = { whole: [1, 2], titles: [1, 2] }
    const total = (viewer: ReturnType<typeof at>) => selectAlmanacSlots(almanac, query, texts, viewer).total
    expect([total(at(50)), total(at(50, 'all')), total(at(100)), total(at(99))]).toEqual([1, 2, 2, 1])
  })
})

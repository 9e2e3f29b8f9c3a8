import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { occurrencesOfSeries, type Series } from '../../../src/domain/series/occurrences.ts'
import { parseStoredRecurrence, recurrenceLineTexts } from '../../../src/domain/series/recurrence-lines.ts'
import {
  seriesMovedToTimes,
  splitSeriesBefore,
  unmovableRulePartsOfSeries,
} from '../../../src/domain/series/split-series.ts'
import { epochOfUtc, utcTimestampOfEpoch } from '../../../src/domain/time/timestamp.ts'
import { isLong } from '../../support/dialect-names.ts'
import { allSeries, firstOf, idsOf } from './made.ts'

/** A long run has enough to find each fault that these properties have found. */
const RUNS = isLong() ? 80 : 30
const plus = (wall: string, seconds: number) => utcTimestampOfEpoch(epochOfUtc(wall) + seconds)
const movedBy = (series: Series, seconds: number): Series =>
  seriesMovedToTimes(series, {
    ...series,
    start: plus(series.start, seconds),
    end: plus(series.end, seconds),
  })

describe('any series', () => {
  it('has ascending occurrences, no two of which share a recurrence_id, and none that ends before its start', () => {
    fc.assert(
      fc.property(allSeries, (series) => {
        const ids = idsOf(series)
        expect([...new Set(ids)].sort()).toEqual(ids)
        expect(firstOf(series).filter(({ start, end }) => end < start)).toEqual([])
      }),
      { numRuns: RUNS },
    )
  })

  it('is the same after its lines are written and read', () => {
    fc.assert(
      fc.property(allSeries, (series) => {
        const lines = recurrenceLineTexts(series.recurrence)
        expect(parseStoredRecurrence(lines, series)).toEqual(series.recurrence)
        expect(parseStoredRecurrence(lines.join('\r\n'), series)).toEqual(series.recurrence)
      }),
      { numRuns: RUNS },
    )
  })

  it('changes no occurrence when it is split at any position', () => {
    fc.assert(
      fc.property(allSeries, fc.nat({ max: 40 }), (series, index) => {
        const whole = firstOf(series)
        const at = whole[Math.min(index, whole.length - 1)]?.recurrenceId ?? ''
        const parts = splitSeriesBefore(series, at)
        if (parts === undefined) {
          expect(at).toBe(series.start)
          return
        }
        const before = firstOf(parts.before)
        expect([...before, ...firstOf(parts.after)].slice(0, whole.length)).toEqual(whole)
        expect(before.every(({ recurrenceId }) => recurrenceId < at)).toBe(true)
      }),
      { numRuns: RUNS },
    )
  })

  it('is the same after it is moved and moved back', () => {
    const distances = fc.constantFrom(60, 3600, -1800, 86_400, -7 * 86_400, 90_000)
    fc.assert(
      fc.property(allSeries, distances, (series, distance) => {
        const days = series.allDay ? Math.round(distance / 86_400) * 86_400 : distance
        const back = movedBy(movedBy(series, days), -days)
        expect(idsOf(back)).toEqual(idsOf(series))
        expect(back.recurrence.dates).toEqual(series.recurrence.dates)
      }),
      { numRuns: RUNS },
    )
  })

  it('moves all its occurrences by the same time if no part of the rule is kept, in a zone without transitions', () => {
    const distances = fc.constantFrom(60, -1800, 86_400, 7 * 86_400)
    fc.assert(
      fc.property(allSeries, distances, (some, distance) => {
        const series = { ...some, zone: 'UTC' }
        const days = series.allDay ? Math.round(distance / 86_400) * 86_400 : distance
        const moved = movedBy(series, days)
        if (unmovableRulePartsOfSeries(series, moved).length > 0) return
        expect(idsOf(moved, 60)).toEqual(idsOf(series, 60).map((id) => plus(id, days)))
      }),
      { numRuns: RUNS },
    )
  })

  it('gives a date that the zone moves forward also to who asks from the time to which it moves', () => {
    const series: Series = {
      start: '2026-03-28 02:30:00',
      end: '2026-03-28 23:59:59',
      zone: 'Europe/Rome',
      allDay: false,
      recurrence: { rule: 'FREQ=YEARLY', dates: [], exclusions: [] },
    }
    const [from = ''] = idsOf(series, 90).filter((id) => id.endsWith('03:30:00'))
    expect(from).not.toBe('')
    const later = occurrencesOfSeries(series, from)
    for (const { recurrenceId } of later) {
      if (recurrenceId < from) continue
      expect(recurrenceId).toBe(from)
      break
    }
  })

  it('gives the same occurrences from a date on, whether or not the earlier ones are computed', () => {
    fc.assert(
      fc.property(allSeries, (series) => {
        const ids = idsOf(series, 90)
        const from = ids[60] ?? ids[0] ?? ''
        const later: string[] = []
        for (const { recurrenceId } of occurrencesOfSeries(series, from)) {
          if (recurrenceId >= from) later.push(recurrenceId)
          if (later.length === 20) break
        }
        expect(later.slice(0, ids.length)).toEqual(
          ids.slice(ids.indexOf(from), ids.indexOf(from) + later.length),
        )
      }),
      { numRuns: RUNS },
    )
  })
})

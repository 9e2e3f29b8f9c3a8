import { describe, expect, it } from 'vitest'
import { cellsInFormsOfCreate } from '../../src/formats/csv/rows.ts'

const TODAY = '2026-11-27'

/** Returns the days of a row, and how many years were not written or which column fits no year. */
function daysOf(written: string | Record<string, string>, today = TODAY): readonly unknown[] {
  const row = typeof written === 'string' ? { start_date: written } : written
  const { cells, taken, misfit } = cellsInFormsOfCreate(row, 'month_first', today)
  return [cells.start_date, cells.end_date, misfit?.column ?? taken]
}

describe('days without a year', () => {
  for (const written of [
    'Sa, 5.12.',
    '5. Dezember',
    '5.12.',
    'samedi 5 décembre',
    'Sat, Dec 5',
    'Saturday, 5th of December',
    'sábado, 5 de diciembre',
    'sabato 5 dicembre',
    'za 5 december',
    'sábado, 5 de dezembro',
    '12月5日',
    '１２月５日（土）',
    '5.12. (Sa)',
  ])
    it(`are read in any language: ${written}`, () => {
      expect(daysOf(written)).toEqual(['2026-12-05', '2026-12-05', 1])
    })

  it('are read with their times', () => {
    expect(daysOf('Sa, 5.12. 20 Uhr')).toEqual(['2026-12-05 20:00', '2026-12-05 20:00', 1])
    expect(daysOf('Sat, Dec 5, 7–9 pm')).toEqual(['2026-12-05 19:00', '2026-12-05 21:00', 1])
    expect(daysOf('segunda-feira, 7 de dezembro às 20h')[0]).toBe('2026-12-07 20:00')
    expect(daysOf('mar 8 dic 20:00')).toEqual(['2026-12-08 20:00', '2026-12-08 20:00', 1])
    expect(daysOf({ start_date: '5.12.', start_time: '22 Uhr', end_time: '2 Uhr' })).toEqual([
      '2026-12-05 22:00',
      '2026-12-06 02:00',
      1,
    ])
  })

  it('are the next such day from today on', () => {
    expect(daysOf('27.11.')[0]).toBe('2026-11-27')
    expect(daysOf('26.11.')[0]).toBe('2027-11-26')
    expect(daysOf('31.12.')[0]).toBe('2026-12-31')
    expect(daysOf('1.1.')[0]).toBe('2027-01-01')
    expect(daysOf('31.12.', '2027-01-01')[0]).toBe('2027-12-31')
    expect(daysOf('1.1.', '2027-01-01')[0]).toBe('2027-01-01')
    expect(daysOf('29.2.')[0]).toBe('2028-02-29')
    expect(daysOf('29.2.', '2028-02-29')[0]).toBe('2028-02-29')
    expect(daysOf('29.2.', '2028-03-01')[0]).toBe('2032-02-29')
    expect(daysOf('29.2.', '2096-03-01')[0]).toBe('2104-02-29')
  })

  it('are of the year in which they have their weekday, from the last one to the third on', () => {
    expect(daysOf('Do, 26.11.')[0]).toBe('2026-11-26')
    expect(daysOf('Fr, 26.11.')[0]).toBe('2027-11-26')
    expect(daysOf('Mi, 26.11.')[0]).toBe('2025-11-26')
    expect(daysOf('Mo, 26.11.')[0]).toBe('2029-11-26')
    expect(daysOf('Di, 29.2.')[0]).toBe('2028-02-29')
    expect(daysOf('So, 29.2.')[0]).toBe('2032-02-29')
    expect(daysOf('Di, 26.11.')).toEqual(['Di, 26.11.', undefined, 'start_date'])
    expect(daysOf({ start_date: '1.12.', end_date: 'Sa, 5.12.' })[2]).toBe(2)
    // This would be an event of two years.
    expect(daysOf({ start_date: '1.12.', end_date: 'Di, 5.12.' })[2]).toBe('end_date')
  })

  it('make spans, which cross New Year and are counted by their end', () => {
    expect(daysOf('5./6.12.')).toEqual(['2026-12-05', '2026-12-06', 1])
    expect(daysOf('Sa/So, 5. + 6. Dezember')).toEqual(['2026-12-05', '2026-12-06', 1])
    expect(daysOf('December 5–7')).toEqual(['2026-12-05', '2026-12-07', 1])
    expect(daysOf('du 5 au 7 décembre')).toEqual(['2026-12-05', '2026-12-07', 1])
    expect(daysOf('12月5日（土）～7日（月）')).toEqual(['2026-12-05', '2026-12-07', 1])
    for (const written of [
      '30.12.–2.1.',
      '30. Dezember bis 2. Januar',
      'Mi 30.12. – Sa 2.1.',
      'Dec 30 – Jan 2',
    ])
      expect(daysOf(written)).toEqual(['2026-12-30', '2027-01-02', 1])
    expect(daysOf('30.12.–2.1.', '2027-01-02')).toEqual(['2026-12-30', '2027-01-02', 1])
    expect(daysOf('30.12.–2.1.', '2027-01-03')).toEqual(['2027-12-30', '2028-01-02', 1])
    expect(daysOf({ start_date: '30.12.', end_date: '2.1.' })).toEqual(['2026-12-30', '2027-01-02', 2])
    expect(daysOf({ start_date: '30.12.2028', end_date: '2.1.' })).toEqual(['2028-12-30', '2029-01-02', 1])
  })

  it('stay as they are in any other form', () => {
    for (const written of [
      '5/12',
      '5 Dec 26',
      '5.12. 20',
      '5.12',
      '31.2.',
      'Sa',
      '2026',
      'Di 20:00',
      'Mar 20:00',
      '4 Marzipan',
      '30.2.–31.2.',
    ])
      expect(daysOf(written)).toEqual([written, undefined, 0])
    for (const written of ['5.12.2027', '2027-12-05', '28.12.–3.1.2028', '5 December 2027'])
      expect(daysOf(written)[2]).toBe(0)
  })

  it('are read in little time, whatever their length', () => {
    const before = performance.now()
    for (const long of ['5.12. ', 'a. ', '5', 'Dec 5 ', '(', '12月'])
      for (const times of [30, 190, 100_000])
        daysOf({ start_date: long.repeat(times), end_date: `5.12.${long.repeat(times)}` })
    expect(performance.now() - before).toBeLessThan(1000)
  })
})

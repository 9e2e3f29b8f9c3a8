import { describe, expect, it } from 'vitest'
import { cellsInOurForms } from '../../src/calendars/csv/as-written.ts'

describe('cells as people write them', () => {
  const meant: readonly (readonly [Record<string, string>, Record<string, string>])[] = [
    [{ start_time: '19.30 Uhr' }, { start_time: '19:30' }],
    [{ start_time: '19 Uhr' }, { start_time: '19:00' }],
    [{ start_time: '19h30' }, { start_time: '19:30' }],
    [{ start_time: '7.30pm' }, { start_time: '19:30' }],
    [{ start_time: '12 a.m.' }, { start_time: '00:00' }],
    [{ start_time: '19時30分' }, { start_time: '19:30' }],
    [{ start_time: '19.30 bis 21 Uhr' }, { start_time: '19:30', end_time: '21:00' }],
    [
      { start_time: '19:30', end_time: '21.00 Uhr' },
      { start_time: '19:30', end_time: '21:00' },
    ],
    [{ start_date: '4.5.2027 19.30 Uhr' }, { start_date: '4.5.2027 19:30' }],
    [{ start_date: 'Di., 4. 5. 2027, um 19.30 Uhr' }, { start_date: '4.5.2027 19:30' }],
    [{ start_date: '04/05/2027 at 7pm' }, { start_date: '04/05/2027 19:00' }],
    [
      { start_date: '4.5.2027 19.30 – 21.00 Uhr' },
      { start_date: '4.5.2027 19:30', end_date: '4.5.2027 21:00' },
    ],
    [
      { start_date: '4.5.2027 19.30 Uhr', end_date: '21.00 Uhr' },
      { start_date: '4.5.2027 19:30', end_date: '4.5.2027 21:00' },
    ],
    [{ start_date: '4.5.2027 bis 6.5.2027' }, { start_date: '4.5.2027', end_date: '6.5.2027' }],
    [{ start_date: '4.–6.5.2027' }, { start_date: '4.5.2027', end_date: '6.5.2027' }],
    [{ website: 'www.example.org/a' }, { website: 'https://www.example.org/a' }],
    [{ organizer_website: 'example.org' }, { organizer_website: 'https://example.org' }],
    [{ venue_geo_lat: '51,38' }, { venue_geo_lat: '51.38' }],
  ]
  for (const [written, read] of meant)
    it(`are read as meant: ${Object.values(written).join(', ')}`, () => {
      expect(cellsInOurForms(written)).toEqual({ ...written, ...read })
    })

  it('stay as they are in any other form', () => {
    const others = [
      { start_date: 'next Friday', start_time: 'in the evening', website: 'see the poster' },
      { start_date: '2027-05-04 19:30:00', end_date: '2027-05-04T21:00:00Z', website: 'http://a.example' },
      { start_time: '25.30 Uhr', end_time: '19.75', venue_geo_lat: '51.38', cost: '12,50 €' },
    ]
    for (const cells of others) expect(cellsInOurForms(cells)).toEqual(cells)
  })

  it('are read in little time, whatever their length', () => {
    const long = `4.5.2027 ${'19.30 bis '.repeat(20_000)}`
    const before = performance.now()
    cellsInOurForms({ start_date: long, start_time: long, website: `www.${'a.'.repeat(50_000)} ` })
    expect(performance.now() - before).toBeLessThan(1000)
  })
})

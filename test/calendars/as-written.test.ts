import { describe, expect, it } from 'vitest'
import { cellsInReadableForms } from '../../src/calendars/csv/as-written.ts'

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
    [{ start_date: 'Fr 06.12.26' }, { start_date: '06.12.2026' }],
    [{ start_date: '06.12.26 20:15 Uhr' }, { start_date: '06.12.2026 20:15' }],
    [{ start_date: '13/4/27' }, { start_date: '13/4/2027' }],
    [{ start_date: '24.12.98' }, { start_date: '24.12.1998' }],
    [{ start_date: 'Sonntag, den 6. Dezember 2026' }, { start_date: '6.12.2026' }],
    [{ start_date: '6. Dez. 2026, 20 Uhr' }, { start_date: '6.12.2026 20:00' }],
    [{ start_date: '4. bis 6. Mai 2027' }, { start_date: '4.5.2027', end_date: '6.5.2027' }],
    [
      { start_date: '28. Dezember 2026 – 3. Januar 2027' },
      { start_date: '28.12.2026', end_date: '3.1.2027' },
    ],
    [{ start_date: 'le samedi 1er août 2026' }, { start_date: '1.8.2026' }],
    [{ start_date: '6 de diciembre de 2026' }, { start_date: '6.12.2026' }],
    [{ start_date: 'Friday, May 4th, 2027 at 7pm' }, { start_date: '4.5.2027 19:00' }],
    [{ start_date: '2026年12月6日(日) 19時30分' }, { start_date: '6.12.2026 19:30' }],
    [{ start_time: '22 Uhr bis 2 Uhr' }, { start_time: '22:00', end_time: '02:00 +1 day' }],
    [
      { start_time: '22 Uhr', end_time: '2 Uhr' },
      { start_time: '22:00', end_time: '02:00 +1 day' },
    ],
    [
      { start_date: '31.12.2026 22 Uhr', end_date: '2 Uhr' },
      { start_date: '31.12.2026 22:00', end_date: '31.12.2026 02:00 +1 day' },
    ],
    [{ start_time: 'Einlass 19 Uhr, Beginn 20 Uhr' }, { start_time: '20:00' }],
    [{ start_time: '20 Uhr (Einlass ab 19 Uhr)' }, { start_time: '20:00' }],
    [{ start_time: 'ganztägig' }, { start_time: '', all_day: 'true' }],
    [{ start_time: 'from 7 to 9 pm' }, { start_time: '19:00', end_time: '21:00' }],
    [{ start_time: '11–1 pm' }, { start_time: '11:00', end_time: '13:00' }],
    [{ start_time: '20.00 – ca. 22.00 Uhr' }, { start_time: '20:00', end_time: '22:00' }],
    [{ start_time: 'von 20 bis 24 Uhr' }, { start_time: '20:00', end_time: '00:00 +1 day' }],
    [{ start_time: '20 Uhr c.t.' }, { start_time: '20:15' }],
    [{ start_time: '20 Uhr s. t.' }, { start_time: '20:00' }],
    [{ start_time: 'de 20h à 22h' }, { start_time: '20:00', end_time: '22:00' }],
    [{ start_time: 'das 20h às 22h' }, { start_time: '20:00', end_time: '22:00' }],
    [{ start_time: '午後7時30分' }, { start_time: '19:30' }],
    [{ start_time: '１９：３０～２１：００' }, { start_time: '19:30', end_time: '21:00' }],
    [{ start_date: '5./6. Dezember 2026' }, { start_date: '5.12.2026', end_date: '6.12.2026' }],
    [{ start_date: 'Sa/So, 5. + 6.12.2026' }, { start_date: '5.12.2026', end_date: '6.12.2026' }],
    [{ start_date: '5.12.–7.12.2026' }, { start_date: '5.12.2026', end_date: '7.12.2026' }],
    [{ start_date: '28. Dezember – 3. Januar 2027' }, { start_date: '28.12.2026', end_date: '3.1.2027' }],
    [{ start_date: 'du 5 au 7 décembre 2026' }, { start_date: '5.12.2026', end_date: '7.12.2026' }],
    [{ start_date: 'del 5 al 7 de diciembre de 2026' }, { start_date: '5.12.2026', end_date: '7.12.2026' }],
    [{ start_date: '5 t/m 7 december 2026' }, { start_date: '5.12.2026', end_date: '7.12.2026' }],
    [{ start_date: '5 e 6 dicembre 2026' }, { start_date: '5.12.2026', end_date: '6.12.2026' }],
    [{ start_date: 'December 5–7, 2026' }, { start_date: '5.12.2026', end_date: '7.12.2026' }],
    [{ start_date: '2026年12月5日（土）～7日（月）' }, { start_date: '5.12.2026', end_date: '7.12.2026' }],
    [{ start_date: '令和８年１２月５日' }, { start_date: '5.12.2026' }],
    [
      { start_date: 'le 5 décembre 2026 de 20h à 22h' },
      { start_date: '5.12.2026 20:00', end_date: '5.12.2026 22:00' },
    ],
    [{ website: 'www.example.org/a' }, { website: 'https://www.example.org/a' }],
    [{ organizer_website: 'example.org' }, { organizer_website: 'https://example.org' }],
    [{ venue_geo_lat: '51,38' }, { venue_geo_lat: '51.38' }],
  ]
  for (const [written, read] of meant)
    it(`are read as meant: ${Object.values(written).join(', ')}`, () => {
      expect(cellsInReadableForms(written)).toEqual({ ...written, ...read })
    })

  it('stay as they are in any other form', () => {
    const others = [
      { start_date: '10.01.', start_time: '' },
      { start_date: '10.01. 20 Uhr', end_date: '2026-12-06 19.30.00' },
      { start_date: '4 Marzipan 2027', end_date: '1.2.3.45' },
      { start_date: 'next Friday', start_time: 'in the evening', website: 'see the poster' },
      { start_date: '2027-05-04 19:30:00', end_date: '2027-05-04T21:00:00Z', website: 'http://a.example' },
      { start_time: '25.30 Uhr', end_time: '19.75', venue_geo_lat: '51.38', cost: '12,50 €' },
    ]
    for (const cells of others) expect(cellsInReadableForms(cells)).toEqual(cells)
  })

  it('are read in little time, whatever their length', () => {
    const long = `4.5.2027 ${'19.30 bis '.repeat(20_000)}`
    const before = performance.now()
    cellsInReadableForms({ start_date: long, start_time: long, website: `www.${'a.'.repeat(50_000)} ` })
    expect(performance.now() - before).toBeLessThan(1000)
  })
})

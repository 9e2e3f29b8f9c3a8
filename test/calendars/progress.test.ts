import { expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { importing } from '../support/importing.ts'
import { importCalendar } from '../support/inside/formats.ts'
import { makeImportProgressListeners } from '../support/inside/service.ts'
import { testService } from '../support/service.ts'

const event = (...lines: readonly string[]) =>
  ['BEGIN:VEVENT', 'DTSTART:20270504T180000Z', ...lines, 'END:VEVENT'].join('\r\n')

for (const { name } of anyDialects())
  it(`§0 an import of a calendar says how many events it has, and how far it is, on ${name}`, async () => {
    const service = await testService(name)
    try {
      const shown: string[] = []
      const write = (text: string | Uint8Array) => shown.push(String(text)) > 0
      const series = ['UID:s', 'RRULE:FREQ=DAILY;COUNT=2']
      const text = [
        ...['BEGIN:VCALENDAR', event('UID:a'), event('UID:b'), event(...series)],
        ...[event('UID:s', 'RECURRENCE-ID:20270505T180000Z'), 'END:VCALENDAR', ''],
      ].join('\r\n')
      const source = { name: 'a.ics', isConfined: false }
      const listener = { ...makeImportProgressListeners({ isTTY: true, write }), slice: 1 }
      await importCalendar(text, source, importing(service, listener))
      expect(shown).toEqual([
        ...['\r1 of 3 (33 %), 0 refused', '\r2 of 3 (66 %), 0 refused', '\r3 of 3 (100 %), 0 refused'],
      ])
      const piped = makeImportProgressListeners({ isTTY: false, write })
      piped.onProgress({ lines: 9999, refused: 0 })
      expect(shown).toHaveLength(3)
      piped.onTotal(40_000)
      for (const lines of [10_000, 10_001, 20_050]) piped.onProgress({ lines, refused: 2 })
      expect(shown.slice(3)).toEqual([
        '10000 of 40000 (25 %), 2 refused\n',
        '20050 of 40000 (50 %), 2 refused\n',
      ])
    } finally {
      await service.close()
    }
  })

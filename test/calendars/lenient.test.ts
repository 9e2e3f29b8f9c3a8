import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { countsOfNotes, importing } from '../support/importing.ts'
import { importCalendar } from '../support/inside/formats.ts'
import { type Json, type TestService, testService } from '../support/service.ts'

const calendarOf = (...lines: readonly string[]) =>
  [
    ...['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:1', 'SUMMARY:One', 'DTSTART:20270504T180000Z', ...lines],
    ...['END:VEVENT', 'BEGIN:VEVENT', 'UID:2', 'DTSTART:20270505T180000Z', 'END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n')

for (const { name } of anyDialects()) {
  describe(`an imported event with an invalid part on ${name}`, () => {
    let service: TestService
    const imported = (...lines: readonly string[]) =>
      importCalendar(calendarOf(...lines), { name: 'test.ics', isConfined: false }, importing(service))
    const event = async (): Promise<Json> => (await service.get('/events/1')).body
    beforeEach(async () => {
      service = await testService(name)
    })
    afterEach(() => service.close())

    const email = 'ORGANIZER (email must be an e-mail address such as name@example.org)'
    const cases: Readonly<Record<string, readonly [line: string, note: string, shown: Json]>> = {
      'an e-mail address that is encoded wrongly': [
        ...(['ORGANIZER;CN=Org:mailto:100%@example.org', email] as const),
        { organizer: [{ organizer: 'Org', email: '' }] },
      ],
      'such an e-mail address without a name': [
        ...(['ORGANIZER:mailto:100%@example.org', email] as const),
        { organizer: [{ organizer: '100%@example.org', email: '' }] },
      ],
      'an e-mail address that is none': [
        ...(['ORGANIZER;CN=Org:mailto:x@lisbon', email] as const),
        { organizer: [{ organizer: 'Org', email: '' }] },
      ],
      'an address that is none': [
        'URL:www.example.org',
        'URL (website must be a URL that begins with http://, https://, mailto: or tel:)',
        { website: '' },
      ],
      'a place that is not on earth': [
        'LOCATION:Hall\\, Via Po 1\r\nGEO:145.07;7.69',
        'GEO (geo_lat must be from -90 to 90)',
        { venue: { venue: 'Hall', address: 'Via Po 1' } },
      ],
      'a postal address that is too long': [
        `LOCATION:Hall\\,${'x'.repeat(3000)}`,
        'LOCATION (address must be at most 2000 characters long)',
        { venue: { venue: 'Hall' } },
      ],
      'a description that is too long': [
        `DESCRIPTION:${'x'.repeat(300_000)}`,
        'DESCRIPTION (description must be at most 262144 characters long)',
        { description: '' },
      ],
      'too many categories': [
        `CATEGORIES:${Array.from({ length: 501 }, (_, at) => `c${at}`).join()}`,
        'CATEGORIES (categories must have at most 500 members)',
        { categories: [] },
      ],
    }
    for (const [what, [line, note, shown]] of Object.entries(cases)) {
      it(`is imported without ${what}`, async () => {
        const tally = await imported(line)
        expect([tally.created, tally.refused, countsOfNotes(tally)]).toEqual([2, 0, [[note, 1]]])
        expect(await event()).toMatchObject({ title: 'One', ...shown })
        const again = await imported(line)
        expect([again.unchanged, again.refused]).toEqual([2, 0])
      })
    }

    it('keeps the stored value of that part when it is imported again', async () => {
      await imported('URL:https://example.org/', 'DESCRIPTION:Before')
      const tally = await imported('URL:example', 'DESCRIPTION:After')
      expect([tally.updated, tally.refused]).toEqual([1, 0])
      expect(await event()).toMatchObject({ website: 'https://example.org/', description: '<p>After</p>' })
    })

    it('may have a percent-encoded e-mail address', async () => {
      await imported('ORGANIZER;CN=Org:MAILTO:a%2Bb%40example.org')
      expect((await event()).organizer).toMatchObject([{ email: 'a+b@example.org' }])
    })
  })
}

import { beforeEach, describe, expect, it } from 'vitest'
import { readByIcalJs } from '../support/calendars.ts'
import { anyDialects } from '../support/dialects.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

const tickets = '<a href="https://tickets.test/a?b=1&amp;c=2">Tickets</a>'

const descriptions: readonly (readonly [name: string, html: string, text: string])[] = [
  ['a link with words', `<p>${tickets} here</p>`, 'Tickets (https://tickets.test/a?b=1&c=2) here'],
  [
    'a link that is its own text',
    '<p><a href="https://www.tickets.test/">https://www.tickets.test</a></p>',
    'https://www.tickets.test/',
  ],
  [
    'a link without its scheme',
    '<p>See <a href="https://tickets.test">tickets.test/</a>.</p>',
    'See https://tickets.test.',
  ],
  [
    'mail',
    '<p><a href="mailto:box@club.test?subject=Seats">Write</a> to us</p>',
    'Write (box@club.test) to us',
  ],
  ['mail that is its own text', '<p><a href="mailto:box@club.test">box@club.test</a></p>', 'box@club.test'],
  ['a telephone', '<p>Ring <a href="tel:+390111">us</a></p>', 'Ring us (+390111)'],
  [
    'a link around other tags',
    '<p><a href="https://a.test/"><b>Bold</b> words</a></p>',
    'Bold words (https://a.test/)',
  ],
  ['a list', '<p>Bring:</p><ul><li>a coat</li><li><p>a hat</p></li></ul>', 'Bring:\n• a coat\n• a hat'],
  [
    'numbers',
    '<ol><li>Doors</li><li>Songs<ul><li>old</li></ul></li><li>End</li></ol>',
    '1. Doors\n2. Songs\n• old\n3. End',
  ],
  ['lines that look added', '<p>12 €<br>https://site.test/</p>', '12 €\nhttps://site.test/'],
  ['none', '', ''],
]

for (const { name } of anyDialects())
  describe(`descriptions in calendars on ${name}`, () => {
    let service: TestService
    let other: TestService
    let editorHere: Record<string, string>
    let editorThere: Record<string, string>
    beforeEach(async () => {
      service = await testService(name)
      other = await testService(name)
      editorHere = (await service.user('administrator')).headers
      editorThere = (await other.user('administrator')).headers
      return async () => {
        await service.close()
        await other.close()
      }
    })
    const sent = (description: string, more: Json = {}) =>
      anEvent({ title: 'Song', description, cost: '12 €', website: 'https://site.test/', ...more })
    const read = async (into: TestService, calendar: string) => {
      const headers = into === other ? editorThere : editorHere
      const answered = await into.ask('POST', '/import', calendar, {
        ...headers,
        'content-type': 'text/calendar',
      })
      expect(answered.status).toBe(200)
      return answered.body
    }
    const calendarOf = async (path: string) => String((await service.get(path)).body)

    it.each(descriptions)('§3.1 say %s in words, then price, website and page', async (_name, html, text) => {
      const { body: event } = await service.post('/events', sent(html), editorHere)
      const calendar = await calendarOf('/events.ics')
      const last = ['12 €', 'https://site.test/', event.url]
      expect(readByIcalJs(calendar)[0]?.description?.split('\n')).toEqual([
        ...(text === '' ? [] : text.split('\n')),
        ...last,
      ])
      expect(calendar).toMatch(/^X-FASTI-LINES:3\r$/m)
      expect(await read(other, calendar)).toMatchObject({ created: 1, notes: [] })
      expect((await other.get('/events/1')).body).toMatchObject({
        description: event.description,
        cost: '12 €',
        website: 'https://site.test/',
      })
      expect(await read(service, calendar)).toMatchObject({ created: 0, updated: 0, unchanged: 1 })
    })

    it('§3.1 have the page alone without price and website, in series the page of the series', async () => {
      const plain = { cost: '', website: '', recurrence: 'RRULE:FREQ=DAILY;COUNT=3' }
      await service.post('/events', sent('<p>Words</p>', plain), editorHere)
      const calendar = await calendarOf('/events.ics')
      expect(readByIcalJs(calendar)[0]?.description).toBe('Words\nhttp://127.0.0.1:3000/series/song/')
      expect(calendar).toMatch(/^X-FASTI-LINES:1\r$/m)
      await read(other, calendar)
      expect((await other.get('/events/1')).body.description).toBe('<p>Words</p>')
    })

    it('§3.1 are taken off where a program left nothing else of the text, and elsewhere kept', async () => {
      const calendar = (lines: string) =>
        [
          'BEGIN:VCALENDAR',
          'BEGIN:VEVENT',
          'UID:a',
          'DTSTART:20270504T180000Z',
          'SUMMARY:Song',
          lines,
          'END:VEVENT',
          'END:VCALENDAR',
        ].join('\r\n')
      const description = async (lines: string) => {
        await read(other, calendar(lines))
        return (await other.get('/events/1')).body.description
      }
      expect(await description('DESCRIPTION:Words\\n12 €')).toBe('<p>Words<br>12 €</p>')
      expect(await description('DESCRIPTION:Words\\n12 €\r\nX-FASTI-LINES:1')).toBe('<p>Words</p>')
      expect(await description('DESCRIPTION:Words\\n12 €\r\nX-FASTI-LINES:many')).toBe('<p>Words<br>12 €</p>')
      expect(await description('DESCRIPTION:12 €\r\nX-FASTI-LINES:9')).toBe('')
    })

    it('§1.10 say nothing of a protected event', async () => {
      const { body } = await service.post('/events', sent('<p>Words</p>'), editorHere)
      await service.patch(`/events/${body.id}`, { password: 'sesame' }, editorHere)
      const calendar = await calendarOf('/events.ics')
      expect(calendar).not.toMatch(/DESCRIPTION|X-FASTI-LINES|12 €|site\.test/)
      expect(calendar).toContain(`URL:${body.url}`)
    })
  })

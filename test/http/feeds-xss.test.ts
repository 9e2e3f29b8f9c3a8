import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readByIcalJs, readXml, textsOf } from '../support/calendars.ts'
import { sanitizeHtml } from '../support/inside/domain.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'
import { xssVectors } from '../support/xss-vectors.ts'

/** Line breaks and quotes that would inject a property, a component or an element. */
const injections = [
  'x\r\nATTENDEE:mailto:evil@evil.test',
  'x\nEND:VEVENT\nBEGIN:VALARM',
  'x\u2028y\u0085z',
  '";EVIL=1:x',
  'a^b^nc^\'d"e',
  ']]><evil/>',
  '</title><evil/>',
  '&#60;evil&#62;',
  '\\n\\;\\,\\\\',
  'x\ufffe\uffff',
]

describe('hostile text in feeds', () => {
  let service: TestService
  const titles: string[] = []
  beforeAll(async () => {
    service = await testService('sqlite')
    for (const vector of [...xssVectors, ...injections]) {
      const text = vector.replace(/[\p{Cc}\p{Cs}]/gu, (one) => (/[\t\r\n]/.test(one) ? one : ''))
      const sent = anEvent({
        title: `T ${text}`,
        description: text,
        venue: { venue: `V ${text}`, address: text },
        organizer: { organizer: `O ${text}` },
        categories: [`C ${text}`],
      })
      const { status, body } = await service.post('/events', sent)
      expect([text, status]).toEqual([text, 201])
      titles.push(body.title)
    }
  })
  afterAll(() => service.close())

  it('§4.8 stays plain text in calendars', async () => {
    const calendar = (await service.get('/events.ics')).body
    expect(calendar).not.toMatch(/^(?:ATTENDEE|BEGIN:VALARM)/m)
    const read = readByIcalJs(calendar)
    expect(new Set(read.map(({ title }) => title))).toEqual(new Set(titles))
    const { events } = (await service.get('/events?per_page=100')).body
    const names = events.map((one: { organizer: [{ organizer: string }] }) => one.organizer[0].organizer)
    expect(read.slice(0, 100).map(({ organizer }) => organizer)).toEqual(
      names.map((name: string) => name.replace(/\s+/g, ' ')),
    )
  })

  for (const [format, item, html] of [
    ['rss', 'item', 'description'],
    ['atom', 'entry', 'content'],
  ] as const) {
    it(`§4.8 contains no executable markup in ${format}`, async () => {
      const root = readXml((await service.get(`/events.${format}`)).body)
      const items = [...root.getElementsByTagName(item)]
      expect(items).toHaveLength(50)
      const known = /^(?:title|link|guid|id|pubDate|published|updated|category|description|content)$/
      for (const one of items) {
        for (const child of [...one.childNodes].filter(({ nodeType }) => nodeType === 1))
          expect(child.nodeName).toMatch(known)
        const [shown = ''] = textsOf(one, html)
        expect(sanitizeHtml(shown)).toBe(shown)
        const [title = ''] = textsOf(one, 'title')
        if (format === 'rss') expect(title).not.toContain('<')
      }
    })
  }
})

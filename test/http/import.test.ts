import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'
import { listening, rawConnection } from '../support/sockets.ts'

const asCalendar = { 'content-type': 'text/calendar; charset=utf-8' }

const entry = (uid: string, more = '') =>
  `BEGIN:VEVENT\r\nUID:${uid}\r\nDTSTART:20270504T180000Z\r\nSUMMARY:${uid}\r\n${more}END:VEVENT\r\n`

const calendar = (...entries: readonly string[]) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${entries.join('')}END:VCALENDAR\r\n`

const counts = ({ created, updated, unchanged, removed, refused }: Json) => [
  created,
  updated,
  unchanged,
  removed,
  refused,
]

for (const { name } of anyDialects()) {
  describe(`imports over HTTP on ${name}`, () => {
    let service: TestService
    beforeEach(async () => {
      service = await testService(name)
    })
    afterEach(() => service.close())
    const load = (text: string, query = '', headers = {}) =>
      service.ask('POST', `/import${query}`, text, { ...asCalendar, ...headers })
    const titles = async () =>
      (await service.get('/events?orderby=title')).body.events.map(({ title }: Json) => title)

    it('§0 read a calendar, update changed events, and report unknown and refused parts', async () => {
      const valarm = 'BEGIN:VALARM\r\nACTION:DISPLAY\r\nEND:VALARM\r\n'
      const broken = entry('broken').replace('20270504T180000Z', 'soon')
      const first = await load(calendar(entry('a', valarm), entry('b'), broken))
      expect([first.status, counts(first.body)]).toEqual([200, [2, 0, 0, 0, 1]])
      expect(first.headers['x-fasti-revision']).toBe(String(await service.store.revision()))
      expect(first.body.notes).toEqual([{ what: 'VALARM', count: 1 }])
      expect(first.body.refusals).toEqual([
        {
          line: 16,
          reason: 'DTSTART is not a time: soon',
          faults: [{ field: '', reason: 'not_a_time', values: { property: 'DTSTART', text: 'soon' } }],
        },
      ])
      const again = await load(calendar(entry('a'), entry('b', 'LOCATION:Hall\\, Turin\r\n')))
      expect(counts(again.body)).toEqual([0, 1, 1, 0, 0])
      const { events } = (await service.get('/events?venue=hall')).body
      expect(events.map(({ title, author }: Json) => [title, author])).toEqual([['b', 0]])
    })

    it('§0 report the result of a dry run, and change nothing', async () => {
      const { body } = await load(calendar(entry('a'), entry('b')), '?dry_run=true')
      expect([body.dry_run, ...counts(body)]).toEqual([true, 2, 0, 0, 0, 0])
      expect(await titles()).toEqual([])
      expect((await service.get('/venues')).headers['x-total-count']).toBe('0')
    })

    it('§0 with prune, move to the trash the events that the source no longer has', async () => {
      await service.post('/events', anEvent({ title: 'own' }))
      await load(calendar(entry('a'), entry('b')), '?source=opera')
      await load(calendar(entry('c')), '?source=cinema')
      expect(counts((await load(calendar(entry('b')), '?source=opera')).body)).toEqual([0, 0, 1, 0, 0])
      const dry = await load(calendar(entry('b')), '?source=opera&prune=true&dry_run=true')
      expect([counts(dry.body), await titles()]).toEqual([
        [0, 0, 1, 1, 0],
        ['a', 'b', 'c', 'own'],
      ])
      const pruned = await load(calendar(entry('b')), '?source=opera&prune=1')
      expect([counts(pruned.body), await titles()]).toEqual([
        [0, 0, 1, 1, 0],
        ['b', 'c', 'own'],
      ])
      expect((await load(calendar(entry('b')), '?prune=true')).body.data.params).toHaveProperty('source')
    })

    it('§0 read CSV and JSON lines, as the body itself or in a form', async () => {
      const table = 'What,start_date,Room\r\nTalk,2027-05-04 18:00,Aula\r\n'
      const headers = { 'content-type': 'text/csv' }
      const { body } = await load(table, '?columns=What%3Dtitle', headers)
      expect([counts(body), body.notes]).toEqual([[1, 0, 0, 0, 0], [{ what: 'column Room', count: 1 }]])
      const form = new FormData()
      form.set('file', new Blob([`${JSON.stringify(anEvent({ title: 'Line' }))}\n`]), 'season.jsonl')
      form.set('dry_run', 'false')
      const sent = new Response(form)
      const type = { 'content-type': sent.headers.get('content-type') ?? '' }
      const lines = await service.ask('POST', '/import', Buffer.from(await sent.arrayBuffer()), type)
      expect([lines.status, counts(lines.body)]).toEqual([200, [1, 0, 0, 0, 0]])
      expect(await titles()).toEqual(['Line', 'Talk'])
    })

    it('§0 of another type are refused with the types that are read', async () => {
      const { status, body } = await load('hello', '', { 'content-type': 'text/plain' })
      expect([status, body.code, body.message]).toEqual([
        415,
        'rest_unsupported_media_type',
        'Send a file as multipart/form-data, or as the body itself (text/calendar, text/csv, application/x-ndjson, text/html).',
      ])
    })

    it('§5 are for editors and administrators, who become the authors', async () => {
      const editor = await service.user('editor')
      const author = await service.user('author')
      expect((await load(calendar(entry('a')))).status).toBe(401)
      expect((await load(calendar(entry('a')), '', author.headers)).status).toBe(403)
      expect((await load(calendar(entry('a')), '', editor.headers)).status).toBe(200)
      expect((await service.get('/events')).body.events[0].author).toBe(editor.id)
      const allowed = await service.ask('OPTIONS', '/import', undefined, author.headers)
      expect(allowed.headers.allow).toBe('OPTIONS')
    })

    it('§0 read a file in its declared or detected encoding', async () => {
      const latin = Buffer.from(calendar(entry('Caf\xe9')), 'latin1')
      expect((await service.ask('POST', '/import', latin, { 'content-type': 'text/calendar' })).status).toBe(
        200,
      )
      const cyrillic = Buffer.from('title,start_date\r\n\xcf\xf0\xe8,2027-05-04\r\n', 'latin1')
      const type = { 'content-type': 'text/csv; charset=windows-1251' }
      expect((await service.ask('POST', '/import', cyrillic, type)).status).toBe(200)
      expect(await titles()).toEqual(['Café', 'При'])
      const json = Buffer.from('{"title":"Caf\xe9"}', 'latin1')
      const lines = { 'content-type': 'application/x-ndjson' }
      expect((await service.ask('POST', '/import', json, lines)).body.data.params).toEqual({
        file: 'is not text',
      })
    })

    it('§6 refuse a CSV file with an unclosed quote as a whole', async () => {
      const table = `title,start_date\r\nFirst,2027-05-04\r\n"${'x'.repeat(12_000_000)}`
      const { status, body } = await load(table, '', { 'content-type': 'text/csv' })
      expect([status, body.code, body.data.params]).toEqual([
        400,
        'rest_invalid_param',
        { file: 'line 3: a quote is not closed, or stands within a cell' },
      ])
      expect(await titles()).toEqual([])
    })

    it('§0 stop when the client closes the connection', async () => {
      const entries = Array.from({ length: 600 }, (_, at) => entry(`event ${at}`))
      const port = await listening(service)
      const text = calendar(...entries)
      const connection = await rawConnection(port)
      connection.send(
        `POST /cal/events/v1/import HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/calendar\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
      )
      const total = async () => Number((await service.get('/events')).headers['x-total-count'])
      await vi.waitFor(async () => expect(await total()).toBeGreaterThan(0), { timeout: 60_000, interval: 1 })
      connection.socket.destroy()
      await vi.waitFor(async () => expect((await load(calendar(entry('after')))).status).toBe(200), {
        timeout: 60_000,
        interval: 5,
      })
      expect(await total()).toBeLessThan(600)
    }, 60_000)

    it('§6 refuse unknown formats, and files that are not text', async () => {
      expect((await load('Hello, world')).body.message).toMatch(/no title among Hello, world/)
      expect((await load('')).body.message).toMatch(/empty/)
      const bytes = await service.ask('POST', '/import', Buffer.from([0xff, 0xfe, 0]), asCalendar)
      expect(bytes.body.data.params).toEqual({ file: 'is not text' })
      const long = (uid: string) => calendar(...Array.from({ length: 400 }, (_, at) => entry(`${uid}${at}`)))
      const two = await Promise.all([load(long('a')), load(long('b'))])
      expect(two.map(({ status }) => status).sort()).toEqual([200, 503])
      expect(two.find(({ status }) => status === 503)?.headers['retry-after']).toBe('10')
    })
  })
}

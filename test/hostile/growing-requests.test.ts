import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { growingShapes } from '../support/growth.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'
import { aSubmission } from '../support/submitting.ts'

// The processor time of the service is measured; a database server has its own.
for (const { name } of dialects.slice(0, 1)) {
  describe(`requests with hostile texts on ${name}`, () => {
    let service: TestService
    let ada: Record<string, string>

    beforeAll(async () => {
      service = await testService(name, { FASTI_SUBMISSIONS: 'open', FASTI_TRUST_PROXY: '127.0.0.1' })
      ada = (await service.user('administrator', 'ada')).headers
    })
    afterAll(() => service.close())

    let client = 0
    /** Each request has an address of its own, so that no limit answers in place of what is measured. */
    const post = (path: string, body: unknown, headers: Record<string, string> = {}) => {
      client += 1
      return service.ask('POST', path, body, {
        'x-forwarded-for': `10.${client >> 16}.${(client >> 8) & 255}.${client & 255}`,
        ...headers,
      })
    }
    const imported = (text: string, type: string) =>
      post('/import?dry_run=true', Buffer.from(text), { ...ada, 'content-type': type })
    const calendar = (text: string) =>
      `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:a\r\nDTSTART:20270504T180000Z\r\nSUMMARY:${text}\r\nLOCATION:${text}\r\nDESCRIPTION:${text}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`
    const requests: Readonly<Record<string, (text: string) => unknown>> = {
      'a sign-in': (text) => post('/session', { login: text, password: text }),
      'a submission': (text) =>
        post('/submissions', aSubmission({ title: text, description: text.slice(0, 19_000) })),
      'an event': (text) => post('/events?dry_run=true', anEvent({ description: text }), ada),
      'an event whose fields are refused': (text) =>
        post('/events', anEvent({ title: text, venue: { venue: text }, tags: [text], cost: text }), ada),
      'a form': (text) =>
        post('/events?dry_run=true', `title=${text}&${text}`, {
          ...ada,
          'content-type': 'application/x-www-form-urlencoded',
        }),
      'a calendar': (text) => imported(calendar(text), 'text/calendar'),
      'a table': (text) =>
        imported(`title,start_date,venue\n"${text.replaceAll('"', '""')}",2027-05-04,${text}\n`, 'text/csv'),
      'a line of an export': (text) =>
        imported(
          `${JSON.stringify({ resource: 'event', title: text, [text]: text })}\n`,
          'application/x-ndjson',
        ),
      'a tool of assistants': (text) =>
        post('/mcp', {
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'list_events', arguments: { search: text, [text]: text } },
        }),
    }

    it.each(Object.entries(requests))('take time in proportion: %s', async (_, request) => {
      expect(await growingShapes(request)).toEqual([])
    })
  })
}

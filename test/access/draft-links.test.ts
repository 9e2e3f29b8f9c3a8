import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { type Receiver, receiver } from '../support/receiver.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

type Headers = Record<string, string>

const names = /zebrahall|zebrafriends/i

/** Whatever names the new venue and organizer of an event is as public as the event. */
for (const { name } of anyDialects())
  describe(`a new venue that only a hidden event names, on ${name}`, () => {
    let service: TestService
    let host: Receiver
    let ada: Headers
    const secret = { venue: { venue: 'Zebrahall' }, organizer: [{ organizer: 'Zebrafriends' }] }

    beforeAll(async () => {
      host = await receiver()
      service = await testService(name, { FASTI_WEBHOOK_HOSTS: host.host })
      ada = (await service.user('administrator', 'ada')).headers
      await service.post('/webhooks', { url: host.url }, ada)
    })
    afterAll(async () => {
      await service.close()
      await host.close()
    })

    const made = async (answer: Promise<{ status: number; body: Json }>) => {
      const { status, body } = await answer
      expect([status, JSON.stringify(body)]).toEqual([
        expect.toBeOneOf([200, 201, 207]),
        expect.stringContaining('Zebrahall'),
      ])
    }
    const tool = (named: string, args: Json) =>
      service.post(
        '/mcp',
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: named, arguments: args } },
        { ...ada, accept: 'application/json, text/event-stream' },
      )
    const recurrence = { recurrence: 'FREQ=WEEKLY;COUNT=3' }
    const ways: Readonly<Record<string, (event: Json) => Promise<{ status: number; body: Json }>>> = {
      'a create': (event) => service.post('/events', event, ada),
      'a series': (event) => service.post('/events', { ...event, ...recurrence }, ada),
      'a batch': (event) =>
        service.post('/batch', { operations: [{ method: 'POST', path: '/events', body: event }] }, ada),
      'a tool': (event) => tool('create_event', event),
      'a tool that makes a series': (event) => tool('create_event', { ...event, ...recurrence }),
      async 'a change'(event) {
        const { body } = await service.post('/events', anEvent({ status: event.status }), ada)
        return service.patch(`/events/${body.id}`, secret, ada)
      },
    }
    const reads = [
      '/venues?per_page=50',
      '/venues?search=zebra',
      '/organizers?search=zebra',
      '/changes?since=0&per_page=50',
      '/events?search_in=venue,organizer&search=zebra',
      '/events?search=zebra&orderby=relevance',
    ]

    for (const status of ['draft', 'pending'])
      it.each(Object.keys(ways))(`§13 is told to nobody by %s with the status ${status}`, async (way) => {
        await made((ways[way] as (typeof ways)[string])(anEvent({ ...secret, status })))
        await service.webhooks.deliver()
        const answers = await Promise.all(reads.map((path) => service.get(path)))
        for (const { status: answered, body } of answers)
          expect([answered, JSON.stringify(body)]).toEqual([200, expect.not.stringMatching(names)])
        const tools = await service.post(
          '/mcp',
          {
            ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
            params: { name: 'list_venues', arguments: { search: 'zebra' } },
          },
          { accept: 'application/json, text/event-stream' },
        )
        expect(JSON.stringify(tools.body)).not.toMatch(names)
        for (const path of [
          '/sitemap.xml',
          '/calendar/search/?search=zebrahal',
          '/venues/',
          '/calendar/map/',
        ]) {
          const { body } = await service.app.inject(path)
          expect([path, body.replace(/value="[^"]*"/g, '')]).toEqual([path, expect.not.stringMatching(names)])
        }
        expect(JSON.stringify(host.received.map(({ body }) => body))).not.toMatch(names)
      })
  })

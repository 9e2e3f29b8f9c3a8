import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TestService, testService } from '../support/service.ts'

interface Received {
  readonly url: string | undefined
  readonly headers: IncomingHttpHeaders
  // biome-ignore lint/suspicious/noExplicitAny: the parsed body of an export
  readonly body: any
}

// Spans do not depend on the database.
describe('an OpenTelemetry collector', () => {
  let server: Server
  let received: Received[]
  let status: number
  let service: TestService

  beforeEach(async () => {
    received = []
    status = 200
    server = createServer(async (request, response) => {
      const body = JSON.parse(Buffer.concat(await request.toArray()).toString())
      received.push({ url: request.url, headers: request.headers, body })
      response.writeHead(status).end('{}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    service = await testService('sqlite', {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}/otlp`,
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20key',
      OTEL_SERVICE_NAME: 'calendar',
    })
  })
  afterEach(async () => {
    await service.close()
    server.close()
  })

  const trace = '0af7651916cd43dd8448eb211c80319c'
  const parent = 'b7ad6b7169203331'
  const spans = () => received.flatMap(({ body }) => body.resourceSpans[0].scopeSpans[0].spans)

  it('receives a span for each request, a child of the caller’s span, without the query', async () => {
    await service.get('/events/1?password=secret', { traceparent: `00-${trace}-${parent}-01` })
    await service.get('/venues')
    await service.get('/venues')
    await service.app.close()
    const [{ url, headers, body }] = received as [Received]
    expect([url, headers['content-type'], headers['api-key']]).toEqual([
      '/otlp/v1/traces',
      'application/json',
      'a key',
    ])
    expect(body.resourceSpans[0].resource.attributes).toContainEqual({
      key: 'service.name',
      value: { stringValue: 'calendar' },
    })
    const [first, ...others] = spans()
    expect(first).toMatchObject({
      ...{ traceId: trace, parentSpanId: parent, spanId: expect.stringMatching(/^[0-9a-f]{16}$/), kind: 2 },
      name: 'GET /cal/events/v1/events/{id}',
      // The test clock's time, in nanoseconds.
      endTimeUnixNano: '1800014400000000000',
      attributes: expect.arrayContaining([
        { key: 'url.path', value: { stringValue: '/cal/events/v1/events/1' } },
        { key: 'http.response.status_code', value: { intValue: '404' } },
      ]),
    })
    expect(BigInt(first.startTimeUnixNano)).toBeLessThan(BigInt(first.endTimeUnixNano))
    // The second list comes from the response cache.
    expect(others.map((one) => [one.name, one.parentSpanId])).toEqual([
      ['GET /cal/events/v1/venues', undefined],
      [expect.stringMatching(/^GET/), undefined],
    ])
    expect(JSON.stringify(received)).not.toContain('secret')
    expect(new Set(spans().map(({ traceId }) => traceId)).size).toBe(3)
  })

  it('receives no secret from a URL', async () => {
    await service.get('/feeds/a-secret/events.ics?password=a-secret')
    await service.app.close()
    expect(spans()).toHaveLength(1)
    expect(JSON.stringify(received)).not.toContain('a-secret')
  })

  it('receives no span of an unsampled trace', async () => {
    await service.get('/venues', { traceparent: `00-${trace}-${parent}-00` })
    await service.app.close()
    expect(received).toEqual([])
  })

  it('may refuse spans or be unreachable without delaying requests', async () => {
    status = 500
    for (let asked = 0; asked < 600; asked++) await service.get('/venues')
    server.close()
    server.closeAllConnections()
    expect((await service.get('/tags')).status).toBe(200)
    await service.app.close()
  })
})

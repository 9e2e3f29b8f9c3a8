/**
 * Sends request spans to an OpenTelemetry collector: OTLP over HTTP as JSON (opentelemetry-proto 1.x, W3C Trace Context level
 * 1). There is one span for each request; its trace is that of the `traceparent` header, or a new one.
 */
import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { SpanCollectorSettings } from '../../config/reading.ts'
import { VERSION } from '../../contract/version.ts'
import { parseTraceparentHeader } from './logs.ts'

/** A completed request. */
interface Traced {
  readonly method: string
  /** The path without secrets. */
  readonly path: string
  /** The route's pattern; undefined without a route, and for responses from the cache. */
  readonly route: string | undefined
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly milliseconds: number
}

const MAX_WAITING = 4096
const MAX_TOGETHER = 512
/** Milliseconds. */
const PAUSE = 5000
const PATIENCE = 10_000

const SERVER = 2
const FAILED = 2

const text = (key: string, value: string) => ({ key, value: { stringValue: value } })

/** Builds the OTLP span; `end` is in nanoseconds since 1970 UTC. Undefined if the caller's trace is not sampled. */
function spanOf({ method, path, route, status, headers, milliseconds }: Traced, end: bigint) {
  const parent = parseTraceparentHeader(headers)
  if (parent?.isSampled === false) return undefined
  return {
    traceId: parent?.trace ?? randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    ...(parent !== undefined && { parentSpanId: parent.parent }),
    name: route === undefined ? method : `${method} ${route}`,
    kind: SERVER,
    startTimeUnixNano: String(end - BigInt(Math.round(milliseconds * 1e6))),
    endTimeUnixNano: String(end),
    attributes: [
      text('http.request.method', method),
      text('url.path', path),
      ...(route === undefined ? [] : [text('http.route', route)]),
      { key: 'http.response.status_code', value: { intValue: String(status) } },
    ],
    ...(status >= 500 && { status: { code: FAILED } }),
  }
}

type Span = NonNullable<ReturnType<typeof spanOf>>

const message = (spans: readonly Span[], service: string) => ({
  resourceSpans: [
    {
      resource: { attributes: [text('service.name', service), text('service.version', VERSION)] },
      scopeSpans: [{ scope: { name: 'fasti', version: VERSION }, spans }],
    },
  ],
})

/**
 * Sends spans to a collector in batches. `now` returns nanoseconds since 1970 UTC. Spans that can't be sent are dropped, so that
 * memory stays bounded while the collector is unreachable; `onDropped` receives their number and the reason.
 */
export function spanExporterTo(
  { endpoint, headers, service }: SpanCollectorSettings,
  now: () => bigint,
  onDropped: (count: number, why: string) => void,
) {
  let waiting: Span[] = []
  const flush = async () => {
    while (waiting.length > 0) {
      const spans = waiting.splice(0, MAX_TOGETHER)
      try {
        const response = await fetch(endpoint, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(message(spans, service)),
          signal: AbortSignal.timeout(PATIENCE),
        })
        await response.arrayBuffer()
        if (!response.ok) onDropped(spans.length, `${endpoint} returned ${response.status}`)
      } catch (error) {
        onDropped(spans.length + waiting.length, String(error))
        waiting = []
      }
    }
  }
  let sending = Promise.resolve()
  const send = () => {
    sending = sending.then(flush)
    return sending
  }
  const timer = setInterval(send, PAUSE)
  timer.unref()
  return {
    /** Records a request that has just ended. */
    ended(request: Traced) {
      const span = waiting.length < MAX_WAITING ? spanOf(request, now()) : undefined
      if (span !== undefined) waiting.push(span)
      if (waiting.length === MAX_TOGETHER) void send()
    },
    /** Sends the remaining spans. */
    close() {
      clearInterval(timer)
      return send()
    },
  }
}

export type SpanExporter = ReturnType<typeof spanExporterTo>

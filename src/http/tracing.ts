/**
 * Spans of requests for a collector of OpenTelemetry: OTLP over HTTP as JSON (opentelemetry-proto 1.x, W3C Trace Context level
 * 1). One span for each request; the trace is that of its `traceparent`, or a new one.
 */
import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { VERSION } from '../contract/version.ts'
import { traceOf } from './names.ts'

/** Where spans go, and under which name. */
export interface Collector {
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  readonly service: string
}

/** A request that is over. */
export interface Traced {
  readonly method: string
  /** As it may be told. */
  readonly path: string
  /** The pattern of its address; undefined where it has none, or was answered before one was looked for. */
  readonly route: string | undefined
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly milliseconds: number
}

export interface Spans {
  /** Takes note of a request that ended just now. */
  ended(request: Traced): void
  /** Sends what is left. */
  close(): Promise<void>
}

const MOST_WAITING = 4096
const MOST_TOGETHER = 512
/** Milliseconds. */
const PAUSE = 5000
const PATIENCE = 10_000

const SERVER = 2
const FAILED = 2

const text = (key: string, value: string) => ({ key, value: { stringValue: value } })

/** The span as OTLP has it; `end` is in nanoseconds since 1970 UTC. Undefined where the caller does not want one. */
function spanOf({ method, path, route, status, headers, milliseconds }: Traced, end: bigint) {
  const parent = traceOf(headers)
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
 * Sends spans to a collector, some hundreds at a time. `now` gives nanoseconds since 1970 UTC. What can't be sent is dropped, and
 * `onDropped` is told how many and why: a collector that is away must not cost the service its memory.
 */
export function spansTo(
  { endpoint, headers, service }: Collector,
  now: () => bigint,
  onDropped: (count: number, why: string) => void,
): Spans {
  let waiting: Span[] = []
  const flush = async () => {
    while (waiting.length > 0) {
      const spans = waiting.splice(0, MOST_TOGETHER)
      try {
        const answer = await fetch(endpoint, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(message(spans, service)),
          signal: AbortSignal.timeout(PATIENCE),
        })
        await answer.arrayBuffer()
        if (!answer.ok) onDropped(spans.length, `${endpoint} answered ${answer.status}`)
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
    ended(request) {
      const span = waiting.length < MOST_WAITING ? spanOf(request, now()) : undefined
      if (span !== undefined) waiting.push(span)
      if (waiting.length === MOST_TOGETHER) void send()
    },
    close() {
      clearInterval(timer)
      return send()
    },
  }
}

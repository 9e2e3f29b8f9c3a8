/** Sends requests: to the address of the interface, with an idempotency key for creates, and again if that is safe. */
import { interfaceFinder } from './base.ts'
import { connectionError } from './errors.ts'
import { keyedPaths } from './keyed.ts'

export interface RetryOptions {
  /** The maximum number of attempts of a request; 4 by default. */
  readonly attempts?: number
  /** The longest accepted `Retry-After`, in seconds; 60 by default. */
  readonly longestWait?: number
  /** Waits for a number of seconds. */
  readonly sleep?: (seconds: number) => Promise<void>
}

type Send = (request: Request) => Promise<Response>

/** Statuses after which the request may be repeated when the time in Retry-After has passed. */
const passing = [409, 429, 503]

const timer = (seconds: number) => new Promise<void>((resolve) => setTimeout(resolve, seconds * 1000))

/** Seconds before the next attempt, growing and random. */
const backOff = (attempt: number) => 0.25 * 2 ** attempt * (1 + Math.random())

/** The request with the headers of this client: an idempotency key for what creates, and strict handling. */
function withHeaders(request: Request, base: string, isStrict: boolean): Request {
  const path = request.url.split(/[?#]/)[0]?.slice(base.length) ?? ''
  const headers = new Headers(request.headers)
  if (request.method === 'POST' && keyedPaths.includes(path) && !headers.has('Idempotency-Key'))
    headers.set('Idempotency-Key', crypto.randomUUID())
  if (isStrict && !headers.has('Prefer')) headers.set('Prefer', 'handling=strict')
  return new Request(request, { headers })
}

/** The request at another base. Its body is read: not every browser sends one that streams. */
async function movedTo(request: Request, from: string, to: string): Promise<Request> {
  if (from === to) return request
  const { method, headers, signal, credentials, redirect } = request
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const body = hasBody ? await request.arrayBuffer() : null
  return new Request(to + request.url.slice(from.length), {
    method,
    headers,
    body,
    signal,
    credentials,
    redirect,
  })
}

/** Whether the request may be repeated without being executed twice. */
const repeats = ({ method, headers }: Request) =>
  ['GET', 'HEAD', 'PUT'].includes(method) || headers.has('Idempotency-Key')

/** Returns a fetch that retries. `isStrict`: whether it asks for strict handling. */
export function retryingFetch(
  send: Send,
  baseUrl: string,
  isStrict: boolean,
  { attempts = 4, longestWait = 60, sleep = timer }: RetryOptions = {},
): Send {
  const base = baseUrl.replace(/\/$/, '')
  const interfaceOf = interfaceFinder(base, send)
  return async (sent) => {
    const own = withHeaders(sent, base, isStrict)
    let request: Request | undefined
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt >= attempts
      let wait = backOff(attempt)
      try {
        request ??= await movedTo(own, base, await interfaceOf())
        const response = await send(request.clone())
        const after = response.headers.get('Retry-After') ?? ''
        if (
          isLast ||
          !passing.includes(response.status) ||
          !/^\d+$/.test(after) ||
          Number(after) > longestWait
        )
          return response
        await response.body?.cancel()
        wait = Number(after)
      } catch (error) {
        if (own.signal.aborted) throw error
        // A request that was sent may have been executed before the connection was lost.
        const isRepeated = request === undefined || repeats(own)
        if (isLast || !isRepeated) throw connectionError(error, request?.url ?? own.url)
      }
      await sleep(wait)
    }
  }
}

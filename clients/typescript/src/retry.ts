/** Repeats requests if that is safe, and adds an idempotency key to creates. */
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

function withKey(request: Request, baseUrl: string): Request {
  const path = request.url.split(/[?#]/)[0]?.slice(baseUrl.length) ?? ''
  if (request.method !== 'POST' || !keyedPaths.includes(path) || request.headers.has('Idempotency-Key'))
    return request
  const headers = new Headers(request.headers)
  headers.set('Idempotency-Key', crypto.randomUUID())
  return new Request(request, { headers })
}

/** Whether the request may be repeated without being executed twice. */
const repeats = ({ method, headers }: Request) =>
  ['GET', 'HEAD', 'PUT'].includes(method) || headers.has('Idempotency-Key')

/** Returns a fetch that retries. */
export function retryingFetch(
  send: Send,
  baseUrl: string,
  { attempts = 4, longestWait = 60, sleep = timer }: RetryOptions = {},
): Send {
  const base = baseUrl.replace(/\/$/, '')
  return async (sent) => {
    const request = withKey(sent, base)
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt >= attempts
      let wait = backOff(attempt)
      try {
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
        // The request may have been executed before the connection was lost.
        if (isLast || request.signal.aborted || !repeats(request)) throw error
      }
      await sleep(wait)
    }
  }
}

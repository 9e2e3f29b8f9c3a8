/** A typed client: all paths, parameters, request bodies and responses of the published OpenAPI document. */
import createFetch, { type Client, type ClientOptions } from 'openapi-fetch'
import { type RetryOptions, retryingFetch } from './retry.ts'
import type { components, paths } from './schema.ts'

export { type Changes, changes, type FollowOptions } from './changes.ts'
export { FastiError } from './errors.ts'
export { type ItemOf, items, type ListPath } from './items.ts'
export type { RetryOptions } from './retry.ts'
export { venueOf } from './venue.ts'

/** The published schemas by name: `Schemas['Event']`, `Schemas['NewEvent']`, … */
export type Schemas = components['schemas']

/** A client of one service. */
export type Calendar = Client<paths, 'application/json'>

/** How a client asks. */
interface HandlingOptions {
  /**
   * Whether the service refuses parameters and fields that it does not know, with the nearest name that it knows (`Prefer: handling=strict`).
   * Otherwise it ignores them. True by default.
   */
  readonly strict?: boolean
}

/**
 * Returns a client of the service at `baseUrl`: `http://127.0.0.1:3000`, or with its namespace, `http://127.0.0.1:3000/cal/events/v1`, which
 * saves a request. Pass credentials in `headers` as `Authorization`. The client repeats a request if that is safe: after a lost connection,
 * and after 409, 429 and 503 when `Retry-After` has passed. It sends an idempotency key with creates and batches, so that none is
 * executed twice. A service that can't be reached is a `FastiError`.
 */
export function createClient(
  options: ClientOptions & RetryOptions & HandlingOptions & { readonly baseUrl: string },
): Calendar {
  const { attempts, longestWait, sleep, strict = true, fetch = globalThis.fetch, ...rest } = options
  const retries = {
    ...(attempts !== undefined && { attempts }),
    ...(longestWait !== undefined && { longestWait }),
    ...(sleep !== undefined && { sleep }),
  }
  return createFetch<paths, 'application/json'>({
    ...rest,
    fetch: retryingFetch(fetch, options.baseUrl, strict, retries),
  })
}

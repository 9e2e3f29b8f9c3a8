/** A typed client: all paths, parameters, request bodies and responses of the published OpenAPI document. */
import createFetch, { type Client, type ClientOptions } from 'openapi-fetch'
import { type RetryOptions, retryingFetch } from './retry.ts'
import type { components, paths } from './schema.ts'

export { type Changes, changes, type FollowOptions } from './changes.ts'
export { type ItemOf, items, type ListPath } from './items.ts'
export type { RetryOptions } from './retry.ts'

/** The published schemas by name: `Schemas['Event']`, `Schemas['NewEvent']`, … */
export type Schemas = components['schemas']

/** A client of one service. */
export type Calendar = Client<paths, 'application/json'>

/**
 * Returns a client of the service at `baseUrl`, the root with the namespace: `http://127.0.0.1:3000/cal/events/v1`.
 * Pass credentials in `headers` as `Authorization`. The client repeats a request if that is safe: after a lost connection, and
 * after 409, 429 and 503 when `Retry-After` has passed. It sends an idempotency key with creates and batches, so that none is
 * executed twice.
 */
export function createClient(options: ClientOptions & RetryOptions & { readonly baseUrl: string }): Calendar {
  const { attempts, longestWait, sleep, fetch = globalThis.fetch, ...rest } = options
  const retries = {
    ...(attempts !== undefined && { attempts }),
    ...(longestWait !== undefined && { longestWait }),
    ...(sleep !== undefined && { sleep }),
  }
  return createFetch<paths, 'application/json'>({
    ...rest,
    fetch: retryingFetch(fetch, options.baseUrl, retries),
  })
}

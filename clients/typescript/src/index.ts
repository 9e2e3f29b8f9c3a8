/** A typed client: all paths, parameters, request bodies and responses of the published OpenAPI document. */
import createFetch, { type Client, type ClientOptions } from 'openapi-fetch'
import type { components, paths } from './schema.ts'

/** The published schemas by name: `Schemas['Event']`, `Schemas['NewEvent']`, … */
export type Schemas = components['schemas']

/**
 * Returns a client of the service at `baseUrl`, the root with the namespace: `http://127.0.0.1:3000/cal/events/v1`.
 * Pass credentials in `headers` as `Authorization`.
 */
export function createClient(
  options: ClientOptions & { readonly baseUrl: string },
): Client<paths, 'application/json'> {
  return createFetch<paths, 'application/json'>(options)
}

/** A typed client: every address, parameter, body and answer as the service publishes them. */
import createFetch, { type Client, type ClientOptions } from 'openapi-fetch'
import type { components, paths } from './schema.ts'

/** What the service publishes, by name: `Schemas['Event']`, `Schemas['NewEvent']`, … */
export type Schemas = components['schemas']

/**
 * A client of the service below `baseUrl`, its root and namespace together: `http://127.0.0.1:3000/cal/events/v1`.
 * Credentials go into `headers`, as `Authorization`.
 */
export function createClient(
  options: ClientOptions & { readonly baseUrl: string },
): Client<paths, 'application/json'> {
  return createFetch<paths, 'application/json'>(options)
}

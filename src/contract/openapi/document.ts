/** Types, names and references that all parts of the OpenAPI document share. */
import type { AddressedBy } from '../operations.ts'
import type { ResourceName } from '../resources/index.ts'
import type { IndexContext } from '../route-index.ts'

export interface JsonObject {
  readonly [key: string]: unknown
}

export const sharedHeaderNames = [
  'ETag',
  'Last-Modified',
  'Cache-Control',
  'Vary',
  'Link',
  'Location',
  'X-Total-Count',
  'X-Total-Pages',
  'X-TEC-Total',
  'X-TEC-TotalPages',
  'X-Fasti-Revision',
  'X-Fasti-Result',
  'Idempotency-Replayed',
  'Retry-After',
  'WWW-Authenticate',
  'Allow',
  'Set-Cookie',
  'Content-Disposition',
  'Content-Language',
] as const
export type SharedHeaderName = (typeof sharedHeaderNames)[number]

export const sharedParameterNames = [
  '_fields',
  '_envelope',
  'context',
  'dry_run',
  '_method',
  'X-HTTP-Method-Override',
  'If-None-Match',
  'If-Modified-Since',
  'If-Match',
  'If-Unmodified-Since',
  'Idempotency-Key',
  'X-Event-Password',
] as const
export type SharedParameter = (typeof sharedParameterNames)[number]

export const securityNames = ['basic', 'bearer', 'session', 'csrf'] as const
export type SecurityName = (typeof securityNames)[number]

/** The shared parameters that tools for assistants describe too, and which therefore have words in every language. */
export type TranslatedParameterName = Extract<SharedParameter, '_fields' | 'dry_run'>

/** Keys of the document's words in every language, besides those of operations and args. `texts/` has the English rest. */
export type DocumentWordKey =
  | 'document.options'
  | `document.by.${AddressedBy}`
  | `document.group.${ResourceName | 'service'}`
  | `parameter.${TranslatedParameterName}`

export interface DocumentContext extends Omit<IndexContext, 'moment'> {
  readonly word: (place: DocumentWordKey) => string
}

/** Maps a resource to the schema name of its items. */
export const schemaNamesByResource: Readonly<Record<ResourceName, string>> = {
  event: 'Event',
  series: 'Series',
  venue: 'Venue',
  organizer: 'Organizer',
  category: 'Category',
  tag: 'Tag',
  group: 'Group',
  media: 'Media',
  page: 'Page',
}

type Part = 'schemas' | 'parameters' | 'headers' | 'responses'

/** Returns a `$ref` to a component of the document. */
export const componentReference = (name: string, part: Part = 'schemas') => ({
  $ref: `#/components/${part}/${name}`,
})
